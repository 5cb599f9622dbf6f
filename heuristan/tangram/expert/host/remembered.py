"""The working memory of a run at a moment, taken from one engine and brought into another.

What rules of one's own see is the whole memory: what was left before, what was taken and ruled out when, and facts of
their own. So whoever asks about them asks an engine that has the memory of the run.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.host.driving import STORED
from heuristan.tangram.expert.host.fact_states import key_read
from heuristan.tangram.expert.production.system import System


@dataclass(frozen=True, eq=False)
class Remembered:
    """The facts of an engine, and what was about to fire."""

    facts: tuple[tuple[str, Mapping[str, Any]], ...]
    """The kind and the slots of each, by their numbers; without what rules derive from others."""
    rules: frozenset[str]
    waiting: frozenset[Hashable]
    """The activations on the agenda."""

    @classmethod
    def of(cls, system: System) -> "Remembered":
        """Remember what an engine knows."""
        facts = (each for each in system.facts() if each.supports is None and each.template not in STORED)
        written = tuple((each.template, {slot: each[slot] for slot in each.slots}) for each in facts)
        waiting = frozenset(_identity(system, each) for each in system.agenda())
        return cls(written, frozenset(system.rules), waiting)

    @property
    def ruled_out(self) -> Keys:
        """The matches that were ruled out in decisions before."""
        facts = (slots for kind, slots in self.facts if kind == "RuledOut" and slots["told"])
        return frozenset(key_read(slots["match"]) for slots in facts)

    def bring_into(self, system: System) -> None:
        """Let an engine know the same, with the same about to fire; rules that only it has fire besides."""
        engine = system.engine
        engine.retract(tuple(engine.of(*(name for name in system.templates if name not in STORED))))
        for template, slots in self.facts:
            if template in system.templates:
                system.assert_fact(template, **slots)
        while deriving := list(self._deriving(system)):
            for each in deriving:
                system.fire(each)
        for each in system.agenda():
            if system.name_of[each.rule_name] in self.rules and _identity(system, each) not in self.waiting:
                engine.agenda.remove(each)

    @staticmethod
    def _deriving(system: System) -> Iterator[Any]:
        """Yield the activations of the highest salience whose rules derive facts from others."""
        found = [each for each in system.agenda() if system.engine.right_sides[each.rule_name].logical]
        return (each for each in found if each.salience == found[0].salience)


def _identity(system: System, activation: Any) -> Hashable:
    return system.name_of[activation.rule_name], tuple(getattr(fact, "key", None) for fact in activation.matched)
