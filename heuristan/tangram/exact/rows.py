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
    """Least and greatest projections on the four axes: a convex polygon, or a segment."""

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
    """A piece laid with one of its corners at the origin."""

    __slots__ = ("angle", "arriving", "kind", "leaving", "ring", "ring_end")
    kind: int
    angle: int
    """Of the corner, in steps of 45 degrees."""
    leaving: int
    """Length of the side that leaves the corner."""
    arriving: int
    """Length of the side that arrives at it."""
    ring: int
    """Its corners are the rows of the table of rings from here ..."""
    ring_end: int
    """... up to here."""


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
    """A convex vertex, and the stretch of the table of choices that holds what fits there."""

    __slots__ = ("end", "first", "point")
    point: int
    first: int
    end: int


class Level(Row):
    """The state of the search at a depth."""

    __slots__ = ("changes", "choices", "first", "fit", "fits", "next", "next_end", "points", "wedges", "wedges_end")
    wedges: int
    """The convex vertices at this depth are the rows of the table of wedges from here ..."""
    wedges_end: int
    """... up to here."""
    first: int
    """The choices at the vertex that is filled at this depth are the rows of the table of choices from here ..."""
    next: int
    """... the next one is this ..."""
    next_end: int
    """... up to here."""
    fit: int
    """The fit that is placed at this depth now."""
    points: int
    """How many rows the tables have at this depth: points, ..."""
    changes: int
    fits: int
    choices: int


class Change(Row):
    """The sectors of a point before a piece was placed."""

    __slots__ = ("point", "sectors")
    point: int
    sectors: int


class Tables(NamedTuple):
    """What the set of pieces and the geometry of sectors fix."""

    stock: list[int]
    """How many pieces there are of each kind."""
    laid: list[Laid]
    """By opening; the widest corners first."""
    opening: list[int]
    """The pieces that open in direction d are the rows from opening[d] up to opening[d + 1]."""
    rings: list[Spot]
    sums: list[int]
    """A hash table of lengths that sides of pieces add up to; -1 where it is empty."""
    half: list[int]
    """The four sectors from s on."""
    size: list[int]
    """How many of eight sectors are set."""
    convex_at: list[int]
    """The convex vertices that sectors form are the rows of `convex` from convex_at[sectors] on."""
    convex: list[int]
    """4 * opening + angle."""
    up: list[int]
    """up[8 * sectors + s]: how many of the sectors from s on, counter-clockwise, are set without a gap."""
    down: list[int]
    """The same clockwise."""


class Outline(NamedTuple):
    """What is to be filled, as `heuristan.tangram.boundary.LoopTable` has it."""

    vertices: Sequence[Sequence[int]]
    """Four projections, the opening and the angle of each, loop after loop."""
    ends: Sequence[int]
    """For each loop how many vertices there are up to its end."""
    near: int
    """How far apart what is the same may lie: 0 on the lattice."""


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
    """A solution: for each piece its kind, and how many corners there are up to its end, ..."""
    vertices: list[list[int]]
    """... the four projections of each corner, ..."""
    chosen: list[int]
    """... and of how many fits each piece was chosen."""
