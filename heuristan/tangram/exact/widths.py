"""Widths: how near points and lines count as the same when a drawing is searched.

Pieces are first laid *rigidly*, and everything is compared within the nearness of the drawing. That is quick; but
errors add up from piece to piece, so a solution of a rough drawing may be missed. Then pieces are *fitted*: their sides
are drawn to the points that are there. No one nearness serves all drawings then: with too little, edges that meet are
held to miss each other; with too much, two points are taken for one.

Where there is no solution, more and more seems to fit, the greater the width; so a width of fitted pieces that comes to
nothing soon is given up, and that is said.
"""

from fractions import Fraction
from typing import NamedTuple

from heuristan.tangram.boundary.near import LEEWAY

MOST_STATES = 2000
"""Maximum number of states without a solution for a width in which pieces are fitted. Readings that have one (hundreds
with one set, two thousand with two) took at most 324. So many take plain Python a fifth of a second, and compiled code
need not be loaded."""

MOST_REJECTED = 20
"""Maximum number of finds that are no solution for such a width: each takes longer to judge than a hundred states to
search. Readings that have a solution took at most three."""


class Width(NamedTuple):
    """Distances within which points and lines count as the same, as parts of the nearness of a drawing."""

    near: Fraction
    """For what lies on a line."""
    leeway: Fraction
    """For points, and for sides that overlap. Either may have been moved if pieces are fitted, so it is more then."""

    @property
    def is_fitted(self) -> bool:
        """Whether pieces are fitted to what is there."""
        return self.leeway > self.near


RIGID = Width(Fraction(1), Fraction(1))
"""Pieces are laid rigidly."""

WIDTHS = (RIGID, *(Width(near, near * LEEWAY / 2) for near in (Fraction(1), Fraction(2, 3), Fraction(3, 2))))
"""All widths, in the order in which they are tried until there is a solution."""
