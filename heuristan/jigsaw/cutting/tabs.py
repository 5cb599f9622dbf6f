"""The shapes of a side between two pieces: tabs, and round, fanciful and angular heads.

Each function draws a line from (0, 0) to (1, 0), with its head at y > 0, shape (points, 2). A tab consists of three
cubic Bezier curves with common tangents: from the corner to the neck, around the head, and to the other corner; its
halves are drawn with different random numbers. The heads stay below 0.27 and within 0.13 of their middle, so that those
of two neighbouring sides never meet.
"""

import numpy as np

from heuristan.jigsaw.piece import Floats

POINTS = 40
"""Number of points of each Bezier curve: on a side of 100 pixels about half a pixel apart."""

# Minimum and maximum, as shares of the length of the side if nothing else is said.
MIDDLE = (0.42, 0.58)
"""Position of the head along the side."""
NECK = (0.065, 0.105)
"""Half of the width of the neck."""
HEIGHT = (0.2, 0.28)
"""Height of the head above the side line."""
NECK_HEIGHT = (0.26, 0.42)
"""Height of the neck above the side line, as a share of the height of the head."""
FLARE = (0.45, 0.9)
"""How far a side of the head leans outwards, as a share of its rise."""
SHOULDER = (0.6, 1.1)
"""Length of the rise to the neck as a share of the neck's height: a short one makes a sharp shoulder."""
SAG = (-0.05, 0.05)
"""How far the side line leaves the straight line on its way to the neck."""
LEAN = (-0.03, 0.03)
"""How far the head leans to one side."""
FIRST = 0.22
"""Position of the first control point along the side."""
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


def tab(random: np.random.Generator, variety: float = 1.0) -> Floats:
    """Draw a side line with a tab from (0, 0) to (1, 0), the tab at y > 0. Shape (points, 2), both ends included.

    Args:
        random: source of its shape.
        variety: share of each range that is used: 1 is all of it, 0 only its middle, so that all tabs are the same.
    """
    middle, height, lean = (_within(random, limits, variety) for limits in (MIDDLE, HEIGHT, LEAN))
    left = _half(random, variety, (middle, height, lean))
    right = _half(random, variety, (1 - middle, height, -lean)) * [-1, 1] + [1, 0]
    points = np.concatenate([left, right[::-1]])
    return np.concatenate([_bezier(points[:4]), _bezier(points[3:7])[1:], _bezier(points[6:])[1:]])


def _within(random: np.random.Generator, limits: tuple[float, float], variety: float) -> float:
    """Draw a number between limits whose distance is reduced to a share of it."""
    low, high = limits
    return (low + high) / 2 + variety * (high - low) * float(random.uniform(-0.5, 0.5))


def _half(random: np.random.Generator, variety: float, whole: tuple[float, float, float]) -> Floats:
    """Return the control points of a tab's left half: corner, on the side line, before the neck, neck, on the head."""
    middle, height, lean = whole
    half_neck, share, flare, shoulder, sag = (
        _within(random, limits, variety) for limits in (NECK, NECK_HEIGHT, FLARE, SHOULDER, SAG)
    )
    neck = np.array([middle - half_neck, share * height])
    # a cubic curve reaches three quarters of the height of its two middle points
    up = (1 - share) * height / 0.75
    step = np.array([lean - flare * up, up])
    before = neck - step * (shoulder * share * height / up)
    return np.array([[0.0, 0.0], [FIRST, sag], before, neck, neck + step])


def _bezier(control: Floats) -> Floats:
    """Return the points of a cubic Bezier curve: four control points in, shape (POINTS, 2) out."""
    t = np.linspace(0, 1, POINTS)[:, None]
    s = 1 - t
    weights = np.hstack([s**3, 3 * s * s * t, 3 * s * t * t, t**3])
    return np.asarray(weights @ control)


def round_head(random: np.random.Generator, variety: float = 1.0) -> Floats:
    """Draw a circle on a neck."""
    middle, radius, throat, rise = (_within(random, limits, variety) for limits in (HEAD, RADIUS, THROAT, RISE))
    angle = np.arcsin(throat)
    turns = np.linspace(angle, 2 * np.pi - angle, ARC)
    # from the lower left clockwise; an angle of 0 points down
    head = np.stack([-np.sin(turns), -np.cos(turns)], axis=1) * radius
    head += np.array([middle, rise + radius * np.cos(angle)])
    bend = np.array([np.cos(angle), -np.sin(angle)]) * radius / 2
    left = _bezier(np.array([[0, 0], [middle / 2, 0], head[0] + bend, head[0]]))
    right = _bezier(np.array([head[-1], head[-1] + bend * [-1, 1], [(1 + middle) / 2, 0], [1, 0]]))
    return np.concatenate([left, head[1:-1], right])


def fanciful_head(random: np.random.Generator, variety: float = 1.0) -> Floats:
    """Draw one of several shapes, mirrored at random, each of its points moved a little."""
    points = TEMPLATES[int(random.integers(len(TEMPLATES)))].copy()
    points *= _within(random, SIZE, variety)
    points[1:-1] += variety * random.uniform(-WOBBLE, WOBBLE, (len(points) - 2, 2))
    if random.integers(2):
        points = points[::-1] * [-1, 1]
    points[:, 0] += _within(random, HEAD, variety)
    return _through(np.concatenate([[[0.0, 0.0], [0.2, 0.0]], points, [[0.8, 0.0], [1.0, 0.0]]]))


def angular_head(random: np.random.Generator, variety: float = 1.0) -> Floats:
    """Draw a dovetail of straight lines."""
    middle, shift = _within(random, HEAD, variety), _within(random, (-0.02, 0.02), variety)
    (foot, other), (left, right), (up, down) = (
        (_within(random, limits, variety), _within(random, limits, variety)) for limits in (FOOT, TOP, ANGULAR)
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
