"""A ranking as experta rules on a knowledge engine.

The working memory holds the facts of one state. `Trying` says which line of the ranking is being tried. A line becomes
one experta rule, which fires on a match that the line accepts; its place in the list becomes its salience. A rule of
the minimum salience, which fires only where the line offered nothing, passes on to the next line. Among several matches
of one line the strategy prefers as the line says, then in vertex order.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from heuristan.tangram.expert.decision import Decision, RuledOut
from heuristan.tangram.expert.experta_shim import Fact, FactList, Strategy, experta
from heuristan.tangram.expert.lazy_matcher import LazyMatcher
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.ranking import RankedRule


class Plain(Fact):
    """A fact whose values cannot change, so that experta need not freeze them."""

    def update(self, fields: Mapping[str, Any]) -> None:
        dict.update(self, fields)


class _WorkingMemory(FactList):
    """A working memory that gets each fact once, so that experta need not compare a new one with all the others."""

    _get_fact_id = staticmethod(id)


class Vertex(Plain):
    """A vertex: its point, the direction of its leaving edge, its angle, whether it is convex."""


class Edge(Plain):
    """An edge of what is left: its line, its ends, the side of the interior."""


class ExtensionLine(Plain):
    """An extension line: its line and its ends."""


class Subpuzzle(Plain):
    """A part that shares no boundary with the rest: its first vertex and its area."""


class Offered(Plain):
    """A match: kind, name, grades, whether it crosses an internal edge, its evidence, and its key."""


class Stock(Plain):
    """The number of a piece that are left."""


class Trying(Plain):
    """Control: the line of the ranking that is being tried."""


FactRow = tuple[type, tuple[tuple[str, Any], ...]]
"""A fact as plain values: its type and its fields."""


class _ByRank(Strategy):
    """Conflict resolution: salience, then the preference of the line, then vertex order. The last one fires next."""

    preference: Callable[[int, MatchKey], tuple[int, ...]]
    """Returns the order of a match among those of the line with a salience, the minimum first."""

    def _update_agenda(self, agenda: Any, added: Iterable[Any], removed: Iterable[Any]) -> None:
        gone = {_identity(activation) for activation in removed}
        if gone:
            agenda.activations = [a for a in agenda.activations if _identity(a) not in gone]
        for activation in added:
            activation.key = self._key(activation)
            agenda.activations.append(activation)
        agenda.activations.sort(key=lambda activation: activation.key)

    def _key(self, activation: Any) -> tuple[int, ...]:
        offered = activation.context.get("offered")
        if offered is None:
            return (activation.rule.salience,)
        preference = self.preference(activation.rule.salience, offered["key"])
        return (activation.rule.salience, *(-number for number in preference))


def _identity(activation: Any) -> tuple[int, frozenset[int]]:
    """Return what identifies an activation: its rule, known by its salience, and the facts it fires on."""
    return activation.rule.salience, frozenset(fact["__factid__"] for fact in activation.facts)


def _line_rule(number: int, line: RankedRule, total: int) -> Any:
    """Return the experta rule for one line of the ranking."""
    conditions: dict[str, Any] = {}
    # what fails most often comes first
    if line.evidence:
        conditions["evidence"] = experta.P(lambda found: line.evidence in found)
    if line.only:
        conditions["name"] = experta.P(line.only.__contains__)
    conditions["kind"] = line.kind
    if not line.may_cross and not line.rules_out:
        conditions["crosses"] = False
    conditions["grades"] = experta.P(line.takes)

    def extract(engine: Any, offered: Any) -> None:
        engine.fired = offered["key"], number
        engine.halt()

    def rule_out(engine: Any, offered: Any) -> None:
        """Take everything that the line matches out of the working memory, and go on with the next line."""
        others = (activation.context.get("offered") for activation in engine.agenda.activations)
        found = [offered, *(fact for fact in others if fact is not None)]
        engine.ruled_out.append((number, [fact["key"] for fact in found]))
        for fact in found:
            engine.retract(fact)

    fire = rule_out if line.rules_out else extract
    return experta.Rule(Trying(line=number), experta.AS.offered << Offered(**conditions), salience=total - number)(fire)


def _next_line_rule(total: int) -> Any:
    """Return the rule that passes on to the next line where the line being tried offered nothing."""

    def fire(engine: Any, trying: Any, line: int) -> None:
        engine.found_nothing.append(line)
        engine.retract(trying)
        engine.declare(Trying(line=engine.following[line]))

    is_line = experta.MATCH.line & experta.P(lambda number: number < total)
    return experta.Rule(experta.AS.trying << Trying(line=is_line), salience=0)(fire)


class ProductionSystem:
    """The rules of a ranking over a working memory that follows the state."""

    def __init__(self, rules: Sequence[RankedRule]) -> None:
        self._rules = rules
        body: dict[str, Any] = {
            f"line_{number}": _line_rule(number, rule, len(rules)) for number, rule in enumerate(rules)
        }
        body["next_line"] = _next_line_rule(len(rules))
        body["__strategy__"] = _ByRank
        body["__matcher__"] = LazyMatcher
        self._engine = type("RankingEngine", (experta.KnowledgeEngine,), body)()
        self._engine.reset()
        self._engine.facts = _WorkingMemory()
        self._engine.strategy.preference = self._preference
        self._memory: dict[FactRow, Any] = {}
        self._matches: Mapping[MatchKey, Match] = {}
        self._preferences: Callable[[RankedRule, Match], tuple[int, ...]] = lambda _rule, match: (match.order,)

    def decide(
        self,
        facts: Iterable[FactRow],
        matches: Mapping[MatchKey, Match],
        first_line: int,
        preference: Callable[[RankedRule, Match], tuple[int, ...]],
    ) -> Decision:
        """Try the lines from one on, and return the first match in the order of the ranking, or none.

        Args:
            facts: everything that holds in the state; the working memory is updated to it.
            matches: the offered matches by key.
            first_line: the line of the ranking to try first. Lines above it that rule out are tried before.
            preference: returns the order of matches within a line, the minimum first.
        """
        engine = self._engine
        self._matches, self._preferences = matches, preference
        self._forget_control()
        self._update(facts)
        engine.fired, engine.found_nothing, engine.ruled_out = None, [], []
        above = [number for number in range(first_line) if self._rules[number].rules_out]
        lines = [*above, *range(first_line, len(self._rules) + 1)]
        engine.following = dict(pairwise(lines))
        engine.facts.declare(Trying(line=lines[0]))
        engine.run()
        tried = tuple(number for number in engine.found_nothing if not self._rules[number].rules_out)
        ruled_out = tuple(RuledOut(number, tuple(matches[key] for key in keys)) for number, keys in engine.ruled_out)
        self._forget({key for _, keys in engine.ruled_out for key in keys})
        if engine.fired is None:
            return Decision(None, len(self._rules), (), tried, ruled_out)
        key, number = engine.fired
        others = [a.context["offered"] for a in reversed(engine.agenda.activations) if "offered" in a.context]
        return Decision(matches[key], number, tuple(matches[offered["key"]] for offered in others), tried, ruled_out)

    def _forget(self, keys: Container[MatchKey]) -> None:
        """Drop matches that were ruled out: they are out of the working memory already."""
        if keys:
            gone = [row for row in self._memory if row[0] is Offered and dict(row[1])["key"] in keys]
            for row in gone:
                del self._memory[row]

    def _preference(self, salience: int, key: MatchKey) -> tuple[int, ...]:
        return self._preferences(self._rules[len(self._rules) - salience], self._matches[key])

    def _forget_control(self) -> None:
        for fact in [fact for fact in self._engine.facts.values() if isinstance(fact, Trying)]:
            self._engine.facts.retract(fact)

    def _update(self, facts: Iterable[FactRow]) -> None:
        """Retract what no longer holds and declare what is new; everything else stays in the network."""
        wanted = dict.fromkeys(facts)
        for row in [row for row in self._memory if row not in wanted]:
            self._engine.facts.retract(self._memory.pop(row))
        for row in wanted:
            if row not in self._memory:
                kind, fields = row
                self._memory[row] = self._engine.facts.declare(kind(**dict(fields)))
