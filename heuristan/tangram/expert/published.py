"""A ranking run as published (sections 2 and 5, figures 2, 17 and 23): no undoing, restarts at entry points.

The rules are tried in rank order. A rule that is marked to repeat is applied until it yields nothing; any other
success returns to the first rule at once. When no rule finds a match and the puzzle is not solved, everything is put
back and a fresh attempt starts at the next rule, its entry point; after its first success the order is the usual one.

With *retry* (section 4.3: "a wrong choice may result in failure and a new fit will be sought") there is one thing more.
When an attempt is stuck, the last choice among several matches of one rule is undone, and the next match of the same
rule is taken:

1. Only matches that the rule found when it fired are tried, in its order; no other rule is asked in its place, and no
   piece is laid that no rule takes. So this finds what some choice among equals leads to, and proves nothing.
2. Where every such choice stuck is remembered, by what was left, the extension lines in it and the rule to be tried
   first: from there the run would go on in the same way, in this attempt or a later one. So it stops there.
3. If no choice is left, the attempt is stuck where it is, and the next one starts at its entry point.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import ClassVar

from heuristan.tangram.expert.control import ChoicePoint, Control, SolvedPiece, identity, so_far
from heuristan.tangram.expert.decision import NOTHING, Decision, Keys
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import refuting_line
from heuristan.tangram.expert.state import State
from heuristan.tangram.trace.events import Way

NO_MATCH = "no rule matches"


@dataclass
class Published(Control):
    """A run as published: attempts, one from each entry point."""

    starts: Sequence[int]
    """The lines at which attempts start."""
    failures: list[str] = field(default_factory=list, init=False)
    """The reasons why the attempts so far stuck."""
    _misfits: Keys = field(default=NOTHING, init=False)
    """Matches that were found not to fit in this state; in a later one they may."""

    way: ClassVar[Way] = "as published"
    too_late = "the time limit was over before the rules ran dry"

    @property
    def entry_lines(self) -> Sequence[int]:
        """The lines at which attempts start."""
        return self.starts

    def begin(self) -> None:
        """Read the puzzle, and start the first attempt."""
        super().begin()
        self.restart()

    def restart(self) -> None:
        """Put everything back, and start an attempt at the next entry point."""
        self.line = self.entry_lines[self.entry_point]
        self.entry_point += 1
        self.state, self.ruled_out, self._misfits, self._is_new = self.start, NOTHING, NOTHING, True
        self.points.clear()
        self.tracer.attempt_started(self.entry_point, self.entry_point, self.rules[self.line])

    def line_after(self, line: int, step: int) -> int:
        """Return the line to try first after a success: the same if it is repeated, otherwise the first.

        After its first success an attempt from a lower entry point returns to the first line.
        """
        return super().line_after(line, step) if step > 1 or self.entry_point == 1 else 0

    def take(self, match: Match, line: int, others: tuple[Match, ...]) -> bool:
        """Take a match out, and offer again the matches that did not fit before it."""
        if self.state.without(match) is not None:
            self.ruled_out -= self._misfits
            self._misfits = NOTHING
        return super().take(match, line, others)

    def refuse(self, match: Match, line: int) -> None:  # noqa: ARG002
        """Rule a match out until another is taken."""
        self._misfits |= {match.key}
        self.ruled_out |= {match.key}

    def run_dry(self, decision: Decision) -> None:
        """Return to the first line, unless it was tried already or nothing was taken yet."""
        self.note(decision)
        if self.line == 0 or not self.points:
            self.fail(NO_MATCH)
        else:
            self.line = 0

    def fail(self, reason: str) -> None:
        """End the attempt, and start the next one if there is another entry point."""
        words = stuck_words(len(self.points), reason)
        self.failures.append(words)
        self.tracer.attempt_stuck(self.entry_point, words, self.state)
        if self.entry_point < len(self.entry_lines):
            self.restart()
        else:
            self.exhausted()

    def exhausted(self) -> None:
        """End the run: every attempt stuck."""
        self.end_run("stuck", in_short(self.failures))

    def solve(self, pieces: tuple[SolvedPiece, ...]) -> None:
        self.end_run("solved", f"solved from entry point E{self.entry_point}", pieces)


def stuck_words(steps: int, reason: str) -> str:
    """Describe where and why an attempt stuck."""
    return f"{reason} {so_far(steps)}" if reason == NO_MATCH else f"{so_far(steps)} {reason}"


def in_short(failures: list[str]) -> str:
    """Describe where each attempt stuck; neighbours that stuck alike are put together."""
    words = []
    for reason, alike in groupby(enumerate(failures, 1), key=lambda numbered: numbered[1]):
        numbers = [number for number, _ in alike]
        span = f"E{numbers[0]}" if len(numbers) == 1 else f"E{numbers[0]} to E{numbers[-1]}"
        words.append(f"{span}: {reason}")
    return "; ".join(words)


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

    def arrive(self, after: State) -> None:
        super().arrive(after)
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
        point = self.undo(reason)
        place = self._untried(point)
        assert place is not None
        self.take(point.others[place], point.line, point.others[place + 1 :])

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
    """Return what decides how a run goes on: what is left, the lines drawn in it, and the rule to try.

    Numbers of vertices depend on the way there, and break ties; they are left out, so that retrying tries less again.
    """
    return identity(state), state.carried, line
