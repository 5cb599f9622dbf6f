"""What a condition of a rule asks for, as an explanation names it."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, cast, get_args

Obstacle: TypeAlias = Literal[
    "figure", "outside", "side", "vertex", "inside", "laid", "grades", "crosses", "offer", "ruled out", "focus",
    "evidence", "turn", "",
]  # fmt: skip
"""What a condition that fails asks for, in the order of the conditions; empty if all are satisfied.

``outside``: no way to lay the figure lies inside, and none has all its sides on edges or extension lines either.
"""

ORDER: Sequence[Obstacle] = get_args(Obstacle)


def obstacle_of(role: str) -> Obstacle:
    """Return what a condition with a role asks for."""
    return cast("Obstacle", role) if role in ORDER else "inside"
