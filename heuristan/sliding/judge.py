"""The judge: it replays the moves of a result, whatever made it, and reports what is wrong and where.

It trusts no solver and uses none of their code: it reads boards, moves tiles, counts transpositions and searches small
boards itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from heuristan.common.quoting import shown
from heuristan.common.results import STATUSES, Fault, Status, Verdict, status_of
from heuristan.common.words import plural
from heuristan.sliding.boards import BLANK, BoardError, text_of
from heuristan.sliding.files import Puzzle, read_board

SMALL = 9
"""Maximum number of cells of a board whose minimum number of moves the judge finds itself."""
_STEPS = {"L": (0, -1), "D": (1, 0), "R": (0, 1), "U": (-1, 0)}
"""The steps of the blank: rows, columns."""

Faults: TypeAlias = Iterator[Fault]


def verify(puzzle: Puzzle, claim: Mapping[str, Any]) -> Verdict:
    """Return the verdict on one result.

    Args:
        puzzle: the board.
        claim: the result, as JSON values.
    """
    status = status_of(claim.get("status"))
    if status is None:
        note = f"{shown(claim.get('status'))} is not a status; there are {', '.join(STATUSES)}"
        return Verdict(puzzle.id, "unreadable", None, notes=(note,))
    faults = [*_other_boards(puzzle, claim), *_of_wrong_type(claim)]
    if status != "solved":
        return _unsolved(puzzle, claim, status, faults)
    moves = claim.get("moves")
    if not isinstance(moves, str):
        words = f"the moves are {shown(moves)}; they must be a text of L, D, R and U"
        return _verdict(puzzle, status, [*faults, Fault("moves", words)])
    faults += [*_replayed(puzzle, moves), *_sums(puzzle, claim, moves)]
    notes: list[str] = []
    if not faults:
        faults, notes = _optimality(puzzle, claim, len(moves))
    return _verdict(puzzle, status, faults, notes, f"{plural(len(moves), 'move leads', 'moves lead')} to the goal")


def _verdict(
    puzzle: Puzzle, status: Status | None, faults: Sequence[Fault], notes: Sequence[str] = (), merit: str = ""
) -> Verdict:
    """Return "wrong" if there are faults, else "right"."""
    return Verdict(puzzle.id, "wrong" if faults else "right", status, tuple(faults), tuple(notes), merit)


def _unsolved(puzzle: Puzzle, claim: Mapping[str, Any], status: Status, faults: list[Fault]) -> Verdict:
    """Return the verdict on a result without a solution, whose faults so far are known."""
    faults += [
        Fault(name, f"the status is {status}, and {name} is {shown(claim[name])}; it must be null or absent")
        for name in ("moves", "length")
        if claim.get(name) is not None
    ]
    if claim.get("optimal") is True:
        faults.append(Fault("optimal", f"the status is {status}, and optimal is true, without a solution"))
    if status == "unsolvable":
        if _is_even(puzzle):
            words = "the board can be solved: its permutation and the way of its blank have the same parity"
            faults.append(Fault("status", words))
        return _verdict(puzzle, status, faults, merit="no moves lead to the goal")
    notes: list[str] = []
    if not faults and claim.get("bound"):
        known, notes = _known(puzzle)
        faults += _bounded(claim, known)
    if faults:
        return _verdict(puzzle, status, faults, notes)
    return Verdict(puzzle.id, "unchecked", status, notes=(f"{status}: nothing is claimed", *notes))


def _of_wrong_type(claim: Mapping[str, Any]) -> Faults:
    """Yield faults of optional fields with values of a wrong type."""
    if not isinstance(claim.get("optimal", False), bool):
        yield Fault("optimal", f"optimal is {shown(claim['optimal'])}; it must be true or false, or absent")
    if "bound" in claim and not _is_number(claim["bound"]):
        yield Fault("bound", f"the bound is {shown(claim['bound'])}; it must be a number of moves, or absent")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _other_boards(puzzle: Puzzle, claim: Mapping[str, Any]) -> Faults:
    """Yield faults of a result that has another start or goal."""
    for name, board in (("start", puzzle.start), ("goal", puzzle.goal)):
        text = claim.get(name)
        if text is None:
            continue
        try:
            if isinstance(text, str) and read_board(text) == board:
                continue
        except BoardError:
            pass
        yield Fault(name, f"the {name} in the result is {shown(text)}, but it is {text_of(board)}")


def _replayed(puzzle: Puzzle, moves: str) -> Faults:
    """Yield faults of the moves: the first that cannot be made, or the board that they lead to."""
    columns, rows = puzzle.start.columns, puzzle.start.rows
    cells = {(i // columns, i % columns): tile for i, tile in enumerate(puzzle.start.tiles)}
    row, column = next(place for place, tile in cells.items() if tile == BLANK)
    for number, move in enumerate(moves, 1):
        if move not in _STEPS:
            yield Fault("moves", f"move {number}: {shown(move)} is not a move; the moves are L, D, R and U")
            return
        down, right = _STEPS[move]
        there = (row + down, column + right)
        if there not in cells:
            words = f"move {number}: {move} leads off the board from row {row + 1}, column {column + 1}"
            yield Fault("moves", words)
            return
        cells[row, column], cells[there] = cells[there], BLANK
        row, column = there
    reached = tuple(cells[r, c] for r in range(rows) for c in range(columns))
    wrong = [i for i, tile in enumerate(reached) if tile != puzzle.goal.tiles[i]]
    if wrong:
        where = f"row {wrong[0] // columns + 1}, column {wrong[0] % columns + 1}"
        yield Fault(
            "moves",
            f"after {plural(len(moves), 'move')} {plural(len(wrong), 'cell differs', 'cells differ')} from the goal, "
            f"first {where}: "
            f"it has {reached[wrong[0]]} and not {puzzle.goal.tiles[wrong[0]]}",
        )


def _sums(puzzle: Puzzle, claim: Mapping[str, Any], moves: str) -> Faults:
    """Yield faults of the length and the stages."""
    length = claim.get("length", len(moves))
    if not _is_number(length) or length != len(moves):
        yield Fault("length", f"the length in the result is {shown(length)}, but there are {len(moves)} moves")
    stages = claim.get("stages")
    if stages is None:
        return
    parts = [stage if isinstance(stage, dict) else {} for stage in stages] if isinstance(stages, list) else [{}]
    texts = [part.get("moves") for part in parts]
    if not all(isinstance(text, str) for text in texts) or "".join(map(str, texts)) != moves:
        yield Fault("stages", "the moves of the stages, one after another, are not the moves")
    for number, part in enumerate(parts, 1):
        tiles = part.get("tiles", [])
        if not isinstance(tiles, list):
            yield Fault("stages", f"stage {number}: the tiles are {shown(tiles)}; they must be a list of numbers")
            continue
        strange = [tile for tile in tiles if not _is_number(tile) or tile == BLANK or tile >= puzzle.start.cells]
        if strange:
            yield Fault("stages", f"stage {number}: the board has no tile {shown(strange[0])}")


def _optimality(puzzle: Puzzle, claim: Mapping[str, Any], length: int) -> tuple[list[Fault], list[str]]:
    """Return faults and notes on whether a solution is a shortest one."""
    known, notes = _known(puzzle, length)
    faults = _bounded(claim, known, length)
    if claim.get("optimal") is not True:
        return faults, notes + ([f"the minimum is {known} moves"] if known not in (None, length) else [])
    if known is None:
        return faults, [*notes, f"beyond {SMALL} cells it is not checked that no solution is shorter"]
    if length != known:
        faults.append(Fault("optimal", f"this is claimed to be a shortest solution, but {known} moves are enough"))
    return faults, notes


def _known(puzzle: Puzzle, length: int | None = None) -> tuple[int | None, list[str]]:
    """Return the minimum number of moves, found here or taken from the file, and a note if the file is wrong.

    Args:
        puzzle: the board.
        length: length of a solution that has been replayed.
    """
    stated = puzzle.fewest
    found = fewest_moves(puzzle) if puzzle.start.cells <= SMALL else None
    wrong = f"the file is wrong: its minimum is {stated} moves, but "
    if found is not None:
        return found, [f"{wrong}{found} are enough and needed"] if stated not in (None, found) else []
    if stated is not None and length is not None and length < stated:
        return None, [f"{wrong}these are {length}"]
    return stated, []


def _bounded(claim: Mapping[str, Any], known: int | None, length: int | None = None) -> list[Fault]:
    """Return the fault of a bound if a solution is shorter."""
    enough = min((moves for moves in (known, length) if moves is not None), default=None)
    bound = claim.get("bound", 0)
    if enough is None or bound <= enough:
        return []
    return [Fault("bound", f"every solution is claimed to have at least {shown(bound)} moves, but {enough} are enough")]


def _is_even(puzzle: Puzzle) -> bool:
    """Return whether moves lead to the goal: each is a transposition, and takes the blank one cell on."""
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
    """Return the minimum number of moves, by a search from both ends; None if no moves lead to the goal."""
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
    """Yield the states one move away."""
    blank = tiles.index(BLANK)
    for down, right in _STEPS.values():
        column = blank % columns + right
        cell = blank + down * columns + right
        if 0 <= column < columns and 0 <= cell < len(tiles):
            then = list(tiles)
            then[blank], then[cell] = then[cell], BLANK
            yield tuple(then)
