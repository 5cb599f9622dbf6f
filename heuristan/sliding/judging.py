"""The judge: replays the moves of a result, whatever made it, and says what is wrong and where.

It trusts no solver and uses none of their code: it reads boards, and moves tiles, counts transpositions and searches
small boards itself.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.plain_yaml import shown
from heuristan.sliding.boards import BLANK, Board, BoardError
from heuristan.sliding.files import Puzzle
from heuristan.sliding.notation import read_board, text_of

Outcome: TypeAlias = Literal["right", "wrong", "unchecked"]
STATUSES = ("solved", "not-solved", "unsolvable", "limit", "refused")
SMALL = 9
"""Cells up to which the judge finds the fewest moves itself."""
MANY = 150
"""Boards with one goal from which on one tree takes less time than a search for each: 0.9 s beside 7 ms on 3 x 3."""
_STEPS = {"L": (0, -1), "D": (1, 0), "R": (0, 1), "U": (-1, 0)}
"""Of the blank: rows, columns."""

Fewest: TypeAlias = Callable[[Puzzle], int | None]
"""Finds the fewest moves of a small board; None if no moves lead to the goal."""


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
    of_goal = Counter(puzzle.goal for puzzle in found.values())
    for number, claim in enumerate(claims, 1):
        if not isinstance(claim, dict):
            yield Verdict(f"result {number}", "wrong", "", (f"{shown(claim)} is no result; it must be a JSON object",))
            continue
        id = claim.get("id", next(iter(found)) if len(found) == 1 else None)
        if not isinstance(id, str) or id not in found:
            yield Verdict(f"result {number}", "wrong", "", (f"there is no board with the id {shown(id)}",))
            continue
        is_worth_a_tree = of_goal[found[id].goal] >= MANY
        yield judged(found[id], claim, fewest_by_tree if is_worth_a_tree else None)


def judged(puzzle: Puzzle, claim: Mapping[str, Any], fewest: Fewest | None = None) -> Verdict:
    """A verdict on one result.

    Args:
        puzzle: the board.
        claim: the result, as JSON values.
        fewest: how to find the fewest moves of a small board; by a search for each if None.
    """
    fewest = fewest or fewest_moves
    status = claim.get("status")
    faults = [*_other_boards(puzzle, claim)]
    if not isinstance(status, str) or status not in STATUSES:
        faults.append(f"{shown(status)} is no status; there are {', '.join(STATUSES)}")
        return Verdict(puzzle.id, "wrong", "", tuple(faults))
    faults += _of_wrong_type(claim)
    if status != "solved":
        return _not_solved(puzzle, claim, faults, fewest)
    moves = claim.get("moves")
    if not isinstance(moves, str):
        faults.append(f"the moves are {shown(moves)}; they must be a text of L, D, R and U")
        return Verdict(puzzle.id, "wrong", "", tuple(faults))
    faults += [*_replayed(puzzle, moves), *_sums(puzzle, claim, moves)]
    too_long, notes = _optimality(puzzle, claim, fewest, len(moves)) if not faults else ([], [])
    faults += too_long
    return Verdict(
        puzzle.id, "wrong" if faults else "right", f"{len(moves)} moves lead to the goal", tuple(faults), tuple(notes)
    )


def _not_solved(puzzle: Puzzle, claim: Mapping[str, Any], faults: list[str], fewest: Fewest) -> Verdict:
    """A verdict on a result without a solution, whose faults so far are known."""
    status = claim["status"]
    faults += [
        f"the status is {status}, and {name} is {shown(claim[name])}; it must be null or absent"
        for name in ("moves", "length")
        if claim.get(name) is not None
    ]
    if claim.get("optimal") is True:
        faults.append(f"the status is {status}, and optimal is true, with no solution")
    if status == "unsolvable":
        if _is_even(puzzle):
            faults.append("the board can be solved: its permutation and the blank's way have the same parity")
        return Verdict(puzzle.id, "wrong" if faults else "right", "no moves lead to the goal", tuple(faults))
    notes: list[str] = []
    if not faults and claim.get("bound"):
        known, notes = _known(puzzle, fewest)
        faults += _bounded(claim, known)
    merit = f"{status}: nothing is claimed"
    return Verdict(puzzle.id, "wrong" if faults else "unchecked", merit, tuple(faults), tuple(notes))


def _of_wrong_type(claim: Mapping[str, Any]) -> Iterator[str]:
    """Faults of fields that need not be there, and stand there with what they cannot mean."""
    if not isinstance(claim.get("optimal", False), bool):
        yield f"optimal is {shown(claim['optimal'])}; it must be true or false, or absent"
    if "bound" in claim and not _is_number(claim["bound"]):
        yield f"the bound is {shown(claim['bound'])}; it must be a number of moves, or absent"


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


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


def _sums(puzzle: Puzzle, claim: Mapping[str, Any], moves: str) -> Iterator[str]:
    """Faults of what else is said about the moves."""
    length = claim.get("length", len(moves))
    if not _is_number(length) or length != len(moves):
        yield f"the length is said to be {shown(length)}, and there are {len(moves)} moves"
    stages = claim.get("stages")
    if stages is None:
        return
    parts = [stage if isinstance(stage, dict) else {} for stage in stages] if isinstance(stages, list) else [{}]
    said = [part.get("moves") for part in parts]
    if not all(isinstance(part, str) for part in said) or "".join(map(str, said)) != moves:
        yield "the moves of the stages, one after another, are not the moves"
    for number, part in enumerate(parts, 1):
        tiles = part.get("tiles", [])
        if not isinstance(tiles, list):
            yield f"stage {number}: the tiles are {shown(tiles)}; they must be a list of numbers"
            continue
        strange = [tile for tile in tiles if not _is_number(tile) or tile == BLANK or tile >= puzzle.start.cells]
        if strange:
            yield f"stage {number}: the board has no tile {shown(strange[0])}"


def _optimality(puzzle: Puzzle, claim: Mapping[str, Any], fewest: Fewest, length: int) -> tuple[list[str], list[str]]:
    """Faults and notes on whether a solution is a shortest one."""
    known, notes = _known(puzzle, fewest, length)
    faults = _bounded(claim, known, length)
    if claim.get("optimal") is not True:
        return faults, notes + ([f"the fewest are {known}"] if known not in (None, length) else [])
    if known is None:
        return faults, [*notes, f"that no solution is shorter is not checked beyond {SMALL} cells"]
    if length != known:
        faults.append(f"said to be a shortest solution, and {known} moves are enough")
    return faults, notes


def _known(puzzle: Puzzle, fewest: Fewest, length: int | None = None) -> tuple[int | None, list[str]]:
    """The fewest moves, found here or as the file has them, and a note where the file is wrong.

    Args:
        puzzle: the board.
        fewest: finds them on small boards.
        length: of a solution that has been made.
    """
    said = puzzle.fewest
    found = fewest(puzzle) if puzzle.start.cells <= SMALL else None
    if found is not None:
        wrong = [f"the file is wrong: it says that {said} moves are the fewest, and {found} are"]
        return found, wrong if said not in (None, found) else []
    if said is not None and length is not None and length < said:
        return None, [f"the file is wrong: it says that {said} moves are the fewest, and these are {length}"]
    return said, []


def _bounded(claim: Mapping[str, Any], known: int | None, length: int | None = None) -> list[str]:
    """The fault of a bound that a solution is shorter than."""
    enough = min((moves for moves in (known, length) if moves is not None), default=None)
    bound = claim.get("bound", 0)
    if enough is None or bound <= enough:
        return []
    return [f"every solution is said to have {shown(bound)} moves at least, and {enough} are enough"]


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


def fewest_by_tree(puzzle: Puzzle) -> int | None:
    """The fewest moves, looked up among all states that moves lead to, which are kept for the next board."""
    return _tree(puzzle.goal).get(puzzle.start.tiles)


@lru_cache(maxsize=2)
def _tree(goal: Board) -> dict[tuple[int, ...], int]:
    """The fewest moves by state, layer by layer from the goal."""
    found = {goal.tiles: 0}
    layer = [goal.tiles]
    while layer:
        moves = found[layer[0]] + 1
        fresh = {then for tiles in layer for then in _beside(tiles, goal.columns) if then not in found}
        found.update(dict.fromkeys(fresh, moves))
        layer = list(fresh)
    return found


def _beside(tiles: tuple[int, ...], columns: int) -> Iterator[tuple[int, ...]]:
    blank = tiles.index(BLANK)
    for down, right in _STEPS.values():
        column = blank % columns + right
        cell = blank + down * columns + right
        if 0 <= column < columns and 0 <= cell < len(tiles):
            then = list(tiles)
            then[blank], then[cell] = then[cell], BLANK
            yield tuple(then)
