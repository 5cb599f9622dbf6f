"""Digests tell outlines apart up to where they lie."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.strategies import Motion, boundary_of, full_sets, grown_assemblies, leg_points, motions, puzzles

from heuristan.lab.digests import digest, shape_digest, split_of_shape
from heuristan.lab.generating import Recipe, outlines
from heuristan.tangram.boundary import Boundary, Ring
from heuristan.tangram.lattice.points import point
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_files
from heuristan.tangram.pieces.sets import TANGRAM, Placement, Shape, scaled
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle


def moved(puzzle: Puzzle, motion: Motion) -> Puzzle:
    return replace(puzzle, rings=tuple(map(motion.ring, puzzle.rings)))


def lie_on_each_other(puzzle: Puzzle, other: Puzzle, motions: list[Motion]) -> bool:
    """Return whether one of some turns and mirror images, moved, is the other outline: the plain way."""
    vertices = {vertex for ring in other.rings for vertex in ring}
    vertex = min(vertices)
    for motion in motions:
        image = moved(puzzle, motion)
        for start in (p for ring in image.rings for p in ring):
            shift = Motion(False, 0, tuple(a - b for a, b in zip(vertex, start, strict=True)))  # type: ignore[arg-type]
            if moved(image, shift).boundary == other.boundary:
                return True
    return False


EVERY = [Motion(mirrors, eighths, (0, 0, 0, 0)) for mirrors in (False, True) for eighths in range(8)]


def few_pieces() -> st.SearchStrategy[Puzzle]:
    """Outlines of the two small triangles and the square, of which many are the same."""
    names = ["small-triangle", "small-triangle", "square"]
    return grown_assemblies(names).map(lambda laid: Puzzle("few", rings_of(boundary_of(laid))))


def rings_of(boundary: Boundary) -> tuple[Ring, ...]:
    return tuple(tuple(vertex.point for vertex in loop) for part in boundary.parts for loop in part.loops)


def turned(shape: Shape) -> Shape:
    """The same shape, called and laid otherwise."""
    return Shape(f"my-{shape.name}", Motion(True, 3, point(4, 0, 2, 0)).ring(shape.ring[1:] + shape.ring[:1]))


class TestDigests:
    @given(puzzles(), leg_points(10))
    def test_position_does_not_matter(self, puzzle: Puzzle, shift: tuple[int, int, int, int]) -> None:
        assert digest(moved(puzzle, Motion(False, 0, shift))) == digest(puzzle)

    @given(puzzles(), motions)
    def test_turning_and_mirroring_do_not_matter_to_shapes(self, puzzle: Puzzle, motion: Motion) -> None:
        assert shape_digest(moved(puzzle, motion)) == shape_digest(puzzle)

    @given(st.one_of(puzzles(), few_pieces()), st.randoms(use_true_random=False))
    def test_where_rings_begin_and_their_order_do_not_matter(self, puzzle: Puzzle, random: Random) -> None:
        rings = [ring[i:] + ring[:i] for ring in puzzle.rings for i in [random.randrange(len(ring))]]
        random.shuffle(rings)
        other = replace(puzzle, rings=tuple(rings))
        assert (digest(other), shape_digest(other)) == (digest(puzzle), shape_digest(puzzle))

    @given(full_sets())
    def test_a_solution_instead_of_rings_does_not_matter(self, laid: tuple[Placement, ...]) -> None:
        pieces = Puzzle("pieces", tuple(piece.ring for piece in laid))
        assert digest(pieces) == digest(make_puzzle("outline", pieces.rings))

    @given(few_pieces(), few_pieces())
    def test_the_same_digests_are_the_same_outlines(self, puzzle: Puzzle, other: Puzzle) -> None:
        assert (digest(puzzle) == digest(other)) == lie_on_each_other(puzzle, other, EVERY[:1])
        assert (shape_digest(puzzle) == shape_digest(other)) == lie_on_each_other(puzzle, other, EVERY)

    @given(few_pieces(), st.sampled_from(EVERY))
    def test_an_outline_turned_has_its_digest_only_where_it_is_symmetric(self, puzzle: Puzzle, motion: Motion) -> None:
        image = moved(puzzle, motion)
        assert (digest(image) == digest(puzzle)) == lie_on_each_other(image, puzzle, EVERY[:1])

    @given(puzzles(), st.integers(2, 6), leg_points(5))
    def test_a_finer_lattice_does_not_matter(self, puzzle: Puzzle, by: int, shift: tuple[int, int, int, int]) -> None:
        rings = tuple(tuple(scaled(p, by) for p in ring) for ring in puzzle.rings)
        finer = moved(replace(puzzle, rings=rings, denominator=by), Motion(False, 0, shift))
        assert (digest(finer), shape_digest(finer)) == (digest(puzzle), shape_digest(puzzle))

    def test_pieces_and_sets_matter(self) -> None:
        puzzle = named("convex-square")
        other = replace(TANGRAM, counts=tuple(reversed(TANGRAM.counts)))
        renamed = replace(TANGRAM, name="renamed", shapes=tuple(turned(shape) for shape in TANGRAM.shapes))
        assert len({digest(p) for p in (puzzle, replace(puzzle, sets=2), replace(puzzle, pieces=other))}) == 3
        assert digest(replace(puzzle, pieces=renamed, id="renamed")) == digest(puzzle)

    @pytest.mark.slow
    def test_the_shapes_that_ship_are_different(self) -> None:
        assert len({shape_digest(named(name)) for name in shape_files()}) == len(shape_files())

    def test_they_stay_what_they_are(self) -> None:
        """They are kept in files: whatever changes them makes those useless."""
        assert [digest(named(name)) for name in ("convex-square", "swan")] == PINNED
        assert [shape_digest(named(name)) for name in ("convex-square", "swan")] == PINNED_SHAPES


def slid(seed: int) -> Puzzle:
    """Return the puzzle read from a drawing with pieces slid along each other."""
    return puzzle_of(drawn(slid_assembly(Random(seed)), Random(seed)))


class TestDrawings:
    @pytest.mark.slow
    @given(st.integers(0, 10_000))
    @settings(max_examples=10)
    def test_a_drawing_read_again_is_the_same(self, seed: int) -> None:
        first, second = slid(seed), slid(seed)
        assert (digest(first), shape_digest(first)) == (digest(second), shape_digest(second))

    @pytest.mark.slow
    def test_other_drawings_are_others(self) -> None:
        found = [slid(seed) for seed in range(12)]
        assert any(puzzle.nearness for puzzle in found)
        assert len({digest(puzzle) for puzzle in found}) == len({shape_digest(puzzle) for puzzle in found}) == 12


class TestSplits:
    @given(puzzles(), motions)
    def test_an_outline_is_in_one_split_wherever_it_lies(self, puzzle: Puzzle, motion: Motion) -> None:
        split = split_of_shape(shape_digest(puzzle))
        assert split_of_shape(shape_digest(moved(puzzle, motion))) == split

    @pytest.mark.slow
    def test_they_are_halves(self) -> None:
        found = Counter(
            split_of_shape(shape_digest(made.puzzle)) for made in islice(outlines(Recipe(compact=(1,)), 1), 400)
        )
        assert 160 < found["test"] < 240
        assert found["training"] + found["test"] == 400


def named(name: str) -> Puzzle:
    puzzle = next(read_outlines(name))
    assert isinstance(puzzle, Puzzle)
    return puzzle


PINNED = ["1251d39607d8928b", "70d802df01eee710"]
PINNED_SHAPES = ["d3140aef0334dabb", "1f6196a332254a59"]
