"""A page to play one puzzle on: a table, hints that follow known solutions, and a judge of what lies there."""

from collections import Counter
from importlib.resources import files
from math import dist
from typing import Any

from heuristan.common.plane import Ring
from heuristan.common.web.bundle import HERE, page
from heuristan.common.web.film import Table
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.teaching.hinting.hint_words import seen_place
from heuristan.teaching.web.in_legs import rings_of, rounded, stock_of
from heuristan.teaching.web.play.known_solutions import Known, known_of

VERSION = 1
EXACTLY = 0.05
"""How far in legs the vertices of a piece may be from where a solution has them, on an exact outline."""


def play_page(puzzle: Puzzle, result: Result) -> str | None:
    """Return a page to play a puzzle on, which needs no server and no network; None if no solution of it is known."""
    return page_of(known_of(puzzle, result)) if result.status == "solved" else None


def page_of(known: Known) -> str:
    """Return a page to play on with what is known of a puzzle."""
    id = known.puzzle.id
    modules = files("heuristan.teaching.web").joinpath("page")
    words = "Lay the pieces on the outline. This page needs scripts; they are in the page."
    return page(
        f"{id}: play",
        "play-page",
        ("player", "app", "table"),
        facts_of(known),
        words,
        call="playHere",
        folders=(HERE, modules),
    )


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
        "rings": rings_of(puzzle),
        "pieces": stock_of(puzzle.pieces, stock),
        "drawn": known.is_drawn,
        "reading": known.reading,
        "off": _off(known),
        "complete": known.is_complete,
        "points": points.values(),
        "regions": regions.values(),
        "places": places.values(),
        "solutions": solutions,
    }


def _off(known: Known) -> float:
    """Return how far in legs a piece may lie from its place in a solution."""
    if not known.is_drawn:
        return EXACTLY
    from heuristan.tangram.verification.judging.drawn_case import MAX_OFF, allowance_of

    return max(MAX_OFF, allowance_of(known.puzzle).outside)
