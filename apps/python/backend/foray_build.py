"""Builds the wheel of the package foray with CMake: the hooks of PEP 517, with nothing but Python's own library.

It needs a C++20 compiler, CMake, pybind11's headers (Debian: pybind11-dev) and those of nlohmann-json (nlohmann-json3-dev).

FORAY_BUILD names a folder of CMake's that is built already (build/release, for instance): the wheel is then made of what is there.
Otherwise the library and the module alone are built, in build/wheel.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
SUMMARY = "Territory-capture board games: rules, a strong engine, an exact solver, with OpenSpiel's names"


def version():
    return re.search(r"^project\(foray VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)


def metadata():
    about = (ROOT / "docs" / "python.md").read_text()
    return (f"Metadata-Version: 2.1\nName: foray\nVersion: {version()}\nSummary: {SUMMARY}\nAuthor: The Foray authors\nLicense: MIT\n"
            "Requires-Python: >=3.9\nProvides-Extra: arrays\nRequires-Dist: numpy; extra == 'arrays'\n"
            "Description-Content-Type: text/markdown\n\n" + about)


def tag():
    """Of this interpreter on this machine."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{python}-{python}-" + re.sub(r"[-.]", "_", sysconfig.get_platform())


def moment():
    """Two wheels of the same files are the same bytes."""
    return int(os.environ.get("SOURCE_DATE_EPOCH", 315532800))


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise SystemExit(f"foray: {' '.join(map(str, command))} failed")


def built():
    """A folder of CMake's with the module in it."""
    if os.environ.get("FORAY_BUILD"):
        return pathlib.Path(os.environ["FORAY_BUILD"])
    if not shutil.which("cmake"):
        raise SystemExit("foray: building needs cmake and a C++20 compiler; on Debian: apt install cmake g++ pybind11-dev nlohmann-json3-dev")
    folder = ROOT / "build" / "wheel" / tag()
    options = {"CMAKE_BUILD_TYPE": "Release", "FORAY_COMMAND": "OFF", "FORAY_PYTHON": "ON", "FORAY_JSON": "ON", "FORAY_NATIVE": "OFF",
               "FORAY_BENCHMARKS": "OFF", "FORAY_WERROR": "OFF", "FORAY_INSTALL": "ON", "FORAY_PYTHON_DIR": "lib/python",
               "Python3_EXECUTABLE": sys.executable}
    ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
    run("cmake", "-S", ROOT, "-B", folder, *ninja, *(f"-D{key}={value}" for key, value in options.items()))
    run("cmake", "--build", folder, "--target", "foray_python_package", "--parallel", os.cpu_count() or 1)
    return folder


def files_of_wheel():
    """Names in the wheel and their bytes."""
    with tempfile.TemporaryDirectory() as place:
        run("cmake", "--install", built(), "--component", "foray_python", "--prefix", place)
        packages = [path.parent for path in pathlib.Path(place).rglob("foray/__init__.py")]
        if len(packages) != 1:
            raise SystemExit("foray: that build has no Python module (FORAY_PYTHON=ON makes one)")
        found = {"foray/" + path.relative_to(packages[0]).as_posix(): path.read_bytes()
                 for path in packages[0].rglob("*") if path.is_file() and path.suffix != ".pyc"}
    info = f"foray-{version()}.dist-info/"
    found[info + "METADATA"] = metadata().encode()
    found[info + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: foray_build\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode()
    found[info + "LICENSE"] = (ROOT / "LICENSE").read_bytes()
    return dict(sorted(found.items()))


def record_of(files, name):
    lines = []
    for each, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
        lines.append(f"{each},sha256={digest},{len(text)}\n")
    return "".join(lines) + name + ",,\n"


# The hooks.

def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = files_of_wheel()
    record = f"foray-{version()}.dist-info/RECORD"
    files[record] = record_of(files, record).encode()
    name = f"foray-{version()}-{tag()}.whl"
    when = time.gmtime(max(moment(), 315532800))[:6]
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for each, text in files.items():
            entry = zipfile.ZipInfo(each, when)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if each.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, text)
    return name


def build_sdist(sdist_directory, config_settings=None):
    listed = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], stdout=subprocess.PIPE)
    if listed.returncode:
        raise SystemExit("foray: a source archive is made of a git checkout")
    top = f"foray-{version()}"
    with tempfile.TemporaryDirectory() as place, tarfile.open(pathlib.Path(sdist_directory) / f"{top}.tar.gz", "w:gz") as archive:
        about = pathlib.Path(place) / "PKG-INFO"
        about.write_text(metadata())
        archive.add(about, f"{top}/PKG-INFO")
        for name in sorted(filter(None, listed.stdout.decode().split("\0"))):
            archive.add(ROOT / name, f"{top}/{name}", recursive=False)
    return f"{top}.tar.gz"
