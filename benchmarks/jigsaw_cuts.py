"""Ways to cut jigsaws besides the package's own: round, fanciful and angular heads, and lines that are waves.

Each function draws a line from (0, 0) to (1, 0), with its head at y > 0, as `heuristan.jigsaw.cutting.saw.tab` does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from heuristan.jigsaw.cutting.saw import JITTER, CutOutline, Side, Vertex, bezier, outlines, tab, within
from heuristan.jigsaw.piece import Floats

Style: TypeAlias = Literal["classic", "wavy", "whimsy", "ribbon", "straight"]
"""The way of cutting: classic (a random tab on each side), wavy (lines of the grid are waves, so corners are not
square), whimsy (hooks, hearts, arrows), ribbon (smooth lines, tabs of one kind, two opposite ones on each piece),
straight (angular tabs)."""

HEAD = (0.44, 0.56)
"""Position of another head than a tab's along the side."""
RADIUS = (0.085, 0.115)
"""Radius of a round head."""
THROAT = (0.55, 0.75)
"""Half of the width of the neck of a round head, as a share of the radius."""
RISE = (0.01, 0.05)
"""Height of the neck of a round head above the side line."""
FOOT, TOP = (0.06, 0.07), (0.095, 0.125)
"""Half of the width of an angular head, below and above."""
ANGULAR = (0.16, 0.22)
"""Height of an angular head."""
SIZE = (0.85, 1.0)
"""Size of a fanciful head, as a share of its template's."""
WOBBLE = 0.012
"""Maximum distance by which each point of a fanciful head is moved."""
ARC, FINE = 40, 8
"""Number of points around a round head, and between two points of a template."""

TEMPLATES = tuple(
    np.array(points)
    for points in (
        # a hook, a heart, an arrow, a finger
        [(-0.06, 0), (-0.06, 0.06), (-0.09, 0.14), (-0.03, 0.24), (0.07, 0.24), (0.12, 0.17), (0.06, 0.1), (0.06, 0)],
        [(-0.065, 0), (-0.06, 0.06), (-0.12, 0.13), (-0.08, 0.23), (0, 0.18), (0.08, 0.23), (0.12, 0.13), (0.06, 0.06),
         (0.065, 0)],
        [(-0.065, 0), (-0.06, 0.07), (-0.12, 0.11), (-0.05, 0.2), (0, 0.25), (0.05, 0.2), (0.12, 0.11), (0.06, 0.07),
         (0.065, 0)],
        [(-0.06, 0), (-0.055, 0.09), (-0.07, 0.18), (-0.04, 0.24), (0.04, 0.24), (0.07, 0.18), (0.055, 0.09),
         (0.06, 0)],
    )
)  # fmt: skip


def round_head(random: np.random.Generator) -> Floats:
    """Draw a circle on a neck."""
    middle, radius, throat, rise = (within(random, limits) for limits in (HEAD, RADIUS, THROAT, RISE))
    angle = np.arcsin(throat)
    turns = np.linspace(angle, 2 * np.pi - angle, ARC)
    # from the lower left clockwise; an angle of 0 points down
    head = np.stack([-np.sin(turns), -np.cos(turns)], axis=1) * radius
    head += np.array([middle, rise + radius * np.cos(angle)])
    bend = np.array([np.cos(angle), -np.sin(angle)]) * radius / 2
    left = bezier(np.array([[0, 0], [middle / 2, 0], head[0] + bend, head[0]]))
    right = bezier(np.array([head[-1], head[-1] + bend * [-1, 1], [(1 + middle) / 2, 0], [1, 0]]))
    return np.concatenate([left, head[1:-1], right])


def fanciful_head(random: np.random.Generator) -> Floats:
    """Draw one of several shapes, mirrored at random, each of its points moved a little."""
    points = TEMPLATES[int(random.integers(len(TEMPLATES)))].copy()
    points *= within(random, SIZE)
    points[1:-1] += random.uniform(-WOBBLE, WOBBLE, (len(points) - 2, 2))
    if random.integers(2):
        points = points[::-1] * [-1, 1]
    points[:, 0] += within(random, HEAD)
    return _through(np.concatenate([[[0.0, 0.0], [0.2, 0.0]], points, [[0.8, 0.0], [1.0, 0.0]]]))


def angular_head(random: np.random.Generator) -> Floats:
    """Draw a dovetail of straight lines."""
    middle, shift = within(random, HEAD), within(random, (-0.02, 0.02))
    (foot, other), (left, right), (up, down) = (
        (within(random, limits), within(random, limits)) for limits in (FOOT, TOP, ANGULAR)
    )
    head = [(middle - foot, 0), (middle + shift - left, up), (middle + shift + right, down), (middle + other, 0)]
    return np.array([(0, 0), *head, (1, 0)], dtype=np.float64)


def _through(points: Floats) -> Floats:
    """Return a smooth curve through points (Catmull and Rom)."""
    before, after = 2 * points[:1] - points[1:2], 2 * points[-1:] - points[-2:-1]
    p = np.concatenate([before, points, after])
    t = np.linspace(0, 1, FINE, endpoint=False)[None, :, None]
    a, b, c, d = (p[i : len(p) - 3 + i, None] for i in range(4))
    curve = b + t * ((c - a) + t * ((2 * a - 5 * b + 4 * c - d) + t * (3 * b - a - 3 * c + d))) / 2
    return np.concatenate([curve.reshape(-1, 2), points[-1:]])


class Tame(np.random.Generator):
    """A source of random numbers whose uniform ones keep a share of their distance from the middle, which is 0."""

    def __init__(self, random: np.random.Generator, variety: float) -> None:
        super().__init__(random.bit_generator)
        self.variety = variety

    def uniform(self, *args: Any, **kwargs: Any) -> Any:
        """Draw numbers whose limits are as far below 0 as above it."""
        return self.variety * super().uniform(*args, **kwargs)


@dataclass(frozen=True)
class Cutting:
    """Parameters of a way of cutting."""

    shape: Callable[[np.random.Generator], Floats]
    """Draws a side from (0, 0) to (1, 0)."""
    jitter: float = JITTER
    """Maximum distance by which an inner vertex of the grid is moved, as a share of a piece's size."""
    slope: float = 0.0
    """Maximum slope of a line of the grid where it passes a vertex; between two vertices it is a wave."""
    is_alternating: bool = False
    """Whether each piece has two opposite tabs and two opposite blanks; if not, they are random."""
    variety: float = 1.0
    """Share of the variety that its tabs have."""

    def outlines(
        self, rows: int, columns: int, size: int, random: np.random.Generator, variety: float = 1.0
    ) -> list[CutOutline]:
        """Draw the outlines of all pieces, whose tabs and vertices have a share of their variety."""
        slopes: list[Floats] = []

        def draw(_: np.random.Generator, start: Vertex, end: Vertex) -> Side:
            if self.slope and not slopes:
                slopes.append(self.slope * random.uniform(-1, 1, (2, rows + 1, columns + 1)))
            bulge = (-1) ** sum(start) if self.is_alternating else int(random.choice((-1, 1)))
            shape = self.shape(Tame(random, variety * self.variety))
            if slopes:
                way = 0 if start[0] == end[0] else 1
                shape = _waved(shape, bulge, slopes[0][(way, *start)], slopes[0][(way, *end)])
            return shape, bulge

        return outlines(rows, columns, size, Tame(random, variety), draw, self.jitter)


def _waved(shape: Floats, bulge: int, first: float, last: float) -> Floats:
    """Add a wave that has given slopes at both ends, to the left of the line's direction, so that lines are smooth."""
    t = np.clip(shape[:, 0], 0, 1)
    wave = bulge * (first * t * (1 - t) ** 2 - last * t**2 * (1 - t))
    return np.stack([shape[:, 0], shape[:, 1] + wave], axis=1)


STYLES: dict[Style, Cutting] = {
    "classic": Cutting(tab),
    "wavy": Cutting(round_head, jitter=0.05, slope=0.5),
    "whimsy": Cutting(fanciful_head, slope=0.1),
    "ribbon": Cutting(round_head, jitter=0.015, slope=0.12, is_alternating=True, variety=0.6),
    "straight": Cutting(angular_head),
}
