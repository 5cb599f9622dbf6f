"""What the network holds of a rule: the facts that its conditions accept, and the partial matches."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from heuristan.tangram.expert.rete.conditions import INITIAL, Absence, Condition, Group, Pattern
from heuristan.tangram.expert.rete.matcher import Network

Basis = tuple[Any, ...]
"""Facts in the order of conditions, None for each that asks that something is not there, or that something is."""


class Accepted(NamedTuple):
    """The facts that a pattern accepts by itself."""

    facts: tuple[Any, ...]


class Partial(NamedTuple):
    """The ways to satisfy the first conditions of a rule."""

    number: int
    """The number of conditions, those that only test left out."""
    bases: tuple[Basis, ...]


def held_for(network: Network, conditions: Sequence[Condition]) -> Iterator[Accepted | Partial]:
    """Yield what each pattern of a rule accepts, and then the partial matches of its first conditions."""
    shown = [condition for condition in conditions if condition != INITIAL]
    for pattern in _patterns(shown):
        yield Accepted(tuple(network.accepted_by(pattern.kind)))
    number, node = 0, network.node(())
    for place, condition in enumerate(conditions, 1):
        node = network.node(conditions[:place])
        is_counted = isinstance(condition, Pattern | Absence | Group) and condition != INITIAL
        number += is_counted
        is_last = place == len(conditions) or isinstance(conditions[place], Pattern | Absence | Group)
        if number > 1 and is_last:  # a test belongs to the pattern before it
            yield Partial(number, tuple(tuple(each.basis()) for each in network.tokens() if each.node is node))


def _patterns(conditions: Sequence[Condition]) -> Iterator[Pattern]:
    for condition in conditions:
        if isinstance(condition, Pattern):
            yield condition
        elif isinstance(condition, Absence):
            yield condition.pattern
        elif isinstance(condition, Group):
            yield from _patterns(condition.conditions)
