"""The tiler compared with plainer ones."""

from collections import Counter

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, Motion, boundary_of, full_sets, motions, overlap, placed, small_assemblies
from shared.tilings import Laid, assert_fills, every_tiling, piece_set, sets_of_area

from heuristan.common.overlay import union
from heuristan.tangram.boundary import Boundary, ring_of
from heuristan.tangram.lattice.points import ORIGIN, add, xy
from heuristan.tangram.pieces.sets import TANGRAM, Placement, along, orientations, ring_from, scaled
from heuristan.tangram.pieces.tiling import Selection, tilings

ALL_SEVEN: Selection = tuple(TANGRAM.stock(1).elements())
BIG_SQUARE = Boundary.of([ring_from(ORIGIN, [along(k, 0, 2) for k in (0, 2, 4, 6)])])


class Anywhere:
    """The plainest tiler: pieces are laid anywhere inside, without regard to edges or vertices."""

    def __init__(self, assembly: Assembly) -> None:
        self.region = union([shapely.Polygon([xy(p) for p in q.ring]).buffer(1e-4) for q in assembly])
        shapely.prepare(self.region)
        self.spots = {p for placement in assembly for p in placement.ring}
        for _ in range(2):  # vertices of pieces lie a side on from other vertices
            steps = [along(k, *length) for k in range(8) for length in ((1, 0), (0, 1), (2, 0), (0, 2))]
            near = [add(p, displacement) for p in self.spots for displacement in steps]
            self.spots |= {p for p in near if self.region.covers(shapely.Point(xy(p)))}
        self.placements = {name: self._inside(name) for name in TANGRAM.names}

    def _inside(self, name: str) -> list[Placement]:
        laid = [
            placed(name, tuple(add(p, spot) for p in ring))
            for ring in orientations(TANGRAM.by_name[name])
            for spot in self.spots
        ]
        return [q for q in laid if self.region.covers(shapely.Polygon([xy(p) for p in q.ring]))]

    def can_hold(self, pieces: Selection, laid: tuple[Placement, ...] = ()) -> bool:
        """Return whether all the pieces lie in the region together; having its area, they fill it."""
        return not pieces or any(
            self.can_hold(pieces[1:], (*laid, placement))
            for placement in self.placements[pieces[0]]
            if not any(overlap(placement, other) for other in laid)
        )


@given(small_assemblies(1, 4))
def test_an_assembly_is_tiled_by_its_own_pieces(assembly: Assembly) -> None:
    region = boundary_of(assembly)
    own = piece_set(placement.name for placement in assembly)
    found = tilings(region, [own])
    assert list(found) == [own]
    assert_fills(region, own, found[own])


@pytest.mark.slow
@given(small_assemblies(1, 3))
@settings(max_examples=10)
def test_all_sets_that_fill_a_region_are_found_and_no_others(assembly: Assembly) -> None:
    region, plain = boundary_of(assembly), Anywhere(assembly)
    sets = sets_of_area(region.area, 4)
    found = tilings(region, sets)
    for pieces, tiling in found.items():
        assert_fills(region, pieces, tiling)
    assert set(found) >= {pieces for pieces in sets if plain.can_hold(pieces)}


@given(small_assemblies(1, 4))
@settings(max_examples=8)
def test_the_tiler_finds_what_enumeration_finds(assembly: Assembly) -> None:
    region = boundary_of(assembly)
    sets = sets_of_area(region.area, 5)
    assert set(tilings(region, sets)) == {
        pieces for pieces in sets if next(every_tiling(region, Counter(pieces)), None) is not None
    }


@given(small_assemblies(2, 4), motions)
@settings(max_examples=8)
def test_motions_do_not_change_which_sets_fill(assembly: Assembly, motion: Motion) -> None:
    region = boundary_of(assembly)
    moved = Boundary.of(motion.ring(ring_of(loop)) for loop in region.loops)
    sets = sets_of_area(region.area, 4)
    assert set(tilings(moved, sets)) == set(tilings(region, sets))


@given(small_assemblies(1, 3), st.integers(2, 3))
@settings(max_examples=8)
def test_a_finer_unit_does_not_change_which_sets_fill(assembly: Assembly, denominator: int) -> None:
    region = boundary_of(assembly)
    finer = Boundary.of(tuple(scaled(p, denominator) for p in placement.ring) for placement in assembly)
    sets = sets_of_area(region.area, 4)
    assert set(tilings(finer, sets, denominator)) == set(tilings(region, sets))


@given(full_sets())
@settings(max_examples=10)
def test_seven_pieces_fill_what_they_were_laid_as(assembly: Assembly) -> None:
    region = boundary_of(assembly)
    assert_fills(region, ALL_SEVEN, tilings(region, [ALL_SEVEN])[ALL_SEVEN])


class TestTheClassicSquare:
    def test_the_tiler_fills_it(self) -> None:
        assert_fills(BIG_SQUARE, ALL_SEVEN, tilings(BIG_SQUARE, [ALL_SEVEN])[ALL_SEVEN])

    def test_it_has_one_tiling_up_to_symmetry(self) -> None:
        every = set(every_tiling(BIG_SQUARE, Counter(ALL_SEVEN)))
        assert len(every) == 8
        # the square's vertices, turned by a quarter about the origin, move by its own side
        quarter = {moved_tiling(tiling, Motion(False, 2, along(0, 0, 2))) for tiling in every}
        mirrored = {moved_tiling(tiling, Motion(True, 2, ORIGIN)) for tiling in every}
        assert quarter == mirrored == every
        one = next(iter(every))
        turned = {one}
        for _ in range(3):
            turned |= {moved_tiling(tiling, Motion(False, 2, along(0, 0, 2))) for tiling in turned}
        assert turned | {moved_tiling(tiling, Motion(True, 2, ORIGIN)) for tiling in turned} == every


def moved_tiling(tiling: Laid, motion: Motion) -> Laid:
    return frozenset((name, frozenset(motion.moved(p) for p in vertices)) for name, vertices in tiling)


def test_nothing_is_tiled_by_no_pieces() -> None:
    assert tilings(Boundary.of([]), [()]) == {(): ()}


@pytest.mark.parametrize("name", TANGRAM.names)
def test_a_piece_fills_itself_and_no_other_single_piece_does(name: str) -> None:
    region = Boundary.of([TANGRAM.by_name[name].ring])
    singles = sets_of_area(region.area, 1)
    assert set(tilings(region, singles)) == {(name,)}


def test_two_squares_are_not_two_large_triangles() -> None:
    strip = Boundary.of([ring_from(ORIGIN, (along(0, 4), along(2, 1), along(4, 4), along(6, 1)))])
    assert set(tilings(strip, [("large-triangle", "large-triangle"), ("square",) * 4])) == {("square",) * 4}
