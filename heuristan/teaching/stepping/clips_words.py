"""What an engine holds and does, printed as CLIPS prints it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from heuristan.tangram.expert.host.live_run import LiveRun
from heuristan.tangram.expert.rete.inspecting import Accepted, held_for

WATCHED = ("facts", "rules", "activations")
"""What can be watched."""
MOST = 10
"""Maximum number of facts or matches that are listed if not all are asked for."""


def fact_line(fact: Any) -> str:
    """Write a fact with its number."""
    return f"f-{fact.index:<5} {fact}"


def activation_line(live: LiveRun, activation: Any) -> str:
    """Write an activation with its salience."""
    return f"{activation.salience:<6} {live.name(activation)}: {basis_words(activation.basis)}"


def basis_words(basis: Iterable[Any]) -> str:
    """Write what satisfies conditions: numbers of facts, and a star for each that asks for no fact."""
    return ",".join("*" if fact is None else f"f-{fact.index}" for fact in basis)


class Watching:
    """Says what happens in an engine, as far as it is watched."""

    def __init__(self, live: LiveRun, kinds: Iterable[str], say: Callable[[str], None]) -> None:
        """Watch an engine.

        Args:
            live: the engine.
            kinds: what is watched.
            say: called with each line.
        """
        self._live, self._kinds, self._say = live, frozenset(kinds), say
        self._fired = 0

    def __call__(self, what: str, thing: Any) -> None:
        """Say what happens."""
        kind = f"{what.rstrip('+-')}s"
        self._fired += what == "rule"
        if kind not in self._kinds:
            return
        arrow = "==>" if what.endswith("+") else "<=="
        if what == "rule":
            self._say(f"FIRE {self._fired:4} {self._live.name(thing)}: {basis_words(thing.basis)}")
        elif kind == "activations":
            self._say(f"{arrow} Activation {activation_line(self._live, thing)}")
        elif thing.key is not None:
            self._say(f"{arrow} {fact_line(thing)}")


def facts_lines(live: LiveRun, kinds: Iterable[str] = ()) -> Iterator[str]:
    """List facts."""
    found = list(live.system.facts(*kinds))
    yield from map(fact_line, found)
    yield total(len(found), "fact")


def agenda_lines(live: LiveRun) -> Iterator[str]:
    """List the agenda, the next to fire first."""
    found = live.system.agenda()
    yield from (activation_line(live, each) for each in found)
    yield total(len(found), "activation")


def names_lines(names: Iterable[str], what: str) -> Iterator[str]:
    """List names of constructs."""
    found = list(names)
    yield from found
    yield total(len(found), what)


def total(count: int, what: str) -> str:
    """Say how many there are."""
    return f"For a total of {count} {what}{'' if count == 1 else 's'}."


def matches_lines(live: LiveRun, rule: str, most: int | None = MOST) -> Iterator[str]:
    """List what the conditions of a rule accept, its partial matches, and its activations.

    Args:
        live: the engine.
        rule: the name of the rule.
        most: the maximum number of lines in each list; None for all.
    """
    agenda = live.system.agenda()
    for name in [name for name, written in live.system.name_of.items() if written == rule]:
        pattern = 0
        for held in held_for(*live.system.engine.matcher.network_of(name)):
            if isinstance(held, Accepted):
                pattern += 1
                yield f"Matches for Pattern {pattern}"
                yield from _listed([f"f-{fact.index}" for fact in held.facts], most)
            else:
                yield f"Partial matches for CEs 1 - {held.number}"
                yield from _listed([basis_words(basis) for basis in held.bases], most)
        yield "Activations"
        yield from _listed([basis_words(each.basis) for each in agenda if each.rule_name == name], most)


def _listed(lines: list[str], most: int | None) -> Iterator[str]:
    yield from lines[:most] or [" None"]
    if most is not None and len(lines) > most:
        yield f" (and {len(lines) - most} more; 'matches RULE verbose' lists them)"
