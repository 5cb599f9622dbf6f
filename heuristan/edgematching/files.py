"""Files of puzzles: see docs/edge-matching.md for the format."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from heuristan.common.plain_yaml import nearest, shown
from heuristan.edgematching.board import FACES, NAMES, Board
from heuristan.edgematching.faults import PuzzleFileError
from heuristan.edgematching.puzzle import Faces, Puzzle
from heuristan.edgematching.records import Record, read_records

SIZES = {"squares": ("rows", "columns"), "cubes": ("layers", "rows", "columns")}
"""The keys of a kind's sizes."""
OTHER_KEYS = ("id", "kind", "turns", "frame", "pieces", "made")

LONGEST_SIDE = 64
MOST_PLACES = 1024
"""Four times the largest puzzle that anyone has sold; a matrix of a thousand squared variables fits in memory."""
MOST_COLOURS = 1000
LONGEST_ID = 200


def read_puzzles(path: Path) -> Iterator[Puzzle]:
    """The puzzles of a .json or .jsonl file.

    Raises:
        PuzzleFileError: the file cannot be used, with file, line and spot.
    """
    for number, record in enumerate(read_records(path), 1):
        yield _Reader(record.place, record.fields).puzzle(f"{path.stem}-{number}")


def puzzle_of(record: Record, name: str) -> Puzzle:
    """The puzzle of one object.

    Raises:
        PuzzleFileError: it is none, with the spot.
    """
    return _Reader(record.place, record.fields).puzzle(name)


def fields_of(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle as a JSON object, which `read_puzzles` reads back as the same puzzle."""
    single = len({colour for wall in puzzle.frame for colour in wall}) == 1
    frame = {FACES[face]: list(puzzle.frame[face]) for face in puzzle.board.faces}
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        **dict(zip(SIZES[puzzle.kind], puzzle.board.sizes, strict=True)),
        "turns": puzzle.turns,
        "frame": puzzle.frame[0][0] if single else frame,
        "pieces": [list(faces) for faces in puzzle.pieces],
    }


class _Reader:
    """Takes an object apart; every fault names its spot."""

    def __init__(self, place: str, fields: dict[str, Any]) -> None:
        self.place = place
        self.fields = fields

    def fault(self, message: str) -> PuzzleFileError:
        return PuzzleFileError(self.place, message)

    def puzzle(self, name: str) -> Puzzle:
        kind = self.kind()
        self.check_keys((*SIZES[kind], *OTHER_KEYS))
        board = Board(tuple(self.size(key) for key in SIZES[kind]))
        count = 1
        for size in board.sizes:
            count *= size
        if count > MOST_PLACES:
            raise self.fault(f"the box has {count} places; more than {MOST_PLACES} are not read")
        pieces = self.pieces(board, count)
        return Puzzle(self.name(name), board, pieces, self.frame(board), self.turns(kind))

    def kind(self) -> str:
        kind = self.fields.get("kind", "cubes" if "layers" in self.fields else "squares")
        if kind == "polygons":
            raise self.fault("polygons stand among squares or cubes; give them in a command of their own")
        if not isinstance(kind, str) or kind not in SIZES:
            raise self.fault(f"'kind' is {shown(kind)}; it must be one of {', '.join(SIZES)} or polygons")
        return kind

    def check_keys(self, known: Sequence[str]) -> None:
        for key in self.fields:
            if key not in known:
                raise self.fault(f"there is no key {shown(key)}; {nearest(key, known)}")

    def size(self, key: str) -> int:
        size = self.fields.get(key)
        if type(size) is not int or not 1 <= size <= LONGEST_SIDE:
            raise self.fault(f"'{key}' is {shown(size)}; it must be a whole number from 1 to {LONGEST_SIDE}")
        return size

    def name(self, default: str) -> str:
        name = self.fields.get("id", default)
        if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= LONGEST_ID:
            raise self.fault(f"'id' is {shown(name)}; it must be a text of at most {LONGEST_ID} characters")
        return name

    def turns(self, kind: str) -> bool:
        turns = self.fields.get("turns", False)
        if not isinstance(turns, bool):
            raise self.fault(f"'turns' is {shown(turns)}; it must be true or false")
        if turns and kind == "cubes":
            raise self.fault("'turns' is true, but cubes are not turned here; write false")
        return turns

    def pieces(self, board: Board, count: int) -> tuple[Faces, ...]:
        pieces = self.fields.get("pieces")
        if not isinstance(pieces, list):
            raise self.fault("'pieces' must be a list with the colours of each piece's faces")
        if len(pieces) != count:
            sizes = " x ".join(map(str, board.sizes))
            raise self.fault(f"'pieces' has {len(pieces)} of them, but {sizes} places want {count}")
        letters = " ".join(FACES[face] for face in board.faces)
        return tuple(
            self.colours(piece, len(board.faces), f"piece {number} ({letters})")
            for number, piece in enumerate(pieces, 1)
        )

    def frame(self, board: Board) -> tuple[tuple[int, ...], ...]:
        frame = self.fields.get("frame")
        lengths = [len(board.wall(face)) for face in board.faces]
        if type(frame) is int:
            colour = self.colour(frame, "the frame")
            return tuple((colour,) * length for length in lengths)
        letters = [FACES[face] for face in board.faces]
        if not isinstance(frame, dict) or sorted(frame) != sorted(letters):
            raise self.fault(f"'frame' must be one colour, or an object with the keys {', '.join(letters)}")
        return tuple(
            self.colours(frame[letter], length, f"the frame's {NAMES[letter]} side")
            for letter, length in zip(letters, lengths, strict=True)
        )

    def colours(self, values: object, length: int, what: str) -> tuple[int, ...]:
        if not isinstance(values, list) or len(values) != length:
            found = f"has {len(values)}" if isinstance(values, list) else f"is {shown(values)}"
            raise self.fault(f"{what} {found}; a list of {length} colours is wanted")
        return tuple(self.colour(value, f"{what}, colour {i}") for i, value in enumerate(values, 1))

    def colour(self, value: object, what: str) -> int:
        if type(value) is not int or not 0 <= value < MOST_COLOURS:
            raise self.fault(f"{what} is {shown(value)}; colours are whole numbers from 0 to {MOST_COLOURS - 1}")
        return value
