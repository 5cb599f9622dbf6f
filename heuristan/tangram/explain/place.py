"""Places on the outline, in words and in the outline's own coordinates."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, isfinite, log10

from heuristan.common.plane import Ring, Spot
from heuristan.tangram.explain.words import NARROW
from heuristan.tangram.trace.events import Frame, PuzzleRead

_REGIONS = (
    ("at the bottom left", "at the bottom", "at the bottom right"),
    ("on the left", "in the middle", "on the right"),
    ("at the top left", "at the top", "at the top right"),
)
_LARGEST = 1e12
"""Beyond this, numbers are written with an exponent."""
_NUMBER = r"(-?[\d.]+(?:e[-+]?\d+)?)"
_SPOT_IN_LEGS = re.compile(rf"\({_NUMBER}, {_NUMBER}\)")


@dataclass(frozen=True)
class Place:
    """The outline as its reader sees it: upright, in its own coordinates."""

    frame: Frame
    lowest: Spot
    highest: Spot

    @classmethod
    def of(cls, puzzle: PuzzleRead) -> "Place":
        spots = [_upright(puzzle.frame, spot) for ring in puzzle.outline for spot in ring] or [(0.0, 0.0)]
        xs, ys = zip(*spots, strict=True)
        return cls(puzzle.frame, (min(xs), min(ys)), (max(xs), max(ys)))

    def region(self, spot: Spot) -> str:
        """Describe in which ninth of the outline a position (in legs) lies."""
        x, y = _upright(self.frame, spot)
        column, row = (_third(v, low, high) for v, low, high in zip((x, y), self.lowest, self.highest, strict=True))
        return _REGIONS[row][column]

    def coordinates(self, spot: Spot) -> str:
        """Write a position (in legs) in the outline's own coordinates, to about a hundredth of a leg."""
        decimals = _decimals(self.frame.scale)
        return f"({f',{NARROW}'.join(written(value, decimals) for value in self.frame.own(spot))})"

    def around(self, ring: Ring) -> str:
        """Describe about where a piece lies: round the middle of its vertices."""
        middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)) if ring else (0.0, 0.0)
        return f"around{NARROW}{self.coordinates(middle)}"

    def reason(self, words: str) -> str:
        """Return the reason for an undoing; its positions, in legs in a trace, become coordinates of the outline."""

        def own(found: re.Match[str]) -> str:
            try:
                return self.coordinates((float(found[1]), float(found[2])))
            except ValueError:
                return found[0]

        return _SPOT_IN_LEGS.sub(own, words)

    @property
    def leg(self) -> str:
        """The length of a small leg in the outline's own coordinates."""
        return written(self.frame.scale, _decimals(self.frame.scale) + 2)


NO_PLACE = Place(Frame(1.0, 0.0, (0.0, 0.0), False), (0.0, 0.0), (0.0, 0.0))
"""The place of a trace that does not say what its puzzle is."""


def _upright(frame: Frame, spot: Spot) -> Spot:
    x, y = frame.own(spot)
    return x, -y if frame.y_down else y


def _third(value: float, low: float, high: float) -> int:
    """Return 0, 1 or 2 for the lower, middle and upper third of a range."""
    return int(value >= low + (high - low) / 3) + int(value > low + (high - low) * 2 / 3)


def _decimals(scale: float) -> int:
    """Return the number of decimals that shows a hundredth of a leg."""
    return min(max(2 - ceil(log10(scale) - 1e-9), 0), 12) if isfinite(scale) and scale > 0 else 2


def written(value: float, decimals: int) -> str:
    """Write a number with as many decimals as it needs, up to a maximum."""
    if not abs(value) < _LARGEST:
        return f"{value:.6g}"
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def vertex_count(rings: Iterable[Ring]) -> int:
    """Count the vertices of some rings."""
    return sum(map(len, rings))


def concave_count(rings: Iterable[Ring]) -> int:
    """Count the concave vertices; outer rings run counter-clockwise and holes clockwise, the inside to the left."""
    return sum(_turns_right(ring[i - 1], p, ring[i + 1 - len(ring)]) for ring in rings for i, p in enumerate(ring))


def _turns_right(p: Spot, q: Spot, r: Spot) -> bool:
    return (q[0] - p[0]) * (r[1] - q[1]) - (q[1] - p[1]) * (r[0] - q[0]) < 0
