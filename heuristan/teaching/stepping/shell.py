"""A session whose engine is live: what a person does is done in the engine, and the session is made again from it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from operator import is_
from typing import NamedTuple

from heuristan.common.clock import Clock
from heuristan.common.interrupting import interrupts_noted
from heuristan.tangram.expert.acceptance import taking_line
from heuristan.tangram.expert.host.driving import MOST, endless, in_words
from heuristan.tangram.expert.host.fact_states import key_read
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.expert.production.watching import Watching
from heuristan.tangram.expert.runs import control_for
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import rule_as_traced
from heuristan.tangram.explain.words import capital, plural
from heuristan.tangram.trace.events import (
    AttemptStarted,
    AttemptStuck,
    CompositeReleased,
    Ended,
    Event,
    MatchesRuledOut,
    PuzzleRead,
    RuleTried,
)
from heuristan.teaching.asking.live_run import ActFault, LiveRun, Ran
from heuristan.teaching.stepping.consultation import Consultation
from heuristan.teaching.stepping.offered import Choice, ChoiceError
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
        now = last._replace(line=line, ruled_out=self._ruled_out(self._now))
        if not _is_same(last.state, state):
            now = now._replace(state=state)
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


class _Before(NamedTuple):
    """What there was before a command."""

    command: str
    session: Session
    told: int
    acts: int


class Shell:
    """A session and its engine."""

    def __init__(self, session: Session, say: Callable[[str], None] = lambda _: None, *, most: int = MOST) -> None:
        """Begin with a session in which nothing was done.

        Args:
            session: the session.
            say: called with each line that is watched.
            most: the maximum number of rules that fire for one extraction.
        """
        self._most = most
        self.watched: frozenset[str] = frozenset()
        """What is watched."""
        self.breaks: set[str] = set()
        """The rules before which a run stops."""
        self._say = say
        self._start = session
        self._told = 0
        self._fault = ""
        """Why the session cannot be what the engine says."""
        self._before: list[_Before] = []
        self.session = session

    @property
    def session(self) -> Session:
        """The session as it is now."""
        return self._session

    @session.setter
    def session(self, session: Session) -> None:
        """Go on to a session; what rules of one's own may look into is what the engine knows then."""
        self._session = session
        if session.ranking.has_own_rules and (known := self.live.remembered):
            self._session = replace(session, known=(session.now, known))

    @cached_property
    def live(self) -> LiveRun:
        """The engine; it stands before the first choice until something is done."""
        puzzle, ranking, accepts = self.session.puzzle, self.session.ranking, self.session.accepts
        live = LiveRun(
            puzzle, ranking, lambda tracer: control_for(puzzle, ranking, "published", tracer, Clock(), accepts)
        )
        self._told = len(live.events)
        return live

    @property
    def is_live(self) -> bool:
        """Whether the engine was asked for already: it takes a moment to make."""
        return "live" in vars(self)

    @property
    def consultation(self) -> Consultation:
        """The session, to be asked; its engine is the live one."""
        return Consultation(self.session, self.live)

    # what changes the engine

    @contextmanager
    def doing(self, command: str) -> Iterator[LiveRun]:
        """Let a command change the engine; it can be taken back, and what is watched is said meanwhile."""
        live = self.live
        before = _Before(command, self.session, self._told, live.acts)
        live.watch = Watching(live.system.name_of, self.watched, self._say)
        try:
            yield live
        except KeyboardInterrupt:
            live.rewind(before.acts)
            raise
        finally:
            live.watch = None
            if live.acts > before.acts:
                self._before.append(before)

    def follow(self) -> str:
        """Make the session what the engine says; return why that is not possible, if that is news."""
        before, self._fault = self._fault, ""
        try:
            self.session, self._told = followed(self.session, self.live, self._told)
        except ActFault as fault:
            self._fault = str(fault)
        except (LookupError, ValueError, TypeError, AssertionError) as fault:
            self._fault = f"the facts do not say what is left ({in_words(fault)}); 'undo' takes back what was done last"
        return "" if self._fault == before else self._fault

    def define(self, text: str) -> tuple[str, ...]:
        """Take in constructs, and return their names; a rule that proposes is a line of the ranking then.

        Raises:
            InputError: if there is a fault in them; then nothing is taken in.
        """
        with self.doing("what was defined") as live:
            names = live.define(text)
        self.session = self._with_lines(self.session)
        return names

    def undefine(self, rule: str) -> None:
        """Take a rule out."""
        with self.doing("undefrule") as live:
            live.undefine(rule)
        self.session = self._with_lines(self.session)

    def _with_lines(self, session: Session) -> Session:
        """Return a session with the lines of the ranking that there are now."""
        rules = self.live.ranking.rules
        if rules == session.ranking.rules:
            return session
        first, *events = session.events
        assert isinstance(first, PuzzleRead)
        first = replace(first, rules=tuple(map(rule_as_traced, rules)))
        return replace(session, ranking=self.live.ranking, events=(first, *events))

    def run(self, limit: int | None = None) -> tuple[Ran, str]:
        """Fire rules, and return what was done and why it ended, if for a reason of its own.

        Args:
            limit: the number of rules; None for any.
        """
        why = ""
        with self.doing("run") as live, interrupts_noted() as is_interrupted:
            before = live.fired

            def stops(activation: object) -> bool:
                nonlocal why
                if is_interrupted():
                    why = "interrupted"
                elif live.fired > before and live.name(activation) in self.breaks:
                    why = f"Breaking on rule {live.name(activation)}."
                return bool(why)

            ran = live.run(limit, stops)
        return ran, why

    def steps(self, count: int | None) -> list[Session]:
        """Let the engine take a number of matches out, and return the session after each.

        Args:
            count: the number; None for as many as there are.

        Raises:
            ChoiceError: if there is none.
        """
        found: list[Session] = []
        with self.doing("step") as live, interrupts_noted() as is_interrupted:
            while (count is None or len(found) < count) and self._step(live, is_interrupted):
                found.append(self.session)
            if not found and is_interrupted():
                raise ChoiceError(
                    "interrupted before a match was taken out; what was fired is kept, 'undo' takes it back"
                )
        if not found:
            raise ChoiceError(
                "no rule finds a match here; 'back' takes back the last step"
                if self.session.now.state.boundary
                else "nothing is left of the outline; 'back' takes back the last step"
            )
        return found

    def _step(self, live: LiveRun, is_interrupted: Callable[[], bool]) -> bool:
        acts, extractions, fired = live.acts, live.control.extractions, live.fired

        def is_too_much() -> bool:
            return live.fired - fired >= self._most

        ran = live.step(lambda _: is_interrupted() or is_too_much())
        if is_too_much():
            live.rewind(acts)
            raise ChoiceError(endless(self._most))
        if ran.fault is not None:
            raise ChoiceError(f"{ran.words}; 'undo' takes back the step")
        if live.control.extractions == extractions:
            if ran.fired and not is_interrupted():
                live.rewind(acts)
            return False
        fault = self.follow()
        if fault:
            raise ChoiceError(fault)
        return True

    def move(self, after: Session) -> None:
        """Do in the engine what a person did in the session: one match was taken, or some were taken back."""
        before = self.session
        taken, back = after.now.taken, before.steps - after.steps
        with self.doing("back" if back > 0 else "take") as live:
            if back > 0:
                live.put_back(back, after.now.line, after.now.ruled_out)
            elif taken is not None:
                live.take(taken.done)
        self.session, self._told = after, len(live.events)

    def reset(self) -> None:
        """Begin again with the facts with which a run begins."""
        with self.doing("reset") as live:
            live.reset()
        self.session, self._told = self._begun, len(self._start.events)  # what the engine records again is told there

    def load(self, text: str) -> str:
        """Take in facts that are written out, and say what became of those that were there.

        Raises:
            InputError: if there is a fault in them; then nothing is taken in.
            ChoiceError: if they are those of another outline.
        """
        with self.doing("load-facts") as live:
            before, acts = len(list(live.system.facts())), live.acts
            is_whole = live.load(text)
            if is_whole:
                try:
                    self.session, self._told = loaded(self._begun, live), len(live.events)
                except ActFault:
                    live.rewind(acts)
                    raise
        count = len(list(live.system.facts()))
        if is_whole:
            return f"The working memory is that of the file, {plural(count, 'fact')}."
        return f"{capital(plural(count - before, 'fact'))} more in the working memory."

    @property
    def _begun(self) -> Session:
        """The session in which nothing was done, with the lines that there are now."""
        return self._with_lines(self._start)

    def undo(self) -> str:
        """Take back what the last command did, and return its name.

        Raises:
            ChoiceError: if there is nothing to take back.
        """
        if not self._before:
            raise ChoiceError("nothing was done that could be taken back")
        before = self._before.pop()
        self.live.rewind(before.acts)
        self.session, self._told = before.session, before.told
        return before.command
