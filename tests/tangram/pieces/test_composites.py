"""Laws of the composites, and their agreement with a plain enumeration that shares nothing with theirs."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import Polygon, affinity
from shared.strategies import Motion, motions

from heuristan.common.overlay import difference
from heuristan.tangram.boundary import Boundary, Ring, sides
from heuristan.tangram.lattice.points import add, bounds, doubled_area, mirror, parts, turn, xy
from heuristan.tangram.pieces.composites import Composite, Which, arranged, composites
from heuristan.tangram.pieces.sets import TANGRAM, Placement, Shape, along, orientations, ring_from, scaled

NAMES = [composite.shape.name for composite in composites("all")]
any_composite = st.sampled_from(composites("all"))


def named(name: str) -> Composite:
    return next(composite for composite in composites("all") if composite.shape.name == name)


def names(which: Which) -> set[str]:
    return {composite.shape.name for composite in composites(which)}


def square_legs(ring: Ring) -> float:
    a, b = doubled_area(ring)
    assert b == 0
    return a / 8


class TestLaws:
    @pytest.mark.parametrize("name", NAMES)
    def test_every_arrangement_tiles_the_figure(self, name: str) -> None:
        composite = named(name)
        assert composite.sets == tuple(composite.arrangements)
        for pieces, placements in composite.arrangements.items():
            assert sorted(placement.name for placement in placements) == sorted(pieces)
            assert Boundary.of(p.ring for p in placements) == Boundary.of((composite.shape.ring,))
            assert sum(square_legs(p.ring) for p in placements) == square_legs(composite.shape.ring)
            for placement in placements:
                assert placement.bounds == bounds(placement.ring)
                laid = orientations(Shape(placement.name, placement.ring))[0]
                assert laid in orientations(TANGRAM.by_name[placement.name])

    @pytest.mark.parametrize("name", NAMES)
    def test_sets_are_of_one_stock_and_in_order(self, name: str) -> None:
        sets = named(name).sets
        order = TANGRAM.names
        assert len(set(sets)) == len(sets)
        assert [len(pieces) for pieces in sets] == sorted(len(pieces) for pieces in sets)
        for pieces in sets:
            assert len(pieces) >= 2
            assert list(pieces) == sorted(pieces, key=order.index)
            assert Counter(pieces) <= TANGRAM.stock(1)

    def test_figures_are_convex_with_three_or_four_sides_of_n_or_n_root_two(self) -> None:
        for composite in composites("all"):
            ring = composite.shape.ring
            directions = [direction for direction, _, _ in sides(ring)]
            assert len(ring) in (3, 4)
            assert all(
                (after - before) % 8 in (1, 2, 3)
                for before, after in zip(directions, directions[1:] + directions[:1], strict=True)
            )
            for direction, p, q in sides(ring):
                whole, root = parts(abs(q[direction % 4] - p[direction % 4]))
                assert (whole == 0) != (root == 0)
                assert whole % 2 == 0
                assert root % 4 == 0

    def test_no_two_are_congruent_even_when_mirrored(self) -> None:
        turned = {composite.shape.name: set(orientations(composite.shape)) for composite in composites("all")}
        assert all(turned[a].isdisjoint(turned[b]) for a, b in combinations(turned, 2))

    def test_smallest_first_and_names_are_their_own(self) -> None:
        areas = [square_legs(composite.shape.ring) for composite in composites("all")]
        assert areas == sorted(areas)
        assert len(set(NAMES) | set(TANGRAM.names)) == len(NAMES) + len(TANGRAM.names)

    @given(any_composite)
    def test_sisters_are_similar_and_know_each_other(self, composite: Composite) -> None:
        assume(composite.larger is not None)
        sister = named(str(composite.larger))
        # one and the imaginary unit together: sqrt2 times as long, turned by 45 degrees
        enlarged = Shape("", tuple(add(p, turn(p, 2)) for p in composite.shape.ring))
        assert orientations(enlarged)[0] in orientations(sister.shape)
        assert [each for each in composites("all") if each.larger == sister.shape.name] == [composite]

    def test_no_sister_is_forgotten(self) -> None:
        for composite in composites("all"):
            enlarged = Shape("", tuple(add(p, turn(p, 2)) for p in composite.shape.ring))
            first = orientations(enlarged)[0]
            similar = [other.shape.name for other in composites("all") if first in orientations(other.shape)]
            assert similar == ([composite.larger] if composite.larger else [])

    @given(any_composite, st.data(), motions, st.integers(1, 3), st.integers(0, 3))
    def test_arranged_is_exact_wherever_the_composite_lies(
        self, composite: Composite, data: st.DataObject, motion: Motion, denominator: int, first: int
    ) -> None:
        pieces = data.draw(st.sampled_from(composite.sets))
        ring = motion.ring(tuple(scaled(p, denominator) for p in composite.shape.ring))
        ring = ring[first % len(ring) :] + ring[: first % len(ring)]
        laid = arranged(composite.shape.name, pieces, Placement(composite.shape.name, bounds(ring), ring))
        assert tuple(sorted(p.name for p in laid)) == tuple(sorted(pieces))
        assert Boundary.of(p.ring for p in laid) == Boundary.of((ring,))
        for p in laid:
            assert p.bounds == bounds(p.ring)
            assert square_legs(p.ring) == square_legs(TANGRAM.by_name[p.name].ring) * denominator**2


class TestNamedCases:
    def test_how_many_there_are(self) -> None:
        assert len(composites("all")) == 47
        assert len(composites("paper")) == 21

    def test_fifty_seven_when_mirror_images_are_apart_and_the_whole_set_and_longer_sides_left_out(self) -> None:
        counted = 0
        for composite in composites("all"):
            ring = composite.shape.ring
            longest = max(
                max(parts(abs(q[d % 4] - p[d % 4]))[0] // 2, parts(abs(q[d % 4] - p[d % 4]))[1] // 4)
                for d, p, q in sides(ring)
            )
            if longest <= 4 and square_legs(ring) < 8:
                counted += 1 + is_chiral(ring)
        assert counted == 57

    def test_the_whole_set_makes_the_seven_convex_tangrams_of_three_or_four_sides(self) -> None:
        """Wang and Hsiung (1942): of the thirteen, one has three sides and six have four."""
        whole = [composite for composite in composites("all") if square_legs(composite.shape.ring) == 8]
        assert Counter(len(composite.shape.ring) for composite in whole) == {3: 1, 4: 6}

    def test_four_have_the_shape_of_a_piece(self) -> None:
        shaped = {composite.piece_shaped: composite for composite in composites("paper") if composite.piece_shaped}
        assert set(shaped) == set(TANGRAM.names) - {"small-triangle"}
        for piece, composite in shaped.items():
            assert orientations(composite.shape)[0] in orientations(TANGRAM.by_name[str(piece)])

    def test_figure_10(self) -> None:
        """Three sets of three pieces, one small triangle in each; and the larger one."""
        figure = named("right-trapezium-2x3")
        assert figure.sets == (
            ("medium-triangle", "small-triangle", "square"),
            ("medium-triangle", "small-triangle", "parallelogram"),
            ("small-triangle", "square", "parallelogram"),
        )
        assert figure.larger == "right-trapezium-2r2x3r2"
        assert {"right-trapezium-2x3", "right-trapezium-2r2x3r2"} <= names("paper")
        assert ("large-triangle", "large-triangle", "medium-triangle") in named("right-trapezium-2r2x3r2").sets

    def test_every_composite_of_the_paper_has_a_sister_in_its_list(self) -> None:
        larger = {composite.shape.name: composite.larger for composite in composites("paper")}
        assert all(sister in larger or name in larger.values() for name, sister in larger.items())

    def test_the_papers_are_among_all_of_them_in_the_same_order(self) -> None:
        assert composites("paper") == tuple(c for c in composites("all") if c.shape.name in names("paper"))

    def test_a_set_that_does_not_make_it_is_refused(self) -> None:
        figure = named("triangle-2")
        placement = Placement("triangle-2", bounds(figure.shape.ring), figure.shape.ring)
        with pytest.raises(ValueError, match="is not made of square, square"):
            arranged("triangle-2", ("square", "square"), placement)

    def test_a_placement_of_another_figure_is_refused(self) -> None:
        ring = named("square-2").shape.ring
        with pytest.raises(ValueError, match="not a copy of triangle-2"):
            arranged("triangle-2", named("triangle-2").sets[0], Placement("triangle-2", bounds(ring), ring))

    def test_an_unknown_name_is_refused(self) -> None:
        ring = TANGRAM.by_name["square"].ring
        with pytest.raises(ValueError, match="no composite 'heptagon'"):
            arranged("heptagon", (), Placement("heptagon", bounds(ring), ring))


def is_chiral(ring: Ring) -> bool:
    mirrored = tuple(mirror(p) for p in reversed(ring))
    vertices_of = [frozenset(turn(p, k) for p in ring) for k in range(8)]
    least = min(mirrored)
    return all(
        frozenset(add(p, tuple(b - a for a, b in zip(least, min(turned), strict=True))) for p in mirrored) != turned  # type: ignore[arg-type]
        for turned in vertices_of
    )


# The plain counterpart: figures by solving for two sides, tilings with shapely in floats, every set tried by itself.

MOST = 3.0


def plain_figures() -> Iterator[Ring]:
    """Convex figures of three and four sides of a + b sqrt2, a and b up to 5, and of at most MOST square legs."""
    lengths = [(a, b) for a, b in product(range(6), repeat=2) if a + b]
    by_value = {round(a + b * 2**0.5, 6): (a, b) for a, b in lengths}
    seen: set[Ring] = set()
    for angles in (*product((1, 2, 3), repeat=4), *product((1, 2), repeat=3)):
        if sum(angles) != 4 * (len(angles) - 2):
            continue
        directions = [0]
        for angle in angles[1:]:
            directions.append((directions[-1] + 4 - angle) % 8)
        for chosen in product(lengths, repeat=len(angles) - 2):
            ring = closed_ring(directions, list(chosen), by_value)
            if ring is None or doubled_area(ring)[1] or square_legs(ring) > MOST:
                continue
            standard = min(orientations(Shape("", ring)))
            if standard not in seen:
                seen.add(standard)
                yield standard


def closed_ring(
    directions: list[int], chosen: list[tuple[int, int]], by_value: dict[float, tuple[int, int]]
) -> Ring | None:
    """The ring with these first sides, or None if the last two are not lengths of the kind."""
    units = [xy(turn(along(0, 1), d)) for d in directions]
    x, y = (-sum((a + b * 2**0.5) * unit[i] for (a, b), unit in zip(chosen, units, strict=False)) for i in (0, 1))
    (px, py), (qx, qy) = units[-2:]
    determinant = px * qy - py * qx
    last = [by_value.get(round(t, 6)) for t in ((x * qy - y * qx) / determinant, (px * y - py * x) / determinant)]
    if None in last:
        return None
    steps = [along(d, *length) for d, length in zip(directions, [*chosen, *last], strict=True) if length]
    return ring_from((0, 0, 0, 0), steps)


def nearly(p: tuple[float, float]) -> tuple[float, float]:
    """A point to compare by, without the noise of the last digits."""
    return round(p[0], 4), round(p[1], 4)


def extreme(polygon: Polygon) -> tuple[float, float]:
    """The leftmost, then lowest vertex."""
    vertices_of = [(x, y) for x, y, *_ in polygon.exterior.coords]
    return min(vertices_of, key=nearly)


@cache
def plain_pieces(name: str) -> tuple[Polygon, ...]:
    """A piece in each orientation, its extreme vertex at the origin."""
    found = []
    for ring in orientations(TANGRAM.by_name[name]):
        polygon = Polygon([xy(p) for p in ring])
        x, y = extreme(polygon)
        found.append(affinity.translate(polygon, -x, -y))
    return tuple(found)


def plain_fill(region: shapely.Geometry, pieces: tuple[str, ...]) -> bool:
    """Return whether pieces fill a region: a piece that covers its extreme vertex has its own extreme vertex there."""
    if not pieces:
        return True
    cells = [part for part in getattr(region, "geoms", [region]) if part.area > 1e-4]
    region = shapely.MultiPolygon(cells)
    x, y = min((extreme(part) for part in cells), key=nearly)
    roomy = region.buffer(1e-3, join_style="mitre")
    for name in dict.fromkeys(pieces):
        i = pieces.index(name)
        for polygon in plain_pieces(name):
            laid = affinity.translate(polygon, x, y)
            if roomy.covers(laid) and plain_fill(difference(region, laid), pieces[:i] + pieces[i + 1 :]):
                return True
    return False


def plain_sets() -> dict[float, list[tuple[str, ...]]]:
    """Every set of two pieces or more up to MOST square legs, by area."""
    found: dict[float, list[tuple[str, ...]]] = {}
    everything = tuple(TANGRAM.stock(1).elements())
    for size in range(2, len(everything) + 1):
        for pieces in dict.fromkeys(combinations(everything, size)):
            area = sum(square_legs(TANGRAM.by_name[name].ring) for name in pieces)
            if area <= MOST:
                found.setdefault(area, []).append(pieces)
    return found


@pytest.mark.slow
def test_a_plain_enumeration_finds_the_same_composites_and_sets() -> None:
    sets = plain_sets()
    found: dict[Ring, set[tuple[str, ...]]] = {}
    for ring in plain_figures():
        region = Polygon([xy(p) for p in ring])
        made = {pieces for pieces in sets.get(square_legs(ring), ()) if plain_fill(region, pieces)}
        if made:
            found[ring] = made
    expected = {
        min(orientations(composite.shape)): set(composite.sets)
        for composite in composites("all")
        if square_legs(composite.shape.ring) <= MOST
    }
    assert found == expected
