"""All pieces laid by odds: for puzzles of which some pieces are read wrongly.

Elsewhere the kinds of sides are sure. One blank that is read as flat makes a piece of the interior one of the border,
and no rectangle has room for it. Here hardly anything is sure: a side may be no tab and no blank, and a flat side may
lie inside, but that costs something. The joints that the assembly finds, four around each vertex, are surer than
those from which the costs were learned at first; so costs are learned from them again, and the pieces laid again.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.arrays import Booleans, Floats
from heuristan.jigsaw.assembly.board import Board
from heuristan.jigsaw.assembly.clock import Clock
from heuristan.jigsaw.assembly.dimensions import Dimensions
from heuristan.jigsaw.assembly.fragments import Fragment, Lie, around, turned
from heuristan.jigsaw.assembly.odds_table import OddsTable, largest
from heuristan.jigsaw.assembly.partial import Partial
from heuristan.jigsaw.assembly.pockets import Place, fill
from heuristan.jigsaw.assembly.repair import Interior, places_of
from heuristan.jigsaw.measures.costs import MEASURES, Measure, table
from heuristan.jigsaw.measures.joints import flats
from heuristan.jigsaw.measures.learned import learned_from
from heuristan.jigsaw.measures.sides import Sides
from heuristan.jigsaw.measures.weighing import FEWEST
from heuristan.jigsaw.piece import STEPS, Piece

ROUNDS = 5
"""Maximum number of times that the pieces are laid."""
LIKELY = 1.5
"""Maximum mean cost of the four joints around a vertex from which one learns."""


def laid_by_odds(pieces: Sequence[Piece], measure: Measure, *, upright: bool, clock: Clock) -> Partial | None:
    """Lay pieces, learn from their joints, and lay them again, until one learns nothing more.

    Args:
        pieces: all pieces of a puzzle; some may be read wrongly.
        measure: the costs of joints in the first round.
        upright: whether the pieces are known to stand upright.
        clock: says when repairing stops, and no other round begins.

    Returns:
        What is laid last; None if so many pieces do not make two rows and two columns.
    """
    sides = Sides(pieces, upright=upright, flats_are_sure=False)
    costs, found = MEASURES[measure](sides), None
    known: list[tuple[int, int]] = []
    for _ in range(ROUNDS):
        joints = OddsTable(flats(pieces), table(sides, costs))
        board = _board(joints, largest(joints), clock, upright=upright)
        if board is None:
            break
        found = _supported(joints, board)
        before, known = known, _around_vertices(joints, board)
        learnt = sides.joints(known)
        if known == before or len(learnt.tabs) < FEWEST or clock.is_over():
            break
        costs = learned_from(sides, learnt)
    return found


def _board(joints: OddsTable, fragment: Fragment, clock: Clock, *, upright: bool) -> Board | None:
    """Lay all pieces, beginning with a fragment, inside a ring of the outside; None if they make no rectangle.

    The outside is one more piece, which lies all around: flat sides lie against it for nothing.
    """
    count = len(joints.flat)
    windows = _windows(joints.flat, fragment, upright=upright)
    best = max(windows, key=lambda window: window.worth, default=None)
    if best is None:
        return None
    size, inside = best.size, best.inside
    board = Board(Dimensions(size.rows + 2, size.columns + 2), _with_outside(joints))
    board.piece[[0, -1]] = board.piece[:, [0, -1]] = count
    for piece, lie in inside.items():
        board.lay((lie.row + 1, lie.column + 1), piece, lie.turn)
    fill(board, set(range(count)) - set(inside))
    Interior(board, clock).run()
    return board


def _with_outside(joints: OddsTable) -> Floats:
    """Return the costs with the four sides of the outside at the end."""
    beside = np.where(joints.flat.ravel(), 0.0, joints.unknown)[:, None].repeat(4, axis=1)
    return np.block([[joints.costs, beside], [beside.T, np.zeros((4, 4))]])


class _Window(NamedTuple):
    """A fragment, or most of it, in a rectangle."""

    worth: int
    """Four for each piece, less the flat sides that lie wrongly, and less those that are missing or too many."""
    size: Dimensions
    inside: dict[int, Lie]


def _windows(flat: Booleans, fragment: Fragment, *, upright: bool) -> Iterator[_Window]:
    """Yield the ways to put a fragment into a rectangle of as many places as there are pieces."""
    count = len(flat)
    for rows in range(2, count // 2 + 1):
        if count % rows or (not upright and rows * rows > count):
            continue
        size = Dimensions(rows, count // rows)
        off = abs(int(flat.sum()) - 2 * sum(size))
        for quarters in range(1 if upright else 4):
            own = turned(fragment, quarters)
            for row in _starts([lie.row for lie in own.values()], size.rows):
                for column in _starts([lie.column for lie in own.values()], size.columns):
                    inside = _cut(own, size, row, column)
                    yield _Window(4 * len(inside) - _wrong(flat, size, inside) - off, size, inside)


def _starts(places: Sequence[int], length: int) -> range:
    """Return where a stretch may begin that contains all places, or as many of them as it can."""
    ends = min(places), max(places) - length + 1
    return range(min(ends), max(ends) + 1)


def _cut(fragment: Fragment, size: Dimensions, row: int, column: int) -> dict[int, Lie]:
    """Return what of a fragment lies in a rectangle whose top left place is given."""
    moved = {piece: Lie(lie.row - row, lie.column - column, lie.turn) for piece, lie in fragment.items()}
    return {p: lie for p, lie in moved.items() if 0 <= lie.row < size.rows and 0 <= lie.column < size.columns}


def _wrong(flat: Booleans, size: Dimensions, inside: Fragment) -> int:
    """Count the flat sides that do not lie at the rim of a rectangle, and the other sides that do."""
    row, column, turn = np.array([*inside.values()]).T
    rim = np.stack([row == 0, column == size.columns - 1, row == size.rows - 1, column == 0], axis=1)
    sides = (np.arange(4)[None, :] - turn[:, None]) % 4
    return int((flat[np.array([*inside])[:, None], sides] != rim).sum())


def _supported(joints: OddsTable, board: Board) -> Partial:
    """Return the largest part of a board that hangs together by joints that speak for it; the rest is foreign."""
    across, down = (joints.even - each[1:-1, 1:-1] for each in board.joints())
    evidence = np.zeros((board.size.rows - 2, board.size.columns - 2))
    evidence[:, 1:] += across
    evidence[:, :-1] += across
    evidence[1:] += down
    evidence[:-1] += down
    links = {(place, _beside(place, 1)) for place in places_of(across > 0)}
    links |= {(place, _beside(place, 2)) for place in places_of(down > 0)}
    part = max(_parts(places_of(evidence > 0), links), key=len, default=set())
    piece, turn = board.piece[1:-1, 1:-1], board.turn[1:-1, 1:-1]
    laid = {int(piece[place]): Lie(*place, int(turn[place])) for place in sorted(part)}
    missing = tuple(place for place in np.ndindex(*evidence.shape) if place not in part)
    foreign = tuple(sorted({*piece.ravel().tolist()} - laid.keys()))
    return Partial(Dimensions(*evidence.shape), laid, missing, foreign, ())


def _beside(place: Place, direction: int) -> Place:
    return place[0] + STEPS[direction][0], place[1] + STEPS[direction][1]


def _parts(places: Iterable[Place], links: Container[tuple[Place, Place]]) -> Iterator[set[Place]]:
    """Yield the sets of places that are linked with each other."""
    left = set(places)
    while left:
        ready = [left.pop()]
        part = set(ready)
        while ready:
            place = ready.pop()
            near = {there for _, there in around(place) if (place, there) in links or (there, place) in links} & left
            left -= near
            part |= near
            ready += near
        yield part


def _around_vertices(joints: OddsTable, board: Board) -> list[tuple[int, int]]:
    """Return the joints, as pairs of sides, that are likely together with the three others around a vertex."""
    facing = [[sides[1:-1, 1:-1] for sides in pair] for pair in board.facing()]
    across, down = (joints.costs[pair[0], pair[1]] for pair in facing)
    four = np.stack([across[:-1], across[1:], down[:, :-1], down[:, 1:]])
    likely = (four.mean(axis=0) <= LIKELY) & (four.max(axis=0) < joints.even)
    known = [np.zeros(across.shape, dtype=bool), np.zeros(down.shape, dtype=bool)]
    known[0][:-1] |= likely
    known[0][1:] |= likely
    known[1][:, :-1] |= likely
    known[1][:, 1:] |= likely
    return [
        (int(a), int(b))
        for pair, which in zip(facing, known, strict=True)
        for a, b in zip(pair[0][which], pair[1][which], strict=True)
    ]
