"""Cells: the forms of a piece, with their faces, and the turns that lay a piece on itself.

A cell knows only itself; how cells lie beside each other is the board's. Faces are numbered clockwise. A triangle may
point up or down: one that points down is one that points up turned by half a turn, and its faces keep their numbers, so
two triangles meet at faces of the same number.
"""

from collections.abc import Iterator
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
    names_down: tuple[str, ...] = ()
    """The names of the faces of a piece that points down, if pieces do."""

    @property
    def has_two_sides(self) -> bool:
        """Whether edges that meet look from different sides. Those of triangles do not: they have the same number."""
        return all(face != beyond for face, beyond in enumerate(self.opposite))

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
TRIANGLE = Cell(
    "triangles",
    ("rows", "columns"),
    ("B", "L", "R"),
    ("lower", "left", "right"),
    (0, 1, 2),
    _spun(3),
    ("upper", "right", "left"),
)
"""Base, and the two other faces clockwise, of a triangle that points up."""

CELLS = {cell.kind: cell for cell in (SQUARE, CUBE, HEXAGON, TRIANGLE)}
