"""Puzzles of polygons with given orientations: movable pieces, sides with colours, a frame that may have holes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heuristan.common.plane import Ring, Spot, signed_area

if TYPE_CHECKING:
    import shapely

KIND = "polygons"
"""The value of the key "kind" in files."""

Colours: TypeAlias = tuple[str, ...]
"""The colour of each side of a ring; side j leads from corner j to the next one."""

PLAIN = ""
"""The colour of sides without a colour, like those of the tangram."""

NEARNESS = 1e-5
"""Share of the frame's size below which lengths count as equal. Coordinates of five decimals are more precise, and the
shortest side of a tangram is a tenth of its outline."""

MAX_PIECES = 40
"""Maximum number of pieces: a relaxation has a matrix for each, and beyond this a single one takes minutes."""

MAX_CORNERS = 400
"""Maximum number of corners of a piece, or of all rings of a frame together."""


class Side(NamedTuple):
    """A side of a polygon, the polygon to its left."""

    start: Spot
    end: Spot
    colour: str


@dataclass(frozen=True)
class Piece:
    """A polygon that may be moved."""

    name: str
    ring: Ring
    """The corners, counter-clockwise, where the file shows them."""
    colours: Colours

    @cached_property
    def area(self) -> float:
        return signed_area(self.ring)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        return tuple(sides_of(self.ring, self.colours))

    @cached_property
    def middle(self) -> Spot:
        """The middle of the bounding box."""
        return middle_of(self.ring)

    def moved(self, by: Spot) -> Ring:
        return tuple((x + by[0], y + by[1]) for x, y in self.ring)


@dataclass(frozen=True)
class PolygonPuzzle:
    """Pieces that fill a frame when each is moved to its place, with equal colours along all sides that meet."""

    id: str
    frame: tuple[Ring, ...]
    """Rings around the region to be filled: outer ones counter-clockwise, holes clockwise."""
    frame_colours: tuple[Colours, ...]
    pieces: tuple[Piece, ...]
    set: str | None = None
    """The name of the set that the pieces make, such as "tangram"; then the exact judge of outlines checks as well."""

    @cached_property
    def area(self) -> float:
        """The area of the region to be filled."""
        return sum(map(signed_area, self.frame))

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the frame, the region to their left."""
        pairs = zip(self.frame, self.frame_colours, strict=True)
        return tuple(side for ring, colours in pairs for side in sides_of(ring, colours))

    @cached_property
    def is_coloured(self) -> bool:
        """Whether any side has a colour."""
        of_pieces = (side for piece in self.pieces for side in piece.sides)
        return any(side.colour != PLAIN for side in (*self.sides, *of_pieces))

    @cached_property
    def middle(self) -> Spot:
        return middle_of([spot for ring in self.frame for spot in ring])

    @cached_property
    def size(self) -> float:
        """The larger of the frame's width and height."""
        return max(extent([spot for ring in self.frame for spot in ring]))

    @property
    def near(self) -> float:
        """The difference below which lengths count as equal, in the puzzle's unit."""
        return NEARNESS * self.size


def sides_of(ring: Ring, colours: Colours) -> Iterator[Side]:
    ends = (*ring[1:], *ring[:1])
    return (Side(*found) for found in zip(ring, ends, colours, strict=True))


def extent(spots: Sequence[Spot]) -> Spot:
    """Return the width and height of the bounding box of spots."""
    xs, ys = zip(*spots, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def middle_of(spots: Sequence[Spot]) -> Spot:
    """Return the middle of the bounding box of spots."""
    xs, ys = zip(*spots, strict=True)
    return (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2


def length(side: Side) -> float:
    return hypot(side.end[0] - side.start[0], side.end[1] - side.start[1])


def reversed_ring(ring: Ring, colours: Colours) -> tuple[Ring, Colours]:
    """Reverse the direction of a ring; each side keeps its colour."""
    return ring[::-1], (*colours[-2::-1], colours[-1])


def groups_of_same(puzzle: PolygonPuzzle) -> list[list[int]]:
    """Return groups of equal pieces (shape, orientation and colours), as lists of their numbers from 0."""
    found: list[list[int]] = []
    for number, piece in enumerate(puzzle.pieces):
        for group in found:
            if are_same(puzzle.pieces[group[0]], piece, puzzle.near):
                group.append(number)
                break
        else:
            found.append([number])
    return found


def are_same(one: Piece, other: Piece, near: float) -> bool:
    """Return whether two pieces differ only in where they lie."""
    if len(one.ring) != len(other.ring):
        return False
    dx, dy = other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]
    first = one.moved((dx, dy))
    count = len(first)
    return any(
        all(
            abs(first[i][0] - other.ring[i - shift][0]) < near
            and abs(first[i][1] - other.ring[i - shift][1]) < near
            and one.colours[i] == other.colours[i - shift]
            for i in range(count)
        )
        for shift in range(count)
    )


def tidied(number: float) -> float:
    """Return a coordinate as it is written in files: twelve decimals, no negative zero."""
    return round(number, 12) + 0.0


SAME_DIRECTION = 1e-3
"""Maximum difference in radians. Five decimals give directions to about 1e-5, and those of puzzles differ by
degrees."""


class SideKind(NamedTuple):
    """A colour and a direction."""

    colour: str
    direction: tuple[float, float]
    """A unit vector; sides that run against it are of the same kind."""


class SideKinds:
    """All kinds of some sides."""

    def __init__(self, sides: Iterable[Side]) -> None:
        self.kinds: list[SideKind] = []
        for side in sides:
            if self._found(side) is None:
                self.kinds.append(SideKind(side.colour, _direction(side)))

    def of(self, side: Side) -> tuple[int, float]:
        """Return the number of a side's kind, and its sign: 1 along the direction of the kind, -1 against it."""
        found = self._found(side)
        assert found is not None, "the kinds were made from all sides"
        return found

    def _found(self, side: Side) -> tuple[int, float] | None:
        x, y = _direction(side)
        for number, (colour, (u, v)) in enumerate(self.kinds):
            if colour == side.colour and abs(x * v - y * u) < SAME_DIRECTION:
                return number, 1.0 if x * u + y * v > 0 else -1.0
        return None


def _direction(side: Side) -> tuple[float, float]:
    dx, dy = side.end[0] - side.start[0], side.end[1] - side.start[1]
    length = hypot(dx, dy)
    return dx / length, dy / length


def kinds_of(puzzle: PolygonPuzzle) -> SideKinds:
    """Return the kinds of the sides of the frame and the pieces."""
    return SideKinds([*puzzle.sides, *(side for piece in puzzle.pieces for side in piece.sides)])


def is_wider(region: "shapely.Geometry", radius: float) -> bool:
    """Return whether a disc of a radius fits in a region; by its area, a small piece could pass for a thin strip."""
    import shapely

    return not region.is_empty and not shapely.buffer(region, -radius, join_style="mitre").is_empty
