"""How hard a puzzle is: a sum of parts, the same for every position of an outline, and none without a solution."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import puzzles

from heuristan.lab.difficulty import (
    LEVELS,
    THRESHOLDS,
    WORDS,
    Difficulty,
    difficulty_in,
    difficulty_of,
    levels_in,
    run_for_difficulty,
)
from heuristan.tangram.outlines.reading import IMPOSSIBLE, read_outlines, shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.puzzle.puzzle import Frame, Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken, MatchUndone, kept_events
from heuristan.tangram.trace.lines import dumps, loads

difficulties = st.builds(Difficulty, st.integers(0, 60), st.floats(0, 60, allow_nan=False), st.integers(0, 10**6))


def puzzle_named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def difficulty_named(name: str) -> Difficulty:
    found = difficulty_of(puzzle_named(name))
    assert found is not None
    return found


class TestTheOrder:
    @given(difficulties, difficulties)
    def test_what_is_harder_in_every_part_is_harder(self, one: Difficulty, other: Difficulty) -> None:
        least, most = Difficulty(*map(min, one, other)), Difficulty(*map(max, one, other))
        assert least.score <= min(one.score, other.score)
        assert max(one.score, other.score) <= most.score
        assert least.level <= one.level <= most.level

    @given(difficulties, difficulties)
    def test_levels_follow_scores(self, one: Difficulty, other: Difficulty) -> None:
        assert (one.level < other.level) <= (one.score < other.score)

    @given(difficulties)
    def test_a_step_more_to_undo_is_harder(self, one: Difficulty) -> None:
        assert one._replace(undone=one.undone + 1).score > one.score

    def test_levels_are_divided_by_the_thresholds(self) -> None:
        assert list(THRESHOLDS) == sorted(set(THRESHOLDS))
        at = [Difficulty(0, threshold, 0).level for threshold in (0.0, *THRESHOLDS)]
        below = [Difficulty(0, threshold - 0.01, 0).level for threshold in THRESHOLDS]
        assert (at, below) == (list(LEVELS), list(LEVELS)[:-1])

    def test_words_stand_for_all_levels_in_order(self) -> None:
        assert [level for levels in WORDS.values() for level in levels] == list(LEVELS)
        assert [Difficulty(0, score, 0).word for score in (0, 14, 18, 30)] == ["easy", "medium", "medium", "hard"]


class TestRuns:
    @pytest.mark.slow
    @settings(max_examples=10)
    @given(puzzles())
    def test_parts_are_those_of_the_trace(self, puzzle: Puzzle) -> None:
        run = run_for_difficulty(puzzle)
        found = difficulty_in(run.trace)
        assert found is not None
        taken = [event for event in kept_events(run.trace) if isinstance(event, MatchTaken)]
        assert found.loose == sum(match.grades.count(g) * n for match in taken for n, g in enumerate("EMXO"))
        assert found.undone == sum(isinstance(event, MatchUndone) for event in run.trace)
        assert found.choices >= sum(match.rule != "forced" for match in taken)
        assert len(taken) == 7

    @pytest.mark.slow
    @settings(max_examples=10)
    @given(puzzles(), st.floats(0.01, 100), st.floats(-3, 3))
    def test_position_and_unit_do_not_matter(self, puzzle: Puzzle, scale: float, angle: float) -> None:
        assert difficulty_of(replace(puzzle, frame=Frame(scale, angle, (5.0, -7.0)))) == difficulty_of(puzzle)

    def test_a_trace_that_was_written_says_the_same(self) -> None:
        trace = run_for_difficulty(puzzle_named("swan")).trace
        assert difficulty_in(loads(dumps(trace))) == difficulty_in(trace)

    def test_silhouettes_that_give_pieces_away_are_easier_than_plain_ones(self) -> None:
        easy = [difficulty_named(name) for name in ("runner", "skater", "rabbit")]
        hard = [difficulty_named(name) for name in ("convex-square", "convex-rectangle", "convex-isosceles-trapezium")]
        assert {each.word for each in easy} == {"easy"}
        assert {each.word for each in hard} == {"hard"}

    @pytest.mark.slow
    def test_shapes_that_ship_say_the_word_that_is_measured(self, part: Callable[[int], int]) -> None:
        shapes = [path for path in shape_files(None).values() if path.parent.name != IMPOSSIBLE]
        for path in Random("words").sample(shapes, part(len(shapes))):
            shape = read_shape(path)
            measured = difficulty_of(shape.puzzle)
            assert measured is not None
            assert shape.difficulty.split(";")[0] == measured.word, shape.name

    def test_an_outline_without_a_solution_has_none(self) -> None:
        name = next(name for name, path in shape_files().items() if path.parent.name == IMPOSSIBLE)
        assert difficulty_of(puzzle_named(name)) is None

    def test_a_run_that_is_stuck_has_none(self) -> None:
        assert difficulty_in(solve(puzzle_named("digit-9"), way="published").trace) is None
        assert difficulty_in(()) is None


class TestWords:
    @pytest.mark.parametrize(
        ("text", "levels"),
        [
            ("easy", [1]),
            ("medium", [2, 3]),
            ("hard", [4]),
            ("easy..hard", [1, 2, 3, 4]),
            ("1..4", [1, 2, 3, 4]),
            ("3", [3]),
            ("2..hard", [2, 3, 4]),
            ("Easy .. Medium", [1, 2, 3]),
        ],
    )
    def test_what_they_stand_for(self, text: str, levels: list[int]) -> None:
        assert list(levels_in(text)) == levels

    @pytest.mark.parametrize("text", ["", "..", "5", "0", "difficult", "easy..", "1..5", "easy..medium..hard", "²"])
    def test_others_are_refused(self, text: str) -> None:
        with pytest.raises(ValueError, match="write easy, medium, hard, a level from 1 to 4"):
            levels_in(text)

    def test_an_empty_range_is_turned_round(self) -> None:
        with pytest.raises(ValueError, match=r"is empty; write the easier one first: easy\.\.hard"):
            levels_in("hard..easy")

    def test_ranges_are_between_neighbours_too(self) -> None:
        for one, other in pairwise(WORDS):
            assert len(levels_in(f"{one}..{other}")) == len(WORDS[one]) + len(WORDS[other])
