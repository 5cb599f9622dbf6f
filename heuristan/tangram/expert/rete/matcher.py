"""A matcher for experta that joins by hash and works only on what a change of facts touches.

It stands at the place that experta leaves for a matcher (`__matcher__`) and gives the same activations as experta's own
Rete, with three differences that a reader of CLIPS expects: two equal patterns of one rule may be satisfied by
different facts; a fact that came and went between two calls is not seen; equal activations do not exist, so each is
known by its identity.

Rules are flat: facts, `NOT` of a fact, `TEST`. The names of a rule are those in its engine.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from heuristan.tangram.expert.experta_shim import Activation, Matcher, rules_of
from heuristan.tangram.expert.rete.conditions import INITIAL, Condition, begins_without_fact, read_conditions
from heuristan.tangram.expert.rete.first_failing import Failing, first_failing
from heuristan.tangram.expert.rete.memory import Fact, Token
from heuristan.tangram.expert.rete.network import Network, Size
from heuristan.tangram.expert.rete.nodes import End, Node


class Found(Activation):
    """An activation: a rule and facts that satisfy its conditions together."""

    def __init__(self, rule: Any, end: End, token: Token) -> None:
        # facts and bindings are looked up when they are asked for: most activations never fire
        # (so `Activation.__init__`, which wants them, is not called)
        self.rule = rule
        self.rule_name = end.name
        self.key: Any = None
        self._names = end.names
        self._token = token

    @property
    def facts(self) -> set[Fact]:
        """The facts, each once."""
        return set(self.matched)

    @property
    def matched(self) -> tuple[Fact, ...]:
        """The facts in the order of the conditions; one may stand there twice, `NOT` and `TEST` have none."""
        return tuple(self._token.facts())

    @property
    def context(self) -> dict[str, Any]:
        """The names that the conditions bind, with their values."""
        return dict(zip(self._names, self._token.values, strict=True))

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class HashMatcher(Matcher):
    """Finds the activations of an engine's rules."""

    def __init__(self, engine: Any) -> None:
        """Read the rules of an engine.

        Raises:
            TypeError: if a rule has a condition that this matcher does not know.
        """
        super().__init__(engine)
        self._rules = rules_of(engine)
        self._conditions: dict[str, tuple[Condition, ...]] = {}
        self._network = Network(lambda end, token: Found(self._rules[end.name], end, token))
        for name, rule in self._rules.items():
            conditions = self._conditions[name] = read_conditions(name, rule)
            head = (INITIAL,) if begins_without_fact(conditions) else ()
            self._network.add_rule(name, (*head, *conditions))
        self.reset()

    def reset(self) -> None:
        """Forget all facts."""
        self._network.start()

    def changes(
        self, adding: Iterable[Any] | None = None, deleting: Iterable[Any] | None = None
    ) -> tuple[list[Any], list[Any]]:
        """Take in facts that came and went, and return the activations that came and went with them."""
        came, went = list(adding or ()), list(deleting or ())
        if came and went:
            came, went = self._net(came, went)
        return self._network.change(came, went)

    @property
    def rule_names(self) -> tuple[str, ...]:
        """The names of the rules in the engine."""
        return tuple(self._rules)

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes of the network, of which rules with the same first conditions share some."""
        return tuple(self._network.nodes)

    def size(self) -> Size:
        """Return what the memories hold."""
        return self._network.size()

    def conditions_of(self, rule_name: str) -> tuple[Any, ...]:
        """Return the conditions of a rule as written."""
        return tuple(self._rules[rule_name])

    def first_failing(self, rule_name: str, bindings: Mapping[str, Any]) -> Failing:
        """Return the first condition of a rule that nothing satisfies, if some of its names have given values.

        Raises:
            ValueError: if the rule binds no such name.
        """
        return first_failing(self._conditions[rule_name], self._network.facts, bindings)

    def _net(self, came: list[Fact], went: list[Fact]) -> tuple[list[Fact], list[Fact]]:
        """Return which facts are new and which of those known before go, if some came and went, or the other way."""
        balance = Counter(map(id, came))
        balance.subtract(map(id, went))
        unique = {id(fact): fact for fact in (*came, *went)}
        new, gone = [], []
        going = set(map(id, went))
        for identity, fact in unique.items():
            known = self._network.knows(fact)
            if known and identity in going:
                gone.append(fact)
            if known + balance[identity] > 0 and (identity in going or not known):
                new.append(fact)
        return new, gone
