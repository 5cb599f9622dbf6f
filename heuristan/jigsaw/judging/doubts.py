"""Joints, pieces and seams of an assembly weighed: which have too little evidence.

A piece is weighed by all its joints together, against every other piece of the puzzle at its place. That does not see
two halves that are each right and do not belong side by side: so the pieces are joined to blocks, those with the most
evidence first, as long as the joints between two blocks speak for them together. What stays apart is a seam.
"""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from heuristan.jigsaw.piece import Floats, Indices, Piece, Place, Side, around, beside, of_kind
from heuristan.jigsaw.results import Placed

Grid: TypeAlias = Mapping[Place, Placed]


class Meeting(NamedTuple):
    """Two pieces that lie side by side."""

    place: Place
    direction: int
    """The direction from the first piece to the second: 1 for right, 2 for down."""
    there: Place
    one: Placed
    other: Placed

    @property
    def sides(self) -> tuple[int, int]:
        """The sides of the two pieces, 0 to 3, that lie against each other."""
        return self.one.side(self.direction), self.other.side(self.direction + 2)


def meetings(grid: Grid) -> Iterator[Meeting]:
    """Yield the pairs of pieces of an assembly that lie side by side, row by row."""
    for place, one in sorted(grid.items()):
        for direction in (1, 2):
            there = beside(place, direction)
            if there in grid:
                yield Meeting(place, direction, there, one, grid[there])


IMPOSSIBLE = -20.0
"""The evidence of sides that are not a tab and a blank."""
ODD = 0.05
"""Share of true joints that look like strangers: a highlight across them, say, or a corner that is read wrongly."""
POINTS = 48
"""Number of points of a curve."""
STRETCHES = 16
"""Number of stretches of a side of which the mean colours are taken."""
LEVELS = 2
"""Number of insets, from the outermost, whose mean is the colour beside a side."""
FINEST = 0.02
"""Distance in pixels below which differences of curves are not told apart."""
PRIOR = 4
"""Number of joints that the usual spread weighs as much as, so that few joints do not claim a spread of nothing."""
USUAL = (0.3, 0.01, 0.5)
"""The usual spread over joints of the logarithms of shape, size and colour."""
ONE_SIDED = (True, False, True)
"""True for a distance, where a small value speaks for a joint; False for a ratio, where a large one does."""


def evidence(pieces: Sequence[Piece], joints: Sequence[tuple[int, int]]) -> Floats:
    """Return the evidence that any two sides are a joint, shape (4 * pieces, 4 * pieces).

    Args:
        pieces: all pieces of the puzzle.
        joints: the pairs of sides that lie against each other in the assembly; a side's number is four times that of
            its piece plus its own.
    """
    sides = [side for piece in pieces for side in piece.sides]
    found = np.full((len(sides), len(sides)), IMPOSSIBLE)
    tabs, blanks = ([n for n, side in enumerate(sides) if side.kind == kind] for kind in ("tab", "blank"))
    rows, columns = ({side: n for n, side in enumerate(those)} for those in (tabs, blanks))
    ordered = [pair if pair[0] in rows else pair[::-1] for pair in joints]
    known = np.array([(rows[a], columns[b]) for a, b in ordered if a in rows and b in columns], dtype=np.intp)
    if not len(known):
        return found
    seen = _compared([sides[n] for n in tabs], [sides[n] for n in blanks], known)
    total = np.zeros_like(seen[0])
    for each in zip(seen, USUAL, ONE_SIDED, strict=True):
        total += _allowed(_weighed(*each, known))
    total = _allowed(total)
    found[np.ix_(tabs, blanks)] = total
    found[np.ix_(blanks, tabs)] = total.T
    return found


def _allowed(evidence: Floats) -> Floats:
    """Return evidence that allows for true joints that look like strangers: it is never far below 0."""
    return np.asarray(np.logaddexp(np.log(1 - ODD) + evidence, np.log(ODD)))


def _compared(tabs: Sequence[Side], blanks: Sequence[Side], known: Indices) -> tuple[Floats, Floats, Floats]:
    """Return how far shapes, sizes and colours of any tab and any blank are off, shape (tabs, blanks) each."""
    (left, left_sizes), (right, right_sizes) = (_unit_curves(each) for each in (tabs, blanks))
    # a contour that is read too far out makes all tabs thick and all blanks narrow
    off = left[known[:, 0]] - right[known[:, 1]]
    right = right + np.median(off.real, axis=0) + 1j * np.median(off.imag, axis=0)
    right /= np.maximum(np.sqrt((np.abs(right) ** 2).mean(axis=1)), 1e-9)[:, None]
    same = np.abs(left.conj() @ right.T) / POINTS
    shape = np.sqrt(np.maximum(1 - same**2, 0.0)) * float(np.median(left_sizes))
    size = np.log(left_sizes)[:, None] - np.log(right_sizes)[None, :]
    return np.log(shape + FINEST), size, np.log(_colours_apart(tabs, blanks, known))


def _unit_curves(sides: Sequence[Side]) -> tuple[NDArray[np.complex128], Floats]:
    """Return curves as complex numbers, middle at 0, chord to the right and of size 1; and their sizes."""
    points = np.stack([_sampled(side) for side in sides])
    chords = np.array([_chord(side) for side in sides])
    centred = (points - points.mean(axis=1, keepdims=True)) * chords.conj()[:, None]
    sizes = np.maximum(np.sqrt((np.abs(centred) ** 2).mean(axis=1)), 1e-9)
    return centred / sizes[:, None], sizes


def _chord(side: Side) -> complex:
    """Return the direction from corner to corner, of a blank from its last to its first."""
    x, y = side.contour[-1] - side.contour[0]
    along = complex(x, y) if side.kind == "tab" else -complex(x, y)
    return along / max(abs(along), 1e-9)


def _sampled(side: Side) -> NDArray[np.complex128]:
    """Return points evenly along a curve, of a blank from its last to its first."""
    along = _lengths(side)
    at = (np.arange(POINTS) + 0.5) / POINTS * along[-1]
    points = np.interp(at, along, side.contour[:, 0]) + 1j * np.interp(at, along, side.contour[:, 1])
    return np.asarray(points if side.kind == "tab" else points[::-1])


def _lengths(side: Side) -> Floats:
    """Return how long the contour is up to each of its points."""
    return np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(side.contour, axis=0).T))])


def _colours_apart(tabs: Sequence[Side], blanks: Sequence[Side], known: Indices) -> Floats:
    """Return the mean squared Mahalanobis distance of the colours beside sides, as colours differ across joints."""
    left, right = (np.stack([_colours(side) for side in sides]) for sides in (tabs, blanks))
    off = left[known[:, 0]] - right[known[:, 1]]
    # the joints that differ most may be wrong
    total = (off**2).sum(axis=(1, 2))
    off = off[total <= np.quantile(total, 0.8)].reshape(-1, 3)
    root = np.linalg.cholesky(np.linalg.inv(off.T @ off / len(off) + np.eye(3)))
    a, b = ((colours @ root).reshape(len(colours), -1) for colours in (left, right))
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return np.asarray(np.maximum(squares, 0.0) / a.shape[1] + 0.05)


def _colours(side: Side) -> Floats:
    """Return the mean colours of stretches beside a side, of a blank from its last to its first; shape (n, 3)."""
    along = _lengths(side)
    at = np.minimum((along / max(along[-1], 1e-9) * STRETCHES).astype(np.intp), STRETCHES - 1)
    colours = np.asarray(side.insets[:LEVELS], dtype=np.float64).mean(axis=0)
    sums = np.zeros((STRETCHES, 4))
    np.add.at(sums, at, np.column_stack([colours, np.ones(len(at))]))
    found: Floats = sums[:, :3] / np.maximum(sums[:, 3:], 1)
    return found if side.kind == "tab" else found[::-1]


def _weighed(values: Floats, usual: float, one_sided: bool, known: Indices) -> Floats:
    """Return the logarithm of how much likelier values are of joints than of strangers.

    Both are taken as normal, with the middle and the spread of the medians.
    """
    of_joints = values[known[:, 0], known[:, 1]]
    middle, spread = _middle(of_joints)
    spread = float(np.sqrt((len(known) * spread**2 + PRIOR * usual**2) / (len(known) + PRIOR)))
    other, width = _middle(values)
    width = max(width, spread)
    if one_sided:
        if other <= middle:
            return np.zeros_like(values)
        values = np.clip(values, middle, other)
    inside, outside = (values - middle) / spread, (values - other) / width
    return np.asarray((outside**2 - inside**2) / 2 + np.log(width / spread))


def _middle(values: Floats) -> tuple[float, float]:
    """Return the median and a standard deviation that few large values do not change."""
    middle = float(np.median(values))
    return middle, 1.4826 * float(np.median(np.abs(values - middle)))


SURE = 3.0
"""Evidence, as a logarithm of odds, that a piece should have over any other one at its place: 20 to 1."""


class Weight(NamedTuple):
    """The evidence for one piece at its place."""

    own: float
    """The evidence of its joints together."""
    other: float
    """The same of the other piece that fits best there."""
    rival: str
    """That piece."""

    @property
    def is_doubtful(self) -> bool:
        """Whether the joints speak against the piece, or too little for it rather than another one."""
        return self.own < 0 or self.own - self.other < SURE


class Doubts:
    """An assembly, whose pieces are weighed against each other."""

    def __init__(self, pieces: Sequence[Piece], grid: Grid, *, upright: bool) -> None:
        self._pieces = pieces
        self._grid = grid
        self._turns = (0,) if upright else (0, 1, 2, 3)
        self._number = {piece.name: number for number, piece in enumerate(pieces)}
        self._joints = _numbered_joints(pieces, grid)
        self._flat = of_kind(pieces, "flat")
        self._table = evidence(pieces, [sides for _, sides in self._joints])
        self._block, self._between = self._blocks()
        self._sizes = Counter(self._block.values())

    def weights(self) -> Iterator[tuple[Place, Weight]]:
        """Yield the weight of each piece that has a neighbour."""
        for place, one in sorted(self._grid.items()):
            fits = self._fits(place)
            if fits is None:
                continue
            number = self._number[one.piece]
            own = float(fits[number, self._turns.index(one.turn)]) if one.turn in self._turns else IMPOSSIBLE
            fits[number] = -np.inf
            best = int(fits.max(axis=1).argmax())
            yield place, Weight(own, float(fits[best].max()), self._pieces[best].name)

    def _fits(self, place: Place) -> Floats | None:
        """Return the evidence for each piece in each turn at a place; None if nothing lies beside it."""
        found = np.zeros((len(self._pieces), len(self._turns)))
        alone = True
        for direction, there in around(place):
            other = self._grid.get(there)
            if other is not None:
                alone = False
                theirs = self._table[4 * self._number[other.piece] + other.side(direction + 2)].reshape(-1, 4)
                found += theirs[:, [(direction - turn) % 4 for turn in self._turns]]
        kinds = self._flat[self._number[self._grid[place].piece]]
        turned = np.roll(kinds, self._grid[place].turn)
        for column, turn in enumerate(self._turns):
            # only a piece with the same flat sides can take its place
            found[(np.roll(self._flat, turn, axis=1) != turned).any(axis=1), column] = 4 * IMPOSSIBLE
        return None if alone else found

    def seams(self) -> Iterator[Meeting]:
        """Yield the joints that together speak against two blocks of two pieces or more.

        A long seam needs more against it than a short one: many joints that are each a little blurred are doubtful,
        not wrong.
        """
        between = defaultdict[frozenset[Place], list[Meeting]](list)
        for each, _ in self._joints:
            between[frozenset((self._block[each.place], self._block[each.there]))].append(each)
        for blocks, joints in between.items():
            if len(blocks) == 1 or min(self._sizes[block] for block in blocks) == 1:
                continue
            one, other = blocks
            if self._between[one][other] < -max(SURE, len(joints)):
                yield from joints

    def apart(self) -> Iterator[Place]:
        """Yield the places of blocks of two pieces or more besides the largest block."""
        main, _ = max(self._sizes.items(), key=lambda pair: pair[1], default=((0, 0), 0))
        for place, block in self._block.items():
            if block != main and self._sizes[block] > 1:
                yield place

    def _blocks(self) -> tuple[dict[Place, Place], dict[Place, dict[Place, float]]]:
        """Join pieces to blocks; return the block of each place, and the evidence of the joints between two blocks.

        A block is named by one of its places.
        """
        block = {place: place for place in self._grid}
        members = {place: [place] for place in self._grid}
        beside: dict[Place, dict[Place, float]] = {place: {} for place in self._grid}
        for each, sides in self._joints:
            beside[each.place][each.there] = beside[each.there][each.place] = float(self._table[sides])
        heap = [(-weight, a, b) for a, those in beside.items() for b, weight in those.items() if a < b]
        heapq.heapify(heap)
        while heap:
            weight, a, b = heapq.heappop(heap)
            if weight >= 0 or beside.get(a, {}).get(b) != -weight:
                continue
            if len(members[a]) < len(members[b]):
                a, b = b, a
            for third, more in beside.pop(b).items():
                beside[third].pop(b)
                if third != a:
                    joined = beside[a].get(third, 0.0) + more
                    beside[a][third] = beside[third][a] = joined
                    heapq.heappush(heap, (-joined, a, third))
            for place in members.pop(b):
                block[place] = a
                members[a].append(place)
        return block, beside


class Joint(NamedTuple):
    """Two sides that lie against each other."""

    one: int
    """Number of a side: four times that of its piece plus its own."""
    other: int
    own: float
    """The evidence that they are a joint."""
    rival_evidence: float
    """The greatest evidence of one of the two with any other side."""
    rival: int
    """That other side."""

    @property
    def margin(self) -> float:
        """How much more speaks for the joint than for the best other one, a logarithm of odds."""
        return self.own - self.rival_evidence

    @property
    def is_sure(self) -> bool:
        """Whether the joint has evidence, and much more than any other."""
        return self.own >= 0 and self.margin >= SURE


def joints_of(pieces: Sequence[Piece], grid: Grid) -> Iterator[Joint]:
    """Yield the joints of an assembly, the surest first."""
    pairs = [sides for _, sides in _numbered_joints(pieces, grid)]
    table = evidence(pieces, pairs)
    found = []
    for one, other in pairs:
        rivals = []
        for side, partner in ((one, other), (other, one)):
            against = table[side].copy()
            # a piece has no joint with itself
            against[4 * (side // 4) : 4 * (side // 4) + 4] = against[partner] = -np.inf
            best = int(against.argmax())
            rivals.append((float(against[best]), best))
        found.append(Joint(one, other, float(table[one, other]), *max(rivals)))
    yield from sorted(found, key=lambda joint: (-joint.is_sure, -joint.margin, joint.one))


def _numbered_joints(pieces: Sequence[Piece], grid: Grid) -> list[tuple[Meeting, tuple[int, int]]]:
    """Return each joint with the numbers of its two sides: four times that of the piece plus its own."""
    number = {piece.name: 4 * index for index, piece in enumerate(pieces)}
    return [
        (each, (number[each.one.piece] + each.sides[0], number[each.other.piece] + each.sides[1]))
        for each in meetings(grid)
    ]
