"""The places of a puzzle: a box of unit squares or cubes, their faces, and where edges can lie (section 3).

Coordinates are doubled so that all are integers: the place in row r and column c has its centre at (2r + 1, 2c + 1),
and an edge lies half a unit, doubled one, from it. So an edge location has one even coordinate, that of its normal.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TypeAlias

Spot: TypeAlias = tuple[int, ...]
"""Doubled coordinates: (row, column), or (layer, row, column)."""

FACES = "NESWUD"
"""North, east, south, west; up and down (the layer before and the one after) in three dimensions."""

NAMES = {"N": "north", "E": "east", "S": "south", "W": "west", "U": "upper", "D": "lower"}

OPPOSITE = (2, 3, 0, 1, 5, 4)
"""The index of the face that looks the other way."""

_AXIS_AND_SIGN = ((-2, -1), (-1, 1), (-2, 1), (-1, -1), (-3, -1), (-3, 1))
"""Of each face: rows and columns are counted from the back, as a layer may stand before them."""


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
        """The place beyond a face, or None where that is the frame."""
        axis, sign = _AXIS_AND_SIGN[face]
        moved = list(place)
        moved[axis] += sign
        found = tuple(moved)
        return found if found in self.index_of else None

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each place and face the index of the place beyond."""
        return tuple(
            tuple(
                None if beyond is None else self.index_of[beyond]
                for face in self.faces
                for beyond in [self.beside(place, face)]
            )
            for place in self.places
        )

    def spot(self, place: tuple[int, ...], face: int) -> Spot:
        """Where the edge of a face lies."""
        axis, sign = _AXIS_AND_SIGN[face]
        centre = [2 * each + 1 for each in place]
        centre[axis] += sign
        return tuple(centre)

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """All edge locations, each once."""
        return tuple(sorted({self.spot(place, face) for place in self.places for face in self.faces}))

    def wall(self, face: int) -> tuple[tuple[int, ...], ...]:
        """The places whose face touches the frame, row by row."""
        return tuple(place for place in self.places if self.beside(place, face) is None)

    def named(self, place: tuple[int, ...]) -> str:
        """A place in words, counted from 1."""
        words = ("layer", "row", "column")[-self.dimension :]
        return ", ".join(f"{word} {at + 1}" for word, at in zip(words, place, strict=True))
