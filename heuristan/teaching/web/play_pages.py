"""Pages to play on: one page for one puzzle, which needs no Python, no server and no network; and a gallery of them.

Begin with `play_page`. What its hints follow is worked out beforehand: every solution, where there are few.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import islice
from math import dist
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.plane import Ring
from heuristan.common.web.bundle import HERE, page
from heuristan.common.web.film import Table
from heuristan.tangram import api
from heuristan.tangram.exact.search import search
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.outlines.reading import IMPOSSIBLE, shape_files
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import readings_from
from heuristan.tangram.solving.result import Result, ResultPieces, checked, read_once
from heuristan.teaching.hinting.hint_words import seen_place
from heuristan.teaching.texts.translating import LANGUAGES, texts_of
from heuristan.teaching.web.in_legs import rings_of, rounded, stock_of, title_of

MOST_STATES = 3000
"""Maximum number of states that are searched: all solutions of the shapes with one set that ship need 1772 at most."""
MOST_SOLUTIONS = 400
"""Maximum number of solutions that are kept: each takes some 25 bytes of a page."""
SECONDS = 5.0
"""Time limit of looking for more than one solution."""

Tiling: TypeAlias = tuple[tuple[str, Ring], ...]
"""Pieces by their names, in legs, in the order in which they are laid."""


class Known(NamedTuple):
    """What is known of a puzzle."""

    puzzle: Puzzle
    """The outline; of a drawing the reading that was solved."""
    solutions: tuple[Tiling, ...]
    """The one that was found first, then others."""
    is_complete: bool
    """Whether it is certain that there are no others."""
    reading: str | None
    """How a drawing was read, in words; None for an exact outline."""

    @property
    def is_drawn(self) -> bool:
        return self.puzzle.reading is not None


def known_of(puzzle: Puzzle, result: Result) -> Known:
    """Return what is known of a puzzle that was solved, after a look for other solutions."""
    reading = _reading_solved(puzzle, result)
    words = result.reading or read_once(reading)
    first = _tiling(reading, result.pieces)
    if reading.reading is None:
        others, is_complete = _exactly(reading)
    else:
        others, is_complete = tuple(_as_drawn(reading)), False
    return Known(reading, tuple(_different(first, others)), is_complete, words.words if words else None)


def _reading_solved(puzzle: Puzzle, result: Result) -> Puzzle:
    """Return the reading of a drawing that has as many pieces as its solution."""
    fits = (each for each in readings_from(puzzle) if each.stock.total() == len(result.pieces))
    return puzzle if puzzle.stock.total() == len(result.pieces) else next(fits, puzzle)


def _exactly(puzzle: Puzzle) -> tuple[tuple[Tiling, ...], bool]:
    """Return solutions of an exact outline, each verified, and whether these are all."""
    outcome = search(puzzle, every=True, most=MOST_STATES, limit=SECONDS)
    found = outcome.solutions[:MOST_SOLUTIONS]
    for solution in found:
        checked(puzzle, solution)
    tilings = (tuple((each.name, tuple(map(puzzle.in_legs, each.ring))) for each in solution) for solution in found)
    return tuple(tilings), outcome.is_complete and found == outcome.solutions


def _as_drawn(puzzle: Puzzle) -> Iterator[Tiling]:
    """Yield solutions of a drawing, which its gate has let pass."""
    # an exact outline needs no geometry of floats, which takes long to import
    from heuristan.teaching.hinting.drawings import solutions_found

    size = puzzle.stock.total()
    found = islice(solutions_found(puzzle, SECONDS), MOST_SOLUTIONS)
    return (_tiling(puzzle, each.pieces) for each in found if len(each.pieces) == size)


def _tiling(puzzle: Puzzle, pieces: ResultPieces) -> Tiling:
    legs = puzzle.position.legs
    return tuple((each.piece, tuple(map(legs, each.vertices))) for each in pieces)


def _different(first: Tiling, others: Iterable[Tiling]) -> Iterator[Tiling]:
    """Yield tilings, each once."""
    seen = set()
    for tiling in (first, *others):
        key = frozenset((name, frozenset((round(x, 2), round(y, 2)) for x, y in ring)) for name, ring in tiling)
        if key not in seen:
            seen.add(key)
            yield tiling


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


TITLE = "Tangrams to play"
WORDS = "Each of the pages in the folder play is a puzzle. This page needs scripts; they are in the page."
SECTIONS = ("page", "shapes")
"""What the page that shows all has of a catalogue."""
LEVELS = ("easy", "medium", "hard")


class Card(NamedTuple):
    """A shape in the gallery."""

    name: str
    shown: dict[str, Any]
    """What the page that shows all says of it: see `play-gallery.js`."""
    page: str


def gallery_files() -> Mapping[str, bytes]:
    """Return the files of a gallery by their names."""
    cards = list(_cards())
    pages = {f"play/{card.name}.html": card.page.encode() for card in cards}
    shown = {"cards": [card.shown for card in cards], "texts": {each: texts_of(each, *SECTIONS) for each in LANGUAGES}}
    index = page(TITLE, "play-gallery", STYLES, shown, WORDS, call="galleryHere", folders=FOLDERS)
    return {"index.html": index.encode(), **pages}


def _cards() -> Iterator[Card]:
    """Yield the shapes from easy to hard, in a level those of the seven pieces first; each leads to the next one."""
    shapes = [read_shape(path) for path in shape_files().values() if path.parent.name != IMPOSSIBLE]
    shapes.sort(key=lambda shape: (LEVELS.index(_level(shape)), shape.puzzle.pieces.name != "tangram", shape.name))
    for shape, after in zip(shapes, (*shapes[1:], None), strict=True):
        puzzle = api.Puzzle.from_name(shape.name)
        around = {"gallery": "../index.html"} | ({"next": f"{after.name}.html"} if after else {})
        made = play_page(puzzle, puzzle.solve(), around)
        assert made is not None, f"{shape.name} ships among the shapes that have a solution"
        shown = {
            "page": f"play/{shape.name}.html",
            "title": shape.title,
            "level": _level(shape),
            "set": puzzle.pieces.name,
            "rings": rings_of(puzzle),
        }
        yield Card(shape.name, shown, made)


def _level(shape: ShapeFile) -> str:
    return shape.difficulty.split(";")[0]
