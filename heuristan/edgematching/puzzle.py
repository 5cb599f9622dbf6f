"""A puzzle of squares or cubes: pieces with coloured faces, and the frame around them (section 3)."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from heuristan.edgematching.board import FACES, NAMES, OPPOSITE, Board

Faces: TypeAlias = tuple[int, ...]
"""The colours of N, E, S, W (and U, D)."""


class Laid(NamedTuple):
    """A piece at a place: its index from 0, and the number of quarter turns clockwise."""

    piece: int
    turn: int = 0


Arrangement: TypeAlias = tuple[Laid, ...]
"""The piece at each place, row by row (layer by layer)."""


def turned(faces: Faces, turn: int) -> Faces:
    """Return the colours of a square after quarter turns clockwise: the face that looked north then looks east."""
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
        turns: whether pieces (squares only) may be turned.
        given: the pieces whose places are given: the index of the place, and how the piece lies there.
    """

    id: str
    board: Board
    pieces: tuple[Faces, ...]
    frame: tuple[tuple[int, ...], ...]
    turns: bool = False
    given: tuple[tuple[int, Laid], ...] = ()

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
