"""The record of a run: its trace and its result, made of the facts that rules hand over."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from heuristan.common.words import plural
from heuristan.tangram.expert.acceptance import taking_line
from heuristan.tangram.expert.control import UNDEALT, UNSOUND, Control, Step, pieces_of, released
from heuristan.tangram.expert.decision import Decision, ruled_out_in_order
from heuristan.tangram.expert.host.fact_states import Fact, of_kind, sets_read
from heuristan.tangram.expert.host.laid_figures import Functions, Geometry
from heuristan.tangram.expert.published import in_short, stuck_words
from heuristan.tangram.expert.ranking import RankedRule, in_turn
from heuristan.tangram.expert.state import State

if TYPE_CHECKING:
    from heuristan.tangram.expert.matches import Match


class Recorder:
    """Records what happens in a run that a control describes, and ends it."""

    def __init__(self, geometry: Geometry, control: Control) -> None:
        self._geometry = geometry
        self._control = control
        self._tracer = control.tracer
        self._rules: dict[int, RankedRule] = {}
        """The rule that took the last match of each step."""

    @property
    def functions(self) -> Functions:
        """The host functions, by the names that rules have for them."""
        return {
            "record": lambda what, *about: self._records[what](*about),
            "deal-out": self._deal_out,
            "so-far": stuck_words,
        }

    @property
    def _records(self) -> Mapping[str, Callable[..., None]]:
        state, tracer = self._geometry.state, self._tracer
        return {
            "attempt": self._attempt,
            "seen": lambda *facts: tracer.state_seen(state(facts)),
            "decided": self._decided,
            "extracted": self._extracted,
            "undone": self._undone,
            "stuck": lambda number, words, *facts: tracer.attempt_stuck(number, words, state(facts)),
            "solved": self._solved,
            "no-entry-point-left": self._no_entry_point_left,
            "exhausted": self._exhausted,
            "gave-up": self._gave_up,
        }

    def _attempt(self, number: int, line: int) -> None:
        self._tracer.attempt_started(number, number, self._control.rules[line - 1])

    def _decided(self, first: int, line: int, *memory: Fact) -> None:
        """Record what lines ruled out, and which found nothing, before a line found a match; line 0: none did."""
        self._control.clock.check()
        found: dict[int, list[Match]] = {}
        for fact in of_kind(memory, "RuledOut"):
            found.setdefault(fact["line"] - 1, []).append(self._geometry.match_of(fact["match"], memory))
        last = line - 1 if line else len(self._control.rules)
        tried = takewhile(lambda number: number != last, in_turn(self._control.rules))
        nothing = tuple(number for number in tried if number >= first - 1 and not self._control.rules[number].rules_out)
        self._tracer.decided(Decision(None, last, (), nothing, ruled_out_in_order(found)))

    def _extracted(self, extracted: Fact, *memory: Fact) -> None:
        """Record an extraction: the match, the composite that is held now, and the lists that are shorter."""
        step, written = extracted["step"], extracted["match"]
        facts = [fact for fact in memory if fact.template != "Held" or fact["step"] == step - 1]
        before, after = self._geometry.state(facts), self._geometry.after(written, facts)
        match, *others = (self._geometry.match_of(each, facts) for each in (written, *extracted["others"]))
        self._control.extractions += 1
        rule = self._rules[step] = self._rule(extracted, match)
        self._tracer.match_taken(before, match, rule, others, after)
        earlier = {fact["taken"]: tuple(fact["sets"]) for fact in of_kind(facts, "Held")}
        now = sorted((f for f in of_kind(memory, "Held") if f["step"] == step), key=lambda fact: fact["taken"])
        if now and now[-1]["taken"] == step:
            self._tracer.sets_held(step, str(now[-1]["composite"]), sets_read(now[-1]["sets"]))
        for held in now:
            if tuple(held["sets"]) != earlier.get(held["taken"], tuple(held["sets"])):
                self._tracer.sets_left(held["taken"], str(held["composite"]), sets_read(held["sets"]))

    def _undone(self, extracted: Fact, reason: str) -> None:
        self._control.backtracks += 1
        step = extracted["step"]
        rule = self._rules.get(step, self._control.rules[extracted["line"] - 1])
        self._tracer.match_undone(step, rule, str(extracted["name"]), reason)

    # the end

    def _deal_out(self, *facts: Fact) -> str:
        """Return why what is left over does not make the composites held; nothing if all is well."""
        pieces = released(self._steps(facts), self._last(facts), self._tracer)
        if pieces is None:
            return UNDEALT
        return "" if self._control.accepts([piece.placement for piece in pieces]) else UNSOUND

    def _steps(self, facts: Sequence[Fact]) -> list[Step]:
        steps = []
        for taken in sorted(of_kind(facts, "Extracted"), key=lambda fact: fact["step"]):
            outline = [fact for fact in of_kind(facts, "Outline") if fact["step"] == taken["step"] - 1]
            match = self._geometry.match_of(taken["match"], outline)
            steps.append(Step(self._rule(taken, match), match))
        return steps

    def _rule(self, extracted: Fact, match: "Match") -> RankedRule:
        """Return the rule that took a match: the fact has the first line of its rank."""
        rules = self._control.rules
        return rules[taking_line(rules, extracted["line"] - 1, match)]

    def _last(self, facts: Sequence[Fact]) -> State:
        """Return the state in which nothing is left."""
        last = len(of_kind(facts, "Extracted"))
        return self._geometry.state([fact for fact in facts if fact["step"] == last])

    def _solved(self, attempt: int, tally: Fact, *facts: Fact) -> None:
        self._count(tally)
        self._control.entry_point = attempt
        self._control.solve(pieces_of(self._steps(facts), self._last(facts)) or ())

    def _no_entry_point_left(self, tally: Fact, *failures: Fact) -> None:
        self._count(tally)
        words = in_short([each["words"] for each in sorted(failures, key=lambda each: each["attempt"])])
        self._control.end_run("stuck", words)

    def _exhausted(self, tally: Fact, *_: Fact) -> None:
        self._count(tally)
        self._control.exhausted()

    def _gave_up(self, tally: Fact, why: str) -> None:
        self._count(tally)
        self._control.end_run("stuck", f"{plural(tally['undone'], 'step')} were undone, then {why}")

    def _count(self, tally: Fact) -> None:
        control = self._control
        control.extractions, control.backtracks, control.deepest = tally["extracted"], tally["undone"], tally["deepest"]
