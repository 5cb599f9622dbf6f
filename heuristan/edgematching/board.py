"""The places of a puzzle: a box of unit squares or cubes, their faces, and the locations of edges (section 3).

Coordinates are doubled so that all are integers: the centre of the place in row r and column c is (2r + 1, 2c + 1), and
an edge lies half a unit from it, which doubled is one. So an edge location has one even coordinate, that of its normal.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TypeAlias

Location: TypeAlias = tuple[int, ...]
"""Doubled coordinates of an edge: (row, column), or (layer, row, column)."""

FACES = "NESWUD"
"""North, east, south, west; in three dimensions also up (towards the layer before) and down (towards the next one)."""

NAMES = {"N": "north", "E": "east", "S": "south", "W": "west", "U": "upper", "D": "lower"}

OPPOSITE = (2, 3, 0, 1, 5, 4)
"""The index of the face that looks the other way."""

_AXIS_AND_SIGN = ((-2, -1), (-1, 1), (-2, 1), (-1, -1), (-3, -1), (-3, 1))
"""Axis and direction of each face. Axes are counted from the last one, because boxes have a layer before row and
column."""


@dataclass(frozen=True)
class Board:
    """A box of places.

    Attributes:
        sizes: rows and columns, or layers, rows and columns.
    """

    sizes: tuple[int, ...]

    @property
    def dimension(self) -> int:
        return len(self.sizes)

    @property
    def faces(self) -> range:
        """The indices of a piece's faces."""
        return range(2 * self.dimension)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """All places, row by row (layer by layer)."""
        return tuple(product(*map(range, self.sizes)))

    @cached_property
    def index_of(self) -> dict[tuple[int, ...], int]:
        return {place: index for index, place in enumerate(self.places)}

    def beside(self, place: tuple[int, ...], face: int) -> tuple[int, ...] | None:
        """Return the place beyond a face, or None if the frame is there."""
        axis, sign = _AXIS_AND_SIGN[face]
        moved = list(place)
        moved[axis] += sign
        found = tuple(moved)
        return found if found in self.index_of else None

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each place and face, the index of the place beyond it, or None for the frame."""
        return tuple(
            tuple(
                None if beyond is None else self.index_of[beyond]
                for face in self.faces
                for beyond in [self.beside(place, face)]
            )
            for place in self.places
        )

    def location(self, place: tuple[int, ...], face: int) -> Location:
        """Return the location of a face's edge."""
        axis, sign = _AXIS_AND_SIGN[face]
        centre = [2 * each + 1 for each in place]
        centre[axis] += sign
        return tuple(centre)

    @cached_property
    def locations(self) -> tuple[Location, ...]:
        """All edge locations, each once."""
        return tuple(sorted({self.location(place, face) for place in self.places for face in self.faces}))

    def wall(self, face: int) -> tuple[tuple[int, ...], ...]:
        """Return the places whose face touches the frame, row by row."""
        return tuple(place for place in self.places if self.beside(place, face) is None)

    def describe(self, place: tuple[int, ...]) -> str:
        """Return a place in words, counted from 1."""
        return ", ".join(f"{word} {at + 1}" for word, at in zip(self.words, place, strict=True))

    @property
    def words(self) -> tuple[str, ...]:
        """The names of a place's coordinates."""
        return ("layer", "row", "column")[-self.dimension :]
