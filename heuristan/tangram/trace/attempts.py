"""The attempts of a run: each part from the whole outline until the puzzle is solved or the rules run dry.

As published, and with retry, a run makes an attempt from each entry point until one solves the puzzle. With
backtracking there is one, in which matches are undone. Searches make none.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.words import NARROW, places, plural
from heuristan.tangram.trace.events import (
    RESTARTING,
    SEARCHING,
    AttemptStarted,
    AttemptStuck,
    Ended,
    Event,
    MatchTaken,
    PuzzleRead,
    Trace,
    every,
    first,
    parts_of,
    without_undone,
)

AskedAttempt: TypeAlias = int | Literal["all"] | None
"""The attempt to tell or draw: its number, all, or None for the one that solved the puzzle, else came furthest."""


class AttemptError(InputError):
    """An attempt that a run does not have; the message says how many there are."""


@dataclass(frozen=True)
class Attempt:
    """An attempt of a run."""

    number: int
    """Its place in the run, from 1."""
    started: AttemptStarted
    events: Trace
    """Everything that happened in it, its start first, what was undone included."""
    solved: bool
    """Whether it solved the puzzle."""

    @cached_property
    def kept(self) -> Trace:
        """Its events without what was undone."""
        return without_undone(self.events)

    @property
    def entry_point(self) -> int:
        """1 for E1."""
        return self.started.entry_point

    @property
    def taken(self) -> tuple[MatchTaken, ...]:
        """The matches that it extracted and did not undo, in order: the partial solution."""
        return every(self.kept, MatchTaken)

    @property
    def stuck(self) -> AttemptStuck | None:
        """Where it stuck and why; None if it did not: the puzzle is solved, or the run ended first."""
        return first(self.kept, AttemptStuck)

    @property
    def way(self) -> tuple[object, ...]:
        """A value that is equal for attempts that took the same matches in the same order, and ended alike."""
        return tuple((match.name, match.vertices) for match in self.taken), self.stuck is None


def attempts(events: Sequence[Event]) -> tuple[Attempt, ...]:
    """Return the attempts of a run in order.

    Args:
        events: the whole trace of the run. A search has no attempts.
    """
    parts = [(part[0], part) for part in parts_of(events)]
    started = [(start, part) for start, part in parts if isinstance(start, AttemptStarted)]
    solved = any(isinstance(event, Ended) and event.status == "solved" for event in events)
    return tuple(
        Attempt(number, start, part, solved and number == len(started))
        for number, (start, part) in enumerate(started, 1)
    )


def attempt_of(events: Sequence[Event], number: int) -> Attempt:
    """Return an attempt of a run.

    Args:
        events: the whole trace of the run.
        number: its place, from 1.

    Raises:
        AttemptError: if the run has fewer attempts, or that is not a number.
    """
    if isinstance(number, bool) or not isinstance(number, int):
        raise AttemptError(f"attempt is {number!r}; give its number, from 1, or 'all'")
    found = attempts(events)
    if not 1 <= number <= len(found):
        raise AttemptError(f"there is no attempt {number}: {_how_many(events, len(found))}")
    return found[number - 1]


def alike(events: Sequence[Event]) -> tuple[tuple[Attempt, ...], ...]:
    """Return all attempts of a run, those together that took the same matches by the same rules in the same order.

    Raises:
        AttemptError: if the run has no attempts.
    """
    groups: dict[object, list[Attempt]] = {}
    for attempt in attempts(events):
        rules = tuple(match.rule for match in attempt.taken)
        groups.setdefault((attempt.way, rules), []).append(attempt)
    if not groups:
        raise AttemptError(f"there are no attempts: {_how_many(events, 0)}")
    return tuple(map(tuple, groups.values()))


def numbers_of(group: Iterable[Attempt]) -> str:
    """Name some attempts by their numbers: "attempts 1 to 7 and 10"."""
    numbers = [attempt.number for attempt in group]
    return f"attempt{'s' * (len(numbers) > 1)}{NARROW}{places(numbers)}"


def entry_points_of(group: Iterable[Attempt]) -> str:
    """Name the entry points of some attempts: "E1 to E7 and E10"."""
    return re.sub("[0-9]+", r"E\g<0>", places(sorted({attempt.entry_point for attempt in group})))


def _how_many(events: Sequence[Event], count: int) -> str:
    """Describe how many attempts a run has, and why if there is no choice."""
    way = next((event.way for event in events if isinstance(event, PuzzleRead)), None)
    if way in SEARCHING:
        return "a search makes none, only a run of a ranking does"
    if not count:
        return "the run ended before its first one"
    if count == 1:
        why = "" if way in RESTARTING else f" (a run {way} has no other: what it puts back, it puts back within it)"
        return f"the run has one attempt{why}"
    return f"the run has {plural(count, 'attempt')}; give a number from 1 to {count}, or all"


_SIZE = re.compile(r"(?:\d+|\d*r2)(?:x(?:\d+|\d*r2))?")
"""The lengths in a composite's name, in legs: ``2r2`` stands for 2√2."""


def spoken(name: str, joint: str = NARROW) -> str:
    """Return the name of a piece or composite as it is read: ``triangle-2r2`` is "triangle 2√2"."""
    kind, _, size = name.rpartition("-")
    if not kind or not _SIZE.fullmatch(size):
        return name.replace("-", " ")
    lengths = size.replace("r2", "√2").replace("x", f"{NARROW}\xd7{NARROW}")
    return f"{kind.replace('-', ' ')}{joint}{lengths}"
