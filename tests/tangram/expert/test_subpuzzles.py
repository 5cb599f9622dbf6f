"""Subpuzzles against the plane: they do not overlap, make up the rest, and lie apart along every internal edge."""

from collections.abc import Iterator
from dataclasses import replace

import shapely
from hypothesis import given
from hypothesis import strategies as st
from shared.states import NEAR, descend, region, state_of, state_of_assembly, stretch
from shared.strategies import Assembly, small_assemblies

from heuristan.common.overlay import odd_region, symmetric_difference, union
from heuristan.tangram.boundary import Part, line_through, ring_of
from heuristan.tangram.expert.extension import ExtensionLine
from heuristan.tangram.expert.ground import subpuzzles_of
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.lattice.points import ORIGIN, add, xy
from heuristan.tangram.outlines.exact_rings import as_lattice, nested
from heuristan.tangram.pieces.sets import along, ring_from

ASSEMBLIES = small_assemblies(3, 7)
GRID = 1e-9
PATHS = st.lists(st.integers(0, 99), max_size=4)
LENGTHS = st.sampled_from(["1", "2r2"])
"""Of internal edges: the paper's, and one so large that there are many, crossing each other."""


def state_with(assembly: Assembly, path: list[int], length: str) -> State:
    ranking = replace(read_ranking(DEFAULT), internal_edge=parse_length(length))
    return descend(state_of_assembly(assembly, ranking), path)


def figure(part: Part) -> shapely.Geometry:
    return odd_region([[xy(p) for p in ring_of(loop)] for loop in part.loops])


def edges_of(part: Part) -> Iterator[shapely.Geometry]:
    for loop in part.loops:
        for vertex, following in zip(loop, (*loop[1:], loop[0]), strict=True):
            yield stretch(vertex.point, following.point)


@given(ASSEMBLIES, PATHS, LENGTHS)
def test_they_make_up_the_rest_without_overlap(assembly: Assembly, path: list[int], length: str) -> None:
    state = state_with(assembly, path, length)
    figures = [figure(part) for part in state.subpuzzles]
    whole = region(state.boundary)
    assert abs(sum(each.area for each in figures) - whole.area) < 1e-6
    assert symmetric_difference(union(figures), whole).area < 1e-6


@given(ASSEMBLIES, PATHS, LENGTHS)
def test_an_internal_edge_lies_on_the_boundary_of_subpuzzles(assembly: Assembly, path: list[int], length: str) -> None:
    state = state_with(assembly, path, length)
    outlines = shapely.MultiLineString([edge for part in state.subpuzzles for edge in edges_of(part)])
    for internal in state.extensions.internal_edges:
        assert outlines.buffer(NEAR).covers(stretch(internal.start, internal.end))


def test_a_neck_shorter_than_the_small_leg_separates() -> None:
    """Figure 5: two squares of two by two that share a stretch of a side, in half legs."""
    square = ring_from(ORIGIN, (along(0, 4), along(2, 4), along(4, 4), along(6, 4)))
    for shared, count in ((1, 2), (2, 1)):
        aside = tuple(add(p, add(along(0, 4 - shared), along(2, 4))) for p in square)
        assert len(state_of([square, aside], denominator=2).subpuzzles) == count


OVERLAPPING = """
    -3r2/2,-r2/2  -1-r2,1-r2  -1-r2,-r2  -1,0  -1,-r2  0,-r2  r2/2,-r2/2  0,0  2-2r2,0  1-2r2,1  1-2r2,0  -r2,0
"""
"""A piece was taken out that touches an extension line in the middle with a vertex, at (-1, 0)."""


def test_internal_edges_may_overlap() -> None:
    """A line drawn before a piece touched it, and two drawn since from where it did."""
    corners = [tuple(map(parse_length, pair.split(","))) for pair in OVERLAPPING.split()]
    lattice, denominator, _ = as_lattice([[(corner[0], corner[1]) for corner in corners]])
    state = state_of(nested(lattice), denominator=denominator)
    places = sorted(
        (vertex.point for vertex in state.boundary.vertices if vertex.point[2] == lattice[0][-1][2]), key=lambda p: p[0]
    )
    left, middle, right = places[1:4]
    line = line_through(left, 0)
    overlapping = [ExtensionLine(line, p, q) for p, q in ((left, right), (middle, right), (left, middle))]
    parts = subpuzzles_of(state.boundary, overlapping)
    assert len(parts) == len(subpuzzles_of(state.boundary, overlapping[:1])) == 3
