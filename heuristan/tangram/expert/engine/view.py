"""What tests in rules ask about the (x, y) plane of section 4.2: what lies inside an outline, and on what.

All answers follow from the values that a rule has bound, and from nothing else: it does not matter when a test is made.
"""

from collections.abc import Mapping
from typing import Any

from heuristan.tangram.expert.figures import Figure, side_lengths
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point


class View:
    """The stored figures, laid where facts say."""

    def __init__(self, stored: tuple[Figure, ...]) -> None:
        self.stored = stored
        self.side_lengths = side_lengths(stored)

    def match(self, state: State, figure: int, corner: int, at: Point) -> Match | None:
        """Return a stored figure laid with a corner at a point; None if it does not lie inside."""
        return state.match(self.stored[figure], corner, at)

    def key(self, state: State, figure: int, corner: int, at: Point) -> MatchKey:
        """Return the key of a figure that lies inside."""
        match = self.match(state, figure, corner, at)
        assert match is not None
        return match.key

    def match_of(self, corner: int, values: Mapping[str, Any]) -> Match:
        """Return the match of a rule whose conditions bound these values."""
        if "m" in values:
            return values["m"]  # type: ignore[no-any-return]
        match = self.match(values["q"], values["f"], corner, values["p"])
        assert match is not None
        return match
