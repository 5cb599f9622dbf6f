"""The rows of the search's tables: plain objects, or records of numpy arrays where the search is compiled.

The search (`exact.kernel`) reads and writes fields of rows, ``points[i].sectors``. A table of rows is a list
of objects in plain Python and a structured array when the search is compiled: one source serves both.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple


class Row:
    """Integer fields by name, all zero at first."""

    __slots__: tuple[str, ...] = ()
    fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.fields = tuple(name for base in reversed(cls.__mro__) for name in getattr(base, "__slots__", ()))

    def __init__(self) -> None:
        for name in self.fields:
            setattr(self, name, 0)


class Box(Row):
    """Minimum and maximum projections on the four axes: a convex polygon, or a segment."""

    __slots__ = ("lo0", "hi0", "lo1", "hi1", "lo2", "hi2", "lo3", "hi3")  # noqa: RUF023 - as in `lattice.bounds`
    lo0: int
    hi0: int
    lo1: int
    hi1: int
    lo2: int
    hi2: int
    lo3: int
    hi3: int


class Edge(Box):
    """An edge of the outline."""

    __slots__ = ("sectors",)
    sectors: int
    """The four sectors of interior beside it."""


class Laid(Box):
    """A piece laid with one of its vertices at the origin."""

    __slots__ = ("angle", "arriving", "kind", "leaving", "ring", "ring_end")
    kind: int
    angle: int
    """Angle of the vertex, in steps of 45 degrees."""
    leaving: int
    """Length of the side that leaves the vertex."""
    arriving: int
    """Length of the side that arrives at it."""
    ring: int
    """First row of its vertices in the table of rings."""
    ring_end: int
    """Row after its last vertex."""


class Spot(Row):
    """A point by its four projections."""

    __slots__ = ("u0", "u1", "u2", "u3")
    u0: int
    u1: int
    u2: int
    u3: int


class Bend(Spot):
    """A vertex of the outline, with the edge that leaves it."""

    __slots__ = ("angle", "following", "opening")
    opening: int
    """The direction of the edge, the interior to its left."""
    angle: int
    following: int
    """The row of the vertex where the edge ends."""


class Watched(Spot):
    """A point where what is left of the puzzle may have a vertex."""

    __slots__ = ("sectors", "touched")
    sectors: int
    """The sectors round it that are still to be filled, a bit each."""
    touched: int
    """The number of the node at which they last changed."""


class Fit(Box):
    """A piece that fits at a convex vertex."""

    __slots__ = ("kind", "laid", "point")
    kind: int
    laid: int
    """Its row of `Laid`."""
    point: int


class Wedge(Row):
    """A convex vertex, and the rows of the table of choices that hold what fits there."""

    __slots__ = ("end", "first", "point")
    point: int
    first: int
    end: int


class Level(Row):
    """The state of the search at a depth."""

    __slots__ = ("changes", "choices", "first", "fit", "fits", "next", "next_end", "points", "wedges", "wedges_end")
    wedges: int
    """First row of the convex vertices at this depth in the table of wedges."""
    wedges_end: int
    """Row after the last of them."""
    first: int
    """First row, in the table of choices, of the choices at the vertex that is filled at this depth."""
    next: int
    """Row of the next choice."""
    next_end: int
    """Row after the last choice."""
    fit: int
    """The fit that is now placed at this depth."""
    points: int
    """Number of rows of the table of points at this depth; the next ones are the same for other tables."""
    changes: int
    fits: int
    choices: int


class Change(Row):
    """The sectors of a point before a piece was placed."""

    __slots__ = ("point", "sectors")
    point: int
    sectors: int


class Tables(NamedTuple):
    """Everything that the set of pieces and the geometry of sectors determine."""

    stock: list[int]
    """Number of pieces of each kind."""
    laid: list[Laid]
    """Shapes at a vertex by opening, the widest angles first."""
    opening: list[int]
    """The pieces that open in direction d are the rows from opening[d] up to opening[d + 1]."""
    rings: list[Spot]
    sums: list[int]
    """A hash table of lengths that sides of pieces add up to; -1 where it is empty."""
    half: list[int]
    """The four sectors from s on."""
    size: list[int]
    """For each set of eight sectors, the number of those in it."""
    convex_at: list[int]
    """The convex vertices that sectors form are the rows of `convex` from convex_at[sectors] on."""
    convex: list[int]
    """Convex vertices as 4 * opening + angle."""
    up: list[int]
    """up[8 * sectors + s]: how many of the sectors from s on, counter-clockwise, are set without a gap."""
    down: list[int]
    """The same clockwise."""


class Outline(NamedTuple):
    """The outline to fill, as in `heuristan.tangram.boundary.LoopTable`."""

    vertices: Sequence[Sequence[int]]
    """Four projections, the opening and the angle of each, loop after loop."""
    ends: Sequence[int]
    """For each loop, the number of vertices up to its end."""
    near: int
    """Maximum distance of points and lines that count as the same; 0 on the lattice."""
    leeway: int
    """The same for points, and for sides that overlap; if it is more, pieces are fitted."""


class Board(NamedTuple):
    """The state of a search."""

    outline: list[Bend]
    edges: list[Edge]
    stock: list[int]
    points: list[Watched]
    fits: list[Fit]
    choices: list[int]
    """Rows of the table of fits."""
    wedges: list[Wedge]
    changes: list[Change]
    levels: list[Level]
    registers: list[int]
    placed: list[list[int]]
    """A solution: for each piece its kind, and the number of vertices up to its end."""
    vertices: list[list[int]]
    """The four projections of each vertex of a solution."""
    chosen: list[int]
    """For each piece of a solution, the number of fits that it was chosen from."""
