"""What is replaced of experta, and why. Everything else is experta's: rules, conditions, the cycle of match and fire.

- *Facts* are known by their numbers, as in CLIPS. Experta freezes every value, compares a new fact with all others, and
  writes all facts of an activation out whenever a rule fires.
- The *agenda* keeps activations by salience. Experta keeps one sorted list; here the order of the activations of one
  line depends on preferences, some of them expensive, so only those of the line on top are put in order.
- The *matcher* is our own (`rete`): it joins by hash. With experta's Rete, which a test runs beside it, traces
  are the same, but each join compares all pairs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeAlias

from heuristan.tangram.expert.experta_shim import Agenda, Fact, FactList, KnowledgeEngine, Strategy
from heuristan.tangram.expert.rete.matcher import HashMatcher


class Plain(Fact):
    """A fact whose values cannot change, so that experta need not freeze them."""

    slots: ClassVar[Mapping[str, str]] = {}
    """What each slot holds, for people who read the rules."""
    several: ClassVar[frozenset[str]] = frozenset()
    """The slots that hold several values."""

    def update(self, fields: Mapping[str, Any]) -> None:
        dict.update(self, fields)

    # a declared fact is known by its number alone, as in CLIPS: nothing need be compared; patterns have no number

    def __eq__(self, other: object) -> bool:
        return self is other if self.__factid__ is not None else bool(super().__eq__(other))

    def __hash__(self) -> int:
        return id(self) if self.__factid__ is not None else int(super().__hash__())

    def __str__(self) -> str:
        return f"f-{self.__factid__}"

    @property
    def values_of_slots(self) -> tuple[Any, ...]:
        """The values of its slots in their order."""
        return tuple(value for slot, value in self.items() if not self.is_special(slot))


class FactsOnce(FactList):
    """A list of facts that gets each fact once, so that experta need not compare a new one with all the others."""

    _get_fact_id = staticmethod(id)


Order: TypeAlias = Callable[[list[Any]], list[Any]]
"""Puts activations of one salience in order, the next to fire first, and leaves out what no longer holds."""


class SalienceAgenda(Agenda):
    """An agenda whose activations are kept by salience."""

    def __init__(self, in_order: Order) -> None:
        self._by_salience: dict[int, dict[Any, None]] = {}
        self._in_order = in_order

    @property
    def activations(self) -> list[Any]:
        """All activations as experta keeps them: the last one fires next."""
        return [each for salience in sorted(self._by_salience) for each in reversed(self.of(salience))]

    def of(self, salience: int) -> list[Any]:
        """Return the activations of a salience in the order in which they fire."""
        return self._in_order(self.at(salience))

    def at(self, salience: int) -> list[Any]:
        """Return the activations of a salience as they came."""
        return list(self._by_salience.get(salience, ()))

    def saliences(self) -> Iterator[int]:
        """Yield the saliences that have activations, the highest first."""
        yield from sorted(self._by_salience, reverse=True)

    def add(self, activation: Any) -> None:
        """Put an activation on the agenda."""
        self._by_salience.setdefault(activation.rule.salience, {})[activation] = None

    def remove(self, activation: Any) -> None:
        """Take an activation off the agenda; it may have fired already."""
        salience = activation.rule.salience
        there = self._by_salience.get(salience)
        if there is not None:
            there.pop(activation, None)
            if not there:
                del self._by_salience[salience]

    def get_next(self) -> Any:
        """Return the activation that fires next and take it off the agenda; None if there is none."""
        while self._by_salience:
            salience = max(self._by_salience)
            ready = self.of(salience)
            if ready:
                self.remove(ready[0])
                return ready[0]
            del self._by_salience[salience]
        return None


class BySalience(Strategy):
    """Keeps the agenda up to date: it is ordered when something is taken from it."""

    def _update_agenda(self, agenda: Any, added: Iterable[Any], removed: Iterable[Any]) -> None:
        for activation in removed:
            agenda.remove(activation)
        for activation in added:
            agenda.add(activation)


class OurEngine(KnowledgeEngine):
    """An engine of experta with our list of facts, agenda, strategy and matcher."""

    __matcher__ = HashMatcher
    __strategy__ = BySalience

    def __init__(self) -> None:
        super().__init__()
        self.reset()
        self.facts = FactsOnce()
        self.agenda = SalienceAgenda(self.in_order)

    def in_order(self, activations: list[Any]) -> list[Any]:
        """Return the activations of one salience in the order in which they fire."""
        return activations
