"""Facts of templates, and the list that keeps each once. Values cannot change, so experta need not freeze them."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from heuristan.tangram.expert.experta_shim import Fact, FactList, InitialFact
from heuristan.tangram.expert.production.clips_notation import Template
from heuristan.tangram.expert.production.clips_values import shown


class SystemFact(Fact):
    """A fact of a template. Once it is declared it is known by its number alone, as in CLIPS."""

    template: ClassVar[str] = ""
    slots: ClassVar[tuple[str, ...]] = ()
    several: ClassVar[frozenset[str]] = frozenset()
    """The slots that hold several values."""
    defaults: ClassVar[Mapping[str, Any]] = {}
    index = 0
    """Its number, which no other fact gets."""
    supports: tuple[Any, ...] | None = None
    """The partial matches that it depends on; None if it depends on nothing."""
    key: tuple[Any, ...] | None = None
    """Its values; facts with the same key are one fact."""

    def __init__(self, **slots: Any) -> None:
        dict.__init__(self, slots)  # experta would look at each value, and keep defaults that templates have themselves

    def __eq__(self, other: object) -> bool:
        return self is other if self.index else bool(super().__eq__(other))

    def __hash__(self) -> int:
        return id(self) if self.index else int(super().__hash__())

    def __str__(self) -> str:
        """Write the fact as CLIPS prints it."""
        slots = "".join(f" ({slot} {shown(self[slot])})" if self[slot] != () else f" ({slot})" for slot in self.slots)
        return f"({self.template}{slots})"


def kind_of(template: Template) -> type[SystemFact]:
    """Return the kind of facts that a template describes."""
    slots = template.slots.values()
    body = {
        "template": template.name,
        "slots": tuple(template.slots),
        "several": frozenset(slot.name for slot in slots if slot.is_several),
        "defaults": {slot.name: slot.value_by_default for slot in slots},
    }
    return type(template.name, (SystemFact,), body)


class FactsOnce(FactList):
    """The facts of an engine: each is there once, and none gets the number of another."""

    def __init__(self) -> None:
        super().__init__()
        self.last_number = 0
        self._by_key: dict[tuple[Any, ...], SystemFact] = {}
        self._by_template: dict[str, dict[int, SystemFact]] = {}

    def begin(self) -> None:
        """Bring in what rules match that do not begin with a fact."""
        self[0] = initial = InitialFact()
        initial.index = 0
        self.added.append(initial)

    def of(self, templates: tuple[str, ...]) -> Iterator[SystemFact]:
        """Yield the facts of some templates, the oldest first."""
        for template in templates:
            yield from self._by_template.get(template, {}).values()

    def equal_to(self, key: tuple[Any, ...]) -> SystemFact | None:
        """Return the fact with some values; None if there is none."""
        return self._by_key.get(key)

    def declare(self, fact: Any) -> Any:
        """Take in a fact that is not there."""
        number = self.last_number = self.last_number + 1
        fact.index = number
        self[number] = fact
        self.added.append(fact)
        if fact.key is not None:
            self._by_key[fact.key] = fact
            self._by_template.setdefault(fact.template, {})[number] = fact
        return fact

    def retract(self, fact: Any) -> bool:
        """Take out a fact; return whether it was there."""
        if self.pop(fact.index, None) is None:
            return False
        self.removed.append(fact)
        if fact.key is not None:
            del self._by_key[fact.key]
            del self._by_template[fact.template][fact.index]
        return True
