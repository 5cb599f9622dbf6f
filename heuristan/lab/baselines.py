"""Baselines: what is solved without any idea, so that every table has something to be set against.

Each takes an outline apart once and undoes nothing:

- ``random``: any piece that fits at a convex vertex, drawn by a seed;
- ``tightest-vertex``: any piece at the vertex where the fewest fit, the first in vertex order;
- ``exact-without-undoing``: the first path of the exact search, as far as its first dead end;
- ``paper-with-evidence``: the paper's final order below the rules that rule out or are certain.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from types import MappingProxyType

from heuristan.lab.searching.goals import trimmed
from heuristan.tangram.exact.backends import fastest
from heuristan.tangram.exact.region import Region
from heuristan.tangram.exact.search import Search
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import catalogue, read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.puzzle.digests import digest
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

EVIDENCE = ("bare-vertex", "no-room", "forced")
"""The rules of the catalogue that are never wrong."""


@cache
def tightest_vertex() -> Ranking:
    """Return the ranking of the one rule that takes any piece where the fewest fit."""
    rules = (catalogue()["vertex-fit"],)
    words = "Any piece at the vertex where the fewest fit"
    return Ranking("tightest-vertex", words, rules, composites="none")


@cache
def paper_with_evidence() -> Ranking:
    """Return the paper's final order, below all evidence that is never wrong."""
    paper = read_ranking(DEFAULT)
    evidence = tuple(catalogue()[name] for name in EVIDENCE)
    return replace(paper, name="paper-with-evidence", rules=(*evidence, *paper.rules))


def _at_random(puzzle: Puzzle, seed: int) -> bool:
    drawn = Random(f"{seed} {digest(puzzle)}")
    state: State | None = State.start(puzzle, tightest_vertex())
    while state is not None and state.boundary:
        fits = sorted(state.matches, key=lambda match: match.order)
        state = state.without(drawn.choice(fits)) if fits else None
    return state is not None


def _without_undoing(puzzle: Puzzle, _: int) -> bool:
    search = Search(Region.of(puzzle), backend=fastest())
    found = list(islice(search.solutions(), 1))
    # a state for each piece and the empty outline: every other one was a way that led nowhere
    return bool(found) and search.nodes == len(found[0]) + 1


def _in_first_attempt(ranking: Callable[[], Ranking]) -> Callable[[Puzzle, int], bool]:
    return lambda puzzle, _: solve(puzzle, trimmed(ranking(), 1), backtracking=False).status == "solved"


BASELINES: Mapping[str, Callable[[Puzzle, int], bool]] = MappingProxyType(
    {
        "random": _at_random,
        "tightest-vertex": _in_first_attempt(tightest_vertex),
        "exact-without-undoing": _without_undoing,
        "paper-with-evidence": _in_first_attempt(paper_with_evidence),
    }
)
"""Whether each baseline solves an outline at once, with a seed for those that draw."""
