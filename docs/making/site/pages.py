"""Where each page of the repository stands on the site, and what its links become there.

On the repository's web page the pages are plain Markdown with relative links. The site takes the same files: its home
is `docs/README.md`, the pages at the top of the repository join the others, and links to source files lead to copies.
"""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[3]
DOCS = TOP / "docs"
NAMED_BY_FILE = re.compile(r"\[[\w/-]+\.md\](?=\([^()\s]+\.md)")
LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=\))")
FENCE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
MOVED = {
    "docs/README.md": "docs/index.md",
    "README.md": "docs/index.md",
    "CONTRIBUTING.md": "docs/contributing.md",
    "CHANGELOG.md": "docs/changes.md",
    "SECURITY.md": "docs/security.md",
}
"""Pages that have another place on the site."""


def sources() -> Iterator[tuple[str, str]]:
    """Yield the text of each page with its place on the site, both relative to the top of the repository."""
    for path in (*sorted(DOCS.rglob("*.md")), TOP / "CONTRIBUTING.md", TOP / "CHANGELOG.md", TOP / "SECURITY.md"):
        place = path.relative_to(TOP).as_posix()
        yield MOVED.get(place, place), on_site(path.read_text(encoding="utf-8"), place)


def on_site(text: str, place: str) -> str:
    """Return the text of a page with its links as they are on the site.

    A link that has the name of a page's file as its words gets the page's title there: Sphinx fills it in.

    Args:
        text: the page, in Markdown.
        place: the page's path in the repository.
    """
    parts = FENCE.split(text)
    parts[::2] = [
        LINK.sub(lambda link: link_on_site(link[0], place), NAMED_BY_FILE.sub("[]", part)) for part in parts[::2]
    ]
    return "".join(parts)


def link_on_site(link: str, place: str) -> str:
    """Return a link of the page at a place as it is on the site."""
    path, mark, anchor = link.partition("#")
    if not path or re.match(r"[a-z]+:", path):
        return link
    target = posixpath.normpath(posixpath.join(posixpath.dirname(place), path))
    start = posixpath.dirname(MOVED.get(place, place))
    there = MOVED.get(target, target)
    if there.startswith("docs/") and there.endswith(".ipynb"):
        there = there.removesuffix(".ipynb") + ".md"
    return posixpath.relpath(there, start) + mark + anchor
