"""A ranking run with retry (section 4.3): "a wrong choice may result in failure and a new fit will be sought".

As published, with one thing more. When an attempt is stuck, the last choice among several matches of one rule is
undone, and the next match of the same rule is taken:

1. Only matches that the rule found when it fired are tried, in its order; no other rule is asked in its place, and no
   piece is laid that no rule takes. So this finds what some choice among equals leads to, and proves nothing.
2. Where every such choice stuck is remembered, by what was left, the extension lines in it and the rule to be tried
   first: from there the run would go on in the same way, in this attempt or a later one. So it stops there.
3. If no choice is left, the attempt is stuck where it is, and the next one starts at its entry point.
"""

from dataclasses import dataclass, field
from typing import ClassVar

from heuristan.tangram.expert.control import ChoicePoint, identity
from heuristan.tangram.expert.decision import NOTHING
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import refuting_line
from heuristan.tangram.expert.state import State
from heuristan.tangram.trace.events import Way

SAME_AS_BEFORE = "the same was left as before, where every choice stuck"
NO_OTHER = "no other match of the rule leads further"


@dataclass
class Retry(Published):
    """A run as published that takes the next match of a rule where one led nowhere."""

    failed: set[object] = field(default_factory=set, init=False)
    """Situations in which every choice stuck."""
    _entered: list[object] = field(default_factory=list, init=False)
    """The situations after each step that is not undone."""

    way: ClassVar[Way] = "with retry"

    def restart(self) -> None:
        self._entered.clear()
        super().restart()

    def arrive(self) -> None:
        super().arrive()
        self._entered.append(_situation(self.state, self.line))

    def dead_end(self) -> str | None:
        """Return that the same was left before, if it was."""
        was_left = self._is_new and self._entered and self._entered[-1] in self.failed
        return SAME_AS_BEFORE if was_left else None

    def fail(self, reason: str) -> None:
        """Go back to the last choice that is open, and take the next match; if none is, the attempt is stuck."""
        if not self.is_covered:
            self.failed.update(self._entered[-1:])
        is_open = [self._untried(point) is not None for point in self.points]
        if not any(is_open):
            self.failed.update(self._entered)
            super().fail(reason)
            return
        while not is_open[len(self.points) - 1]:
            self.undo(reason)
            self.failed.add(self._entered[-1])
            reason = NO_OTHER
        self.retry(self.undo(reason))

    def retry(self, point: ChoicePoint) -> None:
        """Take the next match of the rule that fired at a choice point."""
        place = self._untried(point)
        assert place is not None
        self.take(point.others[place], point.line, point.others[place + 1 :])
        self.hold()
        self.shorten()
        self.arrive()

    def _untried(self, point: ChoicePoint) -> int | None:
        """Return the place of the first of the other matches of a choice point that fits and leaves something new."""
        return next((place for place, match in enumerate(point.others) if self._leads_on(point, match)), None)

    def _leads_on(self, point: ChoicePoint, match: Match) -> bool:
        if refuting_line(self.rules, point.line, point.state, match, point.ruled_out) is not None:
            return False
        after = point.state.without(match)
        if after is None or not after.boundary:
            return after is not None
        return _situation(after, self.line_after(point.line, after.steps)) not in self.failed

    def undo(self, reason: str) -> ChoicePoint:
        """Put the match taken last back, and restore the working memory of its choice point."""
        self._misfits = NOTHING
        self._entered.pop()
        return super().undo(reason)


def _situation(state: State, line: int) -> object:
    """Return everything that decides how a run goes on: what is left, the lines drawn in it, and the rule to try."""
    return identity(state), state.carried, line
