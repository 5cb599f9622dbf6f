"""Places of the parts of a drawing, and on the lattice, where they lie side by side, each turned back."""

from typing import NamedTuple

from heuristan.tangram.outlines.approximate.edges import EdgeLoop
from heuristan.tangram.outlines.approximate.silhouette import Silhouette
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.puzzle import Frame, Place

APART = 1
"""Distance between parts on the lattice, in legs."""


class Part(NamedTuple):
    """A part of a drawing put in order."""

    turn: float
    """Its turn against the eight directions, in radians."""
    loops: list[EdgeLoop]
    """The loops of its edges, turned back; the outer one first."""


class Arrangement(NamedTuple):
    """The map from points on the lattice to points of the drawing."""

    frame: Frame
    places: tuple[Place, ...]

    @classmethod
    def of(cls, silhouette: Silhouette, places: list[Place], denominator: int) -> "Arrangement":
        """Return the arrangement of parts at these places; the place of a single part becomes part of the frame."""
        scale = silhouette.leg / (UNITS_A_LEG * denominator)
        if len(places) == 1:
            return cls(Frame(scale, places[0].turn, silhouette.own(places[0].shift), silhouette.y_down), ())
        return cls(Frame(scale, 0.0, silhouette.origin, silhouette.y_down), tuple(places))
