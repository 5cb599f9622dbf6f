"""Advice on a drawing: no piece is certain there, so a hint is a piece of a solution that was found.

What lies on the table may be a little off, as people lay it: it is compared with the solutions to within the distance
that the judge allows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist
from typing import NamedTuple

from heuristan.common.plane import Ring, Spot
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import AsRead, ResultPieces
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece
from heuristan.tangram.verification.judging.drawn_case import MAX_OFF, DrawnCase, allowance_of
from heuristan.teaching.hinting.advice import Advice, Hint, Solved, TakeBack, Unknown
from heuristan.teaching.hinting.placing import PlacedError
from heuristan.teaching.hinting.solutions import best_solution

NONE_FOUND = "no solution of the drawing was found; it may have been read wrongly, or be too imprecise"
OUT_OF_TIME = "no solution of the drawing was found within the time limit"


class OnDrawing(NamedTuple):
    """Advice on a drawing, and how it was read for it."""

    advice: Advice
    reading: AsRead | None = None
    names: tuple[str, ...] = ()
    """The names of the pieces that lie there."""


def advise_on_drawing(puzzle: Puzzle, laid: Sequence[LaidPiece], limit: float | None) -> OnDrawing:
    """Advise where one piece goes, or which of those that lie there to take back.

    Args:
        puzzle: the drawing as it was read first.
        laid: the pieces on the table, in its own coordinates.
        limit: time limit in seconds.

    Raises:
        PlacedError: if the pieces that lie there cannot lie so in any solution.
    """
    table = _DrawnTable(puzzle, laid)
    if table.is_filled:
        return OnDrawing(Solved())
    best = best_solution(puzzle, table.score, len(laid), limit)
    if best.found is None:
        return OnDrawing(Unknown(NONE_FOUND if best.is_sure else OUT_OF_TIME))
    pieces, reading = best.found
    having, names = table.having(pieces), table.names(pieces)
    if len(having) < len(laid):
        taken = tuple(number for number in range(1, len(laid) + 1) if number - 1 not in having)
        return OnDrawing(TakeBack("each solution that was found has others there", taken, best.is_sure), reading, names)
    left = [piece for number, piece in enumerate(pieces) if number not in having.values()]
    if not left:
        return OnDrawing(Solved(), reading, names)
    piece = LaidPiece(left[0].piece, left[0].vertices)
    return OnDrawing(Hint(piece, table.vertex_of(piece), None, "a-solution", 1), reading, names)


class _DrawnTable:
    """The pieces that lie on a drawing."""

    def __init__(self, puzzle: Puzzle, laid: Sequence[LaidPiece]) -> None:
        self._puzzle = puzzle
        self._laid = tuple(laid)
        self._claim = Claim(None, "solved", self._laid, 1)
        allowed = allowance_of(puzzle)
        self._off = max(MAX_OFF, allowed.outside)
        # each of two pieces may be off
        self._allowed = replace(allowed, overlap=self._off)
        self._case, self._wrong = lru_cache(self._case_of), lru_cache(self._faults_with)
        self.is_filled = bool(laid) and not any(DrawnCase(puzzle, self._claim, allowed).faults())

    def _case_of(self, sets: int) -> DrawnCase:
        """Return what lies there as a result, of a known number of sets: it is not as many as the pieces are."""
        drawing = self._puzzle.drawing
        assert drawing is not None, "what is read from a drawing keeps it"
        known = replace(self._puzzle, sets=sets, drawing=replace(drawing, sets=sets))
        return DrawnCase(known, self._claim, self._allowed)

    def _faults_with(self, sets: int) -> str:
        """Return what is wrong with what lies there, if the drawing is of so many sets; empty if nothing is."""
        return "; ".join(self._faults(self._case(sets)))

    def _of(self, pieces: ResultPieces) -> DrawnCase:
        return self._case(self._sets(pieces))

    def _sets(self, pieces: ResultPieces) -> int:
        return len(pieces) // self._puzzle.pieces.size

    def score(self, pieces: ResultPieces) -> int:
        """Return how many of the pieces that lie there a solution has; -1 if they cannot lie so in any of its size.

        Raises:
            PlacedError: if a piece has not the form of one, is one too many, reaches outside or lies on another.
        """
        faults = self._wrong(self._sets(pieces))
        if faults and self._sets(pieces) == self._puzzle.sets:
            raise PlacedError(faults)
        return -1 if faults else len(self.having(pieces))

    def having(self, pieces: ResultPieces) -> dict[int, int]:
        """Return which of the pieces that lie there a solution has, by their numbers from 0, each with its number."""
        case, found = self._of(pieces), dict[int, int]()
        for number, one in enumerate(case.classified):
            for other, piece in enumerate(pieces):
                ring = tuple(map(case.position.legs, piece.vertices))
                if other not in found.values() and one.name == piece.piece and self._is_same(one.drawn.ring, ring):
                    found[number] = other
                    break
        return found

    def names(self, pieces: ResultPieces) -> tuple[str, ...]:
        """Return the names of the pieces that lie there."""
        return tuple(one.name or "" for one in self._of(pieces).classified)

    def _is_same(self, ring: Ring, other: Ring) -> bool:
        return all(min(dist(p, q) for q in ring) <= self._off for p in other)

    def _faults(self, case: DrawnCase) -> Iterator[str]:
        for fault in case.faults() if self._laid else ():
            is_missing = fault.kind == "count" and len(fault.pieces) <= case.stock[_name(case, fault.pieces)]
            if fault.kind != "gap" and not is_missing:
                yield fault.message

    def vertex_of(self, piece: LaidPiece) -> Spot:
        """Return the vertex of a piece that lies nearest to one of the outline: where to look."""
        corners = [self._puzzle.own(point) for ring in self._puzzle.rings for point in ring]
        return min(piece.vertices, key=lambda spot: min(dist(spot, corner) for corner in corners))


def _name(case: DrawnCase, numbers: Sequence[int]) -> str:
    """Return the kind of some pieces by their numbers; empty for none."""
    return (case.classified[numbers[0] - 1].name or "") if numbers else ""
