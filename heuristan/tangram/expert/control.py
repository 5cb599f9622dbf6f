"""The control of a run: what is left, which line of the ranking is next, what may be put back, and how the run ends.

A control is a run in progress. It decides nothing: whoever drives it decides by the rules of the ranking, and calls the
acts of the control, which extract, restart, undo and record. The ways to run a ranking differ in what they do when no
rule finds a match: `Published` restarts, `Backtracking` undoes, `Retry` takes another match of the same rule first.

States are values, so a *choice point* is a remembered working memory: undoing a step puts its state back as it was.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple, TypeAlias

from heuristan.common.clock import Clock
from heuristan.common.words import plural
from heuristan.tangram.expert.acceptance import taking_line
from heuristan.tangram.expert.decision import NOTHING, Decision, Keys
from heuristan.tangram.expert.figures import Kind
from heuristan.tangram.expert.matches import EdgeEnd, Match
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.pieces.composites import arranged
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.trace.events import Ended, Status, Way


class Step(NamedTuple):
    """An extracted match, and the rule that took it."""

    rule: RankedRule
    match: Match


class SolvedPiece(NamedTuple):
    """A piece of the solution: its place, and the step and the rule by which it was extracted."""

    placement: Placement
    step: int
    rule: str


Accepts: TypeAlias = Callable[[Sequence[Placement]], bool]
"""Returns whether pieces that cover everything are a solution: where a puzzle has nearness, they may not be."""


Opinion: TypeAlias = Callable[[], str | None]
"""Returns why somebody else finds that the puzzle has no solution, or None; it is asked once, after much was undone."""


def no_opinion() -> None:
    return None


UNDEALT = "the pieces left over cannot be dealt out to the composites held"
UNSOUND = "the pieces fit nearly, and cannot be put so that they touch, do not overlap, and fill what was drawn"


def so_far(steps: int) -> str:
    """Describe how far an attempt came."""
    return f"after {steps} extraction{'' if steps == 1 else 's'}"


def accepts_all(_: Sequence[Placement]) -> bool:
    return True


class Run(NamedTuple):
    """The result of a run."""

    status: Status
    pieces: tuple[SolvedPiece, ...]
    entry_point: int | None
    extractions: int
    backtracks: int
    message: str


def released(steps: Sequence[Step], last: State, tracer: Tracer) -> tuple[SolvedPiece, ...] | None:
    """Return the pieces of a solution: those extracted, and those dealt out to the composites held.

    Returns:
        None if the pieces left over cannot be dealt out.
    """
    solved = pieces_of(steps, last)
    for number, step in enumerate(steps, 1):
        if solved is not None and step.match.kind == "composite":
            within = tuple(piece.placement for piece in solved if piece.step == number)
            tracer.composite_released(number, step.match.name, within)
    return solved


def pieces_of(steps: Iterable[Step], last: State) -> tuple[SolvedPiece, ...] | None:
    """Return the pieces of a solution; None if those left over cannot be dealt out to the composites held."""
    return dealt_out([(step.match.kind, step.match.placement, step.rule.name) for step in steps], last)


def dealt_out(steps: Iterable[tuple[Kind, Placement, str]], last: State) -> tuple[SolvedPiece, ...] | None:
    """Return the pieces of a solution in the order of its steps, each of which has a figure, its place and its rule.

    Returns:
        None if the pieces left over cannot be dealt out to the composites held.
    """
    deal = last.abeyance.deal(last.stock)
    if deal is None:
        return None
    chosen, solved = iter(deal), list[SolvedPiece]()  # composites are held in the order of the steps
    for number, (kind, place, rule) in enumerate(steps, 1):
        is_held = kind == "composite"
        placements = arranged(place.name, next(chosen), place, last.setting.pieces) if is_held else (place,)
        solved += [SolvedPiece(each, number, rule) for each in placements]
    return tuple(solved)


class ChoicePoint(NamedTuple):
    """Choice point: the state when a match was taken, and the match."""

    state: State
    ruled_out: Keys
    end: EdgeEnd | None
    line: int
    """The line that took the match: the first of its rank."""
    step: Step
    others: tuple[Match, ...]
    """The matches of the same rule that were not taken, in its order."""


@dataclass
class Control(ABC):
    """A run in progress: the part that every way to run a ranking shares."""

    start: State
    rules: tuple[RankedRule, ...]
    tracer: Tracer
    clock: Clock
    accepts: Accepts

    text: str = field(default="", init=False)
    """All constructs of the run, where somebody wrote them; empty if they are made of the rules."""
    state: State = field(init=False)
    """What is left now."""
    line: int = field(default=0, init=False)
    """The first line of the ranking to try. Lines above it that rule out are tried before."""
    ruled_out: Keys = field(default=NOTHING, init=False)
    """The matches that are not offered."""
    end: EdgeEnd | None = field(default=None, init=False)
    """The end of an edge that must be covered next, if a match that covered it was put back."""
    points: list[ChoicePoint] = field(default_factory=list, init=False)
    """The choice points, one for each step that is not undone."""
    entry_point: int = field(default=0, init=False)
    """The number of the attempt, and of the entry point at which it began."""
    extractions: int = field(default=0, init=False)
    backtracks: int = field(default=0, init=False)
    deepest: int = field(default=0, init=False)
    """Maximum number of matches that were out at once."""
    run: Run | None = field(default=None, init=False)
    """The result; None while the run is in progress."""
    _is_new: bool = field(default=True, init=False)
    """Whether the state was not examined yet."""

    way: ClassVar[Way]
    too_late: ClassVar[str]
    """The message of a run that is out of time."""

    def __post_init__(self) -> None:
        self.state = self.start

    @property
    def steps(self) -> list[Step]:
        """The extractions that are not undone."""
        return [point.step for point in self.points]

    @property
    def is_own(self) -> bool:
        """Whether rules that somebody wrote decide."""
        return bool(self.text) or any(rule.own for rule in self.rules)

    def progress(self) -> str:
        """Say how far the run is."""
        return f"{plural(self.extractions, 'extraction')}, {self.backtracks:,} undone, {len(self.points)} deep"

    @property
    def is_covered(self) -> bool:
        """Whether nothing is left."""
        return not self.state.boundary

    @property
    def is_impatient(self) -> bool:
        """Whether the composite held has to be given up."""
        return False

    def dead_end(self) -> str | None:
        """Return the reason why the run does not go on from this state, if there is one."""
        return None

    @property
    def entry_lines(self) -> Sequence[int]:
        """The lines at which attempts start."""
        return (0,)

    def ask(self) -> str | None:
        """Ask for another opinion: why somebody else finds that the puzzle has no solution, or None."""
        return None

    def begin_record(self) -> None:
        """Record the puzzle."""
        self.tracer.puzzle_read(self.way)

    def begin(self) -> None:
        """Read the puzzle."""
        self.begin_record()

    def examine(self) -> None:
        """Record the preliminary operations on a state that is new."""
        if self._is_new:
            self._is_new = False
            self.tracer.state_seen(self.state)

    def note(self, decision: Decision) -> None:
        """Record the rules tried before a match was found, and rule their matches out."""
        self.tracer.decided(decision)
        # a match that is in no solution of a state is in none of what is left of it later
        self.ruled_out |= decision.keys_ruled_out

    def extract(self, decision: Decision) -> None:
        """Do everything that follows from the decision for a match."""
        assert decision.match is not None
        self.note(decision)
        reason = self.dead_end() if decision.keys_ruled_out else None
        if reason is not None:
            self.fail(reason)
        else:
            self.take(decision.match, decision.rule_number, decision.preferred_to)

    def take(self, match: Match, line: int, others: tuple[Match, ...]) -> bool:
        """Take a match out, remember the choice point, and go on; return False if it turns out not to fit."""
        rule = self.rules[taking_line(self.rules, line, match)]
        before, after = self.state, self.state.without(match)
        if after is None:
            self.refuse(match, line)
            return False
        self.points.append(ChoicePoint(before, self.ruled_out, self.end, line, Step(rule, match), others))
        self.extractions += 1
        self.tracer.extracted(before, match, rule, others, after)
        self.arrive(after)
        return True

    def arrive(self, after: State) -> None:
        """Go on to the state after an extraction."""
        self.state, self.end, self._is_new = after, None, True
        self.deepest = max(self.deepest, len(self.points))
        self.line = self.line_after(self.points[-1].line, after.steps)

    def line_after(self, line: int, step: int) -> int:  # noqa: ARG002
        """Return the line to try first after a success in a step: the same if it is repeated, otherwise the first."""
        return line if self.rules[line].repeat else 0

    @abstractmethod
    def refuse(self, match: Match, line: int) -> None:
        """Rule out a match of this state that cannot be taken or was put back."""

    @abstractmethod
    def run_dry(self, decision: Decision) -> None:
        """Go on where no rule finds a match."""

    @abstractmethod
    def fail(self, reason: str) -> None:
        """Go on where the state is a dead end."""

    def give_up(self) -> None:
        """Put everything back down to the composite held first; only an impatient way is asked to."""
        raise NotImplementedError

    def finish(self) -> None:
        """Deal out what is left over to the composites held; the run is solved, or cannot go on."""
        pieces = released(self.steps, self.state, self.tracer)
        if pieces is None:
            self.fail(UNDEALT)
        elif not self.accepts([piece.placement for piece in pieces]):
            self.fail(UNSOUND)
        else:
            self.solve(pieces)

    @abstractmethod
    def solve(self, pieces: tuple[SolvedPiece, ...]) -> None:
        """End the run with a solution."""

    @abstractmethod
    def exhausted(self) -> None:
        """End the run: every way was tried."""

    def undo(self, reason: str) -> ChoicePoint:
        """Put the match taken last back, and restore the working memory of its choice point."""
        point = self.points.pop()
        self.backtracks += 1
        self.tracer.match_undone(self.state.steps, point.step.rule, point.step.match.name, reason)
        self.state, self.ruled_out, self.end, self.line = point.state, point.ruled_out, point.end, point.line
        self._is_new = False
        return point

    def end_run(self, status: Status, message: str, pieces: tuple[SolvedPiece, ...] = ()) -> None:
        """End the run; only a solution is from an entry point."""
        entry_point = self.entry_point if status == "solved" else None
        self.run = Run(status, pieces, entry_point, self.extractions, self.backtracks, message)
        self.tracer.ended(Ended(status, entry_point, self.extractions, self.backtracks, message))


def identity(state: State) -> object:
    """Return boundary, stock and composites held: whether the state can be solved depends on nothing else."""
    held = tuple(sorted((entry.composite, entry.sets) for entry in state.abeyance.lists))
    return state.boundary.key, frozenset(state.stock.items()), held
