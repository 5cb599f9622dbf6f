"""A puzzle of squares or cubes: pieces with coloured faces, and the frame around them (section 3)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.board import FACES, NAMES, OPPOSITE, Board

Faces: TypeAlias = tuple[int, ...]
"""The colours of N, E, S, W (and U, D)."""


class Laid(NamedTuple):
    """A piece at a place: its index from 0, and its turn, for squares the number of quarter turns clockwise."""

    piece: int
    turn: int = 0


Arrangement: TypeAlias = tuple[Laid, ...]
"""The piece at each place, row by row (layer by layer)."""


_SPUN, _TIPPED_NORTH, _TIPPED_EAST = (3, 0, 1, 2, 4, 5), (4, 1, 5, 3, 2, 0), (0, 4, 2, 5, 3, 1)
"""For each face of a cube the one that it shows after a quarter turn: about the upper face clockwise, and so that the
upper face looks north, or east."""


def _cube_turns() -> Iterator[Faces]:
    for tips in ((), *((_TIPPED_NORTH,) * count for count in (1, 2, 3)), (_TIPPED_EAST,), (_TIPPED_EAST,) * 3):
        for spins in range(4):
            found = tuple(range(6))
            for step in (*(_SPUN,) * spins, *tips):
                found = tuple(found[face] for face in step)
            yield found


CUBE_TURNS = tuple(_cube_turns())
"""The 24 turns of a cube: for each face the one that it shows. Turn 4a + b is b quarter turns about the upper face, and
then for a = 1, 2, 3 as many that send the upper face north, for a = 4 or 5 one or three that send it east."""


def turned(faces: Faces, turn: int) -> Faces:
    """Return the colours of a piece after a turn; a negative one is undone.

    Squares are turned by quarters clockwise: the face that looked north then looks east. Cubes have `CUBE_TURNS`.
    """
    if len(faces) == len(_SPUN):
        step = CUBE_TURNS[abs(turn)]
        return tuple(faces[step.index(face) if turn < 0 else step[face]] for face in range(len(step)))
    turn %= 4
    return faces[-turn:] + faces[:-turn] if turn else faces


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
    """

    id: str
    board: Board
    pieces: tuple[Faces, ...]
    frame: tuple[tuple[int, ...], ...]
    turns: bool = False
    given: tuple[tuple[int, Laid], ...] = ()

    @property
    def ways(self) -> range:
        """The turns in which a piece may lie."""
        return range(1 if not self.turns else 4 if self.board.dimension == 2 else len(CUBE_TURNS))

    @property
    def kind(self) -> str:
        return "squares" if self.board.dimension == 2 else "cubes"

    @cached_property
    def walls(self) -> dict[tuple[int, int], int]:
        """The frame's colour at each place (by index) and face that touches it."""
        return {
            (self.board.index_of[place], face): colour
            for face in (self.board.faces if self.frame else ())
            for place, colour in zip(self.board.wall(face), self.frame[face], strict=True)
        }

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """All colours that occur, in ascending order."""
        return tuple(sorted({colour for each in (*self.pieces, *self.frame) for colour in each}))

    def faces_of(self, laid: Laid) -> Faces:
        return turned(self.pieces[laid.piece], laid.turn)


def imbalance(puzzle: Puzzle) -> str | None:
    """Return why the colours cannot pair in any arrangement, or None if they can, or if there is no frame.

    Every edge pairs with one of its colour that looks the other way (4.4). So as many edges of a colour look north as
    look south, including the frame's; where pieces may be turned, each colour occurs an even number of times.
    """
    if not puzzle.frame:
        return None
    return _odd_colour(puzzle) if puzzle.turns else _one_sided_colour(puzzle)


def _one_sided_colour(puzzle: Puzzle) -> str | None:
    for face in (face for face in puzzle.board.faces if face < OPPOSITE[face]):
        ways = (face, OPPOSITE[face])
        # the frame's edges along a wall look inwards, so they count with the other side
        pieces = [Counter(faces[way] for faces in puzzle.pieces) for way in ways]
        frames = [Counter(puzzle.frame[OPPOSITE[way]]) for way in ways]
        for colour in puzzle.colours:
            counts = [pieces[i][colour] + frames[i][colour] for i in (0, 1)]
            if counts[0] != counts[1]:
                sides = [
                    f"{counts[i]} {NAMES[FACES[ways[i]]]} edges ({pieces[i][colour]} of pieces, "
                    f"{frames[i][colour]} of the frame)"
                    for i in (0, 1)
                ]
                return f"colour {colour} has {sides[0]} but {sides[1]}, which cannot pair"
    return None


def _odd_colour(puzzle: Puzzle) -> str | None:
    pieces = Counter(colour for faces in puzzle.pieces for colour in faces)
    frame = Counter(colour for wall in puzzle.frame for colour in wall)
    for colour in puzzle.colours:
        if (pieces[colour] + frame[colour]) % 2:
            return (
                f"colour {colour} occurs {pieces[colour] + frame[colour]} times ({pieces[colour]} on pieces, "
                f"{frame[colour]} on the frame), and an odd number cannot pair"
            )
    return None
