"""Verdicts on extractions: the paper's "reliability", measured against all solutions of the exact solver.

An attempt starts with all solutions of the outline. Each extraction leaves those that contain it: a piece in its place,
or a composite's region made of exactly one of the sets of pieces that its abeyance list began with. (Later pieces
shorten that list, but a solution that contains them all has used its pieces already.) So an extraction is

- *right* if some solution contains everything extracted before in the attempt, and the match itself,
- *wrong* if the state before could be solved and the state after cannot,
- *late* if the state before could not be solved.

Undoing an extraction gives back the solutions that it had cost.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Literal, TypeAlias

from heuristan.common.plane import Spot, side_of, sides_of
from heuristan.lab.columns import is_exact
from heuristan.tangram.exact.backends import fastest
from heuristan.tangram.exact.region import Region, Solution
from heuristan.tangram.exact.search import Search, warm_up
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import AttemptStarted, CompositeHeld, Event, MatchTaken, MatchUndone

Verdict: TypeAlias = Literal["right", "wrong", "late"]

MAX_STATES = 100_000
"""Maximum number of states of the exact search; beyond that the solutions are not known. Outlines of one set have
hundreds, most outlines of two sets thousands. It counts states and not seconds, so that verdicts do not depend on the
machine."""

TOUCHING = 1e-6
"""Square small legs. Twice the area of three vertices is a + b/sqrt2 over a square of the denominator; while |a| and
|b| are below 10^5, as they are in any outline that people make, every value but zero is larger."""

PieceInPlace: TypeAlias = tuple[str, frozenset[Spot]]
"""A piece in its place."""

Which: TypeAlias = int
"""A set of solutions: bit i is solution i."""


class _BoundedSearch(Search):
    """A search that ends after a number of states."""

    def _is_over(self) -> bool:
        return self.nodes > MAX_STATES


@dataclass(frozen=True)
class Solutions:
    """All solutions of an outline, in small legs as a trace has them."""

    all: tuple[tuple[PieceInPlace, ...], ...]

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Solutions | None":
        """Return all solutions, equal pieces interchangeable; None if the outline was drawn or the search too long."""
        if not is_exact(puzzle):
            return None
        warm_up(fastest())
        search = _BoundedSearch(Region.of(puzzle), backend=fastest())
        found = tuple(_laid(puzzle, solution) for solution in search.solutions())
        # the search checks its limit only now and then: the answer must not depend on when
        return cls(found) if search.is_exhausted and search.nodes <= MAX_STATES else None

    @property
    def every(self) -> Which:
        return (1 << len(self.all)) - 1

    def with_match(self, match: MatchTaken, sets: frozenset[tuple[str, ...]], among: Which) -> Which:
        """Return the solutions that contain a match.

        Args:
            match: the match.
            sets: the sets of pieces that may make it, if it is a composite.
            among: the solutions to choose from.
        """
        if match.kind == "piece":
            return self.with_piece(match.name, match.vertices, among)
        return self.with_composite(match.vertices, sets, among)

    def with_composite(self, region: Sequence[Spot], sets: Iterable[tuple[str, ...]], among: Which) -> Which:
        """Return which of some solutions fill a region with one of some sets of pieces."""
        inside = {laid for laid in self._with if _lies_in(laid[1], region)}
        # such a set has the area of the region, so pieces that lie in it fill it
        wanted = {tuple(sorted(names)) for names in sets}
        held = (i for i, laid in enumerate(self.all) if among >> i & 1 and _names(inside & set(laid)) in wanted)
        return sum(1 << i for i in held)

    def with_piece(self, name: str, vertices: Iterable[Spot], among: Which) -> Which:
        """Return which of some solutions have a piece in its place."""
        return among & self._with.get((name, frozenset(vertices)), 0)

    @cached_property
    def _with(self) -> dict[PieceInPlace, Which]:
        """The solutions that contain each piece in its place."""
        found: dict[PieceInPlace, Which] = {}
        for i, solution in enumerate(self.all):
            for laid in solution:
                found[laid] = found.get(laid, 0) | 1 << i
        return found


def verdicts(trace: Iterable[Event], solutions: Solutions) -> list[Verdict]:
    """Return the verdict on each match taken in a run, in order."""
    found: list[Verdict] = []
    left: list[Which] = [solutions.every]
    for event, following in pairwise(chain(trace, [None])):
        if isinstance(event, AttemptStarted):
            left = [solutions.every]
        elif isinstance(event, MatchUndone):
            del left[event.step :]
        elif isinstance(event, MatchTaken):
            before = left[-1]
            sets = following.sets if isinstance(following, CompositeHeld) else ()
            left.append(solutions.with_match(event, frozenset(sets), before) if before else 0)
            found.append("right" if left[-1] else "wrong" if before else "late")
    return found


def _laid(puzzle: Puzzle, solution: Solution) -> tuple[PieceInPlace, ...]:
    return tuple((piece.name, frozenset(map(puzzle.in_legs, piece.ring))) for piece in solution)


def _names(pieces: Iterable[PieceInPlace]) -> tuple[str, ...]:
    return tuple(sorted(name for name, _ in pieces))


def _lies_in(vertices: Iterable[Spot], region: Sequence[Spot]) -> bool:
    """Return whether a piece lies in a convex region whose vertices run counter-clockwise."""
    sides = list(sides_of(region))
    return all(side_of(a, b, p) > -TOUCHING for p in vertices for a, b in sides)
