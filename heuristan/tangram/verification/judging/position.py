"""From an outline's own coordinates to legs in the lattice's position, and back."""

from dataclasses import dataclass
from math import cos, sin

from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Frame
from heuristan.tangram.verification.claims.claims import Spot


@dataclass(frozen=True)
class Position:
    """Where the lattice of an outline lies."""

    frame: Frame

    @classmethod
    def of(cls, puzzle: Puzzle) -> "Position":
        frame = puzzle.frame
        return cls(Frame(frame.scale / puzzle.unit, frame.angle, frame.origin, frame.y_down))

    def own(self, spot: Spot) -> Spot:
        """Return a point in legs, in the outline's own coordinates."""
        return self.frame.own(spot)

    def legs(self, spot: Spot) -> Spot:
        """Return a point of the outline's own coordinates, in legs: the inverse of `own`."""
        frame = self.frame
        u, v = spot[0] - frame.origin[0], spot[1] - frame.origin[1]
        v = -v if frame.y_down else v
        c, s = cos(frame.angle) / frame.scale, sin(frame.angle) / frame.scale
        return c * u + s * v, c * v - s * u

    def describe(self, spot: Spot) -> str:
        """Return a point in legs for a message: in the outline's own coordinates."""
        x, y = (round(u, 6) + 0.0 for u in self.own(spot))
        return f"({x:.6g}, {y:.6g})"
