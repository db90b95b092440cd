"""The package as others install it: pip makes a wheel of it without a network, and it works where nothing else is."""

import os
import pathlib
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def test_pip_builds_and_installs_it_offline(tmp_path):
    build = pathlib.Path(os.environ["PYTHONPATH"]).parent
    environment = {"FORAY_BUILD": str(build), "PATH": os.environ["PATH"], "HOME": str(tmp_path), "PIP_NO_INDEX": "1", "PYTHONPATH": ""}
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--no-deps", "--target", str(tmp_path / "site"), str(ROOT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    code = "import foray; s = foray.load_game('ataxx').new_initial_state(); print(foray.__file__, len(s.legal_actions()))"
    environment["PYTHONPATH"] = str(tmp_path / "site")
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert said.stdout.split() == [str(tmp_path / "site" / "foray" / "__init__.py"), "16"], said.stderr


def test_two_wheels_are_the_same_bytes_and_small(tmp_path):
    wheels = []
    for name in ("one", "two"):
        subprocess.run([str(ROOT / "script" / "wheel"), str(tmp_path / name)], check=True, capture_output=True,
                       env={**os.environ, "FORAY_BUILD": str(pathlib.Path(os.environ["PYTHONPATH"]).parent), "PYTHON": sys.executable})
        wheels += (tmp_path / name).iterdir()
    assert wheels[0].name == wheels[1].name and wheels[0].read_bytes() == wheels[1].read_bytes()
    assert wheels[0].stat().st_size < 5_000_000
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = wheel.namelist()
        record = next(name for name in names if name.endswith("RECORD"))
        assert len(wheel.read(record).decode().splitlines()) == len(names)
