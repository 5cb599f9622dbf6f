"""The first condition of a rule that nothing satisfies: the answer to "why not this rule?".

Facts are gone through condition by condition, without the network of the matcher: slower, and simple enough to trust.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from heuristan.tangram.expert.rete.conditions import Absence, Condition, Pattern, Testing, accepting, names_bound_by
from heuristan.tangram.expert.rete.nodes import Fact

Bindings: TypeAlias = Mapping[str, Any]
"""Names with their values."""


class Partial(NamedTuple):
    """Facts that satisfy the first conditions of a rule together."""

    facts: tuple[Fact, ...]
    """In the order of the conditions; `NOT` and `TEST` have none."""
    context: Bindings
    """The names bound so far."""


class Failing(NamedTuple):
    """Where a rule fails."""

    condition: int | None
    """The place of the first condition that nothing satisfies, from 0; None if all are satisfied."""
    partial: tuple[Partial, ...]
    """What satisfies all conditions before it."""


def first_failing(conditions: Sequence[Condition], facts: Iterable[Fact], bindings: Bindings) -> Failing:
    """Return the first condition that nothing satisfies if some names have given values.

    Raises:
        ValueError: if no condition binds such a name.
    """
    bound = {name for condition in conditions for name in names_bound_by(condition)}
    for name in bindings:
        if name not in bound:
            raise ValueError(f"no condition of the rule binds {name!r}; its names: {', '.join(sorted(bound))}")
    known: dict[type[Fact], list[Fact]] = defaultdict(list)
    for fact in facts:
        known[type(fact)].append(fact)
    partial: tuple[Partial, ...] = (Partial((), {}),)
    for number, condition in enumerate(conditions):
        passing = tuple(_passing(condition, partial, known, bindings))
        if not passing:
            return Failing(number, partial)
        partial = passing
    return Failing(None, partial)


def _passing(
    condition: Condition, partial: Sequence[Partial], facts: Mapping[type[Fact], Sequence[Fact]], bindings: Bindings
) -> Iterator[Partial]:
    """Yield what satisfies one condition more."""
    if isinstance(condition, Testing):
        return (each for each in partial if _is_true(condition, each.context))
    if isinstance(condition, Absence):
        joined = _joined(condition.pattern, partial, _accepted(condition.pattern, facts))
        return (each for each, found in joined if not found)
    accepted = [fact for fact in _accepted(condition, facts) if _goes_with(condition, fact, bindings)]
    return (
        Partial((*each.facts, fact), {**each.context, **_bound(condition, fact)})
        for each, found in _joined(condition, partial, accepted)
        for fact in found
    )


def _joined(
    pattern: Pattern, partial: Sequence[Partial], accepted: Iterable[Fact]
) -> Iterator[tuple[Partial, list[Fact]]]:
    """Yield what satisfies the conditions before a pattern, each with the facts that go with it."""
    # all have satisfied the same conditions, so the same names are bound in each
    shared = [(name, field) for name, field in pattern.names if name in partial[0].context]
    by_values: dict[tuple[Any, ...], list[Fact]] = defaultdict(list)
    for fact in accepted:
        by_values[tuple(fact[field] for _, field in shared)].append(fact)
    for each in partial:
        found = by_values.get(tuple(each.context[name] for name, _ in shared), ())
        yield each, [fact for fact in found if _goes_with(pattern, fact, each.context)]


def _is_true(testing: Testing, context: Bindings) -> bool:
    return bool(testing.test(*(context[name] for name in testing.parameters)))


def _bound(pattern: Pattern, fact: Fact) -> dict[str, Any]:
    """Return the names that a fact binds, with their values."""
    names = {name: fact[field] for name, field in pattern.names}
    return names if pattern.capture is None else {**names, pattern.capture: fact}


def _accepted(pattern: Pattern, facts: Mapping[type[Fact], Sequence[Fact]]) -> list[Fact]:
    """Return the facts of the kind that a pattern asks for."""
    kind = pattern.kind
    accepts = accepting(kind)
    return [
        fact
        for fact in facts.get(kind.fact_type, ())
        if all(_has(fact, *literal) for literal in kind.literals) and accepts(fact)
    ]


def _has(fact: Fact, field: Any, value: Any) -> bool:
    try:
        return bool(fact[field] == value)
    except KeyError:
        return False


def _goes_with(pattern: Pattern, fact: Fact, context: Bindings) -> bool:
    """Return whether the values of a fact, and the fact itself, are those that names have already."""
    for name, field in pattern.names:
        if name in context and context[name] != fact[field]:
            return False
    return pattern.capture is None or context.get(pattern.capture, fact) == fact
