"""A ranking run as published (sections 2 and 5, figures 2, 17 and 23): no undoing, restarts at entry points.

The rules are tried in rank order. A rule that is marked to repeat is applied until it yields nothing; any other
success returns to the first rule at once. When no rule finds a match and the puzzle is not solved, everything is put
back and a fresh attempt starts at the next rule, its entry point; after its first success the order is the usual one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import ClassVar

from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.decision import NOTHING, Decision, Keys
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.running import SolvedPiece, so_far
from heuristan.tangram.trace.events import Way

NO_MATCH = "no rule matches"


@dataclass
class Published(Control):
    """A run as published: attempts, one from each entry point."""

    entry_lines: Sequence[int]
    entry_point: int = field(default=0, init=False)
    """The number of the attempt, and of the entry point at which it began."""
    failures: list[str] = field(default_factory=list, init=False)
    """The reasons why the attempts so far stuck."""
    _misfits: Keys = field(default=NOTHING, init=False)
    """Matches that were found not to fit in this state; in a later one they may."""

    way: ClassVar[Way] = "as published"
    no_match: ClassVar[str] = NO_MATCH
    too_late = "the time limit was over before the rules ran dry"

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
        """Take a match out, and forget what did not fit before it."""
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
            self.return_to_first_line()

    def return_to_first_line(self) -> None:
        self.line = 0

    def fail(self, reason: str) -> None:
        """End the attempt, and start the next one if there is another entry point."""
        self.stuck(reason)
        if self.entry_point < len(self.entry_lines):
            self.restart()
        else:
            self.exhausted()

    def stuck(self, reason: str) -> None:
        """End the attempt."""
        so_far_words = so_far(len(self.points))
        words = f"{reason} {so_far_words}" if reason == NO_MATCH else f"{so_far_words} {reason}"
        self.failures.append(words)
        self.tracer.attempt_stuck(self.entry_point, words, self.state)

    def exhausted(self) -> None:
        """End the run: every attempt stuck."""
        self.end_run("stuck", in_short(self.failures))

    def solve(self, pieces: tuple[SolvedPiece, ...]) -> None:
        self.end_run("solved", f"solved from entry point E{self.entry_point}", pieces, self.entry_point)


def in_short(failures: list[str]) -> str:
    """Describe where each attempt stuck; neighbours that stuck alike are put together."""
    words = []
    for reason, alike in groupby(enumerate(failures, 1), key=lambda numbered: numbered[1]):
        numbers = [number for number, _ in alike]
        span = f"E{numbers[0]}" if len(numbers) == 1 else f"E{numbers[0]} to E{numbers[-1]}"
        words.append(f"{span}: {reason}")
    return "; ".join(words)
