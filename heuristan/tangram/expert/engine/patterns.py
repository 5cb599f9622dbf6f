"""Left sides of rules: patterns over facts and tests, for experta and for readers of CLIPS."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, TypeAlias

from heuristan.tangram.expert.engine.replaced import Plain
from heuristan.tangram.expert.experta_shim import experta


@dataclass(frozen=True)
class Var:
    """A variable: the same in two slots where their values are equal."""

    name: str

    def __str__(self) -> str:
        return f"?{self.name}"


@dataclass(frozen=True)
class Where:
    """A slot whose value satisfies a predicate; a variable may be bound to it."""

    predicate: Callable[[Any], bool]
    words: str
    """As CLIPS writes it, ``?`` for the value."""
    name: str = ""

    def shown(self, slot: str) -> str:
        """Return it as CLIPS writes it in a slot, whose name a variable without a name gets."""
        variable = f"?{self.name or slot}"
        return f"{variable}&:{self.words.replace('?', variable)}"


Role: TypeAlias = tuple[str, int]
"""What a condition asks for, and of which side, so that an explanation can say it in words."""


@dataclass(frozen=True)
class Pattern:
    """A fact that must be there, or must not."""

    kind: type[Plain]
    slots: tuple[tuple[str, Any], ...]
    absent: bool = False
    capture: str = ""
    role: Role = ("", 0)
    logical: bool = False
    """Whether the facts that the rule asserts depend on this one, and go when it goes."""

    @property
    def for_experta(self) -> Any:
        """The condition as experta has it."""
        fact = self.kind(**{slot: _constraint(value) for slot, value in self.slots})
        if self.capture:
            return getattr(experta.AS, self.capture) << fact
        return experta.NOT(fact) if self.absent else fact

    def __str__(self) -> str:
        slots = "".join(f" ({slot} {self._shown(slot, value)})" for slot, value in self.slots)
        text = f"({self.kind.__name__}{slots})"
        if self.logical:
            return f"(logical {text})"
        return f"(not {text})" if self.absent else f"?{self.capture} <- {text}" if self.capture else text

    def _shown(self, slot: str, value: Any) -> str:
        if isinstance(value, Where):
            return value.shown(slot)
        if isinstance(value, bool):
            return str(value).upper()
        if isinstance(value, Var):
            return f"{'$' * (slot in self.kind.several)}{value}"
        return str(value) or '""'


def _constraint(value: Any) -> Any:
    if isinstance(value, Var):
        return getattr(experta.MATCH, value.name)
    if isinstance(value, Where):
        fits = experta.P(value.predicate)
        return getattr(experta.MATCH, value.name) & fits if value.name else fits
    return value


@dataclass(frozen=True)
class Test:
    """A test of values that are bound; the names of its parameters are those of the variables."""

    function: Callable[..., bool]
    words: str
    """As CLIPS writes it."""
    role: Role = ("", 0)

    @property
    def for_experta(self) -> Any:
        """The condition as experta has it."""
        return experta.TEST(self.function)

    def __str__(self) -> str:
        return f"(test ({self.words}))"


Condition: TypeAlias = Pattern | Test


def fact(kind: type[Plain], /, **slots: Any) -> Pattern:
    """Return the pattern of a fact that must be there."""
    return Pattern(kind, tuple(slots.items()))


def no(kind: type[Plain], /, **slots: Any) -> Pattern:
    """Return the pattern of a fact that must not be there."""
    return Pattern(kind, tuple(slots.items()), absent=True)


def bound(name: str, kind: type[Plain], /, **slots: Any) -> Pattern:
    """Return the pattern of a fact that must be there, bound to a name."""
    return Pattern(kind, tuple(slots.items()), capture=name)


def support(name: str, kind: type[Plain], /, **slots: Any) -> Pattern:
    """Return the pattern of a fact bound to a name; the facts that the rule asserts depend on it."""
    return Pattern(kind, tuple(slots.items()), capture=name, logical=True)


@dataclass(frozen=True)
class Production:
    """A rule of the engine: its left side, its right side and its salience."""

    name: str
    salience: int
    conditions: tuple[Condition, ...]
    action: Callable[..., None]
    words: str
    """The right side in words, as CLIPS would write it."""
    line: int | None = None
    """The line of the ranking, if it is one of its rules."""
    corner: int = 0
    """For a rule that joins sides: the corner whose vertex it names, from 0."""

    @property
    def kinds_read(self) -> frozenset[type[Plain]]:
        """The kinds of facts that its conditions are about."""
        return frozenset(condition.kind for condition in self.conditions if isinstance(condition, Pattern))

    @property
    def for_experta(self) -> Any:
        """The rule as experta has it."""
        wanted = list(signature(self.action).parameters)[1:]

        def fire(engine: Any, **values: Any) -> None:
            engine.fires(self)
            if self.line is None:
                self.action(engine, **{name: values[name] for name in wanted})
            else:
                self.action(engine, self, values)

        fire.__name__ = self.name
        fire.production = self  # type: ignore[attr-defined]  # experta copies it to the rule
        conditions = [condition.for_experta for condition in self.conditions]
        return experta.Rule(*conditions, salience=self.salience)(fire)

    def __str__(self) -> str:
        left = "\n".join(f"   {condition}" for condition in self.conditions)
        return f"(defrule {self.name}\n   (declare (salience {self.salience}))\n{left}\n   =>\n   {self.words})"
