"""The built site: every link and picture of its pages leads somewhere inside, nothing is asked of elsewhere, and it stays small.

python3 tests/docs/site.py build/docs
"""

import html.parser
import pathlib
import sys
import urllib.parse

MOST_BYTES = 5_000_000


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.loads, self.names, self.inline = [], [], set(), []
        self.open_script = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.names.add(attrs.get("id"))
        if "style" in attrs:
            self.inline.append(f"style on <{tag}>")
        if tag == "script" and "src" not in attrs and "application/" not in attrs.get("type", ""):
            self.inline.append("script")
        if tag == "style":
            self.inline.append("style")
        if tag == "a" and attrs.get("href"):
            self.links.append(attrs["href"])
        elif tag in {"script", "img", "source", "iframe"} and attrs.get("src"):
            self.loads.append(attrs["src"])
        elif tag == "link" and attrs.get("href") and attrs.get("rel") != "canonical":
            self.loads.append(attrs["href"])


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in root.rglob("*.html")}
    problems = []
    followed = 0
    for path, page in pages.items():
        where = path.relative_to(root)
        problems += [f"{where}: inline {what}, which the server's policy forbids" for what in page.inline]
        for target in page.loads + page.links:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                if target in page.loads:
                    problems.append(f"{where}: loads {target} from elsewhere")
                continue
            followed += 1
            goal = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if goal.is_dir():
                goal /= "index.html"
            if not goal.is_relative_to(root) or not goal.is_file():
                problems.append(f"{where}: there is no {target}")
            elif parts.fragment and goal in pages and urllib.parse.unquote(parts.fragment) not in pages[goal].names:
                problems.append(f"{where}: {parts.path or 'this page'} has no #{parts.fragment}")
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    if size > MOST_BYTES:
        problems.append(f"the site has {size} bytes; at most {MOST_BYTES}")
    for problem in problems:
        print(problem)
    print(f"{len(pages)} pages, {followed} links, {size // 1000} kB, {len(problems)} problems")
    return 1 if problems or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
