"""The parts of pages that the build makes: the Python API from its docstrings, tables, and players of runs.

A page holds a comment: `<!-- site: api -->`, `<!-- site: table NAME -->`, `<!-- site: film RULE -->`, `<!-- site: play
SHAPE -->`, `<!-- site: trial -->`. On the repository's web page nothing is seen of it; on the site the part stands
there.
"""

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from films import film_of
from pages import DOCS
from trial import trial

import heuristan
from heuristan.common.quoting import as_markup
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Trace
from heuristan.teaching.player.film import player_page

sys.path.append(str(DOCS / "making"))

FILMS = "films"
"""The folder beside a page that has its players; build.py takes them to the site."""

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
    # all members, except those of the core's class of the same name, which is a room beneath
    options = f"   :members:\n   :inherited-members: {name}\n" if kind == "class" else ""
    return f".. auto{kind}:: heuristan.{name}\n{options}"


def table(_page: Path, name: str) -> str:
    """Return a table that is made from the program."""
    from every_table import TABLES

    return TABLES[name]()


def film(page: Path, rule: str) -> str:
    """Return the player of a run in which a rule fires, at the moment when it does."""
    found = film_of(rule)
    words = f"{found.words} <code>{as_markup(found.command)}</code>"
    return player(page, rule, found.shape, found.trace, words, found.moment)


def play(page: Path, name: str) -> str:
    """Return the player of a run on a shape, as `heuristan solve` makes it."""
    shape = read_shape(shape_files()[name])
    words = f"<code>heuristan solve {name} --output {name}.html</code>"
    return player(page, name, shape, solve(shape.puzzle).trace, words, 1)


def player(page: Path, name: str, shape: ShapeFile, trace: Trace, words: str, moment: int) -> str:
    """Write the player of a run beside a page, and return the part of the page that shows it.

    Args:
        page: the page.
        name: the name of the player's file.
        shape: the outline.
        trace: the run.
        words: what stands below it, in HTML.
        moment: the moment that is shown first, from 1.
    """
    place = page.parent / FILMS / f"{name}.html"
    place.parent.mkdir(exist_ok=True)
    place.write_text(player_page(trace), encoding="utf-8")
    address = f"{FILMS}/{place.name}#moment-{moment}"
    title = as_markup(f"{shape.title}, step by step")
    return f"""<figure class="film">
<iframe src="{address}" title="{title}" loading="lazy"></iframe>
<figcaption>{words} · <a href="{address}">on a page of its own</a></figcaption>
</figure>"""


PARTS: Mapping[str, Callable[..., str]] = {"api": api, "table": table, "film": film, "play": play, "trial": trial}
