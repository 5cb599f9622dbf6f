"""The working memory: which facts there are, what they were derived from, and earlier ones that were remembered.

Facts that a rule derives from others *depend* on them, as CLIPS has it with `logical`: they go when those go.

States are remembered as working memories: when the run comes back to a state (something was undone, or an attempt
begins afresh), the facts that held there are put back, and only what differs is worked on.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Any

from heuristan.tangram.expert.engine.facts import Figure
from heuristan.tangram.expert.engine.replaced import FactsOnce


class WorkingMemory:
    """The facts of an engine."""

    def __init__(self, facts: FactsOnce, kinds: Container[type]) -> None:
        self._facts = facts
        self._kinds = kinds
        """The kinds of facts that come in."""
        self._one: dict[type, Any] = {}
        """The fact of each kind of which there is one at most."""
        self.declared = 0
        """The number of facts that have come in."""

    def declare(self, kind: type, /, depends_on: Iterable[Any] = (), **slots: Any) -> Any:
        """Bring a fact in."""
        fact = kind(**slots)
        fact.dependents = []
        for support in depends_on:
            support.dependents.append(fact)
        self._bring_in(fact)
        return fact

    def _bring_in(self, fact: Any) -> None:
        if type(fact) in self._kinds:
            self._facts.declare(fact)
            self.declared += 1

    def replace(self, kind: type, /, **slots: Any) -> None:
        """Bring in the one fact of a kind in place of the one that is there, if it differs."""
        before = self._one.get(kind)
        if before is not None and self.has(before):
            if all(before[slot] is value or before[slot] == value for slot, value in slots.items()):
                return
            self.retract(before)
        self._one[kind] = self.declare(kind, **slots)

    def retract(self, fact: Any) -> None:
        """Take a fact out, and what depends on it."""
        if not self.has(fact):
            return
        self._facts.retract(fact)
        for dependent in fact.dependents:
            self.retract(dependent)

    def retract_all(self, *kinds: type) -> None:
        """Take all facts of some kinds out."""
        for fact in list(self.of(*kinds)):
            self.retract(fact)

    def has(self, fact: Any) -> bool:
        """Return whether a fact is in."""
        number = fact.__factid__
        return number is not None and self._facts.get(number) is fact

    def of(self, *kinds: type) -> Iterator[Any]:
        """Yield the facts of some kinds, the oldest first."""
        return (fact for fact in self._facts.values() if type(fact) in kinds)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._facts.values())

    def remembered(self, kinds: Container[type]) -> tuple[Any, ...]:
        """Return the facts of some kinds, to be put back later."""
        return tuple(fact for fact in self._facts.values() if type(fact) in kinds)

    def put_back(self, facts: Iterable[Any], kinds: Container[type]) -> None:
        """Make the facts of some kinds those that were remembered."""
        wanted = {id(fact): fact for fact in facts}
        for fact in [fact for fact in self._facts.values() if type(fact) in kinds and id(fact) not in wanted]:
            if self.has(fact):
                self._facts.retract(fact)
        for fact in wanted.values():
            if not self.has(fact):
                self._bring_in(fact)
            if type(fact) in self._one:
                self._one[type(fact)] = fact

    def clear(self) -> None:
        """Take everything out but the figures, which are stored once."""
        for fact in [fact for fact in self._facts.values() if type(fact) is not Figure]:
            self._facts.retract(fact)
        self._one.clear()
