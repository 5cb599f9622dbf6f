"""Drawings of boards; film strips of a solution, a frame for each stage or move; and its film for the player."""

from collections.abc import Collection, Iterator, Sequence
from math import ceil
from typing import NamedTuple

from heuristan.common.svg import elements as svg
from heuristan.common.svg.page import GREY, box, label, page, shortened, wrapped
from heuristan.common.svg.palette import FAINT, LIGHT, LINE, PAPER, RULE, Tone
from heuristan.common.web.film import MOST_SHAPES, MOST_STILLS, Film, Shape, Still, Titles, film_of_stills
from heuristan.common.words import plural
from heuristan.sliding.boards import BLANK, Board, moved, text_of
from heuristan.sliding.results import Result
from heuristan.sliding.telling import distances_in_words, each_move, why_stage

MOVING = "#56b4e9"
"""Colour of the tiles that a frame is about; they have a thick edge and bold numbers as well."""
_SMALLEST_NUMBER = 5.0


def board_parts(
    board: Board, left: float, top: float, cell: float, *, moving: Collection[int] = (), placed: Collection[int] = ()
) -> Iterator[svg.Element]:
    """Draw a board.

    Args:
        board: the board.
        left: x of its upper left corner, in pixels.
        top: y of its upper left corner.
        cell: width and height of a cell.
        moving: tiles to highlight.
        placed: tiles that are home to stay, which are grey.
    """
    wide, high = cell * board.columns, cell * board.rows
    yield box(left, top, wide, high, "board", fill=FAINT)
    for number, tile in enumerate(board.tiles):
        if tile == BLANK:
            continue
        x, y = left + cell * (number % board.columns), top + cell * (number // board.columns)
        fill = MOVING if tile in moving else LIGHT if tile in placed else PAPER
        yield box(x, y, cell, cell, "tile", fill=fill, stroke=RULE)
        size = cell * (0.5 if tile < 100 else 0.38)
        if size >= _SMALLEST_NUMBER:
            words, bold = str(tile), tile in moving
            middle, base = x + cell / 2, y + cell / 2 + 0.36 * size
            yield label(middle, base, words, size=size, bold=bold, anchor="middle", kind="number")
    for number, tile in enumerate(board.tiles):
        if tile in moving and tile != BLANK:
            x, y = left + cell * (number % board.columns), top + cell * (number // board.columns)
            yield box(x + 1, y + 1, cell - 2, cell - 2, "moving", fill="none", stroke=LINE, width=2)
    yield box(left, top, wide, high, "rim", fill="none", stroke=LINE, width=1.5)


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


class _Frame(NamedTuple):
    board: Board
    title: str
    words: str
    moving: frozenset[int] = frozenset()
    placed: frozenset[int] = frozenset()


def strip_svg(result: Result) -> str:
    """Draw the board before all moves and after each stage; of a solution without stages, after each move.

    If it has too many moves for that it has one frame after all of them.
    """
    if result.stages:
        return _strip(result, list(_stage_frames(result)), _NARROWEST)
    if len(result.moves or "") > MAX_MOVES:
        return ends_svg(result)
    return _strip(result, list(_move_frames(result)), _NARROWEST_MOVE)


def ends_svg(result: Result) -> str:
    """Draw the board before and after all moves."""
    return _strip(result, list(_end_frames(result)), _NARROWEST)


def _stage_frames(result: Result) -> Iterator[_Frame]:
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


def film_of(result: Result) -> Film:
    """Make the film of a result; of a long solution on a large board it has a still for each stage."""
    moves = len(result.moves or "")
    has_room = moves < min(MOST_STILLS, MOST_SHAPES // result.puzzle.start.cells)
    stills = list(_each_move(result) if has_room or not result.stages else _each_stage(result))
    words = describe_heading(result)
    lines = [f"{stage.name}: {stage.moves}" for stage in result.stages] or [result.moves or ""]
    titles = Titles("sliding", result.id, f"Sliding tiles: {words}.", result.status, "\n".join([words, *lines]))
    return film_of_stills(titles, stills)


def _each_move(result: Result) -> Iterator[Still]:
    goal = result.puzzle.goal
    yield _first(result)
    for told in each_move(result):
        text = f"{told.why} {distances_in_words(told.board, goal)}"
        yield Still(f"Move {told.number}: {told.action}", text, _shapes(told.board, goal, told.tile))


def _each_stage(result: Result) -> Iterator[Still]:
    board, goal = result.puzzle.start, result.puzzle.goal
    yield _first(result)
    for number, stage in enumerate(result.stages, 1):
        board = moved(board, stage.moves)
        text = f"{why_stage(stage)} {plural(len(stage.moves), 'move')}. {distances_in_words(board, goal)}"
        yield Still(f"Stage {number}: {stage.name}", text, _shapes(board, goal, *stage.tiles))


def _first(result: Result) -> Still:
    start, goal = result.puzzle.start, result.puzzle.goal
    why = f"{result.message}. " if result.message and result.moves is None else ""
    return Still("The board", why + distances_in_words(start, goal), _shapes(start, goal), begins=True)


def _shapes(board: Board, goal: Board, *moving: int) -> list[Shape]:
    """Return the frame and the tiles; those at home are grey."""
    frame = _box(0, 0, board.columns, board.rows)
    tiles = (
        Shape(
            _box(cell % board.columns, cell // board.columns, 1, 1),
            Tone(MOVING if tile in moving else LIGHT if goal.tiles[cell] == tile else PAPER),
            str(tile),
            f"tile {tile}",
            is_marked=tile in moving,
        )
        for cell, tile in enumerate(board.tiles)
        if tile != BLANK
    )
    return [Shape(frame, Tone(FAINT)), *tiles]


def _box(left: float, top: float, wide: float, high: float) -> tuple[tuple[float, float], ...]:
    """Return a rectangle, y up, of one whose y runs down."""
    right, bottom = left + wide, top + high
    return (left, -top), (right, -top), (right, -bottom), (left, -bottom)
