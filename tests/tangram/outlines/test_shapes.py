"""The shapes that ship: how many and of what kinds, all different, all solvable."""

from collections import Counter
from functools import cache
from math import lcm
from typing import TypeAlias

import pytest

from heuristan.common.files import folder
from heuristan.tangram.boundary import Boundary, Ring, ring_of
from heuristan.tangram.lattice.points import Point, mirror, subtract, turn
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.outlines.shape import ShapeFile, read_shape
from heuristan.tangram.pieces.sets import TANGRAM, scaled
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.puzzle import Puzzle

NAMES = shape_names()
OWN = "own design"
CONVEX = "convex tangram"

NormalForm: TypeAlias = tuple[tuple[Point, Point], ...]
"""Directed edges, sorted: equal exactly for outlines that differ by a turn, a mirroring and a move."""


@cache
def shape(name: str) -> ShapeFile:
    return read_shape(folder("shapes") / f"{name}.yaml")


def of_source(source: str) -> list[ShapeFile]:
    return [shape(name) for name in NAMES if shape(name).source.startswith(source)]


def vertices(boundary: Boundary) -> int:
    return len(boundary.vertices)


def has_hole(boundary: Boundary) -> bool:
    return any(part.holes for part in boundary.parts)


def touches_in_a_point(boundary: Boundary) -> bool:
    """Return whether parts hang together by a point, or one part has two vertices in one place."""
    places = Counter(vertex.point for vertex in boundary.vertices)
    return len(boundary.parts) > 1 or max(places.values()) > 1


def common_denominator() -> int:
    return lcm(*(shape(name).puzzle.denominator for name in NAMES))


def symmetries(ring: Ring) -> list[Ring]:
    """Return the ring in its sixteen attitudes, always run in its own sense."""
    mirrored = tuple(mirror(p) for p in reversed(ring))
    return [tuple(turn(p, eighths) for p in r) for r in (ring, mirrored) for eighths in range(8)]


def normal_form(puzzle: Puzzle, denominator: int) -> NormalForm:
    factor = denominator // puzzle.denominator
    rings = [tuple(scaled(p, factor) for p in ring_of(loop)) for loop in puzzle.boundary.loops]
    return min(edges_from_corner(attitude) for attitude in zip(*map(symmetries, rings), strict=True))


def edges_from_corner(rings: tuple[Ring, ...]) -> NormalForm:
    """Return the edges, measured from the leftmost, then lowest vertex."""
    origin = min((p for ring in rings for p in ring), key=lambda p: (p[0], p[2]))
    pairs = [(p, q) for ring in rings for p, q in zip(ring, (*ring[1:], ring[0]), strict=True)]
    return tuple(sorted((subtract(p, origin), subtract(q, origin)) for p, q in pairs))


def test_there_are_at_least_45() -> None:
    assert len(NAMES) >= 45


def test_there_are_the_13_convex_tangrams() -> None:
    convex = of_source(CONVEX)
    assert len(convex) == 13
    for figure in convex:
        boundary = figure.puzzle.boundary
        assert len(boundary.loops) == 1
        assert all(vertex.convex for vertex in boundary.vertices), figure.name


def test_every_shape_is_convex_or_of_our_own_design() -> None:
    assert len(of_source(CONVEX)) + len(of_source(OWN)) == len(NAMES)


def test_many_own_figures_have_eleven_vertices_or_more() -> None:
    own = of_source(OWN)
    assert len(own) >= 32
    assert sum(vertices(figure.puzzle.boundary) >= 11 for figure in own) >= 20


def test_some_own_figures_have_holes() -> None:
    assert sum(has_hole(figure.puzzle.boundary) for figure in of_source(OWN)) >= 5


def test_some_own_figures_touch_in_points() -> None:
    assert sum(touches_in_a_point(figure.puzzle.boundary) for figure in of_source(OWN)) >= 6


def test_all_are_distinct_up_to_turning_and_mirroring() -> None:
    denominator = common_denominator()
    by_form: dict[NormalForm, str] = {}
    for name in NAMES:
        twin = by_form.setdefault(normal_form(shape(name).puzzle, denominator), name)
        assert twin == name, f"{name} is {twin} again"


def test_the_normal_form_does_not_change_with_the_attitude() -> None:
    puzzle = shape("swan").puzzle
    rings = tuple(tuple(turn(mirror(p), 3) for p in reversed(ring)) for ring in puzzle.rings)
    attitude = Puzzle("swan turned and mirrored", rings, puzzle.denominator)
    assert normal_form(attitude, puzzle.denominator) == normal_form(puzzle, puzzle.denominator)


@pytest.mark.parametrize("name", NAMES)
def test_is_described(name: str) -> None:
    figure = shape(name)
    assert figure.name == name
    assert name == name.lower()
    assert set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert figure.title
    assert figure.source
    degree, _, reason = figure.difficulty.partition("; ")
    assert degree in ("easy", "medium", "hard")
    assert reason


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_is_solvable(name: str) -> None:
    (puzzle,) = read_outlines(name)
    assert isinstance(puzzle, Puzzle)
    pieces = tuple(piece for piece in TANGRAM.names for _ in range(puzzle.stock[piece]))
    assert tilings(puzzle.boundary, [pieces], puzzle.denominator)
