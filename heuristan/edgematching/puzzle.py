"""A puzzle of squares, cubes, hexagons or triangles (section 3): its places, its pieces with coloured faces, its frame.

Faces of a cell are numbered clockwise. A triangle may point up or down: one that points down is one that points up
turned by half a turn, and its faces keep their numbers, so two triangles meet at faces of the same number.

Of squares and cubes coordinates are doubled so that all are integers: the centre of the place in row r and column c is
(2r + 1, 2c + 1), and an edge lies half a unit from it, which doubled is one. So an edge location has one even
coordinate, that of its normal. In a box of hexagons every second row, from the second on, lies half a cell to the east;
in one of triangles those point up whose row and column have an even sum. Their edge locations are the index of a place
and a face.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.faults import InputError

EXTRA = "edgematching"
"""The extra of heuristan with the libraries of the solvers."""


class PuzzleError(InputError):
    """A puzzle that cannot be used; the message names the spot in it, and the reader of a file adds file and line."""


class LimitReached(Exception):
    """The time limit of a puzzle is reached.

    Attributes:
        effort: the counts of the solver.
        best: the colours at each place when most pieces lay, None where nothing lay.
    """

    def __init__(
        self,
        effort: Mapping[str, int] | None = None,
        best: Sequence[tuple[int, ...] | None] | None = None,
    ) -> None:
        super().__init__()
        self.effort = dict(effort or {})
        self.best = best


class Deadline(Clock):
    """A clock that ends a solver by LimitReached."""

    def check(self) -> None:
        """Raise LimitReached if the limit has passed."""
        if self.is_over():
            raise LimitReached


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

_TRIANGLE_STEPS = (((1, 0), (0, -1), (0, 1)), ((-1, 0), (0, 1), (0, -1)))
"""For triangles that point up and down, the step beyond each face."""


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

    def points_down(self, place: tuple[int, ...]) -> bool:
        """Return whether the piece at a place points down; only triangles do."""
        return bool(self.cell.names_down) and sum(place) % 2 == 1

    def beside(self, place: tuple[int, ...], face: int) -> tuple[int, ...] | None:
        """Return the place beyond a face, or None if the frame is there."""
        found = tuple(at + step for at, step in zip(place, self._step(place, face), strict=True))
        return found if found in self.index_of else None

    def _step(self, place: tuple[int, ...], face: int) -> tuple[int, ...]:
        if self.cell is HEXAGON:
            return _HEXAGON_STEPS[place[0] % 2][face]
        if self.cell is TRIANGLE:
            return _TRIANGLE_STEPS[self.points_down(place)][face]
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

    def face_name(self, place: tuple[int, ...], face: int) -> str:
        """Return what the face of a piece at a place is called."""
        return (self.cell.names_down if self.points_down(place) else self.cell.names)[face]

    @property
    def words(self) -> tuple[str, ...]:
        """The names of a place's coordinates."""
        return tuple(word.removesuffix("s") for word in self.cell.sizes)


class Laid(NamedTuple):
    """A piece at a place: its index from 0, and its turn, the number of steps clockwise (of cubes see `cells`)."""

    piece: int
    turn: int = 0


Arrangement: TypeAlias = tuple[Laid, ...]
"""The piece at each place, row by row (layer by layer)."""


@dataclass(frozen=True)
class Puzzle:
    """Pieces, and the box that they fill.

    Attributes:
        id: the name of the puzzle.
        board: the places.
        pieces: the colours of each piece's faces.
        frame: for each face of the box the colours of the frame's edges along it, row by row. The edge of the frame
            along the north wall looks south, and so on: it pairs with the north edges of the pieces there. Empty for no
            frame: then the edges along the walls may have any colour.
        turns: whether pieces may be turned.
        given: the pieces whose places are given: the index of the place, and how the piece lies there.
        halves: the pairs of colours that are the two halves of a picture: each meets the other. All other colours meet
            themselves.
        names: what the file calls the colours 0, 1, 2 and so on; empty where it calls them so.
        assumed: what the file does not say, and how it was read: keys as in files, and their values.
        readings: the puzzles that the same file is if it is read otherwise, the likeliest first.
    """

    id: str
    board: Board
    pieces: tuple[Faces, ...]
    frame: tuple[tuple[int, ...], ...]
    turns: bool = False
    given: tuple[tuple[int, Laid], ...] = ()
    halves: tuple[tuple[int, int], ...] = ()
    names: tuple[str, ...] = ()
    assumed: tuple[tuple[str, Any], ...] = field(default=(), compare=False)
    readings: tuple["Puzzle", ...] = field(default=(), compare=False)

    @property
    def ways(self) -> range:
        """The turns in which a piece may lie."""
        return range(len(self.board.cell.turns) if self.turns else 1)

    @property
    def kind(self) -> str:
        return self.board.cell.kind

    @cached_property
    def walls(self) -> dict[tuple[int, int], int]:
        """The frame's colour at each place (by index) and face that touches it."""
        return {
            (self.board.index_of[place], face): colour
            for face in (self.board.faces if self.frame else ())
            for place, colour in zip(self.board.wall(face), self.frame[face], strict=True)
        }

    @cached_property
    def asked(self) -> dict[tuple[int, int], int]:
        """The colour that a piece must show at each place and face that touches the frame."""
        return {wall: self.mate(colour) for wall, colour in self.walls.items()}

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """All colours that occur, and those that meet them, in ascending order."""
        shown = {colour for each in (*self.pieces, *self.frame) for colour in each}
        return tuple(sorted(shown | set(map(self.mate, shown))))

    @cached_property
    def _mates(self) -> dict[int, int]:
        return {one: other for pair in self.halves for one, other in (pair, pair[::-1])}

    def mate(self, colour: int) -> int:
        """Return the colour that a colour meets: itself, or the other half of its picture."""
        return self._mates.get(colour, colour)

    def picture(self, colour: int) -> int:
        """Return the number of a colour's picture; a colour without halves is its own picture."""
        return self._pictures.get(colour, colour)

    @cached_property
    def _pictures(self) -> dict[int, int]:
        return {colour: number for number, pair in enumerate(self.halves, 1) for colour in pair}

    @cached_property
    def second_halves(self) -> frozenset[int]:
        """The colours that are the second halves of their pictures."""
        return frozenset(pair[1] for pair in self.halves)

    def name(self, colour: int) -> str:
        """Return what the file calls a colour."""
        return self.names[colour] if self.names else str(colour)

    def faces_of(self, laid: Laid) -> Faces:
        return self.board.cell.turned(self.pieces[laid.piece], laid.turn)


def wanted_at(puzzle: Puzzle, shown: Mapping[int, Faces], index: int) -> dict[int, int]:
    """Return for each face of a place the colour that the frame or a piece beside it wants there.

    Args:
        puzzle: the puzzle.
        shown: the colours of the pieces that lie, by the index of their place.
        index: the place.
    """
    found = {}
    for face, beyond in enumerate(puzzle.board.neighbours[index]):
        if beyond is None and (index, face) in puzzle.walls:
            found[face] = puzzle.asked[index, face]
        elif beyond is not None and beyond in shown:
            found[face] = puzzle.mate(shown[beyond][puzzle.board.cell.opposite[face]])
    return found


def imbalance(puzzle: Puzzle) -> str | None:
    """Return why the colours cannot pair in any arrangement, or None if they can, or if there is no frame.

    Every edge pairs with one that looks the other way and has its colour (4.4), or the other half of its picture. So as
    many edges of a colour look north as look south, including the frame's; where pieces may be turned, each colour
    occurs an even number of times, and the halves of a picture equally often.
    """
    if not puzzle.frame:
        return None
    cell, faces = puzzle.board.cell, tuple(puzzle.board.faces)
    is_sided = cell.has_two_sides and not puzzle.turns
    pairs = [((face,), (cell.opposite[face],)) for face in faces if face < cell.opposite[face]]
    for sides in pairs if is_sided else [(faces, faces)]:
        pieces = [Counter(piece[face] for piece in puzzle.pieces for face in side) for side in sides]
        # the frame's edges along a wall look inwards, so they count with the other side
        frames = [Counter(each for face in side for each in puzzle.frame[cell.opposite[face]]) for side in sides]
        for colour in puzzle.colours:
            met = (colour, puzzle.mate(colour))
            counts = [pieces[i][met[i]] + frames[i][met[i]] for i in (0, 1)]
            one, other = (
                f"{counts[i]} {cell.names[sides[i][0]] + ' ' if is_sided else ''}edges ({pieces[i][met[i]]} of pieces, "
                f"{frames[i][met[i]]} of the frame)"
                for i in (0, 1)
            )
            if counts[0] != counts[1]:
                half = f"colour {puzzle.name(met[1])} has " if met[0] != met[1] else ""
                return f"colour {puzzle.name(colour)} has {one} but {half}{other}, which cannot pair"
            if not is_sided and met[0] == met[1] and counts[0] % 2:
                return f"colour {puzzle.name(colour)} has {one}, and an odd number cannot pair"
    return None
