"""Outlines drawn evenly from a census, and outlines of a wanted difficulty."""

import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.common import kernels
from heuristan.common.kernels import PLAIN
from heuristan.lab.census.levels import Growth, pieces_of
from heuristan.lab.difficulty import difficulty_of
from heuristan.lab.digests import shape_digest
from heuristan.lab.generating import GrownCensus, Recipe, drawn, outlines, shuffled
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle

FEW = PieceSet("few", "Few pieces", TANGRAM.shapes[2:], (2, 1, 1))
"""Two small triangles, the square and the parallelogram."""
PIECES = """
name: few
title: Few pieces
pieces:
  - {piece: triangle, count: 2, vertices: [[0, 0], [1, 0], [0, 1]]}
  - {piece: square, vertices: [[0, 0], [1, 0], [1, 1], [0, 1]]}
  - {piece: parallelogram, vertices: [[0, 0], [1, 0], [2, 1], [1, 1]]}
"""
SHAPES = 76


@pytest.fixture(scope="module")
def census() -> GrownCensus:
    growth = Growth(*pieces_of(FEW), PLAIN)
    return GrownCensus(growth, growth.run())


@given(st.integers(0, 60), st.integers(0, 1000))
def test_each_number_is_drawn_once(count: int, seed: int) -> None:
    assert sorted(shuffled(count, Random(seed))) == list(range(count))


def test_every_place_is_as_likely_as_any_other() -> None:
    first = Counter(next(shuffled(5, Random(seed))) for seed in range(5000))
    last = Counter(list(shuffled(5, Random(seed)))[-1] for seed in range(5000))
    # 1,000 expected each, with a standard deviation of 28; the seeds are given, so this is the same always
    assert all(880 < found[place] < 1120 for found in (first, last) for place in range(5))


def test_all_are_drawn_and_none_twice(census: GrownCensus) -> None:
    found = list(drawn(census, Recipe("snug", pieces=FEW), 7))
    assert len(found) == len(census) == len({shape_digest(one.puzzle) for one in found}) == SHAPES
    assert [one.puzzle.id for one in found[:2]] == ["uniform-7-1", "uniform-7-2"]
    assert found[:9] != list(islice(drawn(census, Recipe("snug", pieces=FEW), 8), 9))


def test_they_are_those_that_joining_makes(census: GrownCensus) -> None:
    recipe = Recipe("snug", pieces=FEW, compact=(1,))
    known = {shape_digest(one.puzzle) for one in drawn(census, recipe, 1)}
    assert {shape_digest(one.puzzle) for one in islice(outlines(recipe, 1), 60)} <= known


def test_only_what_is_wanted_is_drawn(census: GrownCensus) -> None:
    recipe = Recipe("snug", pieces=FEW, vertices=range(4, 7), kinds=("convex",))
    found = list(drawn(census, recipe, 1))
    assert {one.kind for one in found} == {"convex"}
    assert {one.vertices for one in found} <= {4, 5, 6}


class TestCommand:
    @pytest.fixture(autouse=True)
    def few(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("few.yaml").write_text(PIECES, encoding="utf-8")

    @pytest.mark.slow
    def test_what_is_drawn_can_be_read(self, heuristan: Run) -> None:
        grown = heuristan("generate", "--uniform", "--set", "few.yaml", "-n", 20, "--seed", 3)
        assert grown.status == 0
        properties = [json.loads(line)["properties"] for line in grown.out.splitlines()]
        assert {one["how"] for one in properties} == {"uniform"}
        Path("made.geojsonl").write_text(grown.out, encoding="utf-8")
        assert all(isinstance(one, Puzzle) for one in read_outlines("made.geojsonl", read_piece_set("few.yaml")))

    def test_the_end_of_a_census_is_told(self, heuristan: Run) -> None:
        made = heuristan("generate", "--uniform", "--set", "few.yaml", "-n", 300, "--kind", "simple", "--kind", "holes")
        assert made.status == 1
        assert made.err == (
            f"heuristan: there are no more: {SHAPES} of 300 outlines made; allow other vertices or kinds\n"
        )

    def test_what_would_take_hours_needs_compiled_code(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernels, "compiled_backend", lambda: None)
        made = heuristan("generate", "--uniform")
        assert (made.status, made.out) == (2, "")
        assert "this needs numba; install it with" in made.err

    def test_growing_can_be_interrupted(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(Growth, "run", interrupted)
        made = heuristan("generate", "--uniform", "--set", "few.yaml", "--output", "made.geojsonl")
        assert (made.status, made.err) == (130, "heuristan: interrupted; nothing was written\n")
        assert not Path("made.geojsonl").exists()

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("--uniform", "--compact", "3"), "--compact is for outlines that are joined at random"),
            (("--uniform", "--how", "snug"), "--how is for outlines that are joined at random"),
            (("--uniform", "--sets", "3"), "take fewer --sets"),
            (("--difficulty", "5"), "'5' is not a difficulty; write easy, medium, hard"),
        ],
    )
    def test_bad_input(self, heuristan: Run, options: tuple[str, ...], message: str) -> None:
        status, out, err = heuristan("generate", *options)
        assert (status, out) == (2, "")
        assert message in " ".join(err.split())

    @pytest.mark.slow
    @pytest.mark.parametrize(("word", "levels"), [("easy", {1}), ("medium..hard", {2, 3, 4})])
    def test_difficulties_are_those_asked_for(self, heuristan: Run, word: str, levels: set[int]) -> None:
        made = heuristan("generate", "--difficulty", word, "-n", 3, "--output", "made.geojsonl")
        assert made.status == 0
        lines = [json.loads(line) for line in Path("made.geojsonl").read_text(encoding="utf-8").splitlines()]
        assert {line["properties"]["level"] for line in lines} <= levels
        for puzzle, line in zip(read_outlines("made.geojsonl"), lines, strict=True):
            assert isinstance(puzzle, Puzzle)
            found = difficulty_of(puzzle)
            assert found is not None
            assert round(found.score, 1) == line["properties"]["difficulty"]
