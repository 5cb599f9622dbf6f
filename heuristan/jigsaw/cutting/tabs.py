"""The line of a cut between two pieces: a tab of its own shape on a side line that is not quite straight.

Three cubic Bezier curves with common tangents where they meet: from the corner to the neck, round the head, and from
the neck to the other corner. The two halves are drawn alike, the second one mirrored, each with numbers of its own, so
that no two tabs of a puzzle are the same.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

POINTS = 40
"""Of each Bezier curve: at 100 pixels a side about half a pixel apart."""

# Shares of the length of the side, least and greatest, where nothing else is said.
MIDDLE = (0.42, 0.58)
"""Of the head along the side."""
NECK = (0.065, 0.105)
"""From the middle of the neck to one side of it."""
HEIGHT = (0.2, 0.28)
"""Of the head above the side line."""
NECK_HEIGHT = (0.26, 0.42)
"""Of the neck above the side line, as a share of the height."""
FLARE = (0.45, 0.9)
"""How far a side of the head leans outwards, as a share of how far it goes up."""
SHOULDER = (0.6, 1.1)
"""How long the way up to the neck is, as a share of the neck's height: short makes a sharp shoulder."""
SAG = (-0.05, 0.05)
"""How far the side line leaves the straight line on its way to the neck."""
LEAN = (-0.03, 0.03)
"""How far the head leans to one side."""
FIRST = 0.22
"""How far along the side its first control point lies."""


def tab(random: np.random.Generator, variety: float = 1.0) -> Floats:
    """A side line with a tab, from (0, 0) to (1, 0), the tab at y > 0. Shape (points, 2), first and last included.

    Args:
        random: where the numbers of its shape come from.
        variety: how much of each range is used: 1 all of it, 0 its middle alone, so that all tabs are the same.
    """
    middle, height, lean = (within(random, limits, variety) for limits in (MIDDLE, HEIGHT, LEAN))
    left = _half(random, variety, (middle, height, lean))
    right = _half(random, variety, (1 - middle, height, -lean)) * [-1, 1] + [1, 0]
    points = np.concatenate([left, right[::-1]])
    return np.concatenate([bezier(points[:4]), bezier(points[3:7])[1:], bezier(points[6:])[1:]])


def within(random: np.random.Generator, limits: tuple[float, float], variety: float) -> float:
    """A number between limits that are drawn together to a share of their distance."""
    low, high = limits
    return (low + high) / 2 + variety * (high - low) * float(random.uniform(-0.5, 0.5))


def _half(random: np.random.Generator, variety: float, whole: tuple[float, float, float]) -> Floats:
    """Control points of a tab's left half: the corner, on the side line, before the neck, the neck, on the head."""
    middle, height, lean = whole
    half_neck, share, flare, shoulder, sag = (
        within(random, limits, variety) for limits in (NECK, NECK_HEIGHT, FLARE, SHOULDER, SAG)
    )
    neck = np.array([middle - half_neck, share * height])
    # a cubic curve comes three quarters of the way up to its two middle points
    up = (1 - share) * height / 0.75
    step = np.array([lean - flare * up, up])
    before = neck - step * (shoulder * share * height / up)
    return np.array([[0.0, 0.0], [FIRST, sag], before, neck, neck + step])


def bezier(control: Floats) -> Floats:
    """Points of a cubic Bezier curve: four control points in, shape (POINTS, 2) out."""
    t = np.linspace(0, 1, POINTS)[:, None]
    s = 1 - t
    weights = np.hstack([s**3, 3 * s * s * t, 3 * s * t * t, t**3])
    return np.asarray(weights @ control)
