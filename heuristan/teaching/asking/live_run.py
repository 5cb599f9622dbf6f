"""A run that a person drives: the engine of a run, live, with a log by which what was done is taken back.

Whatever is done to the engine is an act. It is deterministic, so the engine before an act is made again by doing those
before it once more, with the same fact numbers; numbers used since are not used again.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from heuristan.common.clock import OutOfTime
from heuristan.common.faults import InputError
from heuristan.tangram.expert.control import Control
from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.host.driving import (
    MOST,
    STORED,
    begin,
    bounded,
    endless,
    host_of,
    in_words,
    text_of,
    with_figures,
)
from heuristan.tangram.expert.host.fact_states import key_written
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.host.remembered import Remembered
from heuristan.tangram.expert.host.run_text import lines_of_rules
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.production.clips_notation import Form, Symbol, forms_of
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.expert.production.system import System, Watch
from heuristan.tangram.expert.ranking import RankedRule, Ranking, first_of_rank, saliences
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Event, Way
from heuristan.teaching.asking.typed_lines import TypedLines, constructs_in

FINDERS = frozenset({"want-figures-laid", "find-evidence", "find-tightest-vertex"})
"""Rules that bring facts in only when a rule of the ranking that asks for them is next."""
CHOICE = 8_700
"""The salience of what is done last before a choice."""
T = TypeVar("T")
Act: TypeAlias = Callable[[], Any]


class Done(NamedTuple):
    """A match that a person chose."""

    key: MatchKey
    kind: str
    name: str
    line: int | None = None
    """Of the rule that takes it, from 0; None if none does."""
    others: tuple[MatchKey, ...] = ()
    """The matches of the same rule that were not taken."""
    ruled_out: tuple[tuple[int, Keys], ...] = ()
    """What lines ruled out before, by their numbers from 0."""


class Ran(NamedTuple):
    """What a run did."""

    fired: int
    fault: Exception | None = None
    """What went wrong in the right side of the last rule that fired."""
    rule: str = ""
    """The name of that rule."""

    @property
    def words(self) -> str:
        """What went wrong, in words."""
        assert self.fault is not None
        return f"the rule {self.rule} cannot do what it says: {in_words(self.fault)}"


class ActFault(InputError):
    """Something that the engine cannot do; nothing was done."""


class _ByHand(Tracer):
    """Records a run that a person drives."""

    def puzzle_read(self, way: Way) -> None:  # noqa: ARG002
        super().puzzle_read("by hand")


class LiveRun:
    """The engine of a run as published, with everything that was done to it."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking, control_with: Callable[[Tracer], Control]) -> None:
        """Begin a run, and stop before its first choice.

        Args:
            puzzle: the outline.
            ranking: the rules.
            control_with: makes the control of a run as published, with what records it.
        """
        self.puzzle, self._control_with, self._begun_with = puzzle, control_with, ranking
        self.ranking = ranking
        """The rules, with those that a person typed as lines of their own."""
        self.watch: Watch | None = None
        """Called with what happens."""
        self.events: list[Event] = []
        """The trace so far."""
        self.fired = 0
        """Number of rules that fired."""
        self._acts: list[tuple[int, Act]] = []
        """What was done, each with the number that was the last of a fact before."""
        self._make()
        self.stand()

    def _make(self) -> None:
        self.events, self.ranking = [], self._begun_with
        self._tracer = _ByHand(self.puzzle, self.ranking, self.ranking.rules, self.events.append)
        self.control = self._control_with(self._tracer)
        self._relate(self.ranking.rules)
        self._functions: Functions = {name: partial(self._call, name) for name in self._now}
        self.text = text_of(self.control)
        self.system = with_figures(System(self.text, self._functions), self.geometry.figures)
        self.strategy = "depth"
        self._written = {name: text for name, text, _ in constructs_in(self.text)}
        self._lines = TypedLines(self.ranking.rules, self._written)
        self._begin()

    def _relate(self, rules: tuple[RankedRule, ...]) -> None:
        """Let everything know the lines of the ranking."""
        self.ranking = replace(self.ranking, rules=rules)
        self.control.rules = self._tracer.rules = rules
        self.line_of = lines_of_rules(rules, self.control.way)
        self.geometry, functions = host_of(self.control)
        recorder = _Recorder(self.geometry, self.control, functions["record"])
        self._now: Functions = {**functions, "record": recorder.record, "fact-numbered": self.fact}

    def _call(self, name: str, *arguments: Any) -> Any:
        return self._now[name](*arguments)

    def _begin(self) -> None:
        begin(self.system, self.control, self._functions)
        self.system.engine.watch = self._watched

    def _watched(self, what: str, thing: Any) -> None:
        self.fired += what == "rule"
        if self.watch is not None:
            self.watch(what, thing)

    # acts, and how they are taken back

    @property
    def acts(self) -> int:
        """Number of acts so far."""
        return len(self._acts)

    def rewind(self, acts: int) -> None:
        """Take back what was done after a number of acts. Facts that come later get numbers that were never used."""
        done, watch, highest = self._acts[:acts], self.watch, self._last_number
        self.watch = None
        self._make()
        for number, act in done:
            self._last_number = number
            act()
        self._last_number, self._acts, self.watch = highest, done, watch

    @property
    def _last_number(self) -> int:
        return self.system.engine.facts.last_number

    @_last_number.setter
    def _last_number(self, number: int) -> None:
        self.system.engine.facts.last_number = number

    def _do(self, act: Callable[[], T]) -> T:
        """Do something that can be taken back; if it cannot be done, nothing was done."""
        acts, number = len(self._acts), self._last_number
        try:
            with bounded():
                found = act()
                self.system.engine.refresh()
        except InputError:
            self.rewind(acts)
            raise
        except Exception as fault:
            self.rewind(acts)
            raise ActFault(in_words(fault)) from fault
        except BaseException:
            self.rewind(acts)
            raise
        self._acts.append((number, act))
        return found

    # running

    @property
    def is_over(self) -> bool:
        """Whether the run has ended."""
        return bool(self.system.engine.of("Ended"))

    def name(self, activation: Any) -> str:
        """Return the name of the rule of an activation, as it is written."""
        return self.system.name_of[activation.rule_name]

    def run(self, limit: int | None = None, stops: Callable[[Any], bool] | None = None) -> Ran:
        """Fire rules until none is left, one halts the run, or a number has fired.

        Args:
            limit: the number; None for any.
            stops: asked before each activation that fires.

        Raises:
            ActFault: if facts that came cannot be matched, or time or memory are over; then nothing was fired.
        """
        if self.is_over:
            return Ran(0)
        engine, before = self.system.engine, self.fired
        acts, number, fault = len(self._acts), self._last_number, None
        try:
            with bounded():
                engine.run(limit, stops)
                engine.refresh()
        except (OutOfTime, MemoryError) as raised:
            self.rewind(acts)
            raise ActFault(in_words(raised)) from raised
        except Exception as raised:
            fault = raised
        except BaseException:
            self.rewind(acts)
            raise
        fired, firing, engine.firing = self.fired - before, engine.firing, None
        if fault is not None and firing is None:
            self.rewind(acts)
            raise ActFault(in_words(fault)) from fault
        if fired:
            self._acts.append((number, partial(self._fire_again, fired)))
        return Ran(fired, fault, self.name(firing) if firing is not None else "")

    def _fire_again(self, count: int) -> None:
        engine = self.system.engine
        try:
            engine.run(count)
            engine.refresh()
        except Exception:  # it was told when it came up first
            engine.firing = None

    def is_before_choice(self, activation: Any) -> bool:
        """Return whether everything that comes before the choice of a match was done."""
        name = self.name(activation)
        helps = name not in self.line_of and activation.salience > max(saliences(self.ranking.rules), default=CHOICE)
        return (activation.salience < CHOICE and name not in FINDERS and not helps) or name == "deal-out"

    def stand(self) -> Ran:
        """Run on until the next choice is to be made."""
        return self.run(MOST, self.is_before_choice)

    def step(self, breaks: Callable[[Any], bool] = lambda _: False) -> Ran:
        """Run until a match was taken out, and on until the next choice; or until the attempt is over.

        Args:
            breaks: returns whether the run stops before an activation for another reason.

        Raises:
            ActFault: if the facts do not say where the run is.
        """
        _, before = self.step_now, self.control.extractions

        def stops(activation: Any) -> bool:
            if self.control.extractions == before:
                return breaks(activation) or self.name(activation) in ("stuck", "deal-out")
            return breaks(activation) or self.is_before_choice(activation)

        return self.run(stops=stops)

    # what a person does to it

    def fact(self, number: int) -> SystemFact:
        """Return a fact by its number.

        Raises:
            ActFault: if there is none.
        """
        found: SystemFact | None = self.system.engine.facts.get(number)
        if found is None or not found.index or found.key is None:
            raise ActFault(f"there is no fact f-{number}; 'facts' shows what there is")
        return found

    def evaluate(self, form: Form) -> Any:
        """Do an action, or compute an expression and return its value.

        Raises:
            InputError: if it cannot be done; then nothing was done.
        """
        return self._do(lambda: self.system.evaluate(form))

    def retract(self, numbers: Sequence[int]) -> None:
        """Take facts out.

        Raises:
            ActFault: if there is none with one of these numbers.
        """
        self._do(lambda: self.system.engine.retract(tuple(map(self.fact, numbers))))

    def define(self, text: str) -> tuple[str, ...]:
        """Take in constructs, and return their names.

        Raises:
            InputError: if there is a fault in them; then nothing is taken in.
        """

        def act() -> tuple[str, ...]:
            for name, words, line in constructs_in(text):
                self.system.define(self._lines.placed(name, words, line))
                self._written[name] = words
                self._take_in_lines()
            return tuple(name for name, _, _ in constructs_in(text))

        return self._do(act)

    def _take_in_lines(self) -> None:
        """Make a line of the ranking of what was typed, and lay figures and look for evidence where it asks for it."""
        before = self.ranking.rules
        self._relate(self._lines.rules)
        for number in range(len(before) + 1, len(self.ranking.rules) + 1):
            self.system.assert_fact("Line", number=number, repeat=False)
        finders = self._lines.other_finders()
        if finders:
            self.system.define(finders)
            self._evaluate("(propose-again)")

    def written(self, name: str) -> str:
        """Return a construct as it is written."""
        return self._written[name]

    def undefine(self, name: str) -> None:
        """Take a rule out."""

        def act() -> None:
            self.system.undefine(name)
            self._lines.leave_out(name)
            self._take_in_lines()

        self._do(act)

    def set_strategy(self, name: str, seed: int = 0) -> None:
        """Decide between activations of one salience by a strategy of CLIPS."""

        def act() -> None:
            self.system.set_strategy(name, seed)
            self.strategy = name

        self._do(act)

    def reset(self) -> None:
        """Begin again with the facts with which a run begins; rules stay as they are."""

        def act() -> None:
            self.events.clear()
            self.control.run, self.control.extractions, self.control.backtracks = None, 0, 0
            self._begin()

        self._do(act)

    def load(self, text: str) -> bool:
        """Take in facts that are written out, and return whether they take the place of those that were there.

        They do if they say where a run is (`Now`): then they are a whole memory.

        Raises:
            InputError: if there is a fault in them; then nothing is taken in.
        """
        is_whole = any(form.head == "Now" for form in forms_of(text))

        def act() -> None:
            if is_whole:
                self.control.run = None
                self.system.begin(self._functions, STORED)
                self.system.engine.watch = self._watched
            self.system.load_facts(text)

        self._do(act)
        return is_whole

    def take(self, done: Done) -> None:
        """Take out a match that a person chose, and run on to the next choice."""
        number = 0 if done.line is None else first_of_rank(self.ranking.rules, done.line) + 1

        def act() -> None:
            step = self.step_now
            self._give_up_begun()
            self._evaluate("(forget-proposals)")
            for line, keys in done.ruled_out:
                for written in map(key_written, sorted(keys)):
                    self.system.assert_fact("RuledOut", match=written, step=step, line=line + 1, told=True)
            self.system.assert_fact("Line", number=0, repeat=False)  # that of what no rule takes
            slots = {"match": key_written(done.key), "kind": Symbol(done.kind), "name": Symbol(done.name)}
            others = tuple(map(key_written, done.others))
            self.system.assert_fact("Extracted", step=step + 1, line=number, others=others, **slots)
            self._run_on(self._is_taken_before(self.control.extractions))

        self._do(act)

    def _is_taken_before(self, extractions: int) -> Callable[[Any], bool]:
        return lambda each: self.control.extractions > extractions and self.is_before_choice(each)

    def put_back(self, count: int, line: int, ruled_out: Iterable[MatchKey]) -> None:
        """Put back the matches that were taken last.

        Args:
            count: their number.
            line: the line to be tried first, from 0.
            ruled_out: the matches that were ruled out there.
        """
        known = {str(key_written(key)) for key in ruled_out}

        def act() -> None:
            engine = self.system.engine
            self._give_up_begun()
            self._evaluate(f"(put-back-to {self.step_now - count})")
            self._evaluate(f"(set-line {line + 1})")
            self._evaluate(f"(tally 0 {count} 0)")
            engine.retract(tuple(each for each in engine.of("RuledOut") if str(each["match"]) not in known))
            self._run_on(self.is_before_choice)

        self._do(act)

    def _run_on(self, stops: Callable[[Any], bool]) -> None:
        if self.system.run(MOST, stops) == MOST:
            raise ActFault(endless(MOST))

    def _give_up_begun(self) -> None:
        """Give up a decision, an extraction or an end that was begun: a run may stop in the midst of one."""
        engine, step = self.system.engine, self.step_now
        self.control.run = None
        untold = (each for each in engine.of("RuledOut") if not each["told"])
        engine.retract((*engine.of("Stuck", "DeadEnd", "Ended"), *untold))
        later = [each for each in self.system.engine.of("Extracted") if each["step"] > step]
        if later:
            is_counted = any(each["step"] > step for each in self.system.engine.of("Outline"))
            self._evaluate(f"(put-back-to {step})")
            self._evaluate(f"(tally {-1 if is_counted else 0} 0 0)")

    def _evaluate(self, text: str) -> Any:
        return self.system.evaluate(next(forms_of(text)))

    # what it knows

    @property
    def step_now(self) -> int:
        """Number of matches that are out.

        Raises:
            ActFault: if no fact says so, or several do.
        """
        found = self.system.engine.of("Now")
        if len(found) != 1 or not isinstance(found[0]["step"], int):
            raise ActFault("where the run is, is not known: there is no (Now (step ...)), or more than one; 'undo'")
        step: int = found[0]["step"]
        return step

    @property
    def remembered(self) -> Remembered | None:
        """The memory; None where no attempt is under way, so that no choice is next."""
        engine = self.system.engine
        return None if engine.of("Stuck") or not engine.of("Now") else Remembered.of(self.system)

    def state(self, step: int) -> State:
        """Return what was left after some extractions, as the facts say."""
        facts = [each for each in self.system.engine.of("Outline", "Stock", "Held") if each["step"] == step]
        return self.geometry.state(facts)


class _Recorder:
    """Records what rules say; what is left is recorded right after an extraction, so that every moment can be shown."""

    def __init__(self, geometry: Geometry, control: Control, record: Callable[..., Any]) -> None:
        self._geometry, self._control, self._record = geometry, control, record

    def record(self, what: str, *about: Any) -> None:
        """Record what a rule says."""
        if what == "seen":
            return
        self._record(what, *about)
        if what == "attempt":
            self._control.tracer.state_seen(self._control.start)
        elif what == "extracted":
            extracted, *memory = about
            before = [each for each in memory if each["step"] == extracted["step"] - 1]
            after = self._geometry.after(extracted["match"], before)
            if after.boundary:
                self._control.tracer.state_seen(after)
