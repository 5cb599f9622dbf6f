"""Motions of the plane that keep the lattice, and the symmetries of a region: those that take it to itself."""

from collections.abc import Iterable
from typing import NamedTuple

from heuristan.tangram.boundary import Boundary, Ring
from heuristan.tangram.lattice.points import ORIGIN, Point, add, bounds, mirror, subtract, turn


class Motion(NamedTuple):
    """A motion of the plane: mirrored in the x axis or not, then turned by eighths, then moved."""

    mirrors: bool
    eighths: int
    move: Point = ORIGIN

    def of(self, p: Point) -> Point:
        """Return the image of a point."""
        return add(turn(mirror(p) if self.mirrors else p, self.eighths), self.move)

    def ring(self, ring: Ring) -> Ring:
        """Return the image of a ring, run the same way: a mirror image runs the other way."""
        return tuple(map(self.of, reversed(ring) if self.mirrors else ring))


def symmetries_of(region: Boundary) -> tuple[Motion, ...]:
    """Return the motions that take a bounded region to itself, the identity first.

    They keep its bounds, so for each turn and mirroring there is at most one move.
    """
    loops = [tuple(vertex.point for vertex in loop) for loop in region.loops]
    found = []
    for mirrors in (False, True):
        for eighths in range(8):
            turned = Motion(mirrors, eighths)
            motion = turned._replace(move=_move_between(map(turned.ring, loops), loops))
            if Boundary.of(map(motion.ring, loops)) == region:
                found.append(motion)
    return tuple(found)


def _move_between(some: Iterable[Ring], others: Iterable[Ring]) -> Point:
    """Return the move that takes the minimum projections of some points to those of others."""
    lows, targets = (bounds(p for ring in rings for p in ring)[::2] for rings in (some, others))
    return subtract((targets[0], targets[1], targets[2], targets[3]), (lows[0], lows[1], lows[2], lows[3]))
