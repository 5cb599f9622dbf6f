"""Film strips: the board after each stage of a solution, or after each move."""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

import svg

from heuristan.common.svg.page import box, page
from heuristan.common.svg.palette import PAPER, RULE
from heuristan.common.svg.text import GREY, label, shortened, wrapped
from heuristan.common.words import plural
from heuristan.sliding.boards import Board, moved
from heuristan.sliding.notation import text_of
from heuristan.sliding.render.boards import board_parts
from heuristan.sliding.results import Result

MARGIN = 24.0
GAP = 12.0
MAX_MOVES = 240
"""Maximum number of moves of a strip with a frame for each."""
_WIDEST = 960.0
_PADDING = 12.0
_CELL = 34.0
_LARGEST_BOARD = 216.0
_NARROWEST = 176.0
_NARROWEST_MOVE = 96.0
_LINE = 15.0
_SIZE = 12.0
_MAX_LINES = 4
"""Maximum number of lines for the moves of a stage; the rest is cut."""
_MOVES_IN_A_WORD = 5
"""Long sequences are divided, so that they can be read and broken into lines."""


class TooManyMovesError(ValueError):
    """A solution has too many moves for a frame each."""


class _Frame(NamedTuple):
    board: Board
    title: str
    words: str
    moving: frozenset[int] = frozenset()
    placed: frozenset[int] = frozenset()


def stages_svg(result: Result) -> str:
    """Draw the board before all moves and after each stage; a solution without stages has one frame after all moves."""
    return _strip(result, list(_stage_frames(result)), _NARROWEST)


def ends_svg(result: Result) -> str:
    """Draw the board before and after all moves."""
    return _strip(result, list(_end_frames(result)), _NARROWEST)


def moves_svg(result: Result) -> str:
    """Draw the board after each move.

    Raises:
        TooManyMovesError: if there are more than `MAX_MOVES`.
    """
    if len(result.moves or "") > MAX_MOVES:
        raise TooManyMovesError(
            f"{len(result.moves or '')} moves are too many for a frame each; the maximum is {MAX_MOVES}, or use "
            "--frames stages"
        )
    return _strip(result, list(_move_frames(result)), _NARROWEST_MOVE)


def _stage_frames(result: Result) -> Iterator[_Frame]:
    if not result.stages:
        yield from _end_frames(result)
        return
    board, placed = result.puzzle.start, frozenset[int]()
    yield _start_frame(board)
    for number, stage in enumerate(result.stages, 1):
        board = moved(board, stage.moves)
        tiles = frozenset(stage.tiles)
        yield _Frame(board, f"{number} · {stage.name}", _describe_moves(stage.moves), tiles, placed)
        if all(board.tiles[cell] == tile for cell, tile in enumerate(result.puzzle.goal.tiles) if tile in tiles):
            placed |= tiles


def _start_frame(board: Board) -> _Frame:
    return _Frame(board, "the board", text_of(board) if board.cells <= 16 else "")


def _end_frames(result: Result) -> Iterator[_Frame]:
    board = result.puzzle.start
    yield _start_frame(board)
    if result.moves:
        yield _Frame(moved(board, result.moves), f"after all moves ({result.solver})", _describe_moves(result.moves))


def _describe_moves(moves: str) -> str:
    words = [moves[i : i + _MOVES_IN_A_WORD] for i in range(0, len(moves), _MOVES_IN_A_WORD)]
    return f"{plural(len(moves), 'move')}: {' '.join(words)}"


def _move_frames(result: Result) -> Iterator[_Frame]:
    board = result.puzzle.start
    yield _Frame(board, "0", "")
    for number, move in enumerate(result.moves or "", 1):
        before, board = board, moved(board, move)
        yield _Frame(board, f"{number} · {move}", "", frozenset({before.tiles[board.blank]}))


def _strip(result: Result, frames: Sequence[_Frame], narrowest: float) -> str:
    board = result.puzzle.start
    cell = min(_CELL, _LARGEST_BOARD / max(board.columns, board.rows))
    wide = max(narrowest, cell * board.columns + 2 * _PADDING)
    columns = max(1, min(len(frames), int((_WIDEST + GAP) / (wide + GAP))))
    columns = ceil(len(frames) / ceil(len(frames) / columns))  # rows of the same length where that is possible
    right = MARGIN + max(columns * (wide + GAP) - GAP, 2 * _NARROWEST)
    words = describe_heading(result)
    parts: list[svg.Element] = [
        label(MARGIN, 38, shortened(result.puzzle.id, right - MARGIN, 19, bold=True), size=19, bold=True, kind="title"),
        label(MARGIN, 58, shortened(words, right - MARGIN, _SIZE), size=_SIZE, fill=GREY, kind="status"),
    ]
    top = 76.0
    for first in range(0, len(frames), columns):
        row = frames[first : first + columns]
        captions = [_caption(frame, wide - 2 * _PADDING) for frame in row]
        high = cell * board.rows + _LINE * max(map(len, captions)) + 2 * _PADDING + 8
        for place, (frame, caption) in enumerate(zip(row, captions, strict=True)):
            parts.append(_drawn(frame, caption, (MARGIN + place * (wide + GAP), top), (wide, high), cell))
        top += high + GAP
    return page(right + MARGIN, top - GAP + MARGIN, result.puzzle.id, describe(result), parts, "sliding-strip")


def describe(result: Result) -> str:
    """Describe the picture for readers who do not see it."""
    stages = [f"{stage.name}, {plural(len(stage.moves), 'move')}" for stage in result.stages]
    start = f"The board {text_of(result.puzzle.start)}: {describe_heading(result)}"
    return f"{'. '.join([start, *stages])}."


def describe_heading(result: Result) -> str:
    """Describe the result in a line."""
    if result.moves is None:
        return f"{result.status} ({result.solver})"
    kind = "a shortest solution" if result.is_optimal else result.solver
    return f"{plural(len(result.moves), 'move')} ({kind})"


def _caption(frame: _Frame, room: float) -> list[tuple[str, bool]]:
    title = [(line, True) for line in wrapped(frame.title, room, _SIZE, bold=True)]
    return title + [(line, False) for line in wrapped(frame.words, room, _SIZE, lines=_MAX_LINES) if line]


def _drawn(
    frame: _Frame, caption: list[tuple[str, bool]], corner: tuple[float, float], size: tuple[float, float], cell: float
) -> svg.G:
    (x, y), (wide, high) = corner, size
    border = box(x, y, wide, high, "frame-border", fill=PAPER, stroke=RULE, radius=7)
    left = x + (wide - cell * frame.board.columns) / 2
    drawn = board_parts(frame.board, left, y + _PADDING, cell, moving=frame.moving, placed=frame.placed)
    base = y + _PADDING + cell * frame.board.rows + 18
    lines = [
        label(x + _PADDING, base + i * _LINE, words, size=_SIZE, bold=bold, kind="caption")
        for i, (words, bold) in enumerate(caption)
    ]
    return svg.G(class_=["frame"], elements=[border, *drawn, *lines])
