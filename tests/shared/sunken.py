"""Figures of which a part that touches the rest in a point was drawn into it."""

from collections.abc import Sequence
from math import atan2, cos, dist, pi, sin, tan
from random import Random
from typing import NamedTuple

import shapely

from heuristan.common.overlay import intersection, union
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from shared.drawings import Laid, figures, moved, outline_of, slid_assembly, turned

CLEAR = 0.25
"""Minimum distance of a head from what it does not touch, and minimum length of an edge, in legs."""

LEAN = 0.3
"""Maximum angle of the middle line of a head with the normal of the edge that it stands on, in radians."""


class Sunken(NamedTuple):
    """A figure whose head was drawn into its body."""

    body: list[Laid]
    head: Laid
    """Where it touches."""
    by: Vector
    """By how much it was moved into the body, in legs."""

    @property
    def pieces(self) -> list[Laid]:
        """All pieces as they were drawn."""
        return [*self.body, Laid(self.head.name, moved(self.head.ring, self.by))]

    def drawing(self, unit: float = 1.0, angle: float = 0.0) -> Drawing:
        """Return its outline, turned, in a unit of which a leg has so many."""
        polygons = outline_of(self.pieces)
        rings = [[[(unit * x, unit * y) for x, y in turned(ring, angle)] for ring in rings] for rings in polygons]
        return Drawing("sunken", tuple(rings))

    def is_plain(self, touching: Sequence[Laid]) -> bool:
        """Return whether the head is clear of the body but for the point where it touches."""
        body = union([shapely.Polygon(piece.ring) for piece in self.body])
        head, there = shapely.Polygon(self.head.ring), shapely.Polygon(self.pieces[-1].ring)
        near = intersection(head, body.buffer(CLEAR))
        neck = intersection(there, body)
        ((_, *holes), *_), drawn = outline_of(touching), outline_of(self.pieces)
        (outer, *_), *others = drawn
        return bool(
            near.geom_type == "Polygon"
            and near.length < 6 * CLEAR
            and neck.geom_type == "Polygon"
            and neck.area < there.area / 3
            and not others
            and not holes
            and all(dist(a, b) > CLEAR for a, b in zip(outer, (*outer[1:], outer[0]), strict=True))
        )


def sunken(random: Random, name: str, width: float) -> Sunken:
    """Return a figure whose head, a piece of this name, hangs together with the rest by a neck of a width, in legs."""
    names = [*TANGRAM.stock(1).elements()]
    names.remove(name)
    while True:
        body = slid_assembly(random, names)
        for _ in range(20):
            found = _on_edge(body, name, width, random)
            if found is not None and found.is_plain([*body, found.head]):
                return found


def _on_edge(body: list[Laid], name: str, width: float, random: Random) -> Sunken | None:
    """Return a head that touches an edge of a body with a vertex, and was moved in; None if the edge is short."""
    (ring, *_), *_ = outline_of(body)
    a, b = random.choice(list(zip(ring, (*ring[1:], ring[0]), strict=True)))
    along = random.uniform(0.6, dist(a, b) - 0.6) if dist(a, b) > 1.2 else None
    if along is None:
        return None
    edge = atan2(b[1] - a[1], b[0] - a[0])
    out = edge - pi / 2 if shapely.LinearRing(ring).is_ccw else edge + pi / 2
    at = a[0] + along * cos(edge), a[1] + along * sin(edge)
    form = figures(name)[0]
    first = random.randrange(len(form))
    before, tip, after = (form[(first + k) % len(form)] for k in (-1, 0, 1))
    sides = [atan2(y - tip[1], x - tip[0]) for x, y in (after, before)]
    half, lean = ((sides[1] - sides[0]) % (2 * pi)) / 2, random.uniform(-LEAN, LEAN)
    head = turned(moved(form, (-tip[0], -tip[1])), out + lean - sides[0] - half)
    depth = width / (tan(half + lean) + tan(half - lean))
    return Sunken(body, Laid(name, moved(head, at)), (-depth * cos(out), -depth * sin(out)))
