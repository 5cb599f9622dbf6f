"""A session made again from an engine that a person drives: what its facts and its trace say was done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import is_

from heuristan.tangram.expert.acceptance import taking_line
from heuristan.tangram.expert.host.fact_states import key_read
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.expert.state import State
from heuristan.tangram.trace.events import (
    AttemptStarted,
    AttemptStuck,
    CompositeReleased,
    Ended,
    Event,
    MatchesRuledOut,
    RuleTried,
)
from heuristan.teaching.asking.live_run import ActFault, LiveRun
from heuristan.teaching.stepping.offered import Choice
from heuristan.teaching.stepping.session import Moment, Session

_PENDING = (RuleTried, MatchesRuledOut, AttemptStuck)
"""What is recorded before a match is taken or an attempt begins, and told with it."""
_ENDING = (CompositeReleased, AttemptStuck, Ended)


def followed(session: Session, live: LiveRun, told: int) -> tuple[Session, int]:
    """Return the session after what an engine did, and the number of its events that the session has then.

    Args:
        session: the session before.
        live: the engine.
        told: the number of its events that the session has.

    Raises:
        ActFault: if the facts do not say where the run is.
    """
    events = _without_pending(live.events[told:])
    count = told + len(events)
    started = [event for event in events if isinstance(event, AttemptStarted)]
    if started:
        session = replace(session, moments=session.moments[:1], attempt=started[-1].number)
    body, ended = _split(events)
    moments = _Moments(session, live).made()
    is_same = len(moments) == len(session.moments) and all(map(is_, moments, session.moments))
    if is_same and not events:
        return session, count
    return replace(session, moments=moments, events=(*session.events, *body), ended=ended or session.ended), count


def loaded(start: Session, live: LiveRun) -> Session:
    """Return the session in which everything was done that the facts of an engine say.

    Args:
        start: the session in which nothing is done.
        live: the engine.

    Raises:
        ActFault: if the facts do not say where the run is, or are those of another outline.
    """
    number = next((fact["number"] for fact in live.system.facts("Attempt")), 1)
    session = replace(start, attempt=max(1, number), events=tuple(_numbered(start.events, max(1, number))))
    if live.step_now < 0:
        return session
    if live.state(0).boundary.key != start.now.state.boundary.key:
        raise ActFault(
            f"these are the facts of another outline than {start.puzzle.id}; step that one, and load them there"
        )
    moments = _Moments(session, live)
    for moment in moments.made()[1:]:
        assert moment.taken is not None
        session = session.taking(moment.taken)
    return replace(session, moments=moments.made())


def _numbered(events: Sequence[Event], attempt: int) -> Iterator[Event]:
    """Yield events, with another number of the attempt."""
    for event in events:
        is_start = isinstance(event, AttemptStarted)
        yield replace(event, number=attempt, entry_point=attempt) if is_start else event  # type: ignore[call-arg]


def _without_pending(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events up to the last that something was done in; what a decision went through comes with it."""
    last = next((n for n in range(len(events), 0, -1) if not isinstance(events[n - 1], _PENDING)), 0)
    return events[:last]


def _split(events: Sequence[Event]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Return events, and apart from them the end with what belongs to it."""
    if not events or not isinstance(events[-1], Ended):
        return tuple(events), ()
    first = next((n for n in range(len(events), 0, -1) if not isinstance(events[n - 1], _ENDING)), 0)
    return tuple(events[:first]), tuple(events[first:])


class _Moments:
    """Makes the moments of a session of the facts of an engine."""

    def __init__(self, session: Session, live: LiveRun) -> None:
        self._session, self._live = session, live
        self._now = live.step_now
        taken = live.system.facts("Extracted")
        self._taken: Mapping[int, SystemFact] = {fact["step"]: fact for fact in taken}

    def made(self) -> tuple[Moment, ...]:
        """Return the start, and a moment for each match that is out."""
        if self._now < 0:
            return self._session.moments[:1]
        moments = self._kept()
        for step in range(len(moments), self._now + 1):
            before = replace(self._session, moments=tuple(moments))
            if step not in self._taken:
                raise ActFault(f"{step} matches are said to be out, but no (Extracted (step {step})) is there; 'undo'")
            choice = self._choice(before, self._taken[step])
            moments.append(Moment(self._live.state(step), before.line_after(choice), self._ruled_out(step), choice))
        return (*moments[:-1], self._as_now(moments[-1]))

    def _as_now(self, last: Moment) -> Moment:
        """Return the last moment as the facts have it: a person may have changed them."""
        state = self._live.state(self._now)
        line = next((fact["line"] - 1 for fact in self._live.system.facts("Attempt")), last.line)
        now = replace(last, line=line, ruled_out=self._ruled_out(self._now))
        if not _is_same(last.state, state):
            now = replace(now, state=state)
        is_other = now.state is not last.state or (now.line, now.ruled_out) != (last.line, last.ruled_out)
        return now if is_other else last

    def _kept(self) -> list[Moment]:
        """Return the moments of the session that the facts say are still there."""
        moments = list(self._session.moments[:1])
        for moment in self._session.moments[1 : self._now + 1]:
            fact = self._taken.get(len(moments))
            if fact is None or moment.taken is None or key_read(fact["match"]) != moment.taken.match.key:
                break
            moments.append(moment)
        return moments

    def _choice(self, session: Session, fact: SystemFact) -> Choice:
        key, line = key_read(fact["match"]), fact["line"] - 1
        offered = session.choice_at(line, key)
        if offered is not None:
            return offered
        facts = [each for each in self._live.system.facts("Outline") if each["step"] == fact["step"] - 1]
        match, *others = (self._live.geometry.match_of(each, facts) for each in (fact["match"], *fact["others"]))
        rules = session.ranking.rules
        line = taking_line(rules, line, match) if 0 <= line < len(rules) else line
        return Choice(0, rules[line], line, match, tuple(others), ())

    def _ruled_out(self, step: int) -> frozenset[MatchKey]:
        """Return what was ruled out before a choice; what its own rules rule out belongs to it."""
        facts = self._live.system.facts("RuledOut")
        told = [str(each["match"]) for each in facts if each["step"] < step or each["line"] <= 0]
        return frozenset(key_read(written) for written in told if "@" in written)


def _is_same(one: State, other: State) -> bool:
    """Return whether two states have the same outline, pieces and composites held."""
    return (
        one.boundary.key == other.boundary.key
        and one.stock == other.stock
        and one.abeyance == other.abeyance
        and one.carried == other.carried
    )
