"""Kinds tell outlines apart by what their interior is."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from shared.drawings import drawn, slid_assembly
from shared.strategies import Motion, motions, puzzles

from heuristan.lab.columns import Kind, kind_of, vertex_count
from heuristan.tangram.lattice.points import point
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle


def moved(puzzle: Puzzle, motion: Motion) -> Puzzle:
    return replace(puzzle, rings=tuple(map(motion.ring, puzzle.rings)))


def named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def slid(seed: int) -> Puzzle:
    """Return the puzzle read from a drawing with pieces slid along each other."""
    return puzzle_of(drawn(slid_assembly(Random(seed)), Random(seed)))


def of_cells(*rows: str) -> Puzzle:
    """The outline of squares of one leg where there is a #, eight of them."""
    vertices = [point(0, 0, 0, 0), point(2, 0, 0, 0), point(2, 0, 2, 0), point(0, 0, 2, 0)]
    cells = [(x, -y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "#"]
    return make_puzzle(
        " ".join(rows), [tuple(Motion(False, 0, point(2 * x, 0, 2 * y, 0)).ring(tuple(vertices))) for x, y in cells]
    )


def with_a_tip() -> Puzzle:
    """A bar, and a triangle that stands on the middle of its side."""
    bar = (point(0, 0, 0, 0), point(8, 0, 0, 0), point(8, 0, 2, 0), point(0, 0, 2, 0))
    tip = (point(4, 0, 2, 0), point(8, 0, 6, 0), point(0, 0, 6, 0))
    return make_puzzle("tip", [bar, tip])


class TestFamilies:
    @pytest.mark.parametrize(
        ("puzzle", "family"),
        [
            (of_cells("####", "####"), "convex"),
            (of_cells("#####", "###"), "simple-10-"),
            (of_cells("##  ", " ## ", "  ##", "   ##"), "simple-11+"),
            (of_cells("###", "# #", "###"), "holes"),
            (of_cells("###", "# ##", " ##"), "holes"),  # closed by a point alone
            (of_cells("##", "##", "  ##", "  ##"), "touching"),
            (of_cells("# # ", " # #", "# # ", " # #"), "touching"),
            (with_a_tip(), "touching"),
            (of_cells("##", "##", "", "##", "##"), "parts"),
            (of_cells("##", "  ##", "", "####"), "parts"),  # two of three touch
        ],
        ids=lambda value: value if isinstance(value, str) else value.id,
    )
    def test_cases(self, puzzle: Puzzle, family: Kind) -> None:
        assert kind_of(puzzle) == family

    @given(puzzles(), motions)
    def test_they_do_not_depend_on_where_an_outline_lies(self, puzzle: Puzzle, motion: Motion) -> None:
        image = moved(puzzle, motion)
        assert (kind_of(image), vertex_count(image)) == (kind_of(puzzle), vertex_count(puzzle))

    @given(puzzles())
    def test_vertices_are_counted(self, puzzle: Puzzle) -> None:
        assert vertex_count(puzzle) == len(puzzle.boundary.vertices)

    def test_the_thirteen_convex_ones_are_convex(self) -> None:
        names = [name for name in shape_files() if name.startswith("convex-")]
        assert len(names) == 13
        assert {kind_of(named(name)) for name in names} == {"convex"}

    @pytest.mark.slow
    def test_they_are_in_families(self) -> None:
        assert {kind_of(slid(seed)) for seed in range(12)} >= {"simple-11+"}
