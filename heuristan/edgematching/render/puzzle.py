"""Pictures of a puzzle and its solution, as in figure 1.1."""

from collections.abc import Mapping, Sequence

import svg

from heuristan.common.svg.page import page
from heuristan.common.svg.text import GREY, label
from heuristan.edgematching.board import Board
from heuristan.edgematching.cells import CUBE, TRIANGLE, Faces
from heuristan.edgematching.puzzle import Arrangement, Puzzle
from heuristan.edgematching.render.board import Grid, frame_parts, piece_numbers, pieces_parts
from heuristan.edgematching.render.geometry import extent_of
from heuristan.edgematching.render.note import note_below

MARGIN = 30.0
_MAX_BOARD = 560.0
"""Maximum side of a board, in pixels."""
_SIDE = 64.0
_HEAD = 30.0


def puzzle_svg(puzzle: Puzzle, arrangement: Arrangement | None = None, words: str = "The solution") -> str:
    """Return a picture of the pieces in the order of their numbers, beside an arrangement if there is one."""
    board = puzzle.board
    states: list[tuple[str, dict[tuple[int, ...], Faces], dict[tuple[int, ...], str]]] = [
        (
            "The pieces",
            dict(zip(board.places, puzzle.pieces, strict=True)),
            {place: str(i) for i, place in enumerate(board.places, 1)},
        )
    ]
    if arrangement is not None:
        shown = dict(zip(board.places, map(puzzle.faces_of, arrangement), strict=True))
        numbers = {place: str(laid.piece + 1) for place, laid in zip(board.places, arrangement, strict=True)}
        states.append((words, shown, numbers))
    drawn, width, height = in_rows(puzzle, states)
    words, faces, _ = states[-1]
    title = f"{puzzle.id}: {len(puzzle.pieces)} {puzzle.kind}"
    note, more = note_below(puzzle, MARGIN, height, width)
    description = f"{words.lower()}: {spoken(puzzle, faces)}"
    return page(width, height + more, title, description, [*drawn, *note], "edge-matching")


def in_rows(
    puzzle: Puzzle, states: Sequence[tuple[str, Mapping[tuple[int, ...], Faces], Mapping[tuple[int, ...], str]]]
) -> tuple[list[svg.Element], float, float]:
    """Draw boards side by side (the layers of a box below each other); return the parts, the width and the height."""
    board = puzzle.board
    side = side_of(board)
    wide, high = (size * side for size in extent_of(board))
    layers = board.layers
    parts: list[svg.Element] = []
    for column, (words, faces, numbers) in enumerate(states):
        left = MARGIN + column * (wide + 2 * MARGIN)
        parts.append(label(left, 26, words, size=14, bold=True, kind="title"))
        for layer in range(layers):
            top = _HEAD + MARGIN + layer * (high + 2 * MARGIN)
            grid = Grid(left, top, side, board.cell)
            here = [place for place in faces if len(place) == 2 or place[0] == layer]
            if layers > 1:
                words = f"layer {layer + 1}"
                # in the corner that the frame's triangles leave
                parts.append(label(left - 22, top + high + 26, words, size=11, fill=GREY, kind="layer"))
            parts += frame_parts(grid, puzzle, layer=layer)
            parts += pieces_parts(grid, puzzle, {place: faces[place] for place in here})
            if board.cell is not CUBE:
                parts += piece_numbers(grid, {place: numbers[place] for place in here})
    width = len(states) * (wide + 2 * MARGIN)
    return parts, width, _HEAD + layers * (high + 2 * MARGIN)


def side_of(board: Board) -> float:
    """Return the width of a piece such that the board is not too large."""
    return min(_SIDE * (1.6 if board.cell is TRIANGLE else 1), _MAX_BOARD / max(extent_of(board)))


def spoken(puzzle: Puzzle, faces: Mapping[tuple[int, ...], Faces]) -> str:
    """Return the colours place by place, for readers who do not see the picture."""
    first = list(faces.items())[:64]
    return ", ".join(f"{puzzle.board.describe(place)}: {' '.join(map(puzzle.name, shown))}" for place, shown in first)
