"""A puzzle taken apart by hand, as a value: every transition gives a new session.

A person takes a match that is offered, or takes steps back, or lets the ranking take the next step. What is done is a
trace like that of any run. If the choices of the rules are taken from the start, it is the trace of the first attempt
of `run_as_published`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from heuristan.common.words import plural
from heuristan.tangram.expert.control import UNDEALT, UNSOUND, Accepts, SolvedPiece, Step, released, so_far
from heuristan.tangram.expert.decision import Decision, Keys
from heuristan.tangram.expert.host.remembered import Remembered
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.ranking import Ranking, first_of_rank, of_rank
from heuristan.tangram.expert.runs import TANGLED
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.solving.as_read import readings_from
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.result import checked
from heuristan.tangram.trace.events import Ended, Event, MatchTaken, Status, Trace, Way
from heuristan.teaching.asking.replayed import remembered_after
from heuristan.teaching.stepping.offered import Choice, ChoiceError, Offering, Offers

if TYPE_CHECKING:
    from heuristan.tangram.verification.judging.drawn_case import Gate

WAY: Way = "by hand"
REASON = "a person took it back"


class Moment(NamedTuple):
    """A state of the session, and the match that led to it."""

    state: State
    line: int = 0
    """The rule that a run would try first, from 0: one that is repeated, the entry point, or the first of all."""
    ruled_out: frozenset[MatchKey] = frozenset()
    """The matches that the rules found to be in no solution."""
    taken: Choice | None = None
    """The match that was taken; None at the start."""


@dataclass(frozen=True)
class Session:
    """A session: everything done so far."""

    puzzle: Puzzle
    ranking: Ranking
    moments: tuple[Moment, ...]
    """The start, and a moment for each step that was not taken back."""
    events: tuple[Event, ...]
    """The events so far, including steps taken back, without an end."""
    undone: int = 0
    """Number of steps taken back."""
    gate: "Gate | None" = None
    """The gate that a solution must pass, if the puzzle is a drawing."""
    attempt: int = 1
    """The number of the attempt; there are several only if an engine ran on where one was stuck."""
    ended: tuple[Event, ...] = ()
    """The end that an engine made, and what belongs to it; empty if none did."""
    known: tuple[Moment, Remembered] | None = field(default=None, compare=False, repr=False)
    """A moment, and the memory that an engine had there."""

    @classmethod
    def begun(cls, puzzle: Puzzle, ranking: Ranking) -> "Session":
        """Begin a session.

        Args:
            puzzle: the outline; of a drawing, the first reading that can be used is taken.
            ranking: the rules whose matches are offered.

        Raises:
            OutlineError: if no reading of the drawing can be used.
        """
        usable = _first_valid(readings_from(puzzle))
        gate = _gate_of(puzzle) if usable.reading is not None else None
        entry = ranking.entry_lines[0]
        session = cls(usable, ranking, (Moment(State.start(usable, ranking), entry),), (), gate=gate)
        events, tracer = session._recording()
        tracer.puzzle_read(WAY)
        tracer.attempt_started(1, 1, ranking.rules[entry])
        tracer.state_seen(session.now.state)
        return replace(session, events=tuple(events))

    @property
    def now(self) -> Moment:
        """The latest moment."""
        return self.moments[-1]

    @property
    def steps(self) -> int:
        """Number of matches that are out."""
        return len(self.moments) - 1

    @property
    def taken(self) -> tuple[Choice, ...]:
        """The matches that are out."""
        return tuple(moment.taken for moment in self.moments if moment.taken)

    @cached_property
    def offers(self) -> Offers:
        """The matches that can be taken now."""
        return self._offering.offers(self.now.line, returns=self.steps > 0)

    @property
    def _offering(self) -> Offering:
        return Offering(self.now.state, self.ranking.rules, self.ruled_out, self.remembered)

    @cached_property
    def remembered(self) -> Remembered | None:
        """The memory of the run before the next choice, if rules of one's own may look into it."""
        if not self.ranking.has_own_rules:
            return None
        if self.known and self.known[0] is self.now:
            return self.known[1]
        return remembered_after(self.puzzle, self.ranking, [choice.done for choice in self.taken])

    @property
    def ruled_out(self) -> Keys:
        """The matches that are ruled out before the next choice."""
        return self.remembered.ruled_out if self.remembered else self.now.ruled_out

    def take(self, number: int) -> "Session":
        """Take a match by its number among those offered.

        Raises:
            ChoiceError: if there is no match with that number.
        """
        return self.taking(self.offers.numbered(number))

    def apply(self, line: int) -> "Session | None":
        """Apply a rule now, whatever stands above it; None if it has no match.

        Args:
            line: the rule's place in the ranking, from 0.
        """
        if not self.now.state.boundary or self.ranking.rules[line].rules_out:
            return None
        choice = self._offering.choice_of(line)
        return None if choice is None else self.taking(choice)

    def taking(self, choice: Choice) -> "Session":
        """Take a match."""
        events, tracer = self._recording()
        ruled_out = _decided(choice.decisions, tracer, self.ruled_out)
        after = self._extracted(choice, tracer)
        if after.boundary:
            tracer.state_seen(after)
        moments = (*self.moments, Moment(after, self.line_after(choice), ruled_out, choice))
        return replace(self, moments=moments, events=(*self.events, *events), ended=())

    def line_after(self, choice: Choice) -> int:
        """Return the rule that a run tries first after a match: a fresh attempt returns after its first success."""
        is_repeated = choice.rule.repeat and choice.line is not None and (self.steps > 0 or self.attempt == 1)
        return first_of_rank(self.ranking.rules, choice.line) if is_repeated and choice.line is not None else 0

    def preview(self, choice: Choice) -> MatchTaken:
        """Return the event that taking a match would be."""
        events, tracer = self._recording()
        self._extracted(choice, tracer)
        return next(event for event in events if isinstance(event, MatchTaken))

    def choice_at(self, line: int, key: MatchKey) -> Choice | None:
        """Return the match that a rule offers now at a place; None if it does not.

        Args:
            line: the place in the ranking of a rule of the rank, from 0.
            key: the match.
        """
        choices = self.offers.choices if self.now.state.boundary and line >= 0 else ()
        rank = of_rank(self.ranking.rules, line)
        return next((each for each in choices if each.line in rank and each.match.key == key), None)

    @property
    def accepts(self) -> Accepts:
        """Whether pieces that cover everything are a solution."""
        contacts = Contacts(self.puzzle, self.gate) if self.puzzle.reading else None
        return lambda placements: _is_accepted(self.puzzle, placements, contacts)

    def advanced(self) -> "Session | None":
        """Take the next step of the ranking; None if no rule finds a match."""
        preferred = self.offers.preferred
        return None if preferred is None else self.take(preferred.number)

    def finished(self) -> "Iterator[Session]":
        """Take the steps of the ranking, one after another, until no rule finds a match or nothing is left."""
        session = self.advanced()
        while session is not None:
            yield session
            session = session.advanced()

    def taken_back(self, count: int = 1) -> "Session":
        """Take back the last steps.

        Raises:
            ChoiceError: if there are fewer.
        """
        if not 1 <= count <= self.steps:
            raise ChoiceError(_too_many(count, self.steps))
        events, tracer = self._recording()
        for moment in reversed(self.moments[-count:]):
            assert moment.taken is not None
            tracer.match_undone(moment.state.steps, moment.taken.rule, moment.taken.match.name, REASON)
        undone = self.undone + count
        return replace(self, moments=self.moments[:-count], events=(*self.events, *events), undone=undone, ended=())

    @property
    def status(self) -> Status | None:
        """The status if the session ended now: solved or stuck; None if the rules still find a match."""
        return self._end.status

    @property
    def pieces(self) -> tuple[SolvedPiece, ...]:
        """The pieces of the solution; empty if it is not solved."""
        return self._end.pieces

    @property
    def trace(self) -> Trace:
        """All events, with the end that the session would have now, if it would end.

        In the trace of a drawing, the pieces of a solution are at their corrected places.
        """
        contacts, events = self._end.contacts, (*self.events, *self._end.events)
        return events if contacts is None else tuple(contacts.corrected(events))

    @cached_property
    def _end(self) -> "_End":
        if self.ended:
            return self._as_ended()
        if self.now.state.boundary and self.offers.preferred:
            return _End()
        return self._stuck() if self.now.state.boundary else self._filled()

    def _as_ended(self) -> "_End":
        """Return the end that an engine made."""
        status = next(event.status for event in self.ended if isinstance(event, Ended))
        made = self._filled() if status == "solved" else _End()
        return made._replace(status=status, events=self.ended)

    def _stuck(self) -> "_End":
        """Return the end in which no rule finds a match."""
        events, tracer = self._recording()
        _decided(self.offers.run, tracer, frozenset())
        return self._ended_stuck(f"no rule matches {so_far(self.steps)}", tracer, events)

    def _filled(self) -> "_End":
        """Return the end in which nothing is left: solved if the held composites can be made of the pieces left."""
        events, tracer = self._recording()
        contacts = Contacts(self.puzzle, self.gate) if self.puzzle.reading else None
        steps = [Step(choice.rule, choice.match) for choice in self.taken]
        pieces = released(steps, self.now.state, tracer)
        if pieces is None:
            reason = f"{so_far(self.steps)} {UNDEALT}"
            return self._ended_stuck(reason, tracer, events)
        if not _is_accepted(self.puzzle, [piece.placement for piece in pieces], contacts):
            reason = f"{so_far(self.steps)} {UNSOUND}"
            return self._ended_stuck(reason, tracer, events)
        message = f"solved from entry point E{self.attempt}"
        tracer.ended(Ended("solved", self.attempt, self._extractions, self.undone, message))
        return _End("solved", tuple(events), pieces, contacts)

    def _ended_stuck(self, reason: str, tracer: Tracer, events: list[Event]) -> "_End":
        tracer.attempt_stuck(self.attempt, reason, self.now.state)
        tracer.ended(Ended("stuck", None, self._extractions, self.undone, f"E{self.attempt}: {reason}"))
        return _End("stuck", tuple(events))

    @property
    def _extractions(self) -> int:
        return sum(isinstance(event, MatchTaken) for event in self.events)

    def _extracted(self, choice: Choice, tracer: Tracer) -> State:
        before = self.now.state
        after = before.without(choice.match)
        assert after is not None, "what cannot be taken out is not offered"
        preferred = self.offers.preferred
        overruled = None
        if preferred is None or not choice.is_same(preferred):
            overruled = tracer.overruling(preferred.rule if preferred else None, preferred.match if preferred else None)
        tracer.extracted(before, choice.match, choice.rule, choice.preferred_to, after, overruled)
        return after

    def _recording(self) -> tuple[list[Event], Tracer]:
        """Return a list, and what records events into it."""
        events: list[Event] = []
        return events, Tracer(self.puzzle, self.ranking, self.ranking.rules, events.append)


class _End(NamedTuple):
    """The end that a session would have now."""

    status: Status | None = None
    events: tuple[Event, ...] = ()
    pieces: tuple[SolvedPiece, ...] = ()
    contacts: Contacts | None = None
    """The places of the pieces in the solution of a drawing."""


def _decided(decisions: Sequence[Decision], tracer: Tracer, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
    """Record what the rules did, and return everything that is ruled out then."""
    for decision in decisions:
        tracer.decided(decision)
        ruled_out |= decision.keys_ruled_out
    return ruled_out


def _too_many(count: int, steps: int) -> str:
    if not steps:
        return "no step was taken yet; take a match by its number"
    return f"{plural(count, 'step')} cannot be taken back; {steps} {'is' if steps == 1 else 'are'} taken ('back all')"


def _is_accepted(puzzle: Puzzle, placements: Sequence[Placement], contacts: Contacts | None) -> bool:
    if contacts is not None:
        return contacts.accepts(placements)
    checked(puzzle, placements)
    return True


def _gate_of(puzzle: Puzzle) -> "Gate":
    from heuristan.tangram.verification.judging.drawn_case import (
        Gate,  # outlines on the lattice do without its shapely and numpy
    )

    return Gate.of(puzzle)


def _first_valid(readings: Iterator[Puzzle]) -> Puzzle:
    """Return the first reading whose outline does not cross itself."""
    for puzzle in readings:
        if puzzle.reading is None or Contacts(puzzle).is_valid:
            return puzzle
    raise OutlineError(f"{puzzle.id}: no reading of the drawing can be used: {TANGLED}; draw it more exactly")
