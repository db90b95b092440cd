"""Links, anchors and images of all Markdown pages, and the pages that code and help name: python3 tests/docs/links.py ROOT

Prints every one that leads nowhere and ends with exit code 1 if there are any. What leads to the network is not asked for.
"""

import pathlib
import re
import subprocess
import sys

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
LINK = re.compile(r"!?\[(?:[^\[\]`]|`[^`]*`|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
NAMED = re.compile(r"(?<![\w/.-])(docs/[\w./-]+\.(?:md|png|svg|json))\b")
FILES = re.compile(r"`((?:src|apps|tests|bench|script|tools|cmake|examples|deploy|web/src)/[\w./-]*\w)`")
SKIPPED = {"node_modules", "dist", "build", ".git"}


def lines_outside_code(text):
    """Numbered lines without fenced blocks and without what stands between backticks inside a line."""
    fence = None
    for number, line in enumerate(text.split("\n"), 1):
        mark = FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and line.strip().strip("`~") == "":
                fence = None
            continue
        if mark:
            fence = mark.group(1)
            continue
        yield number, line


def anchor_of(heading):
    """The anchor that forges give to a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[^\w\- ]", "", text.strip().lower().replace("`", ""))
    return text.replace(" ", "-")


def anchors(text):
    seen = {}
    out = set()
    for _, line in lines_outside_code(text):
        heading = re.match(r"#{1,6} (.*)", line)
        if heading:
            name = anchor_of(heading.group(1))
            seen[name] = seen.get(name, -1) + 1
            out.add(name if seen[name] == 0 else f"{name}-{seen[name]}")
        label = re.match(r"\((\S+)\)=$", line)  # what MyST calls a target
        if label:
            out.add(label.group(1))
    return out


def tracked(root):
    """The files of the project: what git knows, or, of an unpacked archive, all of them."""
    known = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=False)
    if known.returncode == 0 and known.stdout:
        return [root / name for name in known.stdout.splitlines() if (root / name).is_file()]
    return [path for path in root.rglob("*") if path.is_file() and not SKIPPED & set(path.relative_to(root).parts)]


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    problems = []
    files = tracked(root)
    pages = {path: path.read_text(encoding="utf-8") for path in files if path.suffix == ".md"}
    linked = set()
    links = 0
    for page, text in pages.items():
        for number, line in lines_outside_code(text):
            for target in LINK.findall(line):
                links += 1
                where = f"{page.relative_to(root)}:{number}"
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                goal = (page.parent / path).resolve() if path else page
                if not goal.exists():
                    problems.append(f"{where}: there is no {target}")
                    continue
                linked.add(goal)
                if anchor and goal.suffix == ".md" and anchor not in anchors(goal.read_text(encoding="utf-8")):
                    problems.append(f"{where}: {path or 'this page'} has no heading #{anchor}")
        # The notebook speaks of files as they were then.
        if page.relative_to(root).parts[0] == "docs" and "notebook" not in page.parts:
            for name in sorted(set(FILES.findall(text))):
                if "NAME" not in name and not (root / name).exists():
                    problems.append(f"{page.relative_to(root)}: names {name}, which is not there")
    for path in files:
        if path.suffix in {".md", ".png", ".svg", ".json"} or SKIPPED & set(path.relative_to(root).parts):
            continue
        if path.parent == pathlib.Path(__file__).resolve().parent:
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for name in sorted(set(NAMED.findall(text))):
            if not (root / name).exists():
                problems.append(f"{path.relative_to(root)}: names {name}, which is not there")
    for page in sorted(pages):
        top = page.relative_to(root).parts
        if top[0] == "docs" and page not in linked and top != ("docs", "index.md"):
            problems.append(f"{page.relative_to(root)}: no page leads to it")
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {links} links, {len(problems)} that lead nowhere")
    return 1 if problems or not links else 0


if __name__ == "__main__":
    sys.exit(main())
