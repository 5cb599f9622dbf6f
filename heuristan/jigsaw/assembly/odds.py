"""Joints by their odds, of which hardly any is impossible, and the largest fragment that they make.

Costs say how far two sides are apart. That a side is near to its partner says little if it is as near to ten others;
that it is far says little if it is farther from all others, as where a corner of the piece is read wrongly. So costs
become probabilities: of all sides that may lie against a side, one does.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from heuristan.jigsaw.assembly.fragments import Fragment, Lie, Table, around, fragments_of, grown, turned
from heuristan.jigsaw.measures.joints import FORBIDDEN
from heuristan.jigsaw.piece import STEPS, Booleans, Floats

TRUE = 0.95
"""Share of the pairs of sides that are best for each other that are assumed to be joints."""
SOFTEST, SHARPEST = -4.0, 6.0
"""Logarithms of the minimum and the maximum sharpness, per unit of cost."""
HALVINGS = 30
"""Number of steps in which the sharpness is found."""
UNLIKE = 1.0
"""Extra cost of an impossible joint, compared with a joint about which nothing is known."""


class Odds(NamedTuple):
    """The costs of joints by their odds."""

    costs: Floats
    """Minus the mean logarithm of the probabilities that each of two sides has the other as its partner; at most
    `unknown`. Shape (sides, sides)."""
    even: float
    """The cost of a joint of which nothing is known: the logarithm of the number of partners."""

    @property
    def unknown(self) -> float:
        """The maximum cost. It is so low that a joint whose sides are read wrongly forbids nothing."""
        return self.even + UNLIKE


def odds(costs: Floats) -> Odds:
    """Return costs by odds.

    Probabilities are as sharp as the sides of the puzzle agree with each other: the mean probability of the likeliest
    partner is the share of sides whose best partner has them as its best partner too.

    Args:
        costs: the costs of joints by a measure, about 1 for a good one, FORBIDDEN if it is impossible; shape (sides,
            sides). Some are possible.
    """
    may = costs < FORBIDDEN
    some = may.any(axis=1)
    own = np.where(may, costs, np.inf)[some]
    best = np.where(may, costs, np.inf).argmin(axis=1)
    agreeing = TRUE * float((best[best] == np.arange(len(best)))[some].mean())
    low, high = SOFTEST, SHARPEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        likeliest = np.exp(_logarithms(own, np.exp(middle)).max(axis=1)).mean()
        low, high = (middle, high) if likeliest < agreeing else (low, middle)
    found = np.full(costs.shape, -np.inf)
    found[some] = _logarithms(own, np.exp(low))
    even = float(np.log(may.sum(axis=1)[some].mean()))
    both = np.where(may, -(found + found.T) / 2, np.inf)
    return Odds(np.minimum(both, even + UNLIKE), even)


def _logarithms(costs: Floats, sharpness: float) -> Floats:
    """Return the logarithms of the probabilities of all partners of each side."""
    scaled = -sharpness * (costs - costs.min(axis=1, keepdims=True))
    return np.asarray(scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True)))


class Caution(NamedTuple):
    """How much a fragment asks of its joints."""

    sure: float
    """Maximum cost of a sure joint: with 1.0 the probability is a third or more, with 0.5 six tenths."""
    margin: float
    """Extra evidence that two or more joints need. It is added to the logarithm of the number of ways to lay a
    piece."""


CAUTIONS = tuple(Caution(sure, margin) for sure in (1.0, 0.5) for margin in (1.0, 0.0, 5.0))
"""Those that are tried: which one makes the best fragment differs from puzzle to puzzle."""
LINE = 3
"""Minimum number of flat sides in a line that is believed to be the border."""


class OddsTable(Table):
    """Joints by their odds, of which only those of two flat sides are impossible."""

    def __init__(self, flat: Booleans, found: Odds, caution: Caution) -> None:
        self.even, self.unknown = found.even, found.unknown
        best = found.costs.argmin(axis=1)
        least = found.costs.min(axis=1)
        mutual = np.flatnonzero((best[best] == np.arange(len(best))) & (least <= caution.sure))
        order = mutual[np.argsort(least[mutual], kind="stable")]
        joints = [(int(one), int(best[one])) for one in order if one < best[one]]
        super().__init__(np.where(np.outer(flat, flat), FORBIDDEN, found.costs), flat, joints)
        self.needed = float(np.log(flat.size)) + caution.margin
        """Minimum evidence of two joints or more."""

    def are_good(self, joints: Sequence[float]) -> bool:
        """Return whether there is evidence enough; one joint alone is sure already."""
        return len(joints) == 1 or self.even * len(joints) - sum(joints) >= self.needed

    def is_framed(self, fragment: Fragment) -> bool:
        """Return whether nothing lies beyond a line of flat sides; one or two may be read wrongly."""
        for direction, (down, right) in enumerate(STEPS):
            reach = {piece: lie.row * down + lie.column * right for piece, lie in fragment.items()}
            flat = [reach[p] for p, lie in fragment.items() if self.flat[p, (direction - lie.turn) % 4]]
            line = max(flat, key=flat.count, default=0)
            if flat.count(line) >= LINE and max(reach.values()) > line:
                return False
        return True


def largest(table: OddsTable) -> dict[int, Lie]:
    """Return the largest fragment, and what joins it by two joints or more, pieces as well as fragments."""
    first, *rest = fragments_of(table)
    found = grown(table, first)
    while True:
        left = [{piece: lie for piece, lie in each.items() if piece not in found} for each in rest]
        ways = [way for each in left if len(each) > 1 for way in _ways(table, found, each)]
        if not ways:
            return found
        # ways of one evidence are told apart by their place in the list
        best = max(range(len(ways)), key=lambda number: ways[number][0])
        found = grown(table, {**found, **ways[best][1]})


def _ways(table: OddsTable, found: Fragment, more: Fragment) -> Iterator[tuple[float, dict[int, Lie]]]:
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
