"""Puzzles of polygons with given orientations: pieces that may be moved, sides with colours, a frame with holes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from typing import NamedTuple, TypeAlias

Spot: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Spot, ...]
Colours: TypeAlias = tuple[str, ...]
"""One for each side of a ring; side j leads from corner j to the next one."""

PLAIN = ""
"""The colour of sides that have none: the tangram's."""

NEARNESS = 1e-5
"""Lengths that differ by less than this share of the frame's size are the same. Coordinates of five decimals are better
than that, and the shortest side of a tangram is a tenth of its outline: far away."""

MOST_PIECES = 40
"""A relaxation has a matrix for each piece; beyond this a single one takes minutes."""

MOST_CORNERS = 400
"""Of a piece or of all rings of a frame."""


class PolygonPuzzleError(ValueError):
    """What is wrong with a puzzle, where, and the smallest change that would mend it."""


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
    """Its corners, counter-clockwise, where the file shows them."""
    colours: Colours

    @cached_property
    def area(self) -> float:
        return signed_area(self.ring)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        return tuple(sides_of(self.ring, self.colours))

    @cached_property
    def middle(self) -> Spot:
        """The middle of its bounding box: what a solution moves."""
        return middle_of(self.ring)

    def moved(self, by: Spot) -> Ring:
        return tuple((x + by[0], y + by[1]) for x, y in self.ring)


@dataclass(frozen=True)
class PolygonPuzzle:
    """Pieces that fill a frame when each is moved to its place, matching colours along every side."""

    id: str
    frame: tuple[Ring, ...]
    """Rings round the region to be filled: outer ones counter-clockwise, holes clockwise."""
    frame_colours: tuple[Colours, ...]
    pieces: tuple[Piece, ...]
    set: str | None = None
    """The set of pieces where these are one, "tangram": the exact judge then has a say as well."""

    @cached_property
    def area(self) -> float:
        """Of the region to be filled."""
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
        """Lengths that differ by less are the same, in the puzzle's own unit."""
        return NEARNESS * self.size


def sides_of(ring: Ring, colours: Colours) -> Iterator[Side]:
    ends = (*ring[1:], *ring[:1])
    return (Side(*found) for found in zip(ring, ends, colours, strict=True))


def signed_area(ring: Sequence[Spot]) -> float:
    """Positive if the ring runs counter-clockwise."""
    # from its first corner: far from the origin the products are all alike, and nothing is left of the area
    x, y = ring[0]
    spots = [(p[0] - x, p[1] - y) for p in ring[1:]]
    return sum(p[0] * q[1] - q[0] * p[1] for p, q in pairwise(spots)) / 2


def extent(spots: Sequence[Spot]) -> Spot:
    """Width and height of what spots span."""
    xs, ys = zip(*spots, strict=True)
    return max(xs) - min(xs), max(ys) - min(ys)


def middle_of(spots: Sequence[Spot]) -> Spot:
    """The middle of the bounding box of spots."""
    xs, ys = zip(*spots, strict=True)
    return (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2


def length(side: Side) -> float:
    return hypot(side.end[0] - side.start[0], side.end[1] - side.start[1])


def turned_round(ring: Ring, colours: Colours) -> tuple[Ring, Colours]:
    """The ring run the other way; each side keeps its colour."""
    return ring[::-1], (*colours[-2::-1], colours[-1])


def groups_of_same(puzzle: PolygonPuzzle) -> list[list[int]]:
    """The pieces that may be exchanged, as lists of their numbers from 0: same shape, orientation and colours."""
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
    """Whether two pieces are the same but for where they lie."""
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
    """A coordinate as files have it: twelve decimals, no negative zero."""
    return round(number, 12) + 0.0


def listed(numbers: Iterable[int]) -> str:
    """Numbers from 0 as readers count them."""
    return ", ".join(str(number + 1) for number in numbers)
