"""Where the parts of a drawing lie, and where they are laid on the lattice: side by side, each turned back."""

from math import cos, sin
from typing import NamedTuple

from heuristan.tangram.outlines.approximate.edges import EdgeLoop
from heuristan.tangram.outlines.approximate.figure import Figure
from heuristan.tangram.pieces.sets import UNITS_A_LEG
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import Frame, Place

APART = 1
"""Legs between parts on the lattice."""


class Part(NamedTuple):
    """A part of a drawing put in order."""

    turn: float
    """By how much it is turned against the eight directions, in radians."""
    loops: list[EdgeLoop]
    """The outer one first, turned back."""


def turned(spot: Vector, angle: float) -> Vector:
    """A point turned about the origin."""
    (x, y), c, s = spot, cos(angle), sin(angle)
    return c * x - s * y, s * x + c * y


class Arrangement(NamedTuple):
    """How points on the lattice become points of the drawing."""

    frame: Frame
    places: tuple[Place, ...]

    @classmethod
    def of(cls, figure: Figure, places: list[Place], denominator: int) -> "Arrangement":
        """The arrangement of parts at these places; of one part, its place is part of the frame."""
        scale = figure.leg / (UNITS_A_LEG * denominator)
        if len(places) == 1:
            return cls(Frame(scale, places[0].turn, figure.own(places[0].shift), figure.y_down), ())
        return cls(Frame(scale, 0.0, figure.origin, figure.y_down), tuple(places))
