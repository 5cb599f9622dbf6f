"""Baselines: outlines solved without any idea, so that every table has something to be set against.

Each takes an outline apart once and undoes nothing:

- ``random``: any piece that fits at a convex vertex, drawn by a seed;
- ``tightest-vertex``: any piece at the vertex where the fewest fit, the first in vertex order;
- ``exact-without-undoing``: the first path of the exact search, as far as its first dead end;
- ``paper-with-evidence``: the paper's final order below the rules that rule out or are certain.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, islice
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from heuristan.lab.reporting import queries
from heuristan.lab.reporting.picking import drawn_outlines
from heuristan.lab.reporting.rows import Rate
from heuristan.lab.reporting.selection import Selection
from heuristan.lab.searching.space import trimmed
from heuristan.lab.statistics import proportion
from heuristan.tangram.exact.backends import fastest
from heuristan.tangram.exact.region import Region
from heuristan.tangram.exact.search import Search
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import catalogue, read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.puzzle.digests import digest
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.expert import solve

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


SEED = 0
"""Seed of the baseline that draws, so that a report of the same results is the same."""


class Baselines(NamedTuple):
    """Which outlines of a sample the baselines solved."""

    solved: Mapping[str, Sequence[bool]]
    """For each outline, by its digest, whether each baseline of `BASELINES` solved it."""

    @property
    def in_words(self) -> str:
        return f"they were run on {len(self.solved):,} outlines drawn by their digests"

    def rates(self, of: Selection, by: str | None) -> list[Rate]:
        """Return how many outlines each baseline solved in each part.

        Args:
            of: the runs of the report.
            by: what the outlines are grouped by, as in `queries.rates`.
        """
        parts: dict[str, list[str]] = defaultdict(list)
        for outline, part in of.ask(f"\nSELECT outline, {queries.part_of(by)} FROM chosen"):
            if outline in self.solved:
                parts[str(part)].append(outline)
        return [
            Rate(name, "baseline", part, len(outlines), share, share)
            for part, outlines in parts.items()
            for i, name in enumerate(BASELINES)
            for share in [proportion(sum(self.solved[outline][i] for outline in outlines), len(outlines))]
        ]


def run_baselines(of: Selection, count: int, seen: Callable[[int, int], None]) -> Baselines | None:
    """Run all baselines on outlines of a report; return None if there are no exact ones.

    Args:
        of: the runs of the report.
        count: the maximum number of outlines, drawn by their digests.
        seen: is told how many of them are done.
    """
    outlines = drawn_outlines(of, count)
    solved: dict[str, Sequence[bool]] = {}
    for number, (outline, puzzle) in enumerate(outlines, 1):
        solved[outline] = [solves(puzzle, SEED) for solves in BASELINES.values()]
        seen(number, len(outlines))
    return Baselines(solved) if solved else None


def beside_baselines(rows: Iterable[Rate], baselines: Iterable[Rate]) -> list[Rate]:
    """Return rows with those of the baselines at the end of each part."""
    of_part: dict[str, list[Rate]] = defaultdict(list)
    for row in baselines:
        of_part[row.part].append(row)
    return [row for part, group in groupby(rows, key=lambda row: row.part) for row in (*group, *of_part[part])]
