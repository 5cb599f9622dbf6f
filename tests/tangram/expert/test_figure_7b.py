"""Figure 7(b): two places for one large triangle, and a priority by the amount of edge in the remaining side."""

import pytest
from shared.places import TOP

from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken, Side

OUTLINE = """\
name: roof
title: A roof with two places for one large triangle
difficulty: easy
source: generated
vertices:
  - [[0, 0], [r2, r2], [5r2/2, -r2/2], [7r2/2, r2/2], [5r2/2, r2/2], [2r2, r2], [1+r2, r2], [1+r2, 1+r2],
     [-1+r2, 1+r2], [-1+r2, r2], [0, r2], [0, 2r2], [-r2, r2]]
"""
FINAL = "deutsch-hayes-1972"
MOST_EDGE = TOP / "rules" / "variants" / "most-edge.yaml"


@pytest.fixture(scope="module")
def puzzle(tmp_path_factory: pytest.TempPathFactory) -> Puzzle:
    path = tmp_path_factory.mktemp("shapes") / "roof.yaml"
    path.write_text(OUTLINE, encoding="utf-8")
    return read_shape(path).puzzle


def first_extraction(puzzle: Puzzle, ranking: str) -> MatchTaken:
    """Return the first match of a run that solves the puzzle in its first attempt."""
    result = solve(puzzle, ranking, backtracking=False)
    assert (result.status, result.entry_point) == ("solved", 1)
    return next(event for event in result.trace if isinstance(event, MatchTaken))


def edge_in_the_remaining_side(match: MatchTaken) -> float:
    (side,) = (side for side in match.sides if side.grade == "M")
    return total_length(side)


def total_length(side: Side) -> float:
    return sum(abs(complex(*edge.end) - complex(*edge.start)) for edge in side.edges)


def test_the_priority_changes_the_place_and_both_ways_are_solved(puzzle: Puzzle) -> None:
    without, priority = (first_extraction(puzzle, ranking) for ranking in (FINAL, str(MOST_EDGE)))
    assert without.name == priority.name == "large-triangle"
    assert without.rule == priority.rule == "pieces-2.5-3.5-edges"
    # "It could occupy position ABC or BCD, but not both": they share two vertices, and overlap
    assert len(set(without.vertices) & set(priority.vertices)) == 2
    assert {without.vertices, priority.vertices} >= {match.vertices for match in priority.preferred_to}
    assert edge_in_the_remaining_side(priority) > edge_in_the_remaining_side(without)


def test_the_ranking_differs_in_that_priority_alone() -> None:
    plain, other = read_ranking(FINAL), read_ranking(MOST_EDGE)
    changed = [(a.prefer, b.prefer) for a, b in zip(plain.rules, other.rules, strict=True) if a != b]
    assert changed == [((), ("most-edge",)), (("smallest",), ("smallest", "most-edge"))]
