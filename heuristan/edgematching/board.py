"""The places of a puzzle: cells, the forms of a piece; a box of them; and the locations of edges (section 3).

Faces of a cell are numbered clockwise.

Of squares and cubes coordinates are doubled so that all are integers: the centre of the place in row r and column c is
(2r + 1, 2c + 1), and an edge lies half a unit from it, which doubled is one. So an edge location has one even
coordinate, that of its normal. In a box of hexagons every second row, from the second on, lies half a cell to the
east, and edge locations are the index of a place and a face.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple, TypeAlias

Faces: TypeAlias = tuple[int, ...]
"""The colours of a piece's faces."""

Turn: TypeAlias = tuple[int, ...]
"""For each face the one that it shows after the turn."""


class Cell(NamedTuple):
    """The form of all pieces of a puzzle."""

    kind: str
    """Its name in files, in the plural."""
    sizes: tuple[str, ...]
    """The names of a board's sizes."""
    faces: tuple[str, ...]
    """The names of the faces in files."""
    names: tuple[str, ...]
    """The same in words."""
    opposite: tuple[int, ...]
    """For each face the one of the piece beyond that meets it."""
    turns: tuple[Turn, ...]
    """All turns; the first changes nothing."""

    @property
    def is_rectangular(self) -> bool:
        """Whether the faces follow the coordinates: two for each, as those of squares and cubes do."""
        return len(self.faces) == 2 * len(self.sizes)

    def turned(self, faces: Faces, turn: int) -> Faces:
        """Return the colours of a piece after a turn; a negative one is undone."""
        step = self.turns[abs(turn)]
        return tuple(faces[step.index(face) if turn < 0 else step[face]] for face in range(len(step)))


def _spun(count: int) -> tuple[Turn, ...]:
    """Return the turns of a polygon, clockwise: after one, each face shows the one before it."""
    return tuple(tuple((face - turn) % count for face in range(count)) for turn in range(count))


_SPUN, _TIPPED_NORTH, _TIPPED_EAST = (3, 0, 1, 2, 4, 5), (4, 1, 5, 3, 2, 0), (0, 4, 2, 5, 3, 1)
"""For each face of a cube the one that it shows after a quarter turn: about the upper face clockwise, and so that the
upper face looks north, or east."""


def _cube_turns() -> Iterator[Turn]:
    for tips in ((), *((_TIPPED_NORTH,) * count for count in (1, 2, 3)), (_TIPPED_EAST,), (_TIPPED_EAST,) * 3):
        for spins in range(4):
            found = tuple(range(6))
            for step in (*(_SPUN,) * spins, *tips):
                found = tuple(found[face] for face in step)
            yield found


SQUARE = Cell(
    "squares",
    ("rows", "columns"),
    ("N", "E", "S", "W"),
    ("north", "east", "south", "west"),
    (2, 3, 0, 1),
    _spun(4),
)
CUBE = Cell(
    "cubes",
    ("layers", "rows", "columns"),
    (*SQUARE.faces, "U", "D"),
    (*SQUARE.names, "upper", "lower"),
    (2, 3, 0, 1, 5, 4),
    tuple(_cube_turns()),
)
"""Turn 4a + b is b quarter turns about the upper face, and then for a = 1, 2, 3 as many that send the upper face north,
for a = 4 or 5 one or three that send it east. Up is towards the layer before, down towards the next one."""

HEXAGON = Cell(
    "hexagons",
    ("rows", "columns"),
    ("NE", "E", "SE", "SW", "W", "NW"),
    ("north-east", "east", "south-east", "south-west", "west", "north-west"),
    (3, 4, 5, 0, 1, 2),
    _spun(6),
)
CELLS = {cell.kind: cell for cell in (SQUARE, CUBE, HEXAGON)}


Location: TypeAlias = tuple[int, ...]
"""Place of an edge: the same for the two faces that meet there."""

_AXIS_AND_SIGN = ((-2, -1), (-1, 1), (-2, 1), (-1, -1), (-3, -1), (-3, 1))
"""Axis and direction of each face. Axes are counted from the last one, because boxes have a layer before row and
column."""


_HEXAGON_STEPS = (
    ((-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
    ((-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)),
)
"""For rows in line with the first one, and for those between, the step beyond each face."""


@dataclass(frozen=True)
class Board:
    """A box of places, or some of them.

    Attributes:
        sizes: rows and columns, or layers, rows and columns.
        cell: the form of the places, with as many sizes.
        missing: the places of the box that the board does not have; the frame runs around them too.
    """

    sizes: tuple[int, ...]
    cell: Cell = SQUARE
    missing: tuple[tuple[int, ...], ...] = ()

    @property
    def dimension(self) -> int:
        return len(self.sizes)

    @property
    def layers(self) -> int:
        """The number of layers; 1 for all but cubes."""
        return self.sizes[0] if self.cell is CUBE else 1

    @property
    def faces(self) -> range:
        """The indices of a piece's faces."""
        return range(len(self.cell.faces))

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        """All places, row by row (layer by layer)."""
        missing = set(self.missing)
        return tuple(place for place in product(*map(range, self.sizes)) if place not in missing)

    @cached_property
    def index_of(self) -> dict[tuple[int, ...], int]:
        return {place: index for index, place in enumerate(self.places)}

    def beside(self, place: tuple[int, ...], face: int) -> tuple[int, ...] | None:
        """Return the place beyond a face, or None if the frame is there."""
        found = tuple(at + step for at, step in zip(place, self._step(place, face), strict=True))
        return found if found in self.index_of else None

    def _step(self, place: tuple[int, ...], face: int) -> tuple[int, ...]:
        if self.cell is HEXAGON:
            return _HEXAGON_STEPS[place[0] % 2][face]
        axis, sign = _AXIS_AND_SIGN[face]
        step = [0] * self.dimension
        step[axis] = sign
        return tuple(step)

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
        if not self.cell.is_rectangular:
            beyond = self.beside(place, face)
            ends = [(self.index_of[place], face)]
            if beyond is not None:
                ends.append((self.index_of[beyond], self.cell.opposite[face]))
            return min(ends)
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
        return tuple(word.removesuffix("s") for word in self.cell.sizes)
