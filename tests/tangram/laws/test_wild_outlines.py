"""Outlines of a generator unlike the package's own, written in many bad ways: no answer contradicts their tilings."""

from dataclasses import replace
from math import dist, hypot

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shared.wild import CHANGES, Similarity, Written, wild_outline
from shared.wild.agreement import findings, read, region_of

from heuristan.common.overlay import symmetric_difference
from heuristan.tangram.outlines.snapping import NEARNESS, snap, without_needless
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.puzzle.regions import covered, enclosed

FIRST = 1000
"""The first of the outlines of the sample: `benchmarks/wild.py` tries many more."""

outlines = st.integers(0, 10**6).map(lambda seed: wild_outline(seed, 1))
WITH_HOLES = (3, 7, 13, 22)

LOST = "rounded to 2 decimals, a leg of 0.01"
"""The only way of writing an outline in which the outline is lost."""


def area_between(a: shapely.Geometry, b: shapely.Geometry) -> float:
    return float(symmetric_difference(a, b).area)


def vertices_of(puzzle: Puzzle) -> list[tuple[float, float]]:
    return [puzzle.own(p) for ring in puzzle.rings for p in ring]


@given(outlines, st.floats(0, 1))
def test_the_region_is_that_of_the_pieces_however_its_rings_touch(wild, apart):
    polygons = wild.with_rings(apart)
    assert area_between(covered(polygons), region_of(wild.tiling, 1.0)) < 1e-5
    assert area_between(enclosed(polygons), region_of(wild.tiling, 1.0)) < 1e-5


@given(outlines, st.floats(0, 0.02))
def test_a_hole_that_touches_the_outline_is_not_filled_when_its_vertices_are_off(wild, noise):
    written = replace(CHANGES["rings joined in points"], noise=noise).write(wild)
    # every vertex moves by the noise at most
    assert area_between(covered(written.polygons), region_of(written.tiling, 1.0)) < 60 * noise + 1e-5


@given(outlines, st.sampled_from([name for name, change in CHANGES.items() if change.is_exact]))
def test_an_exact_outline_stays_exact_however_it_is_written(wild, name):
    assert read(CHANGES[name].write(wild)).reading is None


@given(outlines)
def test_vertices_within_edges_change_nothing(wild):
    written = CHANGES["needless vertices, begun at one"].write(wild)
    found, plain = vertices_of(snap("found", written.polygons, 1)), vertices_of(snap("plain", wild.polygons, 1))
    assert len(found) == len(plain)
    assert all(min(dist(p, q) for q in plain) < 3 * NEARNESS for p in found)


@given(outlines)
def test_no_needed_vertex_is_dropped(wild):
    assert all(without_needless(ring, 1e-4) == ring for part in wild.polygons for ring in part)


def test_a_curve_of_many_small_bends_keeps_its_vertices():
    curve = [(t, t * t) for t in (k / 100 for k in range(101))]
    kept = without_needless([*curve, (1.0, 2.0), (0.0, 2.0)], 1e-4)
    line = shapely.LineString(kept)
    assert len(kept) > 20
    assert all(line.distance(shapely.Point(spot)) <= 1e-4 for spot in curve)


@pytest.mark.slow
@pytest.mark.parametrize("seed", WITH_HOLES)
def test_a_hole_that_reaches_out_is_read_whether_it_does_so_by_little_or_by_less(seed):
    wild = wild_outline(seed, 1)
    for depth in (1e-6, 2e-5, 2e-4, 2e-3, 1e-2):
        polygons = wild.with_rings(0)
        hole = next(ring for part in polygons for ring in part[1:])
        (x, y), (u, v) = hole[0], hole[1]
        share = depth / hypot(x - u, y - v)
        hole[0] = x + share * (x - u), y + share * (y - v)
        puzzle = read(Written(wild, polygons, Similarity(), depth))
        assert (puzzle.reading is None) == (depth < 5e-5)
        assert [*findings(Written(wild, polygons, Similarity(), depth))] == []


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize(("number", "name"), [*enumerate(CHANGES)])
def test_all_answers_agree_with_the_tiling(number, name):
    seed = FIRST + number
    written = CHANGES[name].write(wild_outline(seed, 1))
    found = [*findings(written, by_expert=number % 3 == 0, with_counts=number % 5 == 0)]
    assert all(one.kind == "said" for one in found) if name == LOST else found == [], f"outline {seed}"
