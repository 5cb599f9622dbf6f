"""A puzzle of squares, cubes, hexagons or triangles: pieces with coloured faces, and their frame (section 3)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from heuristan.edgematching.board import Board, Faces


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
    if puzzle.board.cell.has_two_sides and not puzzle.turns:
        return _one_sided_colour(puzzle)
    return _uneven_colour(puzzle)


def _one_sided_colour(puzzle: Puzzle) -> str | None:
    opposite, names = puzzle.board.cell.opposite, puzzle.board.cell.names
    for face in (face for face in puzzle.board.faces if face < opposite[face]):
        ways = (face, opposite[face])
        # the frame's edges along a wall look inwards, so they count with the other side
        pieces = [Counter(faces[way] for faces in puzzle.pieces) for way in ways]
        frames = [Counter(puzzle.frame[opposite[way]]) for way in ways]
        for colour in puzzle.colours:
            met = (colour, puzzle.mate(colour))
            counts = [pieces[i][met[i]] + frames[i][met[i]] for i in (0, 1)]
            if counts[0] != counts[1]:
                sides = [
                    f"{counts[i]} {names[ways[i]]} edges ({pieces[i][met[i]]} of pieces, "
                    f"{frames[i][met[i]]} of the frame)"
                    for i in (0, 1)
                ]
                other = f"colour {puzzle.name(met[1])} has " if met[0] != met[1] else ""
                return f"colour {puzzle.name(colour)} has {sides[0]} but {other}{sides[1]}, which cannot pair"
    return None


def _uneven_colour(puzzle: Puzzle) -> str | None:
    pieces = Counter(colour for faces in puzzle.pieces for colour in faces)
    frame = Counter(colour for wall in puzzle.frame for colour in wall)

    def times(colour: int) -> str:
        total = pieces[colour] + frame[colour]
        return f"occurs {total} times ({pieces[colour]} on pieces, {frame[colour]} on the frame)"

    for colour in puzzle.colours:
        total, mate = pieces[colour] + frame[colour], puzzle.mate(colour)
        if mate == colour and total % 2:
            return f"colour {puzzle.name(colour)} {times(colour)}, and an odd number cannot pair"
        if total != pieces[mate] + frame[mate]:
            return (
                f"colour {puzzle.name(colour)} {times(colour)} but {puzzle.name(mate)}, its other half, {times(mate)}, "
                "which cannot pair"
            )
    return None
