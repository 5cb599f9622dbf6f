"""First attempts followed once more, for what no results file holds: where matches lie, and what rules accept."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from heuristan.common.plane import Ring
from heuristan.lab.labelling import Judged, accepted_by_rules
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Event, MatchTaken, SubpuzzlesSeparated


class Direct(NamedTuple):
    """The direct matches of pieces on some outlines, in all attempts."""

    outlines: int
    last: int = 0
    """Number of those that were all that was left."""
    one_of_several: int = 0
    """Number of those that were one of several subpuzzles."""
    others: int = 0


Accepted = Sequence[Mapping[str, Judged]]
"""For each of some outlines what each rule accepted."""


def accepted_on(puzzles: Iterable[Puzzle], ranking: Ranking, seen: Callable[[], None]) -> Accepted:
    """Return what rules accept in the states of first attempts; outlines whose solutions are not known are left out.

    Args:
        puzzles: the outlines.
        ranking: the ranking.
        seen: is called when an outline is done.
    """
    found = []
    for puzzle in puzzles:
        judged = accepted_by_rules(puzzle, ranking)
        found += [judged] if judged is not None else []
        seen()
    return found


def direct_on(puzzles: Iterable[Puzzle], ranking: Ranking, rule: str, seen: Callable[[], None]) -> Direct:
    """Return where the direct matches of pieces lay.

    Args:
        puzzles: the outlines.
        ranking: the ranking.
        rule: the name of its rule for them.
        seen: is called when an outline is done.
    """
    outlines, lay = 0, Counter[str]()
    for outlines, puzzle in enumerate(puzzles, 1):  # noqa: B007
        lay.update(places_of(solve(puzzle, ranking, way="published").trace, rule))
        seen()
    return Direct(outlines, lay["last"], lay["one of several"], lay["other"])


def places_of(trace: Iterable[Event], rule: str) -> Iterator[str]:
    """Yield for each match of a rule, in a run without undoing: last, one of several (subpuzzles), or other."""
    subpuzzles: tuple[tuple[Ring, ...], ...] = ()
    for event in trace:
        if isinstance(event, SubpuzzlesSeparated):
            subpuzzles = event.subpuzzles
        elif isinstance(event, MatchTaken) and event.rule == rule:
            if not event.remaining:
                yield "last"
            else:
                yield "one of several" if any(_is_all_of(event.vertices, each) for each in subpuzzles) else "other"


def _is_all_of(vertices: Ring, rings: tuple[Ring, ...]) -> bool:
    """Return whether a convex figure is a whole subpuzzle: both have the same corners."""
    return len(rings) == 1 and set(_corners(rings[0])) == set(vertices)


def _corners(ring: Ring) -> Iterator[tuple[float, float]]:
    """Yield the points of a ring at which it turns."""
    for (ax, ay), (bx, by), (cx, cy) in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
        if abs((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) > STRAIGHT:
            yield bx, by


STRAIGHT = 1e-9
"""Square small legs: corners turn by 45 degrees or more, and edges are longer than a thousandth of a leg."""
