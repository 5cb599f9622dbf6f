"""Why a move of a solution is made, in words: for the player and ``--explain``; and as a hint, the next one alone."""

from collections.abc import Iterator
from typing import NamedTuple

from heuristan.common.results import Advice
from heuristan.common.words import listed, plural
from heuristan.sliding.boards import BLANK, Board, distance, moved, place_of
from heuristan.sliding.results import Result, Stage

WAYS = {"L": "right", "R": "left", "U": "down", "D": "up"}
"""Direction of the tile for each move of the blank."""


class Told(NamedTuple):
    """A move of a solution with its reason."""

    number: int
    """Number of the move, counted from 1."""
    move: str
    tile: int
    board: Board
    """The board after it."""
    why: str

    @property
    def action(self) -> str:
        """The move as a clause, like "tile 5 goes left"."""
        return f"tile {self.tile} goes {WAYS[self.move]}"


def each_move(result: Result) -> Iterator[Told]:
    """Yield the moves of a solution, each with its reason."""
    board, goal = result.puzzle.start, result.puzzle.goal
    number = 0
    for stage in result.stages or (Stage("", (), result.moves or ""),):
        for left, move in zip(range(len(stage.moves), 0, -1), stage.moves, strict=True):
            number += 1
            before, board = board, moved(board, move)
            tile = before.tiles[board.blank]
            aim = _aim(stage, left) if stage.name else _of_search(result, number)
            yield Told(number, move, tile, board, f"{_effect(before, board, goal, tile, stage)} {aim}")


def why_stage(stage: Stage) -> str:
    """Describe what a stage of a solution is for."""
    tiles = f"{'tile' if len(stage.tiles) == 1 else 'tiles'} {listed(map(str, stage.tiles))}"
    kind = stage.name.partition(" ")[0]
    if kind == "bubbling":
        return f"It brings {tiles} near: into the line where they belong, or the one beside it."
    if kind in ("row", "column"):
        return f"It brings {tiles} home; they are not moved again after it."
    return f"It turns the last {tiles} into place."


def _effect(before: Board, after: Board, goal: Board, tile: int, stage: Stage) -> str:
    """Describe what a move does for its tile: its distance changes by one, whatever the move is."""
    home = goal.tiles.index(tile)
    away = [distance(board.tiles.index(tile), home, board.columns) for board in (before, after)]
    if away[1] == 0:
        return f"Tile {tile} comes home."
    if away[1] < away[0]:
        return f"Tile {tile} comes nearer to its home, {place_of(home, goal.columns)}."
    if away[0] == 0:
        return f"Tile {tile} leaves its home for a while, to let others pass."
    is_own = tile in stage.tiles
    return f"Tile {tile} goes away from its home, {'to come round' if is_own else 'to make way for the blank'}."


def _aim(stage: Stage, left: int) -> str:
    """Describe the purpose of a move of a stage; `left` counts the stage's moves from it on."""
    last = "the last move of the stage" if left == 1 else f"{plural(left - 1, 'move')} of the stage left after it"
    return f"It is for the stage '{stage.name}', {last}."


def _of_search(result: Result, number: int) -> str:
    left = len(result.moves or "") - number
    if not result.is_optimal:
        return f"{plural(left, 'move is', 'moves are')} left after it."
    if not left:
        return "It is the last move of a shortest solution."
    moves = plural(left, "move is", "moves are")
    return f"A shortest solution goes so: {moves} left after it, and fewer are not enough."


def distances_in_words(board: Board, goal: Board) -> str:
    """Describe the Manhattan distances of the tiles from home."""
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    away = [distance(cell, home[tile], board.columns) for cell, tile in enumerate(board.tiles) if tile != BLANK]
    if not any(away):
        return "All tiles are at home."
    count = f"{away.count(0)} of {plural(len(away), 'tile')} at home"
    return f"{count}; the others need {plural(sum(away), 'move')} or more."


def advise(result: Result) -> Advice:
    """Say which move of a solution comes next, or why there is none."""
    if result.status == "unsolvable":
        head = f"no solution: {result.message}."
        return Advice(result.id, "unsolvable", head)
    told = next(each_move(result), None)
    if told is None:
        return Advice(result.id, "solved", "solved: every tile has its place.")
    length = len(result.moves or "")
    of_plan = "" if result.is_optimal else " This is the plan; a shorter solution may be there."
    facts = {
        "move": told.move,
        "tile": told.tile,
        "way": WAYS[told.move],
        "length": length,
        "optimal": result.is_optimal,
    }
    why = f"Why: {told.why}{of_plan}"
    return Advice(result.id, "hint", f"{told.action}.", why, certainty="a-solution", facts=facts)
