"""What happens in a system, printed as CLIPS prints it."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

WATCHED = ("facts", "rules", "activations")
"""What can be watched."""


def fact_line(fact: Any) -> str:
    """Write a fact with its number."""
    return f"f-{fact.index:<5} {fact}"


def activation_line(activation: Any, name: str) -> str:
    """Write an activation with its salience and the name of its rule."""
    return f"{activation.salience:<6} {name}: {basis_words(activation.basis)}"


def basis_words(basis: Iterable[Any]) -> str:
    """Write what satisfies conditions: numbers of facts, and a star for each that asks for no fact."""
    return ",".join("*" if fact is None else f"f-{fact.index}" for fact in basis)


class Watching:
    """Says what happens in an engine, as far as it is watched."""

    def __init__(self, name_of: Mapping[str, str], kinds: Iterable[str], say: Callable[[str], None]) -> None:
        """Watch an engine.

        Args:
            name_of: the names of rules as they are written, by those in the engine.
            kinds: what is watched.
            say: called with each line.
        """
        self._name_of, self._kinds, self._say = name_of, frozenset(kinds), say
        self._fired = 0

    def __call__(self, what: str, thing: Any) -> None:
        """Say what happens."""
        if what == "print":
            self._say(thing)
            return
        kind = f"{what.rstrip('+-')}s"
        self._fired += what == "rule"
        if kind not in self._kinds:
            return
        arrow = "==>" if what.endswith("+") else "<=="
        if what == "rule":
            self._say(f"FIRE {self._fired:4} {self._name_of[thing.rule_name]}: {basis_words(thing.basis)}")
        elif kind == "activations":
            self._say(f"{arrow} Activation {activation_line(thing, self._name_of[thing.rule_name])}")
        elif thing.key is not None:
            self._say(f"{arrow} {fact_line(thing)}")
