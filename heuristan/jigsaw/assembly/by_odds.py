"""All pieces laid by odds, also if some are read wrongly.

In the paper's way the kinds of sides are sure. One blank that is read as flat makes a piece of the interior one of the
border, and no rectangle has room for it. Here hardly anything is sure: a side may be no tab and no blank, and a flat
side may lie inside, but that costs something. The joints that the assembly finds, four around each vertex, are surer
than those from which the costs were learned at first; so costs are learned from them again, and the pieces laid again.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.board import Board, Dimensions, fill
from heuristan.jigsaw.assembly.fragments import (
    CAUTIONS,
    Fragment,
    Lie,
    Partial,
    Table,
    fragments_of,
    grown,
    odds,
    placed_in,
    turned,
)
from heuristan.jigsaw.assembly.repair import Interior, confidences, is_cheapest, places_of
from heuristan.jigsaw.measures.costs import FEWEST, MEASURES, Measure, learned_from, table
from heuristan.jigsaw.measures.sides import Sides
from heuristan.jigsaw.piece import Booleans, Floats, Piece, Place, around, beside, of_kind


def largest(table: Table) -> dict[int, Lie]:
    """Return the largest fragment, and what joins it by two joints or more, pieces as well as fragments."""
    first, *rest = fragments_of(table)
    found = grown(table, first)
    while True:
        left = [{piece: lie for piece, lie in each.items() if piece not in found} for each in rest]
        ways = [way for each in left if len(each) > 1 for way in _ways(table, found, each)]
        if not ways:
            return found
        # ties of evidence are broken by the place in the list
        best = max(range(len(ways)), key=lambda number: ways[number][0])
        found = grown(table, {**found, **ways[best][1]})


def _ways(table: Table, found: Fragment, more: Fragment) -> Iterator[tuple[float, dict[int, Lie]]]:
    """Yield the ways to lay a fragment beside another by two joints or more, each with its evidence."""
    at = {lie[:2] for lie in found.values()}
    beside = {there for place in at for _, there in around(place)} - at
    for quarters in range(4):
        own = turned(more, quarters)
        for down, right in sorted(
            {(row - lie.row, column - lie.column) for row, column in beside for lie in own.values()}
        ):
            moved = {piece: Lie(lie.row + down, lie.column + right, lie.turn) for piece, lie in own.items()}
            joints = table.between(found, moved)
            if len(joints) > 1 and table.fits(found, moved):
                yield table.even * len(joints) - sum(joints), moved


ROUNDS = 6
"""Maximum number of times that the pieces are laid."""
LIKELY = 1.5
"""Maximum mean cost of the four joints around a vertex from which one learns."""
FEW = 0.08
"""Maximum share of the pieces that stay where nothing speaks for them; a single one always does."""


def laid_by_odds(pieces: Sequence[Piece], measure: Measure, *, upright: bool, clock: Clock) -> Partial | None:
    """Lay pieces, learn from their joints, and lay them again, until the joints stay the same.

    Args:
        pieces: all pieces of a puzzle; some may be read wrongly.
        measure: the costs of joints in the first round.
        upright: whether the pieces are known to stand upright.
        clock: says when repairing stops, and no other round begins.

    Returns:
        The round with the highest total confidence. None if the number of pieces has no rectangle with at least two
        rows and two columns.
    """
    sides = Sides(pieces, upright=upright, flats_are_sure=False)
    costs = MEASURES[measure](sides)
    found: list[Partial] = []
    known: list[tuple[int, int]] = []
    board: Board | None = None
    for _ in range(ROUNDS):
        likely = odds(table(sides, costs))
        tables = (Table(of_kind(pieces, "flat"), likely, caution) for caution in CAUTIONS)
        joints = next(tables)
        boards = [*_fresh(chain([joints], tables), clock, upright=upright)]
        if not boards:
            break
        if board is not None:
            boards.append(_repaired(joints, board, clock))
        board = min(boards, key=Board.cost)
        found.append(_supported(joints, board))
        before, known = known, _around_vertices(joints, board)
        learnt = sides.joints(known)
        if known == before or is_cheapest(board) or len(learnt.tabs) < FEWEST or clock.is_over():
            break
        costs = learned_from(sides, learnt)
    if not found:
        return None
    return max(found, key=lambda each: (sum(each.confidence.values()), len(each.laid)))


def _fresh(tables: Iterable[Table], clock: Clock, *, upright: bool) -> Iterator[Board]:
    """Yield a board for each of the largest fragments, up to one that cannot be better; none without a rectangle."""
    begun: list[Fragment] = []
    for joints in tables:
        fragment = largest(joints)
        if fragment in begun or (begun and clock.is_over()):
            continue
        begun.append(fragment)
        board = _board(joints, fragment, clock, upright=upright)
        if board is not None:
            yield board
            if is_cheapest(board):
                return


def _board(joints: Table, fragment: Fragment, clock: Clock, *, upright: bool) -> Board | None:
    """Lay all pieces, beginning with a fragment, inside a ring of the outside; None if they make no rectangle.

    The outside is one more piece, which lies all around: flat sides lie against it for nothing.
    """
    count = len(joints.flat)
    best = best_window(joints.flat, fragment, upright=upright)
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


def _repaired(joints: Table, before: Board, clock: Clock) -> Board:
    """Return the board of the round before, repaired by new costs: a new fragment may be a worse beginning."""
    board = before.copy(_with_outside(joints))
    Interior(board, clock).run()
    return board


def _with_outside(joints: Table) -> Floats:
    """Return the costs with the four sides of the outside at the end."""
    rim = np.where(joints.flat.ravel(), 0.0, joints.unknown)[:, None].repeat(4, axis=1)
    return np.block([[joints.costs, rim], [rim.T, np.zeros((4, 4))]])


def _supported(joints: Table, board: Board) -> Partial:
    """Return the largest part of a board that hangs together by joints that speak for it; the rest is foreign.

    A few pieces without evidence stay in the only places left, if as large a share of the joints elsewhere has the
    worst odds. Such joints show that sides are misread in this puzzle, so these pieces are probably misread too.
    """
    costs = [each[1:-1, 1:-1] for each in board.joints()]
    part = _largest_part(joints, costs)
    sure = confidences(board)[1:-1, 1:-1]
    places = [*np.ndindex(board.size.rows - 2, board.size.columns - 2)]
    left = {*places} - part
    if len(left) <= max(1, min(FEW, _unlikely(costs, part, joints.unknown)) * len(places)):
        part |= left
        for place in left:
            sure[place] = 0.0
    piece, turn = board.piece[1:-1, 1:-1], board.turn[1:-1, 1:-1]
    laid = {int(piece[place]): Lie(*place, int(turn[place])) for place in sorted(part)}
    missing = tuple(place for place in places if place not in part)
    foreign = tuple(sorted({*piece.ravel().tolist()} - laid.keys()))
    confidence = {piece: float(sure[lie[:2]]) for piece, lie in laid.items()}
    return Partial(Dimensions(*piece.shape), laid, missing, foreign, (), confidence)


def _largest_part(joints: Table, costs: Sequence[Floats]) -> set[Place]:
    """Return the largest part whose pieces are linked by joints that speak for them; costs are those across and down.

    The cost of two flat sides is bounded too: where the borders of two puzzles lie side by side, one such joint must
    not outweigh all others of a piece.
    """
    across, down = (joints.even - np.minimum(each, joints.unknown) for each in costs)
    evidence = np.zeros((len(across), down.shape[1]))
    evidence[:, 1:] += across
    evidence[:, :-1] += across
    evidence[1:] += down
    evidence[:-1] += down
    links = {(place, beside(place, 1)) for place in places_of(across > 0)}
    links |= {(place, beside(place, 2)) for place in places_of(down > 0)}
    return max(_parts(places_of(evidence > 0), links), key=len, default=set())


def _unlikely(costs: Sequence[Floats], part: set[Place], worst: float) -> float:
    """Return the share of the joints inside a part whose odds are the worst, as where a side is read wrongly.

    Args:
        costs: costs of the joints across and down.
        part: places.
        worst: the maximum cost by odds; only two flat sides cost more.
    """
    inside = [
        float(cost[place])
        for direction, cost in zip((1, 2), costs, strict=True)
        for place in part
        if beside(place, direction) in part
    ]
    return float(np.mean(np.array(inside) >= worst)) if inside else 0.0


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


def _around_vertices(joints: Table, board: Board) -> list[tuple[int, int]]:
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


class Window(NamedTuple):
    """A fragment, or most of it, in a rectangle."""

    worth: int
    """Four for each piece, less the flat sides that lie wrongly, and less those that are missing or too many."""
    size: Dimensions
    inside: dict[int, Lie]


def best_window(flat: Booleans, fragment: Fragment, *, upright: bool) -> Window | None:
    """Return the best way to put a fragment into a rectangle of as many places as there are pieces.

    Args:
        flat: which sides are read as flat, shape (pieces, 4).
        fragment: some of the pieces.
        upright: whether the pieces stand upright; if not, there are at most as many rows as columns.
    """
    count, best = len(flat), None
    sizes = [Dimensions(rows, count // rows) for rows in range(2, count // 2 + 1) if count % rows == 0]
    off = {size: abs(int(flat.sum()) - 2 * sum(size)) for size in sizes if upright or size.rows <= size.columns}
    for size in sorted(off, key=lambda size: off[size]):
        for quarters in range(1 if upright else 4):
            own = turned(fragment, quarters)
            room = min(np.ptp([lie.row for lie in own.values()]) + 1, size.rows)
            room *= min(np.ptp([lie.column for lie in own.values()]) + 1, size.columns)
            if best is not None and 4 * min(len(own), room) - off[size] <= best.worth:
                continue
            for inside in placed_in(own, size):
                worth = 4 * len(inside) - _wrong(flat, size, inside) - off[size] if inside else 0
                if inside and (best is None or worth > best.worth):
                    best = Window(worth, size, inside)
    return best


def _wrong(flat: Booleans, size: Dimensions, inside: Fragment) -> int:
    """Count the flat sides that do not lie at the rim of a rectangle, and the other sides that do."""
    row, column, turn = np.array([*inside.values()]).T
    rim = np.stack([row == 0, column == size.columns - 1, row == size.rows - 1, column == 0], axis=1)
    sides = (np.arange(4)[None, :] - turn[:, None]) % 4
    return int((flat[np.array([*inside])[:, None], sides] != rim).sum())
