"""The shape of a side between two pieces: a line with a tab.

A tab consists of three cubic Bezier curves with common tangents: from the corner to the neck, around the head, and to
the other corner; its halves are drawn with different random numbers. The heads stay below 0.27 and within 0.13 of their
middle, so that those of two neighbouring sides never meet.
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


def tab(random: np.random.Generator, variety: float = 1.0) -> Floats:
    """Draw a side line with a tab from (0, 0) to (1, 0), the tab at y > 0. Shape (points, 2), both ends included.

    Args:
        random: source of its shape.
        variety: share of each range that is used: 1 is all of it, 0 only its middle, so that all tabs are the same.
    """
    middle, height, lean = (within(random, limits, variety) for limits in (MIDDLE, HEIGHT, LEAN))
    left = _half(random, variety, (middle, height, lean))
    right = _half(random, variety, (1 - middle, height, -lean)) * [-1, 1] + [1, 0]
    points = np.concatenate([left, right[::-1]])
    return np.concatenate([bezier(points[:4]), bezier(points[3:7])[1:], bezier(points[6:])[1:]])


def within(random: np.random.Generator, limits: tuple[float, float], variety: float) -> float:
    """Draw a number between limits whose distance is reduced to a share of it."""
    low, high = limits
    return (low + high) / 2 + variety * (high - low) * float(random.uniform(-0.5, 0.5))


def _half(random: np.random.Generator, variety: float, whole: tuple[float, float, float]) -> Floats:
    """Return the control points of a tab's left half: corner, on the side line, before the neck, neck, on the head."""
    middle, height, lean = whole
    half_neck, share, flare, shoulder, sag = (
        within(random, limits, variety) for limits in (NECK, NECK_HEIGHT, FLARE, SHOULDER, SAG)
    )
    neck = np.array([middle - half_neck, share * height])
    # a cubic curve reaches three quarters of the height of its two middle points
    up = (1 - share) * height / 0.75
    step = np.array([lean - flare * up, up])
    before = neck - step * (shoulder * share * height / up)
    return np.array([[0.0, 0.0], [FIRST, sag], before, neck, neck + step])


def bezier(control: Floats) -> Floats:
    """Return the points of a cubic Bezier curve: four control points in, shape (POINTS, 2) out."""
    t = np.linspace(0, 1, POINTS)[:, None]
    s = 1 - t
    weights = np.hstack([s**3, 3 * s * s * t, 3 * s * t * t, t**3])
    return np.asarray(weights @ control)
