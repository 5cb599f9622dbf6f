"""The production engine: the rules of a ranking and of the run, on experta, from the outline to the end.

Facts that a rule derives from others *depend* on them, as CLIPS has it with `logical`: they go when those go.

States are remembered as working memories: when the run comes back to a state (something was undone, or an attempt
begins afresh), the facts that held there are put back, and only what differs is worked on.
"""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from typing import Any

from heuristan.tangram.expert.control import UNDEALT, UNSOUND, Control
from heuristan.tangram.expert.dead_ends import fits_at, tightest_end
from heuristan.tangram.expert.decision import Decision, Notes
from heuristan.tangram.expert.engine import facts as kinds
from heuristan.tangram.expert.engine.line_rules import View
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.engine.replaced import FactsOnce, OurEngine
from heuristan.tangram.expert.evidence import evidence_in
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.preferences import FEWEST_FITS, PREFERENCES
from heuristan.tangram.expert.ranking import RankedRule, refuting_line
from heuristan.tangram.expert.state import State


class WorkingMemory:
    """The facts of an engine."""

    def __init__(self, facts: FactsOnce, kinds: Container[type]) -> None:
        self._facts = facts
        self._kinds = kinds
        """The kinds of facts that come in."""
        self._one: dict[type, Any] = {}
        """The fact of each kind of which there is one at most."""
        self.declared = 0
        """The number of facts that have come in."""

    def declare(self, kind: type, /, depends_on: Iterable[Any] = (), **slots: Any) -> Any:
        """Bring a fact in."""
        fact = kind(**slots)
        fact.dependents = []
        for support in depends_on:
            support.dependents.append(fact)
        self._bring_in(fact)
        return fact

    def _bring_in(self, fact: Any) -> None:
        if type(fact) in self._kinds:
            self._facts.declare(fact)
            self.declared += 1

    def replace(self, kind: type, /, **slots: Any) -> None:
        """Bring in the one fact of a kind in place of the one that is there, if it differs."""
        before = self._one.get(kind)
        if before is not None and self.has(before):
            if all(before[slot] is value or before[slot] == value for slot, value in slots.items()):
                return
            self.retract(before)
        self._one[kind] = self.declare(kind, **slots)

    def retract(self, fact: Any) -> None:
        """Take a fact out, and what depends on it."""
        if not self.has(fact):
            return
        self._facts.retract(fact)
        for dependent in fact.dependents:
            self.retract(dependent)

    def retract_all(self, *kinds: type) -> None:
        """Take all facts of some kinds out."""
        for fact in list(self.of(*kinds)):
            self.retract(fact)

    def has(self, fact: Any) -> bool:
        """Return whether a fact is in."""
        number = fact.__factid__
        return number is not None and self._facts.get(number) is fact

    def of(self, *kinds: type) -> Iterator[Any]:
        """Yield the facts of some kinds, the oldest first."""
        return (fact for fact in self._facts.values() if type(fact) in kinds)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._facts.values())

    def remembered(self, kinds: Container[type]) -> tuple[Any, ...]:
        """Return the facts of some kinds, to be put back later."""
        return tuple(fact for fact in self._facts.values() if type(fact) in kinds)

    def put_back(self, facts: Iterable[Any], kinds: Container[type]) -> None:
        """Make the facts of some kinds those that were remembered."""
        wanted = {id(fact): fact for fact in facts}
        for fact in [fact for fact in self._facts.values() if type(fact) in kinds and id(fact) not in wanted]:
            if self.has(fact):
                self._facts.retract(fact)
        for fact in wanted.values():
            if not self.has(fact):
                self._bring_in(fact)
            if type(fact) in self._one:
                self._one[type(fact)] = fact

    def clear(self) -> None:
        """Take everything out but the figures, which are stored once."""
        for fact in [fact for fact in self._facts.values() if type(fact) is not kinds.Figure]:
            self._facts.retract(fact)
        self._one.clear()


OF_A_STATE = frozenset(
    {
        kinds.Outline,
        kinds.Subpuzzle,
        kinds.Vertex,
        kinds.Connection,
        kinds.Run,
        kinds.Stock,
        kinds.Held,
        kinds.Offer,
    }
)
"""The kinds of facts that follow from what is left alone: they are remembered with it."""


class RankingEngine(OurEngine):
    """An engine whose rules are those of a ranking; each run of a ranking drives one control from it."""

    productions: Sequence[Production]
    kinds_read: frozenset[type]
    """The kinds of facts that some rule reads; no others come into the working memory."""
    rules: tuple[RankedRule, ...]
    asked: frozenset[str]
    """The kinds of evidence that rules ask for."""
    lays_composites: bool
    """Whether some rule takes composites that are laid at convex vertices."""
    view: View
    control: Control

    def __init__(self, withheld: Collection[type] = ()) -> None:
        super().__init__()
        self.memory = WorkingMemory(self.facts, self.kinds_read - frozenset(withheld))
        for figure in self.view.stored:
            self.memory.declare(kinds.Figure, **_slots(figure))
        self.firings = 0
        self._remembered: dict[int, tuple[State, tuple[Any, ...]]] = {}
        self.watch: Callable[[Production], None] | None = None

    def solve(self, control: Control) -> None:
        """Run a control from the outline to the end, and leave the result in it.

        Raises:
            OutOfTime: if the control's time is over.
        """
        self.begin(control)
        self.run()

    def begin(self, control: Control) -> None:
        """Bring in the facts with which a control begins; no rule fires yet."""
        self.control, self.state = control, control.start
        self._remembered.clear()
        self.memory.clear()
        control.begin()
        self._begin_state(control.start)
        self.follow()

    def fires(self, production: Production) -> None:
        """Take note that a rule fires."""
        self.firings += 1
        if self.watch is not None:
            self.watch(production)

    # following the control

    def follow(self) -> None:
        """Bring the facts that say where the run is up to date."""
        control, memory = self.control, self.memory
        if control.run is not None:
            self.halt()
            return
        if control.state is not self.state:
            self._move_to(control.state)
        attempt = getattr(control, "entry_point", 1)
        memory.replace(kinds.Attempt, number=attempt, line=control.line + 1, extracted=bool(control.points))
        memory.replace(kinds.Focus, matches=self._focus())
        memory.retract_all(kinds.Examined, kinds.Evidence)
        self._notes = Notes(control.ruled_out)
        memory.replace(kinds.RuledOut, matches=control.ruled_out)

    def _focus(self) -> frozenset[MatchKey] | None:
        end = self.control.end
        return None if end is None else frozenset(self.state.matches.covering[end])

    def _move_to(self, state: State) -> None:
        """Put the remembered working memory of a state back, or begin one."""
        memory = self.memory
        memory.retract_all(kinds.Laid, kinds.Dealt)
        self.state = state
        if id(state) in self._remembered:
            memory.put_back(self._remembered[id(state)][1], OF_A_STATE)
        else:
            self._begin_state(state)

    def _begin_state(self, state: State) -> None:
        self.state = state
        self.memory.retract_all(kinds.Outline, kinds.Offer)
        self.memory.declare(kinds.Outline, step=state.steps, state=state, seen=False)
        self.memory.replace(kinds.Stock, left=tuple(sorted(state.stock.items())))
        self._hold(state)

    def _hold(self, state: State) -> None:
        """Make the composites held those of a state that was reached by another way than an extraction."""
        there = {(held["step"], held["composite"], held["sets"]): held for held in self.memory.of(kinds.Held)}
        wanted = [(entry.step, entry.composite, entry.sets) for entry in state.abeyance.lists]
        for slots, held in there.items():
            if slots not in wanted:
                self.memory.retract(held)
        for step, composite, sets in wanted:
            if (step, composite, sets) not in there:
                self.memory.declare(kinds.Held, step=step, composite=composite, sets=sets)

    # right sides

    def see_dead_end(self) -> None:
        """Find a dead end before anything is prepared, if the control saw one on arriving."""
        self.control.clock.check()
        reason = self.control.dead_end()
        if reason is not None:
            self.memory.declare(kinds.DeadEnd, reason=reason)

    def examine(self) -> None:
        """Look whether the run goes on from here."""
        control = self.control
        control.clock.check()
        reason = control.dead_end()
        if reason is not None:
            self.memory.declare(kinds.DeadEnd, reason=reason)
        elif control.is_impatient:
            control.give_up()
            self.follow()
        else:
            control.examine()
            self._notes = Notes(control.ruled_out)
            self.memory.replace(kinds.RuledOut, matches=control.ruled_out)
            self.memory.declare(kinds.Examined)

    def find_evidence(self) -> None:
        """Assert the evidence for matches that lines of the ranking ask for."""
        asked = self.asked
        found = evidence_in(self.state, asked, self._notes.checked, self.control.ruled_out)
        for kind in asked:
            matches = frozenset(key for key, names in found.items() if kind in names)
            self.memory.declare(kinds.Evidence, kind=kind, matches=matches)

    def find_tightest(self) -> None:
        """Assert which pieces can be laid at the vertex where the fewest fit."""
        self.memory.declare(kinds.Evidence, kind=FEWEST_FITS, matches=frozenset(self._tightest()))

    def _tightest(self) -> tuple[MatchKey, ...]:
        control, state = self.control, self.state
        end = control.end or tightest_end(state, state.matches.covering, control.ruled_out)
        return fits_at(state, end, control.ruled_out) if end else ()

    def lay_figures_at(self, number: int) -> None:
        """Assert which figures can be laid at a convex vertex."""
        known = {fact["match"].key for fact in self.memory.of(kinds.Laid)}
        point = next(p for p, n in self.state.array.numbers.items() if n == number)
        for match in (*self.state.matches, *(self.state.composites if self.lays_composites else ())):
            if point in match.cut.ring and match.key not in known and self._wants(match):
                self.memory.declare(
                    kinds.Laid,
                    match=match,
                    vertex=number,
                    kind=match.kind,
                    name=match.placement.name,
                    grades=match.grades,
                    crosses=match.crosses_internal_edge,
                )

    def _wants(self, match: Match) -> bool:
        return any(rule.is_for(match) for rule in self.rules)

    def deal_out(self) -> None:
        """Deal out what is left over to the composites held."""
        pieces, failure = self.control.deal_out(), ""
        if pieces is None:
            failure = UNDEALT
        elif not self.control.accepts([piece.placement for piece in pieces]):
            failure = UNSOUND
        self.memory.declare(kinds.Dealt, pieces=pieces, failure=failure)

    def run_dry(self) -> None:
        """Find that no rule of the ranking has a match."""
        decision = self.nothing_found()
        self.control.note(decision)
        reason = self.control.dead_end() if decision.ruled_out else None
        self.memory.declare(kinds.DeadEnd, reason=reason or self.control.no_match)

    def take(self, production: Production, match: Match, others: tuple[Match, ...]) -> None:
        """Take a match out, unless a line above rules it out after a look."""
        line, control = production.line, self.control
        assert line is not None
        if self.refutes(line, match):
            return
        decision = Decision(match, line, others, self._found_nothing(line), self._notes.by_line)
        control.note(decision)
        reason = control.dead_end() if decision.ruled_out else None
        if reason is not None:
            self.memory.declare(kinds.DeadEnd, reason=reason)
        elif control.take(match, line, others):
            self._remembered[id(self.state)] = self.state, self.memory.remembered(OF_A_STATE)
            lists = frozenset((entry.step, entry.sets) for entry in self.taken.abeyance.lists)
            step = self.state.steps + 1
            self.memory.declare(kinds.Extracted, step=step, kind=match.kind, name=match.name, lists=lists)
        else:
            self.follow()

    def refutes(self, line: int, match: Match) -> bool:
        """Look whether a line above rules a match out after a check; if so, that line is to fire."""
        refuting = refuting_line(self.rules, line, self.state, match, self._notes.out)
        if refuting is not None:
            self.memory.declare(kinds.Refuted, line=refuting + 1, match=match)
        return refuting is not None

    def rule_out(self, line: int, matches: Sequence[Match]) -> None:
        """Rule matches out."""
        self._notes.rule_out(line, matches)
        self.memory.replace(kinds.RuledOut, matches=self._notes.out)

    def refute(self, refuted: Any) -> None:
        """Rule out a match that was about to be taken; evidence for others is looked for again."""
        line = refuted["line"] - 1
        self.memory.retract(refuted)
        self._notes.refute(line, self.rules[line], refuted["match"])
        self.memory.replace(kinds.RuledOut, matches=self._notes.out)
        self.memory.retract_all(kinds.Evidence)

    def nothing_found(self) -> Decision:
        """Return the decision that no line has a match."""
        last = len(self.rules)
        return Decision(None, last, (), self._found_nothing(last), self._notes.by_line)

    def _found_nothing(self, line: int) -> tuple[int, ...]:
        return tuple(n for n in range(self.control.line, line) if not self.rules[n].rules_out)

    @property
    def taken(self) -> State:
        """The state after the extraction that is being made."""
        taken = self.control.taken
        assert taken is not None
        return taken

    # conflict resolution

    def match_of(self, activation: Any) -> Match:
        """Return the match that an activation of a line would take."""
        return self.view.match_of(activation.rule.production.corner, activation.context)

    def in_order(self, activations: list[Any]) -> list[Any]:
        """Return the activations of one salience in the order in which they fire."""
        line = activations[0].rule.production.line if activations else None
        if line is None:
            return activations
        return [activation for activation, _ in self.matches_in_order(line, activations)]

    def matches_in_order(self, line: int, activations: list[Any]) -> list[tuple[Any, Match]]:
        """Return activations of a line with their matches, in the order of the line; each match once."""
        rule = self.rules[line]
        tightest: tuple[MatchKey, ...] = ()
        if FEWEST_FITS in rule.prefer:
            tightest = self._tightest()
        found = [(each, self.match_of(each)) for each in activations]
        found = list({match.key: (each, match) for each, match in reversed(found)}.values())

        def order(entry: tuple[Any, Match]) -> tuple[Any, ...]:
            match = entry[1]
            keys = (PREFERENCES[name].key(self.state, match, tightest) for name in rule.prefer)
            return (match.placement.name in rule.last, *keys, match.order)

        return sorted(found, key=order)


def _slots(figure: Figure) -> dict[str, Any]:
    slots: dict[str, Any] = {"number": figure.number, "kind": figure.kind, "name": figure.name}
    slots["sides"] = len(figure.sides)
    for k, side in enumerate(figure.sides, 1):
        slots[f"h{k}"], slots[f"n{k}"] = side
    return slots
