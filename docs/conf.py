# How Sphinx makes the site of these pages: script/docs runs it. The pages are Markdown (MyST) and read well without it.
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "_site"))
import commands
import strict

project = "Foray"
author = copyright = "The Foray authors"
release = version = os.environ.get("FORAY_VERSION", "")

extensions = ["myst_parser"]
exclude_patterns = ["measured/README.md"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4  # the same anchors that a forge gives to headings
suppress_warnings = ["myst.header"]

# The C++ pages are made from the headers where script/docs could run doxygen.
headers = os.environ.get("FORAY_DOXYGEN", "")
if headers:
    extensions.append("breathe")
    breathe_projects = {"foray": headers}
    breathe_default_project = "foray"
    breathe_default_members = ("members", "undoc-members")
else:
    exclude_patterns.append("reference/cpp.md")

html_theme = "furo"
html_title = "Foray"
html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["foray.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"navigation_with_keys": False}
pygments_style = "xcode"  # the default's comments are too pale for WCAG AA
pygments_dark_style = "github-dark"
highlight_language = "none"


def tame(app, name, source):
    """What a forge understands and Sphinx does not: links to files beside docs/ become the names of these files."""
    text = source[0]
    text = re.sub(r"\[([^\]]*)\]\((?:\.\./)+(?!\.\.)([A-Za-z][^)]*)\)", lambda m: outside(app, name, m), text)
    source[0] = text


def outside(app, name, match):
    """A link as it is where it leads to another page, the file's name where it leads out of docs/."""
    label, target = match.groups()
    here = os.path.dirname(os.path.join(app.srcdir, name))
    whole = match.group(0)
    path = whole[whole.index("](") + 2 : -1].split("#")[0]
    inside = os.path.realpath(os.path.join(here, path)).startswith(os.path.realpath(app.srcdir) + os.sep)
    return whole if inside else f"{label} (`{target}`)" if label.strip("`") != target else f"`{target}`"


def place(app, name, source):
    """A page that no table of contents has yet is reached by links and the search."""
    with open(os.path.join(app.srcdir, "index.md"), encoding="utf-8") as file:
        placed = file.read()
    if name != "index" and not name.startswith("notebook/") and f"\n{name}\n" not in placed:
        source[0] = "---\norphan: true\n---\n" + source[0]


def add_commands(app, name, source):
    """What every command says of itself, behind the page that says how commands are used."""
    foray = os.environ.get("FORAY_COMMAND", "")
    if name == "reference/commands" and foray:
        source[0] += commands.markdown(foray)


def finish(app, problem):
    if problem is None and app.builder.name == "html":
        strict.make_strict(app.outdir)


def setup(app):
    app.connect("source-read", tame)
    app.connect("source-read", place)
    app.connect("source-read", add_commands)
    app.connect("build-finished", finish)
