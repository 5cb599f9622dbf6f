"""The film of a solution: the board after each move, for the player."""

from collections.abc import Iterator

from heuristan.common.svg.palette import FAINT, LIGHT, PAPER, Tone
from heuristan.common.web.film import MOST_SHAPES, MOST_STILLS, Film, Shape, Still, Titles, film_of_stills
from heuristan.common.words import plural
from heuristan.sliding.boards import BLANK, Board, moved
from heuristan.sliding.render.boards import MOVING
from heuristan.sliding.render.strips import describe_heading
from heuristan.sliding.results import Result
from heuristan.sliding.telling import distance, each_move, why_stage


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
        text = f"{told.why} {distance(told.board, goal)}"
        yield Still(f"Move {told.number}: {told.action}", text, _shapes(told.board, goal, told.tile))


def _each_stage(result: Result) -> Iterator[Still]:
    board, goal = result.puzzle.start, result.puzzle.goal
    yield _first(result)
    for number, stage in enumerate(result.stages, 1):
        board = moved(board, stage.moves)
        text = f"{why_stage(stage)} {plural(len(stage.moves), 'move')}. {distance(board, goal)}"
        yield Still(f"Stage {number}: {stage.name}", text, _shapes(board, goal, *stage.tiles))


def _first(result: Result) -> Still:
    start, goal = result.puzzle.start, result.puzzle.goal
    why = f"{result.message}. " if result.message and result.moves is None else ""
    return Still("The board", why + distance(start, goal), _shapes(start, goal), begins=True)


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
