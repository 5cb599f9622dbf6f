"""The judge: replays the moves of a result, whatever made it, and says what is wrong and where.

It trusts no solver and uses none of their code: it reads boards, and moves tiles, counts transpositions and searches
small boards itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.plain_yaml import shown
from heuristan.sliding.boards import BLANK, BoardError
from heuristan.sliding.files import Puzzle
from heuristan.sliding.notation import read_board, text_of

Outcome: TypeAlias = Literal["right", "wrong", "unchecked"]
STATUSES = ("solved", "not-solved", "unsolvable", "limit", "refused")
SMALL = 9
"""Cells up to which the judge finds the fewest moves itself."""
_STEPS = {"L": (0, -1), "D": (1, 0), "R": (0, 1), "U": (-1, 0)}
"""Of the blank: rows, columns."""


class Verdict(NamedTuple):
    """What the judge says of a result: its faults, and what else is worth knowing."""

    id: str
    outcome: Outcome
    merit: str
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "outcome": self.outcome,
            "merit": self.merit,
            "faults": list(self.faults),
            "notes": list(self.notes),
        }


def verdicts(puzzles: Iterable[Puzzle], claims: Iterable[Any]) -> Iterator[Verdict]:
    """A verdict for each result, by the board of its id; one result and one board belong together without ids."""
    found = {puzzle.id: puzzle for puzzle in puzzles}
    for number, claim in enumerate(claims, 1):
        if not isinstance(claim, dict):
            yield Verdict(f"result {number}", "wrong", "", (f"{shown(claim)} is no result; it must be a JSON object",))
            continue
        id = claim.get("id", next(iter(found)) if len(found) == 1 else None)
        if not isinstance(id, str) or id not in found:
            yield Verdict(f"result {number}", "wrong", "", (f"there is no board with the id {shown(id)}",))
            continue
        yield judged(found[id], claim)


def judged(puzzle: Puzzle, claim: Mapping[str, Any]) -> Verdict:
    """A verdict on one result."""
    status = claim.get("status")
    faults = [*_other_boards(puzzle, claim)]
    if not isinstance(status, str) or status not in STATUSES:
        faults.append(f"{shown(status)} is no status; there are {', '.join(STATUSES)}")
        return Verdict(puzzle.id, "wrong", "", tuple(faults))
    if status == "unsolvable":
        if _is_even(puzzle):
            faults.append("the board can be solved: its permutation and the blank's way have the same parity")
        return Verdict(puzzle.id, "wrong" if faults else "right", "no moves lead to the goal", tuple(faults))
    if status != "solved":
        return Verdict(puzzle.id, "wrong" if faults else "unchecked", f"{status}: nothing is claimed", tuple(faults))
    moves = claim.get("moves")
    if not isinstance(moves, str):
        faults.append(f"the moves are {shown(moves)}; they must be a text of L, D, R and U")
        return Verdict(puzzle.id, "wrong", "", tuple(faults))
    faults += [*_replayed(puzzle, moves), *_sums(claim, moves)]
    too_long, notes = _optimality(puzzle, claim, len(moves)) if not faults else ([], [])
    faults += too_long
    return Verdict(
        puzzle.id, "wrong" if faults else "right", f"{len(moves)} moves lead to the goal", tuple(faults), tuple(notes)
    )


def _other_boards(puzzle: Puzzle, claim: Mapping[str, Any]) -> Iterator[str]:
    """Faults of a result that says it is about another board."""
    for name, board in (("start", puzzle.start), ("goal", puzzle.goal)):
        said = claim.get(name)
        if said is None:
            continue
        try:
            if isinstance(said, str) and read_board(said) == board:
                continue
        except BoardError:
            pass
        yield f"the {name} is said to be {shown(said)}, and is {text_of(board)}"


def _replayed(puzzle: Puzzle, moves: str) -> Iterator[str]:
    """Faults of the moves: the first that cannot be made, or where they lead."""
    columns, rows = puzzle.start.columns, puzzle.start.rows
    cells = {(i // columns, i % columns): tile for i, tile in enumerate(puzzle.start.tiles)}
    row, column = next(place for place, tile in cells.items() if tile == BLANK)
    for number, move in enumerate(moves, 1):
        if move not in _STEPS:
            yield f"move {number}: {shown(move)} is no move; the moves are L, D, R and U"
            return
        down, right = _STEPS[move]
        there = (row + down, column + right)
        if there not in cells:
            yield f"move {number}: {move} leads off the board from row {row + 1}, column {column + 1}"
            return
        cells[row, column], cells[there] = cells[there], BLANK
        row, column = there
    reached = tuple(cells[r, c] for r in range(rows) for c in range(columns))
    wrong = [i for i, tile in enumerate(reached) if tile != puzzle.goal.tiles[i]]
    if wrong:
        where = f"row {wrong[0] // columns + 1}, column {wrong[0] % columns + 1}"
        yield (
            f"after all {len(moves)} moves {len(wrong)} cells differ from the goal, first {where}: "
            f"{reached[wrong[0]]} stands there and not {puzzle.goal.tiles[wrong[0]]}"
        )


def _sums(claim: Mapping[str, Any], moves: str) -> Iterator[str]:
    """Faults of what else is said about the moves."""
    length = claim.get("length", len(moves))
    if isinstance(length, bool) or length != len(moves):
        yield f"the length is said to be {shown(length)}, and there are {len(moves)} moves"
    stages = claim.get("stages")
    if stages is None:
        return
    parts = (
        [stage.get("moves") if isinstance(stage, dict) else None for stage in stages] if _is_list(stages) else [None]
    )
    if not all(isinstance(part, str) for part in parts) or "".join(map(str, parts)) != moves:
        yield "the moves of the stages, one after another, are not the moves"


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _optimality(puzzle: Puzzle, claim: Mapping[str, Any], length: int) -> tuple[list[str], list[str]]:
    """Faults and notes on whether a solution is a shortest one."""
    fewest = fewest_moves(puzzle) if puzzle.start.cells <= SMALL else None
    if fewest is not None and puzzle.fewest not in (None, fewest):
        return [f"the file says that {puzzle.fewest} moves are the fewest, and {fewest} are"], []
    known = puzzle.fewest if fewest is None else fewest
    if known is not None and length < known:
        return [f"the file says that {known} moves are the fewest, and these are {length}"], []
    if claim.get("optimal") is not True:
        return [], [f"the fewest are {known}"] if known not in (None, length) else []
    if known is None:
        return [], [f"that no solution is shorter is not checked beyond {SMALL} cells"]
    return ([f"said to be a shortest solution, and {known} moves are enough"] if length != known else []), []


def _is_even(puzzle: Puzzle) -> bool:
    """Whether moves lead to the goal: each is a transposition, and takes the blank one cell on."""
    start, goal = puzzle.start, puzzle.goal
    home = {tile: i for i, tile in enumerate(goal.tiles)}
    seen: set[int] = set()
    swaps = 0
    for first in range(start.cells):
        cell = first
        while cell not in seen:
            seen.add(cell)
            cell = home[start.tiles[cell]]
            swaps += cell not in seen
    rows = start.tiles.index(BLANK) // start.columns - goal.tiles.index(BLANK) // start.columns
    columns = start.tiles.index(BLANK) % start.columns - goal.tiles.index(BLANK) % start.columns
    return (swaps + rows + columns) % 2 == 0


def fewest_moves(puzzle: Puzzle) -> int | None:
    """The fewest moves, by a search from both ends at once; None if no moves lead to the goal."""
    columns = puzzle.start.columns
    ends = [{puzzle.start.tiles}, {puzzle.goal.tiles}]
    seen = [set(ends[0]), set(ends[1])]
    moves = 0
    while all(ends):
        if seen[0] & ends[1] or ends[0] & seen[1]:
            return moves
        side = len(ends[0]) > len(ends[1])
        ends[side] = {then for tiles in ends[side] for then in _beside(tiles, columns)} - seen[side]
        seen[side] |= ends[side]
        moves += 1
    return None


def _beside(tiles: tuple[int, ...], columns: int) -> Iterator[tuple[int, ...]]:
    blank = tiles.index(BLANK)
    for down, right in _STEPS.values():
        column = blank % columns + right
        cell = blank + down * columns + right
        if 0 <= column < columns and 0 <= cell < len(tiles):
            then = list(tiles)
            then[blank], then[cell] = then[cell], BLANK
            yield tuple(then)
