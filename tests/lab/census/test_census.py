"""The census: what it counts is what others counted, plain and compiled, and what the exact solver finds."""

from functools import cache
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.censuses import Described, shapes_in
from shared.compiling import leave_uncompiled

from heuristan import Puzzle
from heuristan.common.kernels import PLAIN, Backend, compiled_backend
from heuristan.lab.census import growing
from heuristan.lab.census.described import Descriptions
from heuristan.lab.census.levels import (
    SYMMETRIES,
    Growth,
    Half,
    NotOnGrid,
    Piece,
    Selection,
    TooLarge,
    TooMany,
    halves_of,
    image,
    piece_of,
    pieces_of,
    turns,
)
from heuristan.tangram.pieces.sets import TANGRAM, Shape

POLYABOLOS = {1: 1, 2: 3, 3: 4, 4: 14, 5: 30, 6: 107, 7: 318, 8: 1116}
"""OEIS A006074: figures of so many equal right isosceles triangles, joined side to side."""
TRIANGLE = piece_of("triangle", (Half(0, 0, 2),))
PIECES, COUNTS = pieces_of(TANGRAM)
SMALL = (0, 1, 2, 1, 1)
"""All pieces but the large triangles."""


def outlines(pieces: tuple[Piece, ...], counts: Selection, backend: Backend = PLAIN) -> list[Described]:
    growth = Growth(pieces, counts, backend)
    return [each for batch in Descriptions(growth, batch=100).batches(growth.run()) for each in shapes_in(batch)]


@cache
def small() -> list[Described]:
    return outlines(PIECES, SMALL)


halves = st.builds(Half, st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 3))


@given(st.sets(halves, min_size=1, max_size=6), st.integers(0, SYMMETRIES - 1))
def test_a_symmetry_changes_no_figure(figure: set[Half], symmetry: int) -> None:
    assert len({image(half, symmetry) for half in figure}) == len(figure)
    kept = _apart(figure)
    assert turns(image(half, symmetry) for half in kept) == turns(kept)


def _apart(figure: set[Half]) -> list[Half]:
    """Those halves of a figure that are halves beside each other."""
    kept: dict[tuple[int, int, int], Half] = {}
    for half in sorted(figure):
        quarters = [(half.x, half.y, half.quarter), (half.x, half.y, (half.quarter + 1) % 4)]
        if not any(quarter in kept for quarter in quarters):
            kept |= dict.fromkeys(quarters, half)
    return list(dict.fromkeys(kept.values()))


@pytest.mark.parametrize("count", range(2, 7))
def test_polyabolos_are_as_many_as_published(count: int) -> None:
    assert len(outlines((TRIANGLE,), (count,))) == POLYABOLOS[count]


@pytest.mark.night
@pytest.mark.slow
def test_larger_polyabolos_are_as_many_as_published() -> None:
    pytest.importorskip("numba", reason="compiled kernels need numba")
    for count in (7, 8):
        assert len(outlines((TRIANGLE,), (count,), compiled_backend() or PLAIN)) == POLYABOLOS[count]


def test_pieces_are_cut_into_halves_of_cells() -> None:
    found = {piece.name: (piece.size, len(piece.turns)) for piece in PIECES}
    assert found == {
        "large-triangle": (4, 4),
        "medium-triangle": (2, 4),
        "small-triangle": (1, 4),
        "square": (2, 1),
        "parallelogram": (2, 4),
    }


@pytest.mark.night
@pytest.mark.slow
def test_both_backends_find_the_same(pytestconfig: pytest.Config) -> None:
    leave_uncompiled(growing.grow, pytestconfig)
    assert outlines(PIECES, SMALL, compiled_backend() or PLAIN) == small()


@pytest.mark.slow
def test_the_exact_solver_finds_as_many_solutions() -> None:
    """Of three triangles, the square and the parallelogram: sets of pieces of their own."""
    from heuristan.tangram.pieces.sets import PieceSet

    pieces = PieceSet("five", "Five pieces", TANGRAM.shapes[1:], SMALL[1:])
    for outline in small()[::9]:
        if not outline.contacts:
            whole, *holes = outline.rings
            puzzle = Puzzle.from_vertices(whole, holes, pieces=pieces)
            counted = puzzle.count()
            assert (counted.tilings, counted.distinct) == (outline.solutions, outline.distinct)


@pytest.mark.slow
def test_every_shape_is_there_once() -> None:
    found = {min(_images(outline)) for outline in small()}
    assert len(found) == len(small()) == len({outline.digest for outline in small()})


def _images(outline: Described) -> list[tuple[tuple[tuple[int, int], ...], ...]]:
    images = []
    for mirror in (1, -1):
        rings = [[(mirror * x, y) for x, y in ring] for ring in outline.rings]
        for _ in range(4):
            rings = [[(-y, x) for x, y in ring] for ring in rings]
            low_x, low_y = (min(point[axis] for ring in rings for point in ring) for axis in (0, 1))
            sides = [
                ((a[0] - low_x, a[1] - low_y), (b[0] - low_x, b[1] - low_y))
                for ring in rings
                for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
            ]
            images.append(tuple(sorted(tuple(sorted(side)) for side in sides)))
    return images


def test_outlines_have_the_area_of_their_pieces() -> None:
    for outline in small():
        doubled = sum(
            a[0] * b[1] - a[1] * b[0] for ring in outline.rings for a, b in zip(ring, [*ring[1:], ring[0]], strict=True)
        )
        assert doubled == 8  # a medium triangle, two small ones, the square and the parallelogram


def test_symmetries_are_those_of_the_outline() -> None:
    for outline in islice(small(), 100):
        images = _images(outline)
        assert outline.turns + outline.mirrors == images.count(images[0])


def test_too_many_shapes_end_the_growth() -> None:
    with pytest.raises(TooMany, match="more than 100 shapes"):
        Growth(PIECES, SMALL, PLAIN).run(most=100)


def test_pieces_off_the_grid_and_rows_of_pieces_are_refused() -> None:
    from heuristan.tangram.lattice.points import turn
    from heuristan.tangram.pieces.sets import PieceSet, scaled

    half = Shape("half", tuple(scaled(turn(p, 1), 1) for p in TANGRAM.shapes[2].ring))
    assert turns(halves_of(half) or ()) == turns(halves_of(TANGRAM.shapes[2]) or ())  # turned, it is on the grid
    thin = Shape("thin", tuple((p[0] // 2, p[1] // 2, p[2] // 2, p[3] // 2) for p in TANGRAM.shapes[3].ring))
    with pytest.raises(NotOnGrid, match="thin"):
        pieces_of(PieceSet("thin", "Thin", (thin,), (1,)))
    with pytest.raises(TooLarge, match="33"):
        pieces_of(TANGRAM, 3)
