"""Ways to join the next piece: with a side along a side of an assembly, or only at one of its points.

There are two manners of joining:

- ``assembly``: a side of the piece runs along a side of a piece of the assembly, and at one end of it a vertex lies on
  a vertex.
- ``snug``: every piece is made of right triangles with legs of one small leg, and a whole side of such a triangle
  lies along a whole side of another, leg to leg and hypotenuse to hypotenuse. Seen from a leg, the legs of the other
  triangle are parallel to it or at right angles, and the same is true seen from a hypotenuse. So all triangles are
  halves of the cells of one square grid, with legs along it and hypotenuses across its cells. Conversely, pieces on
  that grid that do not overlap meet in whole sides of triangles. So it is enough to lay every piece on the grid.
"""

import operator
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.boundary import Ring, sides
from heuristan.tangram.lattice.points import Code, Direction, Point, add, bounds, parts, projection, subtract
from heuristan.tangram.pieces.sets import UNITS_A_LEG, PieceSet, Placement, Shape, along, orientations

How: TypeAlias = Literal["assembly", "snug"]

Hold: TypeAlias = tuple[Direction, str]
"""A place to join at: the direction of a side and one of its ends; or A_POINT."""

START, END = "start", "end"
A_POINT: Hold = (0, "point")

Directed: TypeAlias = tuple[Direction, Point, Point]
"""A side of a piece or a part of one: direction, start, end."""


class NotSnug(ValueError):
    """The pieces of a set are not all made of right triangles with legs of one small leg."""


class Manner(NamedTuple):
    """A manner of joining pieces."""

    sides: Callable[[Ring], Iterable[Directed]]
    """Returns the sides that are laid along each other."""
    ends: tuple[str, ...]
    """The ends at which they are made to agree."""
    lies: Callable[[Ring], bool]
    """Returns whether a turn of a piece may be used."""

    def holds(self, ring: Ring, in_points: bool = False) -> Iterator[tuple[Hold, Point]]:
        """Yield the places to join at of a piece of the assembly."""
        for direction, start, end in self.sides(ring):
            if in_points:
                yield A_POINT, start
            else:
                yield from (((direction, which), start if which == START else end) for which in self.ends)

    def grips(self, ring: Ring) -> Iterator[tuple[Hold, Point]]:
        """Yield the places that a piece fits, each with the point that goes there. Sides run against each other."""
        for direction, start, end in self.sides(ring):
            yield A_POINT, start
            yield from ((((direction + 4) % 8, which), end if which == START else start) for which in self.ends)


def unit_sides(ring: Ring) -> Iterator[Directed]:
    """Yield the sides of a piece on the grid, cut into sides of its triangles."""
    for direction, start, end in sides(ring):
        step = along(direction, 0, 1) if direction % 2 else along(direction, 1)
        while start != end:
            before, start = start, add(start, step)
            yield direction, before, start


def _is_on_grid(ring: Ring) -> bool:
    """Return whether the sides of a piece run along the grid for whole legs, or across cells for whole hypotenuses."""
    return all(_is_whole(d, projection(end, d) - projection(start, d)) for d, start, end in sides(ring))


def _is_whole(direction: Direction, length: Code) -> bool:
    a, b = parts(length)
    legs, hypotenuses = (a, UNITS_A_LEG), (b, 2 * UNITS_A_LEG)  # sqrt2 is 2/sqrt2
    (number, unit), (other, _) = (hypotenuses, legs) if direction % 2 else (legs, hypotenuses)
    return other == 0 and number % unit == 0


MANNERS: Mapping[How, Manner] = {
    "assembly": Manner(sides, (END, START), lambda _: True),
    "snug": Manner(unit_sides, (END,), _is_on_grid),
}


class Table(NamedTuple):
    """Every way to lay a kind of piece."""

    turns: tuple[Placement, ...]
    """All its turns and mirror images, somewhere in the plane."""
    held: Mapping[Hold, tuple[Placement, ...]]
    """The turns that fit a place, moved so that the point that goes there is the origin."""


@lru_cache(maxsize=64)
def tables_of(how: How, pieces: PieceSet) -> Mapping[str, Table]:
    """Return the tables of the pieces of a set, by their names.

    Raises:
        NotSnug: if a piece cannot be laid on the grid.
    """
    return {shape.name: _table(MANNERS[how], shape) for shape in pieces.shapes}


def _table(manner: Manner, shape: Shape) -> Table:
    turns = [ring for ring in orientations(shape) if manner.lies(ring)]
    if not turns:
        raise NotSnug(f"the {shape.name} is not made of right triangles with legs of one small leg")
    held: dict[Hold, dict[Placement, None]] = defaultdict(dict)
    for ring in turns:
        for hold, grip in manner.grips(ring):
            held[hold][_placed(shape.name, tuple(subtract(p, grip) for p in ring))] = None
    return Table(
        tuple(_placed(shape.name, ring) for ring in turns), {hold: tuple(found) for hold, found in held.items()}
    )


def _placed(name: str, ring: Ring) -> Placement:
    return Placement(name, bounds(ring), ring)


def some_joins(
    random: Random,
    assembly: Sequence[Placement],
    name: str,
    count: int,
    *,
    how: How,
    pieces: PieceSet,
    in_points: bool = False,
) -> list[Placement]:
    """Return some ways to lay a piece, in the order in which they were drawn; fewer only if there are no more.

    Every way to join is equally likely, so a position that joins by several sides is more likely.

    Args:
        random: the source of randomness.
        assembly: the pieces laid so far.
        name: the piece.
        count: maximum number of ways.
        how: the manner of joining.
        pieces: the set of pieces.
        in_points: whether to join points to points, without regard to sides.
    """
    held, manner = tables_of(how, pieces)[name].held, MANNERS[how]
    holds = dict.fromkeys(hold for piece in assembly for hold in manner.holds(piece.ring, in_points))
    ways = [(place, p) for hold, p in holds for place in held.get(hold, ())]
    found: dict[tuple[Code, ...], Placement] = {}
    while ways and len(found) < count:
        # take one out and put the last in its place
        i = random.randrange(len(ways))
        ways[i], (place, p) = ways[-1], ways[i]
        ways.pop()
        there = tuple(map(operator.add, place.bounds, (p[0], p[0], p[1], p[1], p[2], p[2], p[3], p[3])))
        if all(are_apart(there, other.bounds) for other in assembly):
            found[there] = Placement(name, there, tuple([add(q, p) for q in place.ring]))
    return list(found.values())


def are_apart(box: Sequence[Code], other: Sequence[Code]) -> bool:
    """Return whether two convex pieces, given by their bounds, share no inner point (separating axes)."""
    lo0, hi0, lo1, hi1, lo2, hi2, lo3, hi3 = box
    a0, b0, a1, b1, a2, b2, a3, b3 = other
    return b0 <= lo0 or a0 >= hi0 or b2 <= lo2 or a2 >= hi2 or b1 <= lo1 or a1 >= hi1 or b3 <= lo3 or a3 >= hi3
