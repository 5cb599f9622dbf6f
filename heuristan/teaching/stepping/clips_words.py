"""What the conditions of a rule accept in an engine, printed as CLIPS prints it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from heuristan.tangram.expert.production.watching import basis_words
from heuristan.tangram.expert.rete.conditions import INITIAL, Absence, Condition, Group, Pattern
from heuristan.tangram.expert.rete.matcher import Network
from heuristan.teaching.asking.live_run import LiveRun

MOST = 10
"""Maximum number of facts or matches that are listed if not all are asked for."""


def matches_lines(live: LiveRun, rule: str, most: int | None = MOST) -> Iterator[str]:
    """List what the conditions of a rule accept, its partial matches, and its activations.

    Args:
        live: the engine.
        rule: the name of the rule.
        most: the maximum number of lines in each list; None for all.
    """
    agenda = live.system.agenda()
    for name in [name for name, written in live.system.name_of.items() if written == rule]:
        pattern = 0
        for held in held_for(*live.system.engine.matcher.network_of(name)):
            if isinstance(held, Accepted):
                pattern += 1
                yield f"Matches for Pattern {pattern}"
                yield from _listed([f"f-{fact.index}" for fact in held.facts], most)
            else:
                yield f"Partial matches for CEs 1 - {held.number}"
                yield from _listed([basis_words(basis) for basis in held.bases], most)
        yield "Activations"
        yield from _listed([basis_words(each.basis) for each in agenda if each.rule_name == name], most)


def _listed(lines: list[str], most: int | None) -> Iterator[str]:
    yield from lines[:most] or [" None"]
    if most is not None and len(lines) > most:
        yield f" (and {len(lines) - most} more; 'matches RULE verbose' lists them)"


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
