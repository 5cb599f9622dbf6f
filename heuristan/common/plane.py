"""Names for what lies in the plane, in floats: spots, rings and stretches."""

from dataclasses import dataclass
from typing import TypeAlias

Spot: TypeAlias = tuple[float, float]
"""A point: x and y."""

Ring: TypeAlias = tuple[Spot, ...]
"""A closed polygon: its vertices in order, the first one not repeated."""


@dataclass(frozen=True)
class Stretch:
    """A straight stretch of a line."""

    start: Spot
    end: Spot
