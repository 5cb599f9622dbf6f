"""Advice on a drawing: no piece is certain there, so a hint is a piece of a solution that was found.

A drawing may have many solutions: pieces can be slid along each other, and a nearer or a freer reading has others. What
lies on the table may be a little off: it is compared with the solutions to within the distance that the judge allows.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from math import dist
from typing import NamedTuple

from heuristan.common.clock import Clock
from heuristan.common.plane import Ring, Spot
from heuristan.tangram.exact.region import Region, Solution
from heuristan.tangram.exact.search import Search
from heuristan.tangram.puzzle.drawing import LaidPiece
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import readings_from
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.result import AsRead, ResultPiece, ResultPieces, read_once
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.verification.claims import Claim
from heuristan.tangram.verification.judging.drawn_case import MAX_OFF, DrawnCase, Gate, allowance_of
from heuristan.teaching.hinting.advice import Advice, Advised, Hint, Solved, TakeBack, Unknown
from heuristan.teaching.hinting.tabletop import PlacedError

PATIENCE = 3.0
"""Maximum number of seconds for looking at other solutions than those that the solvers find first: a person waits."""


class Found(NamedTuple):
    """A solution, which the gate of the drawing has let pass."""

    pieces: ResultPieces
    reading: AsRead | None


class Best(NamedTuple):
    """The best of the solutions that were found."""

    found: Found | None
    """None if none was found."""
    score: int
    is_sure: bool
    """Whether its score is enough, or all others were looked at in time."""


def best_solution(puzzle: Puzzle, score: Callable[[ResultPieces], int], enough: int, limit: float | None) -> Best:
    """Return the solution of a drawing with the highest score.

    Args:
        puzzle: the drawing as it was read first.
        score: says how well the pieces of a solution fit; one below 0 is none.
        enough: the score at which the search ends.
        limit: the maximum number of seconds.
    """
    best, whole = Best(None, -1, is_sure=True), Clock(limit)
    clock = whole

    def is_better(pieces: ResultPieces) -> bool:
        return score(pieces) > best.score

    def others() -> Iterator[Found]:
        nonlocal clock
        clock = whole.sooner(PATIENCE)
        yield from _others(puzzle, clock, is_better)

    for found in chain(_by_solvers(puzzle, whole), others()):
        if is_better(found.pieces):
            best = Best(found, score(found.pieces), is_sure=True)
        if best.score >= enough:
            return best
    return best._replace(is_sure=clock.left != 0)


def solutions_found(puzzle: Puzzle, limit: float | None) -> Iterator[Found]:
    """Yield solutions of a drawing, as the exhaustive search comes to them."""
    return _others(puzzle, Clock(limit), lambda _: True)


def _by_solvers(puzzle: Puzzle, clock: Clock) -> Iterator[Found]:
    """Yield a solution by each of the solvers, the quicker one first."""
    for call in (solve_exactly, solve):
        left = clock.left
        result = call(puzzle, limit=left, traced=False) if left != 0 else None
        if result is not None and result.status == "solved":
            yield Found(result.pieces, result.reading)


def _others(puzzle: Puzzle, clock: Clock, is_better: Callable[[ResultPieces], bool]) -> Iterator[Found]:
    """Yield better solutions, as the exhaustive search comes to them."""
    gate = Gate.of(puzzle)
    for reading in readings_from(puzzle):
        contacts, left = Contacts(reading, gate), clock.left
        if left == 0:
            return
        if contacts.is_valid:
            run = Search(Region.of(reading), left, accepts=partial(_accepts, contacts, is_better))
            with closing(run.solutions()) as solutions:
                for solution in solutions:
                    how = [(step, "exact") for step in range(1, len(solution) + 1)]
                    yield Found(contacts.own(solution, how), read_once(reading))


def _accepts(contacts: Contacts, is_better: Callable[[ResultPieces], bool], solution: Solution) -> bool:
    """Return whether pieces that a search laid nearly are a better solution: that they truly touch is tried last."""
    own = contacts.puzzle.own
    nearly = tuple(ResultPiece(each.name, 0, "", tuple(map(own, each.ring))) for each in solution)
    return is_better(nearly) and contacts.accepts(solution)


NONE_FOUND = "no solution of the drawing was found; it may have been read wrongly, or be too imprecise"
OUT_OF_TIME = "no solution of the drawing was found within the time limit"


def advise_on_drawing(puzzle: Puzzle, laid: Sequence[LaidPiece], limit: float | None) -> Advised:
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
        return Advised(Solved(), puzzle)
    best = best_solution(puzzle, table.score, len(laid), limit)
    if best.found is None:
        return Advised(Unknown(NONE_FOUND if best.is_sure else OUT_OF_TIME), puzzle)
    pieces, reading = best.found
    having = table.having(pieces)
    left = [piece for number, piece in enumerate(pieces) if number not in having.values()]
    advice: Advice = Solved()
    if len(having) < len(laid):
        taken = tuple(number for number in range(1, len(laid) + 1) if number - 1 not in having)
        advice = TakeBack("each solution that was found has others there", taken, best.is_sure)
    elif left:
        piece = LaidPiece(left[0].piece, left[0].vertices)
        advice = Hint(piece, table.vertex_of(piece), None, "a-solution", 1)
    return Advised(advice, puzzle, reading, table.named(pieces))


class _DrawnTable:
    """The pieces that lie on a drawing."""

    def __init__(self, puzzle: Puzzle, laid: Sequence[LaidPiece]) -> None:
        self._puzzle = puzzle
        self._laid = tuple(laid)
        self._claim = Claim(None, "solved", self._laid, 1)
        allowed = allowance_of(puzzle)
        self._off = max(MAX_OFF, allowed.outside)
        # each of the two pieces may be off by this much
        self._allowed = allowed._replace(overlap=self._off)
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

    def named(self, pieces: ResultPieces) -> tuple[LaidPiece, ...]:
        """Return the pieces that lie there with their names."""
        found = zip(self._of(pieces).classified, self._laid, strict=True)
        return tuple(LaidPiece(one.name or "", piece.vertices) for one, piece in found)

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
