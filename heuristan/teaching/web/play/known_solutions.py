"""The solutions of a puzzle that a page to play with knows: every one, where there are few."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple, TypeAlias

from heuristan.common.plane import Ring
from heuristan.tangram.exact.search import search
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import readings_from
from heuristan.tangram.solving.result import Result, ResultPieces, checked, read_once

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
