"""Pieces assembled to a whole puzzle in the paper's way (sections 4.1 and 4.2): the border first, then the interior.

The border is a ring of pieces, arranged as a travelling salesman problem. Strips are joined in order of confidence, and
the last ones exactly (Held and Karp, 1962). A greedy join is never taken back, and with more than about forty pieces at
the border one of them is wrong (section 5).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.common.clock import Clock
from heuristan.jigsaw.assembly.board import Board, Dimensions, dimensions, fill
from heuristan.jigsaw.assembly.by_odds import Lie, Partial
from heuristan.jigsaw.assembly.repair import Interior, confidences
from heuristan.jigsaw.measures.costs import Measure, costs
from heuristan.jigsaw.measures.sides import FORBIDDEN, ahead, behind
from heuristan.jigsaw.piece import Booleans, Floats, Indices, Piece, of_kind

Strip: TypeAlias = tuple[int, ...]
"""Indices into the ring's list of pieces, clockwise one after the other."""
STRIPS_OF_THE_PAPER = 9
"""Section 4.1: 'we end in step 4 when we have reduced to no more than 9 strips'."""


@dataclass(frozen=True, eq=False)
class Ring:
    """The pieces of the border."""

    pieces: Indices
    """Indices of the puzzle's pieces, shape (n,)."""
    is_corner: Booleans
    joints: Floats
    """The cost of the second piece following the first clockwise, shape (n, n)."""
    onwards: Indices
    """The side of each piece that points clockwise along the border, 0 to 3; shape (n,)."""

    def __len__(self) -> int:
        return len(self.pieces)


def ring_of(pieces: Sequence[Piece], costs: Floats) -> Ring:
    """Return the border of a puzzle.

    Args:
        pieces: all pieces.
        costs: the cost of a joint of two sides, FORBIDDEN if it is impossible; shape (4 * pieces, 4 * pieces).
    """
    flat = of_kind(pieces, "flat")
    border = np.flatnonzero(flat.any(axis=1))
    onwards = ahead(pieces).reshape(-1, 4)[border].argmax(axis=1)
    back = behind(pieces).reshape(-1, 4)[border].argmax(axis=1)
    joints = costs[np.ix_(4 * border + onwards, 4 * border + back)]
    return Ring(border, flat[border].sum(axis=1) == 2, joints, onwards)


def place_costs(ring: Ring, size: Dimensions) -> Floats:
    """Return the cost of each piece at each place, clockwise from the top left corner; shape (n, n).

    A corner piece at a corner and another piece elsewhere cost nothing; the rest is forbidden.
    """
    corners = np.zeros(len(ring), dtype=bool)
    corners[list(size.corner_places())] = True
    return np.where(ring.is_corner[:, None] != corners[None, :], FORBIDDEN, 0.0)


class _Choice(NamedTuple):
    """Two strips to merge."""

    before: int
    after: int


def merged(ring: Ring, count: int) -> list[Strip]:
    """Merge strips until at most `count` are left, the most confident first (Algorithm 1, steps 1 to 3).

    A strip is confident of its successor if the best one costs much less than the second best.

    Args:
        ring: the border.
        count: how many strips to leave.
    """
    strips: dict[int, list[int]] = {i: [i] for i in range(len(ring))}
    costs = np.where(np.eye(len(ring), dtype=bool), np.inf, ring.joints)
    while len(strips) > count:
        choice = _most_confident(costs)
        strips[choice.before] += strips[choice.after]
        _merge(costs, choice.before, choice.after)
        del strips[choice.after]
    return [tuple(strip) for strip in strips.values()]


def _most_confident(costs: Floats) -> _Choice:
    """Return the row whose best is cheapest relative to its second best, with that best."""
    two = np.partition(costs, 1, axis=1)[:, :2]
    joinable = np.isfinite(two[:, 0])
    # a strip that only one other can follow has the maximum confidence
    second = np.maximum(two[:, 1], 1e-12)
    ratios = np.divide(two[:, 0], second, out=np.full(len(two), np.inf), where=joinable)
    row = int(ratios.argmin())
    return _Choice(row, int(costs[row].argmin()))


def _merge(costs: Floats, before: int, after: int) -> None:
    """Join the strip `after` to the strip `before`, in the table of costs."""
    costs[before] = costs[after]
    costs[after] = np.inf
    costs[:, after] = np.inf
    costs[before, before] = np.inf


class Arrangement(NamedTuple):
    """A whole ring."""

    cost: float
    order: Strip
    """The pieces clockwise from the top left corner."""


def arrange(ring: Ring, places: Floats, strips: Sequence[Strip], starts: Sequence[int]) -> Arrangement:
    """Return the cheapest ring made of strips.

    A set of strips laid one after the other determines how many pieces lie there, and so at which place the next strip
    begins. So the costs of pieces at places (`places`, above all those of corners) go into the recursion of Held and
    Karp directly.

    Args:
        ring: the border.
        places: the cost of each piece at each place, shape (n, n).
        strips: all pieces of the ring, each in one strip.
        starts: places at which the first piece of the first strip may lie.
    """
    lengths = np.array([len(strip) for strip in strips])
    joints = ring.joints[np.ix_([strip[-1] for strip in strips], [strip[0] for strip in strips])]
    laid = np.array([_strip_costs(places, strip) for strip in strips])
    inside = sum(float(ring.joints[a, b]) for strip in strips for a, b in pairwise(strip))
    best = min((_cheapest_from(start, lengths, joints, laid) for start in starts), key=lambda found: found[0])
    cost, start, turns = best
    pieces = [piece for strip in turns for piece in strips[strip]]
    first = -start % len(ring)
    return Arrangement(cost + inside, tuple(pieces[first:] + pieces[:first]))


def _strip_costs(places: Floats, strip: Strip) -> Floats:
    """Return the cost of a strip at the places of its pieces, for each place at which it may begin; shape (n,)."""
    count = places.shape[1]
    begins = np.arange(count)
    return np.asarray(
        np.sum([places[piece, (begins + i) % count] for i, piece in enumerate(strip)], axis=0), dtype=np.float64
    )


def _cheapest_from(start: int, lengths: Indices, joints: Floats, laid: Floats) -> tuple[float, int, list[int]]:
    """Return the cheapest order of all strips that begins with the first one at a place.

    1. least[set, last] is the minimum cost of a set of strips (bits, without the first strip) that ends with one.
    2. Sets are taken by size, all of one size at once.
    3. The ring closes from the last strip to the first.
    """
    others = len(lengths) - 1
    if others == 0:
        return float(joints[0, 0] + laid[0, start]), start, [0]
    count = laid.shape[1]
    least = np.full((1 << others, others), np.inf)
    came = np.zeros((1 << others, others), dtype=np.int8)
    bits = 1 << np.arange(others)
    full = (np.arange(1 << others)[:, None] & bits > 0) @ lengths[1:]
    begins = (start + lengths[0] + full) % count
    for last in range(others):
        least[bits[last], last] = joints[0, last + 1] + laid[last + 1, begins[0]]
    for masks in _by_size(others):
        steps = least[masks][:, :, None] + joints[None, 1:, 1:]
        before, cheapest = steps.argmin(axis=1), steps.min(axis=1)
        for last in range(others):
            free = masks & bits[last] == 0
            into = masks[free] | bits[last]
            least[into, last] = cheapest[free, last] + laid[last + 1, begins[masks[free]]]
            came[into, last] = before[free, last]
    ends = least[-1] + joints[1:, 0]
    last = int(ends.argmin())
    return float(ends[last] + laid[0, start]), start, [0, *_walked(came, last)]


@cache
def _by_size(others: int) -> tuple[Indices, ...]:
    """Return the sets of strips of each size, from one strip to all but one."""
    bits = [1 << i for i in range(others)]
    return tuple(np.array([sum(chosen) for chosen in combinations(bits, size)]) for size in range(1, others))


def _walked(came: NDArray[np.int8], last: int) -> list[int]:
    """Walk back from the last strip, and return the order of the strips after the first."""
    mask, found = len(came) - 1, []
    while mask:
        found.append(last + 1)
        mask, last = mask & ~(1 << last), int(came[mask, last])
    return found[::-1]


class Border(NamedTuple):
    """A border."""

    size: Dimensions
    order: Strip
    """The pieces clockwise from the top left corner."""


def border_of_the_paper(ring: Ring, starts: Callable[[Dimensions], Sequence[int]], *, upright: bool = False) -> Border:
    """Arrange the border by Algorithm 1 of the paper: rows and columns are not known, and any rectangle is accepted.

    The cheapest combination of the last strips that has the corners of a rectangle is taken. (The paper tests all
    combinations; Held and Karp's recursion finds the same one.)

    Args:
        ring: the border.
        starts: the corners of a rectangle at which the first corner piece may lie.
        upright: whether the orientation is known, so that r x c and c x r are different rectangles.
    """
    strips = merged(ring, STRIPS_OF_THE_PAPER)
    half = (len(ring) + 4) // 2
    sizes = [Dimensions(rows, half - rows) for rows in range(2, half - 1 if upright else half // 2 + 1)]
    found = [(size, _arranged(ring, place_costs(ring, size), strips, starts(size))) for size in sizes]
    size, best = min(found, key=lambda pair: pair[1].cost)
    return Border(size, best.order)


def _arranged(ring: Ring, places: Floats, strips: Sequence[Strip], starts: Sequence[int]) -> Arrangement:
    """Arrange strips so that the first corner piece lies at one of the places in `starts`."""
    corner = int(ring.is_corner.argmax())
    # the strip with the corner piece goes first: its place decides those of the others
    ordered = sorted(strips, key=lambda strip: corner not in strip)
    shift = ordered[0].index(corner)
    return arrange(ring, places, ordered, [(place - shift) % len(ring) for place in starts])


def assemble(pieces: Sequence[Piece], measure: Measure, *, upright: bool, repairing: Clock | None = None) -> Partial:
    """Lay all pieces: the border, then the most confident pocket, and so on; nothing if no border can be laid.

    Args:
        pieces: all pieces of one puzzle.
        measure: the costs of joints.
        upright: whether the pieces are known to stand upright.
        repairing: says how long wrong choices in the interior are corrected; without it they are not, as in the paper.

    Raises:
        InputError: if the pieces do not make a rectangle.
    """
    size = dimensions(pieces, upright=upright)
    table = costs(pieces, measure, upright=upright)
    ring = ring_of(pieces, table)
    border = border_of_the_paper(
        ring, lambda size: _first_corners(pieces, ring, size, upright=upright), upright=upright
    )
    if not _is_rectangle(ring, border, len(pieces)):
        seen = f"{border.size.rows} x {border.size.columns}"
        message = f"the cheapest border of the last strips is {seen}, and there are {len(pieces)} pieces"
        return Partial(size, {}, message=f"{message}: a strip is wrong")
    board = Board(border.size, table)
    lay_border(board, pieces, ring, border.order)
    filled = fill(board, np.flatnonzero(~of_kind(pieces, "flat").any(axis=1)).tolist())
    if repairing is not None:
        Interior(board, repairing).run()
    order = [*((row, column) for row, column, _ in ring_places(board.size)), *filled]
    sure = confidences(board)
    forbidden = sum(int((joints >= FORBIDDEN).sum()) for joints in board.joints())
    return Partial(
        board.size,
        {int(board.piece[place]): Lie(*place, int(board.turn[place])) for place in order},
        confidence={int(board.piece[place]): float(sure[place]) for place in order},
        message=f"{forbidden} joints are impossible, by their kinds or by the measure" if forbidden else "",
    )


def ring_places(size: Dimensions) -> list[tuple[int, int, int]]:
    """Return row, column and the outward direction of each border place, clockwise from the top left corner.

    At a corner it is the first of the two directions, clockwise.
    """
    rows, columns = size
    top = [(0, column, 3 if column == 0 else 0) for column in range(columns - 1)]
    right = [(row, columns - 1, 0 if row == 0 else 1) for row in range(rows - 1)]
    bottom = [(rows - 1, column, 1 if column == columns - 1 else 2) for column in range(columns - 1, 0, -1)]
    left = [(row, 0, 2 if row == rows - 1 else 3) for row in range(rows - 1, 0, -1)]
    return top + right + bottom + left


def lay_border(board: Board, pieces: Sequence[Piece], ring: Ring, order: Sequence[int]) -> None:
    """Lay the border, its first piece at the top left corner."""
    flat = of_kind(pieces, "flat")
    first = flat & ~np.roll(flat, 1, axis=1)
    for (row, column, direction), place in zip(ring_places(board.size), order, strict=True):
        piece = int(ring.pieces[place])
        board.lay((row, column), piece, (direction - int(first[piece].argmax())) % 4)


def _first_corners(pieces: Sequence[Piece], ring: Ring, size: Dimensions, *, upright: bool) -> tuple[int, ...]:
    """Return the places on the ring where the first corner piece may lie; the whole may be turned unless upright."""
    places = size.corner_places()
    if upright:
        flat = of_kind([pieces[ring.pieces[ring.is_corner.argmax()]]], "flat")[0]
        # clockwise, the first flat side of a corner looks left at the top left, up at the top right, and so on
        return (places[(int((flat & ~np.roll(flat, 1)).argmax()) + 1) % 4],)
    return places[:1] if size.rows == size.columns else places[:2]


def _is_rectangle(ring: Ring, border: Border, count: int) -> bool:
    """Return whether the corners of a border make a rectangle of `count` pieces."""
    if border.size.rows * border.size.columns != count:
        return False
    return bool(ring.is_corner[[border.order[place] for place in border.size.corner_places()]].all())
