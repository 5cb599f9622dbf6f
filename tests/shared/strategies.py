"""Strategies of the tests, each named like what it generates.

An assembly is a tuple of placements that do not overlap: pieces laid edge to edge or vertex to vertex, so that its
rings together are an outline with a known solution.
"""

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple, TypeAlias

from hypothesis import strategies as st

from heuristan.tangram.boundary import Boundary, Ring, sides
from heuristan.tangram.lattice.points import (
    LIMIT,
    ORIGIN,
    Code,
    Direction,
    Point,
    add,
    bounds,
    code,
    mirror,
    point,
    turn,
)
from heuristan.tangram.pieces.sets import (
    TANGRAM,
    PieceSet,
    Placement,
    ShapeAtVertex,
    along,
    lay,
    pieces_at_vertices,
    ring_from,
    scaled,
)
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

Assembly: TypeAlias = tuple[Placement, ...]

directions = st.integers(0, 7)
"""Directions, in steps of 45 degrees."""

numbers = st.tuples(st.integers(-LIMIT, LIMIT), st.integers(-LIMIT, LIMIT))
"""Numbers a + b/sqrt2 as (a, b), over the whole exact range."""


def points(reach: int = 60) -> st.SearchStrategy[Point]:
    """Lattice points with coefficients up to a reach, in units (half legs)."""
    c = st.integers(-reach, reach)
    return st.builds(point, c, c, c, c)


def leg_points(reach: int = 30) -> st.SearchStrategy[Point]:
    """Lattice points where the vertices of pieces may lie: whole legs, not half ones."""
    return points(reach).map(lambda p: scaled(p, 2))


def _length(legs: int, roots: int) -> Code:
    return code(2 * legs, 4 * roots)


lengths = st.builds(_length, st.integers(-12, 12), st.integers(-12, 12)).map(abs).filter(bool)
"""Positive lengths of a + b sqrt2 legs, in units."""


class Motion(NamedTuple):
    """A motion of the plane that keeps the lattice: mirror in the x axis (or not), turn, move."""

    mirrors: bool
    eighths: int
    displacement: Point

    def moved(self, p: Point) -> Point:
        return add(turn(mirror(p) if self.mirrors else p, self.eighths), self.displacement)

    def ring(self, ring: Ring) -> Ring:
        """The ring moved, run again with the interior on the same side."""
        moved = tuple(self.moved(p) for p in ring)
        return moved[::-1] if self.mirrors else moved

    def direction(self, direction: Direction) -> Direction:
        return ((-direction if self.mirrors else direction) + self.eighths) % 8


motions = st.builds(Motion, st.booleans(), directions, leg_points(10))


def _at_vertices(name: str, denominator: int, pieces: PieceSet = TANGRAM) -> tuple[ShapeAtVertex, ...]:
    table = pieces_at_vertices(pieces, denominator)
    return tuple(shape for opening in sorted(table) for shape in table[opening] if shape.name == name)


def placements(names: Iterable[str] = TANGRAM.names, denominator: int = 1) -> st.SearchStrategy[Placement]:
    """Pieces in any orientation at any place."""
    laid = st.sampled_from(sorted(names)).flatmap(lambda name: st.sampled_from(_at_vertices(name, denominator)))
    return st.builds(lay, laid, leg_points())


def placed(name: str, ring: Ring) -> Placement:
    return Placement(name, bounds(ring), ring)


def overlap(p: Placement, q: Placement) -> bool:
    """Return whether two convex placements have inner points in common: they overlap on each of the four axes."""
    return all(
        low < other_high and other_low < high
        for low, high, other_low, other_high in zip(
            p.bounds[::2], p.bounds[1::2], q.bounds[::2], q.bounds[1::2], strict=True
        )
    )


def joins(
    assembly: Assembly, name: str, denominator: int = 1, touches: bool = False, pieces: PieceSet = TANGRAM
) -> list[Placement]:
    """Every way to lay a piece against a side of an assembly, or (touches) only at one of its vertices."""
    found: dict[tuple[Code, ...], Placement] = {}
    for placement in assembly:
        for direction, _, end in sides(placement.ring):
            for shape in _at_vertices(name, denominator, pieces):
                if touches or shape.opening == (direction + 4) % 8:
                    laid = lay(shape, end)
                    if laid.bounds not in found and not any(overlap(laid, other) for other in assembly):
                        found[laid.bounds] = laid
    return list(found.values())


@st.composite
def grown_assemblies(
    draw: st.DrawFn, names: Iterable[str], denominator: int = 1, pieces: PieceSet = TANGRAM
) -> Assembly:
    """All these pieces, in any order, each laid against a side of an earlier one; sometimes only at a vertex."""
    first, *others = draw(st.permutations(sorted(names)))
    assembly: Assembly = (
        draw(st.sampled_from(_at_vertices(first, denominator, pieces)).map(lambda c: lay(c, ORIGIN))),
    )
    for name in others:
        touches = draw(st.integers(0, 5)) == 5
        assembly = (*assembly, draw(st.sampled_from(joins(assembly, name, denominator, touches, pieces))))
    return assembly


def small_assemblies(least: int = 1, most: int = 4) -> st.SearchStrategy[Assembly]:
    """A few pieces of any kind grown together."""
    stocks = st.lists(st.sampled_from(sorted(TANGRAM.names)), min_size=least, max_size=most)
    return stocks.flatmap(grown_assemblies)


def _cell(filling: int) -> Assembly:
    """One square leg: empty (0), a square (1), one small triangle (2 to 5), two of them (6, 7)."""
    vertices = ring_from(ORIGIN, (along(0, 1), along(2, 1), along(4, 1), along(6, 1)))
    halves = [placed("small-triangle", tuple(p for j, p in enumerate(vertices) if j != i)) for i in range(4)]
    fillings: tuple[Assembly, ...] = (
        (),
        (placed("square", vertices),),
        *((half,) for half in halves),
        (halves[0], halves[2]),
        (halves[1], halves[3]),
    )
    return fillings[filling]


@st.composite
def block_assemblies(draw: st.DrawFn) -> Assembly:
    """Cells of a grid filled or left empty: holes, islands in holes, point contacts, several parts."""
    width, height = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    fillings = draw(
        st.lists(st.sampled_from([1, 0, 6, 7, 2, 3, 4, 5]), min_size=width * height, max_size=width * height)
    )
    motion = draw(motions)
    return tuple(
        placed(piece.name, motion.ring(tuple(add(p, point(2 * x, 0, 2 * y, 0)) for p in piece.ring)))
        for (x, y), filling in zip(product(range(width), range(height)), fillings, strict=True)
        for piece in _cell(filling)
    )


assemblies: st.SearchStrategy[Assembly] = st.one_of(
    small_assemblies(1, 7), block_assemblies().filter(lambda assembly: len(assembly) > 0)
)
"""Any assemblies: grown, or blocks with holes, islands and point contacts."""


def full_sets(sets: int = 1, pieces: PieceSet = TANGRAM) -> st.SearchStrategy[Assembly]:
    """All the pieces of a number of sets, grown together."""
    return grown_assemblies(list(pieces.stock(sets).elements()), pieces=pieces)


def puzzles(sets: int = 1) -> st.SearchStrategy[Puzzle]:
    """Puzzles that have a solution."""
    return full_sets(sets).map(lambda assembly: make_puzzle("drawn", [placement.ring for placement in assembly]))


def boundary_of(assembly: Assembly) -> Boundary:
    """The boundary of an assembly's union."""
    return Boundary.of(placement.ring for placement in assembly)
