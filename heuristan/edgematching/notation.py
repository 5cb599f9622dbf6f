"""Puzzles of squares, cubes, hexagons and triangles as JSON; the format is in docs/format-edge-matching.md."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from math import isqrt, prod
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.edgematching.loose import OURS, Colour, Halves, border_among, halves_in, in_our_words, naming_of
from heuristan.edgematching.puzzle import CELLS, HEXAGON, SQUARE, Board, Cell, Laid, Puzzle, PuzzleError
from heuristan.edgematching.readings import CLOCKWISE, ORDERS, Reading, readings

OTHER_KEYS = ("id", "kind", "turns", "edge_order", "halves", "cells", "frame", "pieces", "given", "made")

LONGEST_SIDE = 64
MAX_PLACES = 1024
"""Four times the largest puzzle that has been sold; a matrix with the square of that many entries fits in memory."""
MAX_COLOURS = 1000
LONGEST_ID = 200
LONGEST_WORD = 40
"""Maximum length of the name of a colour."""
NO_PLACE, PLACE = ".", "X"
"""The letters of a map of cells: no place, and a place."""


def puzzle_of(fields: Mapping[str, Any], name: str) -> Puzzle:
    """Return the puzzle of a JSON object, with its other readings if the object leaves something open.

    Args:
        fields: the object.
        name: the id of the puzzle, if it has none.

    Raises:
        PuzzleError: if it is not a puzzle in any reading; the message names the spot.
    """
    own, assumed = in_our_words(fields)
    reader = _Reader(own, assumed)
    found, faults = list[Puzzle](), list[PuzzleError]()
    for reading in reader.readings():
        try:
            found.append(reader.puzzle(name, reading))
        except PuzzleError as fault:
            faults.append(fault)
    if not found:
        raise faults[0]
    return replace(found[0], readings=tuple(found[1:]))


def as_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a JSON object, which `puzzle_of` reads back as the same puzzle."""

    def named(colours: Iterable[int]) -> list[Colour]:
        return [int(name) if name.lstrip("-").isdecimal() else name for name in map(puzzle.name, colours)]

    colours = {colour for wall in puzzle.frame for colour in wall}
    frame: dict[str, list[Colour]] | Colour | None = None
    if len(colours) == 1:
        [frame] = named(colours)
    elif puzzle.frame:
        frame = {name: named(colours) for name, colours in zip(puzzle.board.cell.faces, puzzle.frame, strict=True)}
    given = [_given(puzzle, place, laid) for place, laid in puzzle.given]
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        **dict(zip(puzzle.board.cell.sizes, puzzle.board.sizes, strict=True)),
        **({"cells": _map_of(puzzle.board)} if puzzle.board.missing else {}),
        "turns": puzzle.turns,
        **({"halves": [named(pair) for pair in puzzle.halves]} if puzzle.halves else {}),
        "frame": frame,
        "pieces": [named(faces) for faces in puzzle.pieces],
        **({"given": given} if given else {}),
    }


def _map_of(board: Board) -> list[str]:
    """Return the rows of a map of a board's places."""
    rows, columns = board.sizes
    places = set(board.places)
    return ["".join(PLACE if (row, at) in places else NO_PLACE for at in range(columns)) for row in range(rows)]


def board_of_map(rows: Sequence[str], cell: Cell) -> Board:
    """Return the board of a map of its places.

    Raises:
        PuzzleError: if it is no map.
    """
    if len(cell.sizes) > 2:
        raise PuzzleError(f"a map of cells is not for {cell.kind}; leave it out")
    wide = max(map(len, rows), default=0)
    if not wide or set("".join(rows)) - {NO_PLACE, PLACE} or PLACE not in "".join(rows):
        raise PuzzleError('a map of cells has rows like ".XX": X is a place of the board, and . is none')
    if max(len(rows), wide) > LONGEST_SIDE or len(rows) * wide > MAX_PLACES:
        raise PuzzleError(f"the map of cells is too large; at most {LONGEST_SIDE} rows and columns are read")
    missing = (
        (row, column)
        for row, text in enumerate(rows)
        for column, letter in enumerate(text.ljust(wide, NO_PLACE))
        if letter == NO_PLACE
    )
    return Board((len(rows), wide), cell, tuple(missing))


def sizes_for(count: int, borders: int, cell: Cell = SQUARE) -> tuple[int, int]:
    """Return the rows and columns of a rectangle: those of a frame with so many edges, else a square's.

    Raises:
        PuzzleError: if neither fits.
    """
    if not count:
        raise PuzzleError("'pieces' is empty; write a list with the colours of each piece's faces")
    for rows in range(1, isqrt(count) + 1):
        if rows * (columns := count // rows) == count and 2 * (rows + columns) == borders:
            return rows, columns
    if isqrt(count) ** 2 != count:
        flower = ", and no hexagon with one in the middle (7 or 19 pieces)" if cell is HEXAGON else ""
        raise PuzzleError(
            f"{count} pieces make no square board{flower}; add or take away a piece, or write the rows and columns "
            "in a first line, like '4 6' (in JSON as 'rows' and 'columns')"
        )
    return isqrt(count), isqrt(count)


def around(size: int) -> list[str]:
    """Return the map of a hexagon of hexagons: one in the middle and rings around it, so many on a side."""
    reach = size - 1
    cells = {
        (row + reach, (2 * slant + row - (row + reach) % 2 + reach % 2) // 2)
        for row, slant in product(range(-reach, size), repeat=2)
        if abs(row + slant) <= reach
    }
    left = min(column for _, column in cells)
    return [
        "".join(PLACE if (row, left + at) in cells else NO_PLACE for at in range(2 * size - 1))
        for row in range(2 * size - 1)
    ]


def _given(puzzle: Puzzle, place: int, laid: Laid) -> dict[str, int]:
    at = {word: number + 1 for word, number in zip(puzzle.board.words, puzzle.board.places[place], strict=True)}
    return {"piece": laid.piece + 1, **at, **({"turn": laid.turn} if puzzle.turns else {})}


class _Reader:
    """Reads the parts of an object; every fault names its spot."""

    def __init__(self, fields: Mapping[str, Any], assumed: Mapping[str, Any]) -> None:
        self.fields = fields
        self.assumed = dict(assumed)
        self.cell = self.kind()
        self.check_keys((*self.cell.sizes, *OTHER_KEYS))
        self.pieces = self.read_pieces()
        self.border = border_among(colour for piece in self.pieces for colour in piece)
        self.board = self.read_board()
        if len(self.pieces) != len(self.board.places):
            sizes = " x ".join(map(str, self.board.sizes))
            where = "the map's" if self.board.missing else sizes
            raise PuzzleError(
                f"'pieces' has {len(self.pieces)} entries, but {where} places need {len(self.board.places)}"
            )

    @property
    def is_loose(self) -> bool:
        """Whether the object is not in our own words, so that its edges may be in any order."""
        return "kind" not in self.fields

    @cached_property
    def borders(self) -> int:
        """The number of edges that have the border's colour."""
        return sum(Counter(map(str, piece))[str(self.border)] for piece in self.pieces)

    @cached_property
    def is_framed(self) -> bool:
        """Whether the border lies all around, where nothing is said of a frame."""
        walls = sum(len(self.board.wall(face)) for face in self.board.faces)
        return "frame" not in self.fields and self.borders == walls

    def readings(self) -> Iterable[Reading]:
        """Return the readings of what the object leaves open, the likeliest first."""
        return readings(self.open_turns(), self.open_orders())

    def open_turns(self) -> Sequence[bool]:
        if "turns" in self.fields:
            return [self.turns()]
        # allowing turns also finds the solutions without turns
        return [True] if self.is_loose and (self.is_framed or self.halves) else [False, True]

    def open_orders(self) -> Sequence[str]:
        if "edge_order" in self.fields:
            return self.edge_orders()
        return ORDERS if self.is_loose and self.cell is SQUARE else [CLOCKWISE]

    @cached_property
    def halves(self) -> Halves:
        """What the object says of halves, or else whether its colours are named as halves."""
        if "halves" in self.fields:
            return self.read_halves()
        return bool(halves_in({str(colour) for piece in self.pieces for colour in piece}))

    def puzzle(self, name: str, reading: Reading) -> Puzzle:
        """Return the puzzle in one reading."""
        places = [reading.order.index(face) for face in CLOCKWISE] if self.cell is SQUARE else self.board.faces
        pieces = [tuple(piece[place] for place in places) for piece in self.pieces]
        frame = self.frame(pieces)
        around = {colour for wall in frame for colour in wall}
        border = around.pop() if len(around) == 1 else self.border
        naming = naming_of((colour for each in (*pieces, *frame) for colour in each), border, self.halves)
        return Puzzle(
            self.name(name),
            self.board,
            tuple(map(naming.numbers, pieces)),
            tuple(map(naming.numbers, frame)),
            reading.turns,
            self.given(self.board, reading.turns),
            naming.halves,
            naming.names,
            tuple(self.assumed_in(reading).items()),
        )

    def assumed_in(self, reading: Reading) -> dict[str, Any]:
        """Return what is assumed in a reading."""
        found = dict[str, Any]()
        if "turns" not in self.fields:
            found["turns"] = reading.turns
        if len(self.open_orders()) > 1:
            found["edge_order"] = reading.order
        if "halves" not in self.fields and self.halves:
            found["halves"] = True
        return found | self.assumed

    def kind(self) -> Cell:
        kind = self.fields.get("kind", "cubes" if "layers" in self.fields else SQUARE.kind)
        if not isinstance(kind, str) or kind not in CELLS:
            raise PuzzleError(f"'kind' is {shown(kind)}; it must be one of {', '.join(CELLS)}")
        return CELLS[kind]

    def check_keys(self, known: Sequence[str]) -> None:
        for key in self.fields:
            if key not in known:
                others = OURS if self.is_loose else ()
                raise PuzzleError(f"there is no key {shown(key)}; {nearest(key, (*known, *others))}")

    def read_board(self) -> Board:
        """Return the board: the map's, or that of the sizes, or that which the pieces fill."""
        rows = self.map_of_cells()
        if rows is not None:
            board = board_of_map(rows, self.cell)
            for key, size in zip(self.cell.sizes, board.sizes, strict=True):
                if self.fields.get(key, size) != size:
                    raise PuzzleError(f"'{key}' is {shown(self.fields[key])}, but 'cells' has {size}; leave it out")
            return board
        if any(key in self.fields for key in self.cell.sizes) or len(self.cell.sizes) > 2:
            sizes = tuple(self.size(key) for key in self.cell.sizes)
        else:
            sizes = sizes_for(len(self.pieces), self.borders, self.cell)
        if prod(sizes) > MAX_PLACES:
            raise PuzzleError(f"the box has {prod(sizes)} places; more than {MAX_PLACES} are not read")
        return Board(sizes, self.cell)

    def map_of_cells(self) -> list[str] | None:
        """Return the map of the places; that of hexagons around one if they are as many and nothing else is said."""
        rows = self.fields.get("cells")
        if rows is None and self.cell is HEXAGON and not any(key in self.fields for key in self.cell.sizes):
            size = next((size for size in range(2, 20) if 3 * size * (size - 1) + 1 == len(self.pieces)), None)
            if size is not None:
                self.assumed["cells"] = rows = around(size)
        if rows is None:
            return None
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise PuzzleError(f"'cells' is {shown(rows)}; it must be a list of rows like \".XX\"")
        return rows

    def size(self, key: str) -> int:
        size = self.fields.get(key)
        if type(size) is not int or not 1 <= size <= LONGEST_SIDE:
            raise PuzzleError(f"'{key}' is {shown(size)}; it must be a whole number from 1 to {LONGEST_SIDE}")
        return size

    def name(self, default: str) -> str:
        name = self.fields.get("id", default)
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_ID:
            raise PuzzleError(f"'id' is {shown(name)}; it must be a printable text of at most {LONGEST_ID} characters")
        return name

    def turns(self) -> bool:
        turns = self.fields["turns"]
        if not isinstance(turns, bool):
            raise PuzzleError(f"'turns' is {shown(turns)}; it must be true or false")
        return turns

    def edge_orders(self) -> Sequence[str]:
        found = self.fields["edge_order"]
        orders = found if isinstance(found, list) and found else [found]
        for order in orders:
            if not isinstance(order, str) or sorted(order) != sorted(CLOCKWISE):
                raise PuzzleError(f"'edge_order' is {shown(found)}; it must have each of N, E, S and W, like WNES")
        if self.cell is not SQUARE:
            raise PuzzleError(f"'edge_order' is for squares, not for {self.cell.kind}; leave it out")
        return orders

    def read_halves(self) -> Halves:
        halves = self.fields["halves"]
        if isinstance(halves, bool):
            return halves
        pairs = halves if isinstance(halves, list) else [halves]
        if not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
            raise PuzzleError(f'\'halves\' is {shown(halves)}; it must be true, or a list of pairs like ["A", "a"]')
        names = [str(self.colour(each, f"'halves', pair {i}")) for i, pair in enumerate(pairs, 1) for each in pair]
        if len(set(names)) < len(names):
            raise PuzzleError("'halves' has a colour twice; each is half of one picture")
        return tuple(zip(names[::2], names[1::2], strict=True))

    def read_pieces(self) -> list[tuple[Colour, ...]]:
        if "pieces" not in self.fields:
            keys = ", ".join(f"'{key}'" for key in (*self.fields, *self.assumed.get("left_out", ())))
            raise PuzzleError(f"there is no key 'pieces', a list with the colours of each piece; the keys are {keys}")
        pieces = self.fields["pieces"]
        if not isinstance(pieces, list):
            raise PuzzleError("'pieces' must be a list with the colours of each piece's faces")
        letters = " ".join(self.cell.faces)
        return [
            self.colours(piece, len(self.cell.faces), f"piece {number} ({letters})")
            for number, piece in enumerate(pieces, 1)
        ]

    def frame(self, pieces: Sequence[Sequence[Colour]]) -> tuple[tuple[Colour, ...], ...]:
        """Return the frame: what the object says of it, or else the border if it lies all around."""
        frame, board = self.fields.get("frame"), self.board
        lengths = [len(board.wall(face)) for face in board.faces]
        if self.is_framed:
            self.check_border(pieces)
            frame = self.border
        if frame is None:
            return ()
        if isinstance(frame, int | str) and not isinstance(frame, bool):
            colour = self.colour(frame, "the frame")
            return tuple((colour,) * length for length in lengths)
        letters, words = board.cell.faces, board.cell.names
        if not isinstance(frame, dict) or sorted(frame) != sorted(letters):
            keys = ", ".join(letters)
            raise PuzzleError(f"'frame' must be one colour, or an object with the keys {keys}, or null for none")
        return tuple(
            self.colours(frame[letter], length, f"the frame's {word} side")
            for letter, word, length in zip(letters, words, lengths, strict=True)
        )

    def check_border(self, pieces: Sequence[Sequence[Colour]]) -> None:
        """Refuse a piece with the border on opposite sides: then the edges are in another order."""
        if min(self.board.sizes) == 1 or self.board.missing or self.cell is not SQUARE:
            return
        for number, (north, east, south, west) in enumerate(pieces, 1):
            if north == south == self.border or east == west == self.border:
                raise PuzzleError(
                    f"piece {number} has the border on opposite sides; write its edges clockwise from north, or say "
                    "their order"
                )

    def given(self, board: Board, turns: bool) -> tuple[tuple[int, Laid], ...]:
        given = self.fields.get("given", [])
        if not isinstance(given, list):
            raise PuzzleError("'given' must be a list of objects with the pieces whose places are known")
        found = [self.given_piece(board, turns, entry, number) for number, entry in enumerate(given, 1)]
        for each in ({place for place, _ in found}, {laid.piece for _, laid in found}):
            if len(each) < len(found):
                raise PuzzleError("'given' has a piece or a place twice")
        return tuple(sorted(found))

    def given_piece(self, board: Board, turns: bool, entry: object, number: int) -> tuple[int, Laid]:
        keys = ("piece", *board.words, *["turn"] * turns)
        if isinstance(entry, dict) and "turn" in entry and not turns:
            raise PuzzleError(
                f"given piece {number}: pieces are not turned here; leave out 'turn', or set 'turns' to true"
            )
        if not isinstance(entry, dict) or not set(entry) <= set(keys):
            raise PuzzleError(f"given piece {number} must be an object with the keys {', '.join(keys)}")
        first = {"turn": 0}
        turned = {"turn": len(board.cell.turns) - 1}
        ranges = dict(zip(board.words, board.sizes, strict=True)) | {"piece": len(board.places)} | turned
        for key in keys:
            value = entry.get(key, first.get(key))
            if type(value) is not int or not first.get(key, 1) <= value <= ranges[key]:
                words = f"it must be a whole number from {first.get(key, 1)} to {ranges[key]}"
                raise PuzzleError(f"given piece {number}: '{key}' is {shown(value)}; {words}")
        place = tuple(entry[word] - 1 for word in board.words)
        if place not in board.index_of:
            raise PuzzleError(f"given piece {number}: the board has no place at {board.describe(place)}")
        return board.index_of[place], Laid(entry["piece"] - 1, entry.get("turn", 0))

    def colours(self, values: object, length: int, what: str) -> tuple[Colour, ...]:
        if not isinstance(values, list) or len(values) != length:
            found = f"has {len(values)}" if isinstance(values, list) else f"is {shown(values)}"
            raise PuzzleError(f"{what} {found}; it must be a list of {length} colours")
        return tuple(self.colour(value, f"{what}, colour {i}") for i, value in enumerate(values, 1))

    def colour(self, value: object, what: str) -> Colour:
        if isinstance(value, str) and 0 < len(value) <= LONGEST_WORD and value.isprintable():
            return int(value) if value.isascii() and value.isdecimal() and value == str(int(value)) else value
        least = 1 - MAX_COLOURS if self.fields.get("halves", self.is_loose) else 0
        if type(value) is not int or not least <= value < MAX_COLOURS:
            words = f"colours are whole numbers from 0 to {MAX_COLOURS - 1}, letters or words"
            if type(value) is int and value < 0:
                words += ", and 1 and -1 only halves of a picture, with 'halves' true"
            raise PuzzleError(f"{what} is {shown(value)}; {words}")
        return value
