"""Solutions with one thing wrong are refused, and in the right words."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, Motion, full_sets, motions, placed

from heuristan.tangram.boundary import Boundary
from heuristan.tangram.lattice.points import ORIGIN, Point, add, point
from heuristan.tangram.pieces.sets import TANGRAM, Placement, along, ring_from
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.verification.in_integers import fault_of

WRONG_SET = "wrong set of pieces"
WRONG_SHAPE = "does not have its shape"
WRONG_PLACE = "do not make the outline"

ALL_SEVEN = tuple(TANGRAM.stock(1).elements())
TRIANGLE = Boundary.of([ring_from(ORIGIN, (along(0, 4), along(3, 0, 4), along(6, 4)))])

MANY = settings(max_examples=8)
places = st.integers(0, 6)
small_steps = st.builds(point, *[st.integers(-2, 2)] * 4).filter(any)


def puzzle_of(assembly: Assembly) -> Puzzle:
    return make_puzzle("drawn", [placement.ring for placement in assembly])


def moved(placement: Placement, motion: Motion) -> Placement:
    return placed(placement.name, motion.ring(placement.ring))


def shifted(placement: Placement, by: Point) -> Placement:
    return placed(placement.name, tuple(add(p, by) for p in placement.ring))


def changed(assembly: Assembly, place: int, *instead: Placement) -> Assembly:
    return (*assembly[:place], *instead, *assembly[place + 1 :])


def fault(puzzle: Puzzle, assembly: Assembly) -> str:
    """Return what is wrong, if anything is."""
    return fault_of(puzzle, assembly) or ""


@given(full_sets(), st.randoms())
@MANY
def test_the_pieces_in_any_order_are_a_solution(assembly: Assembly, random: Random) -> None:
    pieces = list(assembly)
    random.shuffle(pieces)
    assert fault_of(puzzle_of(assembly), pieces) is None


@given(full_sets(), motions)
@MANY
def test_moved_with_the_outline_it_is_a_solution_still(assembly: Assembly, motion: Motion) -> None:
    there = tuple(moved(placement, motion) for placement in assembly)
    assert fault_of(puzzle_of(there), there) is None


@given(full_sets(), places)
@MANY
def test_a_piece_too_few(assembly: Assembly, place: int) -> None:
    assert WRONG_SET in fault(puzzle_of(assembly), changed(assembly, place))


@given(full_sets(), places)
@MANY
def test_a_piece_too_many(assembly: Assembly, place: int) -> None:
    assert WRONG_SET in fault(puzzle_of(assembly), (*assembly, assembly[place]))


@given(full_sets(), places, st.sampled_from(TANGRAM.names))
@MANY
def test_a_piece_by_another_name(assembly: Assembly, place: int, name: str) -> None:
    renamed = changed(assembly, place, assembly[place]._replace(name=name))
    wanted = "" if name == assembly[place].name else WRONG_SET
    assert wanted in fault(puzzle_of(assembly), renamed)


@given(full_sets(), places, places)
@MANY
def test_two_names_exchanged(assembly: Assembly, place: int, other: int) -> None:
    a, b = assembly[place], assembly[other]
    exchanged = changed(changed(assembly, place, a._replace(name=b.name)), other, b._replace(name=a.name))
    found = fault(puzzle_of(assembly), exchanged)
    assert found == "" if a.name == b.name else WRONG_SHAPE in found


@given(full_sets(), places, places, small_steps)
@MANY
def test_a_vertex_out_of_place(assembly: Assembly, place: int, vertex: int, by: Point) -> None:
    ring = list(assembly[place].ring)
    ring[vertex % len(ring)] = add(ring[vertex % len(ring)], by)
    bent = assembly[place]._replace(ring=tuple(ring))
    assert fault(puzzle_of(assembly), changed(assembly, place, bent))


@given(full_sets(), places, small_steps)
@MANY
def test_a_piece_out_of_place(assembly: Assembly, place: int, by: Point) -> None:
    assert WRONG_PLACE in fault(puzzle_of(assembly), changed(assembly, place, shifted(assembly[place], by)))


@given(full_sets(), small_steps)
@MANY
def test_everything_out_of_place(assembly: Assembly, by: Point) -> None:
    assert WRONG_PLACE in fault(puzzle_of(assembly), tuple(shifted(placement, by) for placement in assembly))


@given(full_sets(), places)
@MANY
def test_a_piece_of_twice_the_size(assembly: Assembly, place: int) -> None:
    piece = assembly[place]
    larger = placed(piece.name, tuple(add(p, p) for p in piece.ring))
    assert WRONG_SHAPE in fault(puzzle_of(assembly), changed(assembly, place, larger))


def test_a_gap_and_an_overlap_that_even_out_are_seen() -> None:
    """The two large triangles on the same place leave the area as it is."""
    assembly = tilings(TRIANGLE, [ALL_SEVEN])[ALL_SEVEN]
    puzzle = puzzle_of(assembly)
    one, two = (i for i, placement in enumerate(assembly) if placement.name == "large-triangle")
    assert fault(puzzle, assembly) == ""
    assert WRONG_PLACE in fault(puzzle, changed(assembly, one, assembly[two]))


@pytest.mark.parametrize("sets", [1, 2])
def test_the_fault_lists_what_is_there_and_what_is_wanted(sets: int) -> None:
    strip = ring_from(ORIGIN, (along(0, 8), along(2, sets), along(4, 8), along(6, sets)))
    message = fault(make_puzzle("strip", [strip]), (placed("square", TANGRAM.by_name["square"].ring),))
    assert message.startswith("wrong set of pieces: 1 square instead of")
    assert f"{2 * sets} large-triangle" in message
