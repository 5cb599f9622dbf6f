"""The parts of a run: its attempts, its kept path, and between the extractions what was tried, undone and held.

As published, and with retry, a run makes an attempt from each entry point until one solves the puzzle. With
backtracking there is one, in which matches are undone. Searches make none.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.plane import Stretch
from heuristan.common.words import NARROW, places, plural
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.events import (
    RESTARTING,
    SEARCHING,
    AttemptStarted,
    AttemptStuck,
    Ended,
    Event,
    MatchTaken,
    MatchUndone,
    PuzzleRead,
    Taken,
    Trace,
    every,
    first,
    kept_events,
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


_NO_LINES = trace.ExtensionLinesDrawn((), (), ())


class Undoing(NamedTuple):
    """A match that was put back."""

    undone: MatchUndone
    taken: MatchTaken | None


class Situation(NamedTuple):
    """The situation between two extractions of the kept path."""

    events: tuple[Event, ...]
    """The kept events since the last extraction."""
    undoings: tuple[Undoing, ...]
    """The matches that were laid here and put back."""
    put_back: int
    """Number of all matches put back since the last extraction, including those that followed them."""

    @property
    def parts(self) -> trace.SubpuzzlesSeparated | None:
        return first(reversed(self.events), trace.SubpuzzlesSeparated)

    @property
    def lines(self) -> trace.ExtensionLinesDrawn | None:
        return first(reversed(self.events), trace.ExtensionLinesDrawn)

    @property
    def drawn(self) -> trace.ExtensionLinesDrawn:
        """The extension lines; none in traces of searches."""
        return self.lines or _NO_LINES

    @property
    def internal_edges(self) -> tuple[Stretch, ...]:
        return self.parts.internal_edges if self.parts else ()

    @property
    def started(self) -> trace.AttemptStarted | None:
        """The attempt that begins here."""
        return first(self.events, trace.AttemptStarted)

    @property
    def numbered(self) -> trace.VerticesNumbered | None:
        """The numbers of vertices; None in traces of searches."""
        return first(reversed(self.events), trace.VerticesNumbered)

    @property
    def tried(self) -> tuple[str, ...]:
        """Rules that were tried and found no match, each once."""
        return tuple(dict.fromkeys(event.rule for event in self.events if isinstance(event, trace.RuleTried)))

    @property
    def ruled_out(self) -> dict[str, tuple[trace.Candidate, ...]]:
        """The matches that each rule ruled out."""
        found: dict[str, tuple[trace.Candidate, ...]] = {}
        for event in every(self.events, trace.MatchesRuledOut):
            found[event.rule] = (*found.get(event.rule, ()), *event.matches)
        return found

    @property
    def held(self) -> tuple[trace.CompositeHeld, ...]:
        return every(self.events, trace.CompositeHeld)

    @property
    def shortened(self) -> tuple[trace.AbeyanceShortened, ...]:
        return every(self.events, trace.AbeyanceShortened)

    @property
    def released(self) -> tuple[trace.CompositeReleased, ...]:
        return every(self.events, trace.CompositeReleased)


@dataclass(frozen=True)
class Path:
    """A run: its kept path, and its attempts."""

    puzzle: trace.PuzzleRead | None
    extracted: tuple[Taken, ...]
    """The matches that were taken, or the pieces that a search placed."""
    situations: tuple[Situation, ...]
    """The situations before the first extraction, between extractions, and after the last."""
    attempts: tuple[Attempt, ...]
    ended: trace.Ended | None
    chosen: Attempt | None = None
    """The attempt whose path this is, if a reader asked for one."""

    @classmethod
    def of(cls, run: Trace, chosen: Attempt | None = None) -> "Path":
        """Return the path of an attempt, else of the one that solved the puzzle or came furthest."""
        kept = chosen.kept if chosen else kept_events(run)
        at = _places(run, kept)
        taken = [i for i, event in enumerate(kept) if isinstance(event, Taken)]
        begin = at[0] if kept and isinstance(kept[0], trace.AttemptStarted) else 0
        after = at[-1] + 1 if at else 0
        end = next((i for i in range(after, len(run)) if isinstance(run[i], trace.AttemptStarted)), len(run))
        firsts, lasts = [0, *(i + 1 for i in taken)], [*taken, len(kept)]
        situations = []
        for step, (low, high) in enumerate(zip(firsts, lasts, strict=True), 1):
            start = at[low - 1] + 1 if low else begin
            between = run[start : at[high] if high < len(kept) else end]
            situations.append(_situation(kept[low:high], between, step))
        return cls(
            puzzle=first(run, trace.PuzzleRead),
            extracted=tuple(event for event in kept if isinstance(event, Taken)),
            situations=tuple(situations),
            attempts=attempts(run),
            ended=first(run, trace.Ended),
            chosen=chosen,
        )

    @cached_property
    def taken(self) -> tuple[MatchTaken, ...]:
        """The matches that were taken."""
        return every(self.extracted, MatchTaken)

    @property
    def started(self) -> trace.AttemptStarted | None:
        """The start of the kept attempt."""
        return self.situations[0].started

    @property
    def stuck(self) -> trace.AttemptStuck | None:
        """How the kept attempt stuck, if it did."""
        return first(self.situations[-1].events, trace.AttemptStuck)

    @cached_property
    def rank(self) -> dict[str, int]:
        """For each rule its place in the ranking, from 1."""
        return {rule.name: place for place, rule in enumerate(self.rules, 1)}

    @cached_property
    def by_name(self) -> dict[str, trace.Rule]:
        """The rules by their names."""
        return {rule.name: rule for rule in self.rules}

    @property
    def left_over(self) -> Counter[str]:
        """The pieces of the stock that were not taken as pieces."""
        stock = Counter(dict(self.puzzle.stock)) if self.puzzle else Counter[str]()
        return stock - Counter(each.name for each in self.extracted if each.kind == "piece")

    def of_rank(self, place: int) -> range:
        """Return the places that have the rank of a place, from 1."""
        starts = [1, *(n for n, rule in enumerate(self.rules, 1) if n > 1 and not rule.equal_rank)]
        after = (n for n in starts if n > place)
        return range(max(n for n in starts if n <= place), next(after, len(self.rules) + 1))

    @property
    def is_by_hand(self) -> bool:
        """Whether a person chose the matches."""
        return self.puzzle is not None and self.puzzle.way == "by hand"

    @property
    def starts_at_each_rule(self) -> bool:
        """Whether the n-th entry point is the n-th rule."""
        starts = (attempt.started for attempt in self.attempts)
        return all(self.rank.get(start.rule, start.entry_point) == start.entry_point for start in starts)

    @property
    def rules(self) -> tuple[trace.Rule, ...]:
        return self.puzzle.rules if self.puzzle else ()


def _places(run: Trace, kept: Sequence[Event]) -> list[int]:
    """Return the indices of the kept events in the run."""
    places: list[int] = []
    for event in kept:
        place = places[-1] + 1 if places else 0
        while run[place] is not event:
            place += 1
        places.append(place)
    return places


def _situation(kept: Sequence[Event], between: Sequence[Event], step: int) -> Situation:
    undoings: list[Undoing] = []
    laid: MatchTaken | None = None
    for event in between:
        if isinstance(event, MatchTaken) and event.step == step:
            laid = event
        elif isinstance(event, MatchUndone) and event.step == step:
            undoings.append(Undoing(event, laid))
            laid = None
    put_back = len(every(between, MatchUndone))
    return Situation(tuple(kept), tuple(undoings), put_back)
