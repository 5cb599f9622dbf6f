"""A matcher to which rules come, and from which they go, while facts are there.

A rule that comes has a network of its own, which is told all facts that are there; so nothing that was matched is
matched again. The network of a rule that goes goes with it.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from heuristan.tangram.expert.rete.conditions import INITIAL, Condition, begins_without_fact, read_conditions
from heuristan.tangram.expert.rete.matcher import Found, HashMatcher, Network


class Coming(NamedTuple):
    """A rule matched against the facts that are there, and not taken in yet."""

    name: str
    rule: Any
    network: Network
    activations: list[Any]


class GrowingMatcher(HashMatcher):
    """Finds the activations of an engine's rules, and of those that come later."""

    def __init__(self, engine: Any) -> None:
        """Read the rules of an engine.

        Raises:
            TypeError: if a rule has a condition that this matcher does not know.
        """
        self._own: dict[str, Coming] = {}
        """The rules that came, by their names."""
        self._gone: set[str] = set()
        """Those of the engine's rules that went."""
        super().__init__(engine)

    def matched(self, name: str, rule: Any) -> Coming:
        """Match a rule against the facts that are there."""
        network = Network(lambda end, token: Found(rule, end, token))
        network.add_rule(name, _conditions(name, rule))
        network.start()
        activations, _ = network.change(self._network.facts, ())
        return Coming(name, rule, network, activations)

    def take_in(self, coming: Coming) -> None:
        """Let a rule come."""
        self._own[coming.name] = coming

    def give_up(self, name: str) -> None:
        """Let a rule go. Facts that depended on its matches alone depend on nothing from now on, as in CLIPS."""
        own = self._own.pop(name, None)
        if own is None:
            self._gone.add(name)
            return
        for token in own.network.tokens():
            for fact in token.supported or ():
                fact.supports = tuple(each for each in fact.supports or () if each is not token) or None

    def reset(self) -> None:
        """Forget all facts."""
        super().reset()
        for own in self._own.values():
            own.network.start()

    def changes(
        self, adding: Iterable[Any] | None = None, deleting: Iterable[Any] | None = None
    ) -> tuple[list[Any], list[Any]]:
        """Take in facts that came and went, and return the activations that came and went with them."""
        came, went = adding or (), deleting or ()
        if came and went:
            came, went = self._net(came, went)
        added, removed = self._network.change(came, went)
        if not self._own and not self._gone:
            return added, removed
        added = [each for each in added if each.rule_name not in self._gone]
        for own in self._own.values():
            more, fewer = own.network.change(came, went)
            added, removed = [*added, *more], [*removed, *fewer]
        return added, removed

    def unsupported(self) -> list[Any]:
        """Return the facts that lost a support since this was asked last, each as often as it lost one."""
        found = super().unsupported()
        for own in self._own.values():
            found += own.network.unsupported()
        return found

    def network_of(self, name: str) -> tuple[Network, tuple[Condition, ...]]:
        """Return the network of a rule, and the conditions by which its nodes are found there."""
        own = self._own.get(name)
        if own is not None:
            return own.network, _conditions(name, own.rule)
        return self._network, _conditions(name, self._rules[name])


def _conditions(name: str, rule: Any) -> tuple[Condition, ...]:
    conditions = read_conditions(name, rule)
    return (INITIAL, *conditions) if begins_without_fact(conditions) else conditions
