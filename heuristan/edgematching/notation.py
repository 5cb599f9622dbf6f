"""Puzzles of squares, cubes, hexagons and triangles as JSON; the format is in docs/format-edge-matching.md."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.plain_yaml import shown
from heuristan.edgematching.board import Board
from heuristan.edgematching.cells import CELLS, Faces
from heuristan.edgematching.faults import PuzzleError
from heuristan.edgematching.puzzle import Laid, Puzzle

OTHER_KEYS = ("id", "kind", "turns", "frame", "pieces", "given", "made")

LONGEST_SIDE = 64
MAX_PLACES = 1024
"""Four times the largest puzzle that has been sold; a matrix with the square of that many entries fits in memory."""
MAX_COLOURS = 1000
LONGEST_ID = 200


def puzzle_of(fields: Mapping[str, Any], name: str) -> Puzzle:
    """Return the puzzle of a JSON object.

    Args:
        fields: the object.
        name: the id of the puzzle, if it has none.

    Raises:
        PuzzleError: if it is not a puzzle; the message names the spot.
    """
    return _Reader(fields).puzzle(name)


def as_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as a JSON object, which `puzzle_of` reads back as the same puzzle."""
    colours = {colour for wall in puzzle.frame for colour in wall}
    frame: dict[str, list[int]] | int | None = None
    if len(colours) == 1:
        (frame,) = colours
    elif puzzle.frame:
        frame = {name: list(colours) for name, colours in zip(puzzle.board.cell.faces, puzzle.frame, strict=True)}
    given = [_given(puzzle, place, laid) for place, laid in puzzle.given]
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        **dict(zip(puzzle.board.cell.sizes, puzzle.board.sizes, strict=True)),
        "turns": puzzle.turns,
        "frame": frame,
        "pieces": [list(faces) for faces in puzzle.pieces],
        **({"given": given} if given else {}),
    }


def _given(puzzle: Puzzle, place: int, laid: Laid) -> dict[str, int]:
    at = {word: number + 1 for word, number in zip(puzzle.board.words, puzzle.board.places[place], strict=True)}
    return {"piece": laid.piece + 1, **at, **({"turn": laid.turn} if puzzle.turns else {})}


class _Reader:
    """Reads the parts of an object; every fault names its spot."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self.fields = fields

    def puzzle(self, name: str) -> Puzzle:
        kind = self.kind()
        cell = CELLS[kind]
        self.check_keys((*cell.sizes, *OTHER_KEYS))
        board = Board(tuple(self.size(key) for key in cell.sizes), cell)
        count = prod(board.sizes)
        if count > MAX_PLACES:
            raise PuzzleError(f"the box has {count} places; more than {MAX_PLACES} are not read")
        pieces = self.pieces(board, count)
        turns = self.turns()
        return Puzzle(self.name(name), board, pieces, self.frame(board), turns, self.given(board, turns))

    def kind(self) -> str:
        kind = self.fields.get("kind", "cubes" if "layers" in self.fields else "squares")
        if not isinstance(kind, str) or kind not in CELLS:
            raise PuzzleError(f"'kind' is {shown(kind)}; it must be one of {', '.join(CELLS)} or polygons")
        return kind

    def check_keys(self, known: Sequence[str]) -> None:
        for key in self.fields:
            if key not in known:
                raise PuzzleError(f"there is no key {shown(key)}; {nearest(key, known)}")

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
        turns = self.fields.get("turns", False)
        if not isinstance(turns, bool):
            raise PuzzleError(f"'turns' is {shown(turns)}; it must be true or false")
        return turns

    def pieces(self, board: Board, count: int) -> tuple[Faces, ...]:
        pieces = self.fields.get("pieces")
        if not isinstance(pieces, list):
            raise PuzzleError("'pieces' must be a list with the colours of each piece's faces")
        if len(pieces) != count:
            sizes = " x ".join(map(str, board.sizes))
            raise PuzzleError(f"'pieces' has {len(pieces)} entries, but {sizes} places need {count}")
        letters = " ".join(board.cell.faces)
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
        letters, words = board.cell.faces, board.cell.names
        if frame is None and "frame" in self.fields:
            return ()
        if not isinstance(frame, dict) or sorted(frame) != sorted(letters):
            keys = ", ".join(letters)
            raise PuzzleError(f"'frame' must be one colour, or an object with the keys {keys}, or null for none")
        return tuple(
            self.colours(frame[letter], length, f"the frame's {word} side")
            for letter, word, length in zip(letters, words, lengths, strict=True)
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
        ranges = dict(zip(board.words, board.sizes, strict=True)) | {"piece": prod(board.sizes)} | turned
        for key in keys:
            value = entry.get(key, first.get(key))
            if type(value) is not int or not first.get(key, 1) <= value <= ranges[key]:
                words = f"it must be a whole number from {first.get(key, 1)} to {ranges[key]}"
                raise PuzzleError(f"given piece {number}: '{key}' is {shown(value)}; {words}")
        place = board.index_of[tuple(entry[word] - 1 for word in board.words)]
        return place, Laid(entry["piece"] - 1, entry.get("turn", 0))

    def colours(self, values: object, length: int, what: str) -> tuple[int, ...]:
        if not isinstance(values, list) or len(values) != length:
            found = f"has {len(values)}" if isinstance(values, list) else f"is {shown(values)}"
            raise PuzzleError(f"{what} {found}; it must be a list of {length} colours")
        return tuple(self.colour(value, f"{what}, colour {i}") for i, value in enumerate(values, 1))

    def colour(self, value: object, what: str) -> int:
        if type(value) is not int or not 0 <= value < MAX_COLOURS:
            raise PuzzleError(f"{what} is {shown(value)}; colours are whole numbers from 0 to {MAX_COLOURS - 1}")
        return value
