"""Fragments of a puzzle, grown without knowing its size: the surest joints first, as long as nothing contradicts them.

So an incomplete set, a set with pieces of another puzzle, and two puzzles in one box become what they are, because
nothing has to be laid anywhere. `partial` names what is missing and what is foreign.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from heuristan.jigsaw.assembly.board import Dimensions
from heuristan.jigsaw.measures.costs import Measure, costs
from heuristan.jigsaw.measures.sides import FORBIDDEN, flats
from heuristan.jigsaw.piece import STEPS, Booleans, Floats, Piece, Place, around, beside

UNSURE = 0.9
"""Cost of a joint divided by that of the best other one of its sides, from which it is not taken."""
WORSE = 0.35
"""How far good joints may be from the usual cost of a joint on the way to that of two sides of strangers."""
ANOTHER = 4
"""Minimum number of pieces of a fragment that is called another puzzle."""


class Lie(NamedTuple):
    """Place and turn of a piece in a fragment."""

    row: int
    column: int
    turn: int


Fragment: TypeAlias = Mapping[int, Lie]
"""Pieces by their numbers; rows and columns may be negative."""


class Table(ABC):
    """Joints, the sure ones among them, and which fragments may lie together."""

    def __init__(self, costs: Floats, flat: Booleans, joints: Sequence[tuple[int, int]]) -> None:
        """Keep what is known of the sides.

        Args:
            costs: the cost of the joint of any two sides.
            flat: whether the sides of each piece are flat, shape (pieces, 4).
            joints: sure pairs of sides that are best for each other, the surest first.
        """
        self.costs = costs
        self.flat = flat
        self.joints = joints

    @abstractmethod
    def are_good(self, joints: Sequence[float]) -> bool:
        """Return whether the joints between two fragments, by their costs, are good enough to join these."""

    @abstractmethod
    def is_framed(self, fragment: Fragment) -> bool:
        """Return whether nothing lies beyond the flat sides of a fragment."""

    def side(self, piece: int, lie: Lie, direction: int) -> int:
        """Return the side of a piece that looks in a direction."""
        return 4 * piece + (direction - lie.turn) % 4

    def fits(self, fragment: Fragment, more: Fragment) -> bool:
        """Return whether two fragments may lie together as they are."""
        joints = self.between(fragment, more)
        return bool(joints) and self.are_good(joints) and self.is_framed({**fragment, **more})

    def between(self, fragment: Fragment, more: Fragment) -> list[float]:
        """Return the costs of the joints between two fragments; none if they may not lie so."""
        at = {lie[:2]: piece for piece, lie in fragment.items()}
        if any(lie[:2] in at for lie in more.values()):
            return []
        costs = []
        for piece, lie in more.items():
            for direction, there in around(lie[:2]):
                if there in at:
                    theirs = self.side(at[there], fragment[at[there]], direction + 2)
                    costs.append(float(self.costs[self.side(piece, lie, direction), theirs]))
        return [] if max(costs, default=FORBIDDEN) >= FORBIDDEN else costs


class CostTable(Table):
    """Joints by their costs: they are sure if no other one is nearly as good."""

    def __init__(self, pieces: Sequence[Piece], costs: Floats) -> None:
        least = np.partition(costs, 1, axis=1)[:, :2] if len(costs) > 1 else np.full((len(costs), 2), FORBIDDEN)
        best = costs.argmin(axis=1)
        mutual = np.flatnonzero((best[best] == np.arange(len(best))) & (least[:, 0] < FORBIDDEN))
        ratios = np.maximum(least[mutual, 0] / np.maximum(least[mutual, 1], 1e-9), 0)
        ratios = np.maximum(ratios, least[mutual, 0] / np.maximum(least[best[mutual], 1], 1e-9))
        sure = np.argsort(ratios, kind="stable")[: int((ratios <= UNSURE).sum())]
        order = mutual[sure]
        super().__init__(costs, flats(pieces), [(int(one), int(best[one])) for one in order if one < best[one]])
        usual, strange = (float(np.median(each)) if len(each) else 0.0 for each in (least[mutual, 0], _open(costs)))
        self.most = usual + WORSE * max(strange - usual, 0.0)
        """Maximum mean cost of good joints."""

    def are_good(self, joints: Sequence[float]) -> bool:
        return sum(joints) <= self.most * len(joints)

    def is_framed(self, fragment: Fragment) -> bool:
        """Return whether the flat sides of each direction lie on one line, with nothing beyond it."""
        for direction, (down, right) in enumerate(STEPS):
            reach = {piece: lie.row * down + lie.column * right for piece, lie in fragment.items()}
            edge = {reach[p] for p, lie in fragment.items() if self.flat[p, (direction - lie.turn) % 4]}
            if edge and (len(edge) > 1 or max(reach.values()) > max(edge)):
                return False
        return True


def _open(costs: Floats) -> Floats:
    return costs[costs < FORBIDDEN]


def fragments_of(table: Table) -> list[dict[int, Lie]]:
    """Join pieces to fragments by their sure joints, and return them, the largest first."""
    home = {piece: piece for piece in range(len(table.flat))}
    found: dict[int, dict[int, Lie]] = {piece: {piece: Lie(0, 0, 0)} for piece in home}
    for one, other in table.joints:
        a, b = home[one // 4], home[other // 4]
        if a == b:
            continue
        if len(found[a]) < len(found[b]):
            one, other, a, b = other, one, b, a
        moved = _moved(found[a], one, found[b], other)
        if table.fits(found[a], moved):
            found[a] |= moved
            del found[b]
            home |= dict.fromkeys(moved, a)
    return sorted(found.values(), key=len, reverse=True)


def _moved(fragment: Fragment, one: int, more: Fragment, other: int) -> dict[int, Lie]:
    """Return the second fragment turned and moved so that its side `other` lies against the side `one` of the first."""
    here, there = fragment[one // 4], more[other // 4]
    direction = (one + here.turn) % 4
    quarters = (direction + 2 - other % 4 - there.turn) % 4
    row, column = beside(here[:2], direction)
    found = turned(more, quarters)
    shift = row - found[other // 4].row, column - found[other // 4].column
    return {piece: Lie(lie.row + shift[0], lie.column + shift[1], lie.turn) for piece, lie in found.items()}


def turned(fragment: Fragment, quarters: int) -> dict[int, Lie]:
    """Return a fragment turned clockwise by quarters about its origin."""
    found = dict(fragment)
    for _ in range(quarters % 4):
        found = {piece: Lie(lie.column, -lie.row, (lie.turn + 1) % 4) for piece, lie in found.items()}
    return found


def placed_in(fragment: Fragment, size: Dimensions) -> Iterator[dict[int, Lie]]:
    """Yield what of a fragment lies in a rectangle, for each way to lay as many rows and columns of it in as can be."""
    for top in _starts([lie.row for lie in fragment.values()], size.rows):
        for left in _starts([lie.column for lie in fragment.values()], size.columns):
            moved = {piece: Lie(lie.row - top, lie.column - left, lie.turn) for piece, lie in fragment.items()}
            yield {p: lie for p, lie in moved.items() if 0 <= lie.row < size.rows and 0 <= lie.column < size.columns}


def _starts(places: Sequence[int], length: int) -> range:
    """Return where a stretch may begin that contains all places, or as many of them as it can."""
    ends = min(places), max(places) - length + 1
    return range(min(ends), max(ends) + 1)


def grown(table: Table, fragment: Fragment) -> dict[int, Lie]:
    """Lay the pieces that are left beside a fragment, one by one, where two neighbours or more speak for them."""
    found = dict(fragment)
    better = True
    while better:
        better = False
        left = [piece for piece in range(len(table.flat)) if piece not in found]
        for place in _pockets(found):
            best = _best(table, found, place, left)
            if best is not None and table.fits(found, {best[0]: best[1]}):
                found[best[0]] = best[1]
                left.remove(best[0])
                better = True
    return found


def _pockets(fragment: Fragment) -> list[Place]:
    """Return the empty places with neighbours, those with the most first."""
    at = {lie[:2] for lie in fragment.values()}
    counts: dict[Place, int] = {}
    for place in at:
        for _, there in around(place):
            if there not in at:
                counts[there] = counts.get(there, 0) + 1
    return sorted((place for place, count in counts.items() if count > 1), key=lambda place: (-counts[place], place))


def _best(table: Table, fragment: Fragment, place: Place, left: Sequence[int]) -> tuple[int, Lie] | None:
    """Return the piece and turn that cost least at a place; None if no piece is left."""
    if not left:
        return None
    at = {lie[:2]: piece for piece, lie in fragment.items()}
    costs = np.zeros((len(left), 4))
    for direction, there in around(place):
        if there in at:
            beside = table.costs[table.side(at[there], fragment[at[there]], direction + 2)].reshape(-1, 4)[left]
            costs += beside[:, (direction - np.arange(4)) % 4]
    number, turn = divmod(int(costs.argmin()), 4)
    return left[number], Lie(*place, turn)


class Partial(NamedTuple):
    """Pieces that are laid: all of them, or what belongs together."""

    size: Dimensions
    laid: dict[int, Lie]
    """Pieces by their numbers, in the order in which they were laid."""
    missing: tuple[Place, ...] = ()
    """Places for which there is no piece."""
    foreign: tuple[int, ...] = ()
    """Pieces that belong nowhere."""
    others: tuple[int, ...] = ()
    """Numbers of pieces of further fragments that look like puzzles of their own."""
    confidence: Mapping[int, float] = {}
    """1 less the cost of a piece's joints divided by that of the best other piece there, 0 to 1, if it is known."""
    message: str = ""
    """The fault that is known; empty if none is."""


def partial(pieces: Sequence[Piece], measure: Measure, *, upright: bool) -> Partial:
    """Lay what belongs together, and nothing else.

    Args:
        pieces: the pieces, of one puzzle or not.
        measure: the costs of joints.
        upright: whether the pieces are known to stand upright.

    Raises:
        InputError: if no tab may lie in any blank.
    """
    table = CostTable(pieces, costs(pieces, measure, upright=upright))
    found = fragments_of(table)
    main = grown(table, found[0])
    size, laid, missing = _framed(table, main, upright=upright)
    foreign = tuple(piece for piece in range(len(pieces)) if piece not in main)
    others = tuple(len(each) for each in found[1:] if len(each) >= ANOTHER and not each.keys() & main.keys())
    return Partial(size, laid, missing, foreign, others)


def _framed(table: Table, main: Fragment, *, upright: bool) -> tuple[Dimensions, dict[int, Lie], tuple[Place, ...]]:
    """Return size, pieces and empty places of a fragment, from the top left; it is wider than high unless upright."""
    low, high = _box(table, main)
    if not upright and high[0] - low[0] > high[1] - low[1]:
        main = turned(main, 1)
        low, high = _box(table, main)
    laid = {piece: Lie(lie.row - low[0], lie.column - low[1], lie.turn) for piece, lie in main.items()}
    size = Dimensions(high[0] - low[0] + 1, high[1] - low[1] + 1)
    taken = {lie[:2] for lie in laid.values()}
    places = [(row, column) for row in range(size.rows) for column in range(size.columns)]
    return size, laid, tuple(place for place in places if place not in taken)


def _box(table: Table, main: Fragment) -> tuple[Place, Place]:
    """Return the first and the last place of a fragment; where no side is flat there is one more row or column."""
    reach = []
    for direction, (down, right) in enumerate(STEPS):
        farthest = max(lie.row * down + lie.column * right for lie in main.values())
        is_edge = any(table.flat[piece, (direction - lie.turn) % 4] for piece, lie in main.items())
        reach.append(farthest + (not is_edge))
    return (-reach[0], -reach[3]), (reach[2], reach[1])
