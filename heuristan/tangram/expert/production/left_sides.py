"""Left sides in CLIPS notation as conditions of experta.

A pattern is a `Fact` whose slots are values, `MATCH` and `P`; ``not``, ``exists`` and ``test`` are experta's `NOT`,
`EXISTS` and `TEST`. What experta has no words for is one element of our own: `Computed`, a value that is computed from
those bound before, so that ``(slot =(+ ?n 1))`` is a join by equal values and not a test of all pairs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from heuristan.tangram.expert.experta_shim import Computed, experta
from heuristan.tangram.expert.production.clips_notation import (
    Form,
    Mark,
    Part,
    Rule,
    Several,
    Symbol,
    Variable,
    fault,
    in_place,
    no_slot,
    written,
)
from heuristan.tangram.expert.production.right_sides import Compiler, bound_in, python_name, variables_in


class LeftSide(NamedTuple):
    """A left side: the conditions of experta, the variables that they bind, and how many of them are ``logical``."""

    conditions: tuple[Any, ...]
    variables: tuple[str, ...]
    logical: int


class LeftSides:
    """Makes conditions of the left sides of rules."""

    def __init__(self, compiler: Compiler, kinds: Mapping[str, type], slots: Callable[[str], Any]) -> None:
        self._compiler = compiler
        self._kinds = kinds
        self._slots = slots
        self._counter = count()
        self._shared: dict[Any, Any] = {}
        """Functions made already, by what they say: rules with equal beginnings share what is done for them."""

    @in_place
    def of(self, rule: Rule) -> list[LeftSide]:
        """Return the left sides of a rule: several if it has an ``or``."""
        return list(self._of(rule))

    def _of(self, rule: Rule) -> Iterator[LeftSide]:
        for conditions in _alternatives(rule.conditions):
            bound: dict[str, None] = {}
            made = list[Any]()
            logical = 0
            self._counter = count()
            for part, is_logical in conditions:
                made += self._condition(part, bound)
                logical = len(made) if is_logical else logical
            yield LeftSide(tuple(made), tuple(bound), logical)

    def _condition(self, part: Any, bound: dict[str, None]) -> Iterator[Any]:
        if isinstance(part, tuple):  # ?name <- pattern
            name, pattern = part
            yield from self._pattern(pattern, bound, capture=name)
            return
        if part.head in ("test", "not") and len(part.rest) != 1:
            words = f"({part.head} ...) takes one condition; join several by (and ...)"
            raise fault(part.line, words)
        if part.head == "test":
            yield experta.TEST(self._tested(part.items[1], bound))
        elif part.head in ("not", "exists"):
            yield from self._group(part, bound)
        elif part.head == "forall":
            first = part.items[1]
            absent = Form((Symbol("not"), Form((Symbol("and"), *part.items[2:]), part.line)), part.line)
            yield from self._group(
                Form((Symbol("not"), Form((Symbol("and"), first, absent), part.line)), part.line), bound
            )
        else:
            yield from self._pattern(part, bound)

    def _group(self, part: Form, bound: dict[str, None]) -> Iterator[Any]:
        inner = part.rest
        if len(inner) == 1 and isinstance(inner[0], Form) and inner[0].head == "and":
            inner = inner[0].rest
        inside, before = dict(bound), list[Any]()
        found = list[Any]()
        for each in inner:
            for condition in self._condition(each, inside):
                is_outer = isinstance(condition, Computed) and set(condition.names) <= set(map(python_name, bound))
                (before if is_outer and not found else found).append(condition)
        yield from before
        if part.head == "exists":
            yield experta.EXISTS(*found)
        else:
            yield experta.NOT(found[0]) if len(found) == 1 else experta.NOT(experta.AND(*found))

    # patterns

    def _pattern(self, form: Form, bound: dict[str, None], capture: str = "") -> Iterator[Any]:
        """Yield what a pattern asks for: values computed before it, the fact, and tests after it."""
        kind = self._kinds.get(form.head)
        if kind is None:
            raise fault(form.line, f"({form.head or '...'} ...) is no template; define it with deftemplate above")
        slots = self._slots(form.head)
        fields: dict[str, Any] = {}
        around = _Around(bound, {}, [], [])
        for slot in form.rest:
            if not isinstance(slot, Form) or slot.head not in slots:
                raise no_slot(form.line, form.head, slot, slots)
            if slots[slot.head].is_several:
                fields[slot.head] = self._several(slot, around)
            else:
                if not slot.rest:
                    raise fault(slot.line, f"the slot {slot.head} of {form.head} takes one value")
                fields[slot.head] = self._constrained(slot, slot.rest, around)
        fact = kind(**{name: value for name, value in fields.items() if value is not None})
        yield from around.before
        yield getattr(experta.AS, python_name(capture)) << fact if capture else fact
        bound.update(around.new)
        if capture:
            bound[capture] = None
        yield from around.after

    def _several(self, slot: Form, around: "_Around") -> Any:
        """Return the constraint of a slot with several values: a variable for all, values, or how many there are."""
        rest = slot.rest
        if rest and isinstance(rest[0], Several) and rest[0]:
            return self._constrained(slot, (Variable(rest[0]), *rest[1:]), around)
        if all(not isinstance(each, Form | Mark) and not (isinstance(each, Variable) and each) for each in rest):
            return self._shape(rest)
        raise fault(
            slot.line,
            f"the slot {slot.head} can be a variable ($?name), values, or ? and $?; "
            "for ?first $?rest write $?all, and (nth$ 1 ?all) and (rest$ ?all) for them",
        )

    def _shape(self, parts: tuple[Part, ...]) -> Any:
        """Return the predicate of values some of which may be anything."""
        if all(not isinstance(part, Variable | Several) for part in parts):
            return parts
        key = "shape", tuple((type(part).__name__, part) for part in parts)
        return self._once(key, lambda: experta.P(lambda values: _has_shape(values, parts)))

    def _constrained(self, slot: Form, parts: Sequence[Part], around: "_Around") -> Any:
        """Return the constraint of a value; tests with other variables go behind the pattern, computed ones before."""
        if len(parts) == 1 and not isinstance(parts[0], Form | Mark | Variable | Several):
            return parts[0]
        if len(parts) == 1 and isinstance(parts[0], Variable):
            return around.variable(str(parts[0])) if parts[0] else None
        if len(parts) == 2 and _is_mark(parts[0], "="):
            return self._alias(f"computed-{next(self._counter)}", parts[1], around)
        name, rest = _own_name(parts)
        if len(rest) == 2 and _is_mark(rest[0], "=") and name and name not in {*around.bound, *around.new}:
            around.new[name] = None
            return self._alias(name, rest[1], around)
        own = name or f"slot-{next(self._counter)}"
        condition = _as_condition(rest, Variable(own), slot.line)
        if variables_in(condition) <= {own}:
            predicate = self._predicate(condition, own)
            return around.variable(own) & predicate if name else predicate
        around.new[own] = None
        around.after.append(experta.TEST(self._tested(condition, {**around.bound, **around.new})))
        return getattr(experta.MATCH, python_name(own))

    def _alias(self, name: str, expression: Part, around: "_Around") -> Any:
        """Bind a variable to a computed value; the slot is compared with it."""
        function = self._once(("value", written(expression)), lambda: self._compiler.value(expression))
        names = bound_in(expression, around.bound)
        around.before.append(Computed(function, tuple(map(python_name, names)), python_name(name)))
        return getattr(experta.MATCH, python_name(name))

    def _predicate(self, condition: Part, own: str) -> Any:
        key = "predicate", written(condition).replace(f"?{own}", "?")
        return self._once(key, lambda: experta.P(self._compiler.predicate(condition, own)))

    def _tested(self, condition: Part, bound: Iterable[str]) -> Any:
        return self._once(("test", written(condition)), lambda: self._compiler.test(condition, bound))

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return what was made for a key already, or make it."""
        if key not in self._shared:
            self._shared[key] = make()
        return self._shared[key]


class _Around(NamedTuple):
    """What stands around a pattern while it is made."""

    bound: Mapping[str, None]
    """The variables that are bound before it."""
    new: dict[str, None]
    """Those that it binds itself."""
    before: list[Any]
    """The values that are computed before it."""
    after: list[Any]
    """The tests that come after it."""

    def variable(self, name: str) -> Any:
        """Return the constraint of a variable, which is bound from here on."""
        if name not in self.bound:
            self.new[name] = None
        return getattr(experta.MATCH, python_name(name))


def _own_name(parts: Sequence[Part]) -> tuple[str, Sequence[Part]]:
    """Return the variable with which a constraint begins, and the rest of it."""
    first = parts[0]
    if isinstance(first, Variable) and first and len(parts) > 1 and parts[1] == "&":
        return str(first), parts[2:]
    return "", parts


def _is_mark(part: Part, mark: str) -> bool:
    return isinstance(part, Mark | Symbol) and part == mark


def _has_shape(values: Sequence[Any], parts: Sequence[Part]) -> bool:
    """Return whether values are those asked for: ``?`` stands for any one, ``$?`` for any number of any."""
    if not parts:
        return not values
    first, *rest = parts
    if isinstance(first, Several):
        return any(_has_shape(values[k:], rest) for k in range(len(values) + 1)) if rest else True
    return bool(values) and (isinstance(first, Variable) or _is(values[0], first)) and _has_shape(values[1:], rest)


def _is(value: Any, asked: Part) -> bool:
    return value == asked and isinstance(value, bool) == isinstance(asked, bool)


def _as_condition(parts: Sequence[Part], own: Variable, line: int) -> Part:
    """Return a constraint as an expression of the slot's own value: ``&`` binds closer than ``|``."""
    for mark, function in (("|", "or"), ("&", "and")):
        groups = _split(parts, mark)
        if len(groups) > 1:
            return Form((Symbol(function), *(_as_condition(group, own, line) for group in groups)), line)
    if _is_mark(parts[0], "~"):
        return Form((Symbol("not"), _as_condition(parts[1:], own, line)), line)
    if _is_mark(parts[0], ":"):
        return parts[1]
    if _is_mark(parts[0], "="):
        return Form((Symbol("eq"), own, parts[1]), line)
    if len(parts) != 1:
        raise fault(line, "a slot of one value has several; join them with & or |, or make it a multislot")
    return Form((Symbol("eq"), own, parts[0]), line)


def _split(parts: Sequence[Part], mark: str) -> list[list[Part]]:
    groups: list[list[Part]] = [[]]
    for part in parts:
        if _is_mark(part, mark):
            groups.append([])
        else:
            groups[-1].append(part)
    return groups


def _alternatives(parts: Sequence[Any]) -> Iterator[list[tuple[Any, bool]]]:
    """Yield the conditions of a left side, each with whether it is logical; several ways where there is an ``or``."""
    yield from _expanded(list(_joined(parts)), is_logical=False)


def _joined(parts: Sequence[Any]) -> Iterator[Any]:
    """Yield the conditions, ``?name <- pattern`` as a pair."""
    place = 0
    while place < len(parts):
        part = parts[place]
        if isinstance(part, Variable):
            if place + 2 >= len(parts) or parts[place + 1] != "<-":
                raise fault(0, f"after ?{part} comes <- and a pattern")
            yield str(part), parts[place + 2]
            place += 3
        elif isinstance(part, Form):
            yield part
            place += 1
        else:
            raise fault(0, f"{part} is no condition; conditions stand in parentheses")


def _expanded(parts: list[Any], *, is_logical: bool) -> Iterator[list[tuple[Any, bool]]]:
    if not parts:
        yield []
        return
    first, rest = parts[0], parts[1:]
    ways: Iterable[list[tuple[Any, bool]]]
    if isinstance(first, Form) and first.head in ("logical", "and"):
        ways = _expanded(list(_joined(first.rest)), is_logical=is_logical or first.head == "logical")
    elif isinstance(first, Form) and first.head == "or":
        ways = (way for each in _joined(first.rest) for way in _expanded([each], is_logical=is_logical))
    else:
        ways = [[(first, is_logical)]]
    for way in ways:
        for others in _expanded(rest, is_logical=is_logical):
            yield [*way, *others]
