"""The rule `symmetry`: on outlines that a motion takes to themselves it never rules out all solutions."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heuristan.tangram.boundary import Ring
from heuristan.tangram.boundary.symmetry import symmetries_of
from heuristan.tangram.exact.search import search
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.outlines.reading import read_shape, shape_files
from heuristan.tangram.pieces.sets import TANGRAM, along, ring_from
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchesRuledOut

SYMMETRY = catalogue()["symmetry"]
ANYTHING = Ranking("anything", "anything", (SYMMETRY,), composites="none")
HEURISTAN, PAPER = (
    replace(ranking, rules=(SYMMETRY, *ranking.rules)) for ranking in map(read_ranking, ("heuristan", DEFAULT))
)

SAME_AREA = (("square",), ("parallelogram",), ("medium-triangle",), ("small-triangle",) * 2)
"""Pieces of one square leg."""


def rectangle(width: int, height: int) -> Ring:
    """In legs."""
    return ring_from(ORIGIN, (along(0, width), along(2, height), along(4, width), along(6, height)))


@st.composite
def symmetric_puzzles(draw: st.DrawFn) -> Puzzle:
    """Rectangles, to be filled with pieces that have their area and need not fill them."""
    width, height = draw(st.sampled_from([(1, 1), (2, 1), (3, 1), (4, 1), (2, 2), (3, 2), (5, 1)]))
    area, names = width * height, Counter[str]()
    while area:
        if area > 1 and draw(st.integers(0, 3)) == 3:
            names["large-triangle"] += 1
            area -= 2
        else:
            names.update(draw(st.sampled_from(SAME_AREA)))
            area -= 1
    shapes = tuple(shape for shape in TANGRAM.shapes if names[shape.name])
    counts = tuple(names[shape.name] for shape in shapes)
    pieces = replace(TANGRAM, name=f"some {sorted(names.items())}", shapes=shapes, counts=counts)
    return Puzzle("symmetric", (rectangle(width, height),), pieces=pieces)


@pytest.mark.slow
@given(symmetric_puzzles())
@settings(max_examples=10)
def test_with_backtracking_it_agrees_with_the_exact_search(puzzle: Puzzle) -> None:
    assert len(symmetries_of(puzzle.boundary)) >= 4
    expected = search(puzzle).status
    for ranking in (ANYTHING, HEURISTAN):
        assert solve(puzzle, ranking).status == expected


def is_symmetric(puzzle: Puzzle) -> bool:
    return puzzle.sets == 1 and puzzle.pieces == TANGRAM and len(symmetries_of(puzzle.boundary)) > 1


@pytest.mark.slow
def test_symmetric_shapes_are_solved_or_not_as_the_exact_search_says(
    random: Random, part: Callable[[int], int]
) -> None:
    files = shape_files(None)
    shapes = (read_shape(files[name]).puzzle for name in random.sample(sorted(files), len(files)))
    for puzzle in islice(filter(is_symmetric, shapes), part(96)):
        expected = search(puzzle).status
        for ranking in (ANYTHING, HEURISTAN, PAPER):
            assert solve(puzzle, ranking).status == expected, puzzle.id


def test_it_saves_steps_where_there_is_no_solution() -> None:
    puzzle = read_shape(shape_files(None)["impossible-convex-rectangle-long"]).puzzle
    without, with_rule = solve(puzzle, "heuristan"), solve(puzzle, HEURISTAN)
    assert with_rule.backtracks < without.backtracks
    assert any(isinstance(event, MatchesRuledOut) and event.rule == "symmetry" for event in with_rule.trace)


def test_where_nothing_was_ruled_out_it_finds_nothing() -> None:
    puzzle = read_shape(shape_files(None)["convex-square"]).puzzle
    state = State.start(puzzle, HEURISTAN)
    find = EVIDENCE["symmetry"].find
    assert find is not None
    assert find(state, frozenset()) == frozenset()


def test_in_a_drawing_it_finds_nothing() -> None:
    """An outline that looks symmetrical there need not be so."""
    puzzle = read_shape(shape_files(None)["convex-square"]).puzzle
    state = State.start(replace(puzzle, nearness=1), HEURISTAN)
    find = EVIDENCE["symmetry"].find
    assert find is not None
    assert find(state, frozenset({next(iter(state.matches)).key})) == frozenset()
