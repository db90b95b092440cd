"""Makes the pages fit for a server whose policy allows no inline script or style and nothing from elsewhere."""

import hashlib
import os
import re
import shutil

SCRIPT = re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*application/)[^>]*>(.*?)</script>", re.S)
STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.S)
HIDDEN = re.compile(r'(<[a-zA-Z][^<>]*?) style="display: ?none;?"')
ATTRIBUTE = re.compile(r'(<[a-zA-Z][^<>]*?) style="[^"]*"')
EXTERNAL = re.compile(r"<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=\"(?:https?:)?//[^\"]*\"[^>]*>", re.I)


def keep(folder, body, ending):
    name = f"inline-{hashlib.sha256(body.encode()).hexdigest()[:12]}.{ending}"
    with open(os.path.join(folder, "_static", name), "w", encoding="utf-8") as file:
        file.write(body)
    return name


# What a screen reader needs and the theme leaves out.
NAMES = (
    ('role="heading">', 'role="heading" aria-level="2">'),
    ('<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    ('<aside class="toc-drawer">', '<aside class="toc-drawer" aria-label="On this page">'),
    ('<label class="overlay ', '<label aria-hidden="true" class="overlay '),
    ('<div class="table-wrapper', '<div tabindex="0" class="table-wrapper'),
    ("<pre>", '<pre tabindex="0">'),
    ('<div id="search-results">', '<h1>Search</h1><div id="search-results">'),
)

# Debian's theme takes this sheet from the web server of a machine that has it installed.
SHARED = re.compile(r"@import url\(/javascript/([\w./-]+)\);")


def bring_shared(folder, match):
    source = "/usr/share/javascript/" + match.group(1)
    if not os.path.exists(source):
        return ""
    name = os.path.basename(source)
    shutil.copyfile(source, os.path.join(folder, "_static", name))
    return f"@import url(../{name});"


def make_sheets_strict(folder):
    for place, _, files in os.walk(os.path.join(folder, "_static")):
        for name in files:
            if not name.endswith(".css"):
                continue
            path = os.path.join(place, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            text = SHARED.sub(lambda m: bring_shared(folder, m), text)
            outside = re.search(r"url\(\s*['\"]?(?:https?:|/)[^)]*\)", text)
            if outside:
                raise RuntimeError(f"{path} loads something from elsewhere: {outside.group(0)}")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def mend_theme(folder):
    """Debian's build of the theme leaves an import that only a bundler understands, and loses the dark colours of those who chose none."""
    static = os.path.join(folder, "_static")
    script = os.path.join(static, "scripts", "furo.js")
    with open(script, encoding="utf-8") as file:
        text = file.read()
    wanted = 'import Gumshoe from "./gumshoe-patched.js";'
    if wanted in text:
        with open(os.path.join(static, "scripts", "gumshoe-patched.js"), encoding="utf-8") as file:
            text = file.read() + text.replace(wanted, "")
        with open(script, "w", encoding="utf-8") as file:
            file.write(text)
    sheet = os.path.join(static, "styles", "furo.css")
    with open(sheet, encoding="utf-8") as file:
        text = file.read()
    dark = re.search(r'body\[data-theme="dark"\] \{([^}]*--color-background-primary[^}]*)\}', text)
    if dark and "prefers-color-scheme" not in text:
        text += "@media not print { @media (prefers-color-scheme: dark) { body:not([data-theme=\"light\"]) {" + dark.group(1) + "} } }\n"
        with open(sheet, "w", encoding="utf-8") as file:
            file.write(text)


def make_strict(folder):
    """Moves inline scripts and styles of every page into files; what is loaded from elsewhere is an error."""
    mend_theme(folder)
    make_sheets_strict(folder)
    for place, _, files in os.walk(folder):
        for name in files:
            if name.endswith(".html"):
                make_page_strict(folder, os.path.join(place, name))
            elif name.endswith((".map", ".LICENSE.txt")):
                os.remove(os.path.join(place, name))


def make_page_strict(folder, path):
    static = os.path.relpath(os.path.join(folder, "_static"), os.path.dirname(path))
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = SCRIPT.sub(lambda m: f'<script src="{static}/{keep(folder, m.group(1), "js")}"></script>', text)
    text = STYLE.sub(lambda m: f'<link rel="stylesheet" href="{static}/{keep(folder, m.group(1), "css")}" />', text)
    for old, new in NAMES:
        text = text.replace(old, new)
    text = HIDDEN.sub(r"\1 hidden", text)
    while ATTRIBUTE.search(text):
        text = ATTRIBUTE.sub(r"\1", text)
    outside = EXTERNAL.search(text)
    if outside:
        raise RuntimeError(f"{path} loads something from elsewhere: {outside.group(0)}")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
