"""The navigation of the site, read from the lists of links that the index pages have anyway.

`docs/README.md` is the index of the pages, for people who read them in the repository: each of its headings becomes a
part of the navigation, and the pages at the head of its items become the entries. The other index pages (`README.md` of
a folder) do the same for the pages of their folder. So a page that no index names has no place, and Sphinx says so.
"""

import re

HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
ENTRY = re.compile(r"^- \[[^\]]+\]\(([^()\s#:]+\.md)\)", re.MULTILINE)
IN_THIS_FOLDER = re.compile(r"\]\(((?:[^()\s#:/.]+/)?[^()\s#:/]+\.md)\)")
"""Pages of a folder, or of one in it."""


def with_navigation(text: str, place: str) -> str:
    """Return an index page with its navigation at the end; other pages as they are.

    Args:
        text: the page, with its links as they are on the site.
        place: the page's place on the site.
    """
    if place == "docs/index.md":
        return text + "".join(toctree(ENTRY.findall(body), heading) for heading, body in parts_of(text))
    if place.endswith("/README.md"):
        return text + toctree(IN_THIS_FOLDER.findall(text))
    return text


def parts_of(text: str) -> list[tuple[str, str]]:
    """Return the headings of a page, each with the text below it."""
    _, *pieces = HEADING.split(text)
    return list(zip(pieces[::2], pieces[1::2], strict=True))


def toctree(pages: list[str], caption: str = "") -> str:
    """Return Sphinx's list of pages, which is not shown where it stands."""
    if not pages:
        return ""
    options = [":hidden:", *([f":caption: {caption}"] if caption else [])]
    return "\n" + "\n".join(["```{toctree}", *options, "", *dict.fromkeys(pages), "```"]) + "\n"
