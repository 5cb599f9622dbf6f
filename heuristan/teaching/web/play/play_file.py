"""A page to play one puzzle on: a table, hints that follow known solutions, and a judge of what lies there."""

from collections import Counter
from collections.abc import Mapping
from importlib.resources import files
from math import dist
from typing import Any

from heuristan.common.plane import Ring
from heuristan.common.web.bundle import HERE, page
from heuristan.common.web.film import Table
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.teaching.hinting.hint_words import seen_place
from heuristan.teaching.texts.translating import LANGUAGES, texts_of
from heuristan.teaching.web.in_legs import rings_of, rounded, stock_of, title_of
from heuristan.teaching.web.play.known_solutions import Known, known_of

VERSION = 1
FOLDERS = (HERE, files("heuristan.teaching.web").joinpath("page"))
"""Where the modules of the table are, and what they need."""
STYLES = ("player", "view", "table")
VISIBLE = {"gap": 0.06, "outside": 0.03, "overlap": 0.03}
"""From where on faults of pieces on an exact outline are shown, in legs; whether they solve it is decided by area."""
EXACTLY = 0.05
"""How far in legs the vertices of a piece may be from where a solution has them, on an exact outline."""


def play_page(puzzle: Puzzle, result: Result, around: Mapping[str, str] | None = None) -> str | None:
    """Return a page to play a puzzle on, which needs no server and no network; None if no solution of it is known.

    Args:
        puzzle: the puzzle.
        result: its solution.
        around: the addresses of the pages around it: of the `gallery`, and of the `next` one to play.
    """
    return page_of(known_of(puzzle, result), around) if result.status == "solved" else None


def page_of(known: Known, around: Mapping[str, str] | None = None) -> str:
    """Return a page to play on with what is known of a puzzle."""
    id = known.puzzle.id
    words = "Lay the pieces on the outline. This page needs scripts; they are in the page."
    facts = {**facts_of(known), "texts": _texts(known), **(around or {})}
    return page(f"{id}: play", "play-page", STYLES, facts, words, call="playHere", folders=FOLDERS)


def _texts(known: Known) -> dict[str, Any]:
    """Return the texts of a page in each language: of shapes and pieces, only what it has."""
    own = {title_of(known.puzzle.id), "piece", *(spoken(name) for name, _ in known.solutions[0])}

    def texts(language: str) -> dict[str, Any]:
        named = texts_of(language, "pieces", "shapes")
        return texts_of(language, "play") | {
            text: entry for text, entry in named.items() if text.removeprefix("the ") in own
        }

    return {language: texts(language) for language in LANGUAGES}


def facts_of(known: Known) -> dict[str, Any]:
    """Return what is known of a puzzle as a JSON value with tables, for `play-answers.js`."""
    puzzle, seen = known.puzzle, seen_place(known.puzzle)
    stock = Counter(name for name, _ in known.solutions[0])
    kinds = {name: number for number, name in enumerate(stock)}
    corners = [puzzle.in_legs(point) for ring in puzzle.rings for point in ring]
    points, regions, places = Table(), Table(), Table()

    def place_of(name: str, ring: Ring) -> int:
        look = min(range(len(ring)), key=lambda n: min(dist(ring[n], corner) for corner in corners))
        region = regions.place(seen.region(ring[look]))
        return places.place((kinds[name], region, look, *(points.place(rounded(spot)) for spot in ring)))

    solutions = [[place_of(name, ring) for name, ring in tiling] for tiling in known.solutions]
    return {
        "play": VERSION,
        "id": puzzle.id,
        "title": title_of(puzzle.id),
        "rings": rings_of(puzzle),
        "pieces": stock_of(puzzle.pieces, stock),
        "drawn": known.is_drawn,
        "reading": known.reading,
        **_distances(known),
        "complete": known.is_complete,
        "points": points.values(),
        "regions": regions.values(),
        "places": places.values(),
        "solutions": solutions,
    }


def _distances(known: Known) -> dict[str, Any]:
    """Return how far pieces may be from their places in a solution, and how far off if they fill the outline."""
    reading = known.puzzle.reading
    if reading is None:
        return {"off": EXACTLY, "allowed": VISIBLE}
    from heuristan.tangram.verification.judging.drawn_case import MAX_OFF, allowance_of

    allowed = allowance_of(known.puzzle)
    moved = reading.moved or 0.0  # the page shows the outline as it was read, and the judge measures what was drawn
    within = {"gap": allowed.gap - moved, "outside": allowed.outside - moved, "overlap": allowed.overlap}
    return {"off": max(MAX_OFF, allowed.outside), "allowed": within}
