"""Baselines are the same every time, and do what their names say."""

from functools import cache

import pytest

pytest.importorskip("duckdb")

from shared.places import TOP

from heuristan.lab.identity import ranking_digest
from heuristan.lab.reporting.solved import BASELINES, EVIDENCE, paper_with_evidence
from heuristan.tangram.exact.region import Region
from heuristan.tangram.exact.search import Search
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

NAMES = ("cat", "goose", "convex-square")


@cache
def puzzle(name: str) -> Puzzle:
    found = next(iter(read_outlines(name)))
    assert isinstance(found, Puzzle)
    return found


def test_a_seed_draws_the_same_every_time() -> None:
    drawn = [[BASELINES["random"](puzzle(name), seed) for seed in range(3)] for name in NAMES]
    assert drawn == [[BASELINES["random"](puzzle(name), seed) for seed in range(3)] for name in NAMES]


@pytest.mark.parametrize("name", NAMES)
def test_the_exact_search_without_undoing_solves_if_it_looks_at_no_state_too_many(name: str) -> None:
    search = Search(Region.of(puzzle(name)))
    pieces = next(search.solutions())
    assert BASELINES["exact-without-undoing"](puzzle(name), 0) == (search.nodes == len(pieces) + 1)


def test_the_paper_with_all_evidence_is_the_example() -> None:
    example = read_ranking(str(TOP / "docs" / "examples" / "certain-first.yaml"))
    assert ranking_digest(paper_with_evidence()) == ranking_digest(example)
    assert [rule.name for rule in paper_with_evidence().rules[:3]] == list(EVIDENCE)
