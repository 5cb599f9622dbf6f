"""The agenda, and conflict resolution on it: salience, and among the activations of one line the line's preferences.

The whole conflict set stands on the agenda: every activation of every line of the ranking. Only the activations of the
line on top are put in order, because some preferences are expensive.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from heuristan.tangram.expert.experta_shim import Agenda, Strategy

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
