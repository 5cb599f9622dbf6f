"""Conditions of experta's rules, read into the three kinds that the hash matcher knows.

A rule is a list of facts that must be there, `NOT` of a fact, and `TEST` of values bound before. What a fact must be by
itself (its type, literals, predicates) is kept apart from the names that it binds, so that rules can share it.
"""

import inspect
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from heuristan.tangram.expert.experta_shim import (
    BothConstraints,
    Computed,
    ConditionalElement,
    Existing,
    Fact,
    InitialFact,
    Literal,
    Negation,
    Predicate,
    Test,
    Together,
    Wildcard,
)

Field: TypeAlias = Hashable
"""The key of a value in a fact: a name, or a number for a value given by position."""

Getter: TypeAlias = Callable[[Any], Any]
"""Returns some values of a fact or of a tuple: one bare, several as a tuple, none as the empty tuple."""


class Kind(NamedTuple):
    """What a pattern asks of one fact alone. Equal kinds accept the same facts."""

    fact_type: type
    literals: tuple[tuple[Field, Any], ...]
    predicates: tuple[tuple[Field, Callable[[Any], Any]], ...]
    alike: tuple[tuple[Field, Field], ...]
    """Fields with the same name, which must be equal."""
    present: tuple[Field, ...]
    """Fields that the fact must have, those of literals left out."""


class Pattern(NamedTuple):
    """A fact that must be there: its kind, and the names that it binds or compares."""

    kind: Kind
    names: tuple[tuple[str, Field], ...]
    """Each name once, with a field that has its value."""
    capture: str | None
    """The name of the whole fact."""


class Absence(NamedTuple):
    """A fact that must not be there. Names bound before are compared; the others bind nothing."""

    pattern: Pattern


class Testing(NamedTuple):
    """A test of values bound before."""

    test: Callable[..., Any]
    parameters: tuple[str, ...]


class Computing(NamedTuple):
    """A value computed from values bound before."""

    function: Callable[..., Any]
    parameters: tuple[str, ...]
    name: str


class Group(NamedTuple):
    """Conditions that must be satisfied together somehow, or must not be. They bind nothing for those after them."""

    conditions: "tuple[Condition, ...]"
    exists: bool


Condition: TypeAlias = Pattern | Absence | Testing | Computing | Group


def read_conditions(name: str, rule: Sequence[Any]) -> tuple[Condition, ...]:
    """Return the conditions of a rule, in order; one without a fact at its head begins with `INITIAL`, as in experta.

    Raises:
        TypeError: if a condition is of another kind or asks for a name that is not bound there.
    """
    conditions: list[Condition] = []
    bound: set[str] = set()
    for number, element in enumerate(rule):
        try:
            condition = _read(element)
            _check(condition, bound)
        except TypeError as fault:
            raise TypeError(f"rule {name}, condition {number}: {fault}") from fault
        conditions.append(condition)
        bound.update(names_bound_by(condition))
    if not conditions or not isinstance(conditions[0], Pattern):
        conditions.insert(0, INITIAL)
    return tuple(conditions)


def names_bound_by(condition: Condition) -> Iterator[str]:
    """Yield the names that a condition binds or compares; `NOT`, `EXISTS` and `TEST` bind none."""
    if isinstance(condition, Computing):
        yield condition.name
    if isinstance(condition, Pattern):
        yield from (name for name, _ in condition.names)
        if condition.capture is not None:
            yield condition.capture


def getter(keys: Sequence[Any]) -> Getter:
    """Return a function that looks up values by their keys."""
    return itemgetter(*keys) if keys else lambda _: ()


def tuple_getter(keys: Sequence[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that looks up values by their keys, always as a tuple."""
    if len(keys) == 1:
        (key,) = keys
        return lambda values: (values[key],)
    return getter(keys)


def accepting(kind: Kind) -> Callable[[Any], bool] | None:
    """Return whether a fact of the right type and literals is of a kind, as a function; None if each is."""
    if not (kind.predicates or kind.alike) and set(kind.present) <= set(getattr(kind.fact_type, "slots", ())):
        return None
    lookup = tuple_getter(kind.present)
    place = {field: number for number, field in enumerate(kind.present)}
    predicates = [(place[field], predicate) for field, predicate in kind.predicates]
    alike = [(place[one], place[other]) for one, other in kind.alike]

    def accepts(fact: Any) -> bool:
        try:
            values = lookup(fact)
        except KeyError:
            return False
        for one, other in alike:
            if values[one] != values[other]:
                return False
        for number, predicate in predicates:  # noqa: SIM110 - `all` is slower, and this is called for every fact
            if not predicate(values[number]):
                return False
        return True

    return accepts


INITIAL = Pattern(Kind(InitialFact, (), (), (), ()), (), None)


def _read(element: Any) -> Condition:
    if isinstance(element, Fact):
        return _pattern(element)
    if isinstance(element, Negation) and len(element) == 1 and isinstance(element[0], Fact):
        pattern = _pattern(element[0])
        if pattern.capture is not None:
            raise TypeError(f"NOT cannot bind {pattern.capture!r} to a fact that is not there")
        return Absence(pattern)
    if isinstance(element, Negation | Existing):
        together = element[0] if len(element) == 1 and isinstance(element[0], Together) else element
        return Group(tuple(map(_read, together)), isinstance(element, Existing))
    if isinstance(element, Computed):
        return Computing(*element)
    if isinstance(element, Test) and len(element) == 1:
        return Testing(element[0], tuple(_parameters(element[0])))
    raise TypeError(f"{type(element).__name__} is none of a fact, NOT, EXISTS and TEST")


def _check(condition: Condition, bound: set[str]) -> None:
    if isinstance(condition, Group):
        inside = set(bound)
        for each in condition.conditions:
            _check(each, inside)
            inside.update(names_bound_by(each))
    elif isinstance(condition, Testing | Computing):
        for name in condition.parameters:
            if name not in bound:
                raise TypeError(f"TEST asks for {name!r}, which no fact before it binds")
    elif isinstance(condition, Pattern) and condition.capture in {*bound, *dict(condition.names)}:
        raise TypeError(f"{condition.capture!r} is bound already and cannot name the fact too")


def _parameters(test: Callable[..., Any]) -> Iterator[str]:
    for parameter in inspect.signature(test).parameters.values():
        if parameter.kind not in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            raise TypeError(f"TEST cannot fill the parameter {parameter}")
        yield parameter.name


def _pattern(fact: Any) -> Pattern:
    literals: list[tuple[Field, Any]] = []
    predicates: list[tuple[Field, Callable[[Any], Any]]] = []
    fields: dict[str, list[Field]] = {}
    present: list[Field] = []
    # sorted, so that patterns are the same in whatever order their fields are written
    for field in sorted((key for key in fact if key != "__bind__"), key=str):
        if isinstance(field, str) and "__" in field:
            raise TypeError(f"the field {field} is special or looks into a value")
        for constraint in _constraints(field, fact[field]):
            if isinstance(constraint, Literal):
                literals.append((field, constraint.value))
            elif isinstance(constraint, Predicate):
                predicates.append((field, constraint.match))
            if constraint.__bind__ is not None:
                fields.setdefault(constraint.__bind__, []).append(field)
            if not isinstance(constraint, Literal) or constraint.__bind__ is not None:
                present.append(field)
    alike = tuple((same[0], other) for same in fields.values() for other in _others(same))
    names = tuple((name, same[0]) for name, same in fields.items())
    kind = Kind(type(fact), tuple(literals), tuple(predicates), alike, tuple(dict.fromkeys(present)))
    return Pattern(kind, names, fact.get("__bind__"))


def _others(same: list[Field]) -> Iterable[Field]:
    return (field for field in dict.fromkeys(same) if field != same[0])


def _constraints(field: Field, value: Any) -> Iterator[Any]:
    if isinstance(value, BothConstraints):
        for part in value:
            yield from _constraints(field, part)
    elif isinstance(value, Literal | Wildcard | Predicate):
        yield value
    elif isinstance(value, ConditionalElement):
        raise TypeError(f"the field {field} has a {type(value).__name__}, not a value, MATCH, P, or MATCH & P")
    else:
        yield Literal(value)
