"""The agenda: activations by salience, and by a strategy of CLIPS among those with the same."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, TypeAlias

from heuristan.tangram.expert.experta_shim import Agenda

Key: TypeAlias = Callable[[Any], Any]


def _recency(activation: Any) -> list[int]:
    return sorted((fact.index for fact in activation.matched), reverse=True)


STRATEGIES: Mapping[str, Key] = {
    "depth": lambda each: each.arrival,
    "breadth": lambda each: -each.arrival,
    "lex": lambda each: (_recency(each), each.arrival),
    "mea": lambda each: (next((fact.index for fact in each.matched), 0), _recency(each), each.arrival),
}
"""What of an activation decides, by the name of the strategy: the greatest fires first."""


def strategy_key(name: str, seed: int = 0) -> Key:
    """Return what decides between activations of one salience.

    Raises:
        KeyError: if there is no such strategy.
    """
    if name == "random":
        return lambda each: Random(f"{seed}/{each.arrival}").random()  # the seed makes it repeatable
    return STRATEGIES[name]


class ConflictAgenda(Agenda):
    """The activations that have not fired."""

    def __init__(self) -> None:
        self._by_salience: dict[int, dict[Any, None]] = {}
        self._arrivals = 0
        self.key: Key | None = None
        """What decides among activations of one salience; if None the newest fires first (CLIPS: depth)."""

    def __iter__(self) -> Iterator[Any]:
        """Yield the activations, the next to fire first."""
        key = self.key or STRATEGIES["depth"]
        for salience in sorted(self._by_salience, reverse=True):
            yield from sorted(self._by_salience[salience], key=key, reverse=True)

    def add(self, activation: Any) -> None:
        """Put an activation on the agenda."""
        self._arrivals += 1
        activation.arrival = self._arrivals
        self._by_salience.setdefault(activation.salience, {})[activation] = None

    def remove(self, activation: Any) -> None:
        """Take an activation off the agenda; it may have fired already."""
        there = self._by_salience.get(activation.salience)
        if there is not None:
            there.pop(activation, None)
            if not there:
                del self._by_salience[activation.salience]

    def __contains__(self, activation: Any) -> bool:
        return activation in self._by_salience.get(activation.salience, ())

    @property
    def next(self) -> Any:
        """The activation that fires next; None if there is none."""
        if not self._by_salience:
            return None
        there = self._by_salience[max(self._by_salience)]
        return next(reversed(there)) if self.key is None else max(there, key=self.key)
