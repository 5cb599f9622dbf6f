"""The parts of pages that the build makes: the Python API from its docstrings, and a film of each rule.

A page holds a comment such as `<!-- site: api -->` or `<!-- site: film forced -->`. On the repository's web page
nothing is seen of it; on the site the part stands there.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from films import film_of

import heuristan
from heuristan.tangram.render import filmstrip_svg

MARK = re.compile(r"^<!-- site: (\w+)((?: [\w.-]+)*) -->$", re.MULTILINE)


def with_made_parts(text: str, page: Path) -> str:
    """Return the text of a page with its made parts in place of their marks; they may write files beside the page."""
    return MARK.sub(lambda mark: PARTS[mark[1]](page, *mark[2].split()), text)


def api(_page: Path) -> str:
    """Return every public name with its docstring, as Sphinx makes it from the source."""
    names = [name for name in heuristan.__all__ if not name.startswith("_")]
    return "\n\n".join(
        f"## {heading}\n\n```{{eval-rst}}\n"
        + "\n".join(documented(name, kind) for name in names if kind == kind_of(name))
        + "```"
        for heading, kind in (("Values", "class"), ("Functions", "function"), ("Errors", "exception"))
    )


def kind_of(name: str) -> str:
    """Return what Sphinx calls a public name."""
    value = getattr(heuristan, name)
    if not isinstance(value, type):
        return "function"
    return "exception" if issubclass(value, Exception) else "class"


def documented(name: str, kind: str) -> str:
    """Return the directive that documents a public name."""
    options = "   :members:\n" if kind == "class" else ""
    return f".. auto{kind}:: heuristan.{name}\n{options}"


def film(page: Path, rule: str) -> str:
    """Return a run in which a rule fires, as a film strip, with the command that tells the same."""
    found = film_of(rule)
    place = page.parent / "films" / f"{rule}.svg"
    place.parent.mkdir(exist_ok=True)
    place.write_text(filmstrip_svg(found.trace), encoding="utf-8")
    return f"![{found.shape.title}, step by step](films/{place.name})\n\n`{found.command}`"


PARTS: Mapping[str, Callable[..., str]] = {"api": api, "film": film}
