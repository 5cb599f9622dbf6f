"""The production system brought to a state, and the matches that rules of one's own choose there: without a run."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from threading import get_ident
from typing import Any, NamedTuple

from heuristan.common.clock import Clock, OutOfTime
from heuristan.common.faults import InputError
from heuristan.tangram.expert.control import accepts_all
from heuristan.tangram.expert.decision import Keys
from heuristan.tangram.expert.figures import Figure
from heuristan.tangram.expert.host.driving import (
    MOST,
    STORED,
    endless,
    facts_of,
    host_of,
    in_words,
    text_of,
    with_figures,
)
from heuristan.tangram.expert.host.fact_states import key_read, key_written
from heuristan.tangram.expert.host.laid_figures import Geometry
from heuristan.tangram.expert.host.remembered import Remembered
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.own_rules import OwnRulesFault
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer

DECIDED = -7_900
"""Salience below which the choice is made."""


class InState(NamedTuple):
    """An engine with the facts of a state, in which no rule fired yet."""

    system: System
    geometry: Geometry
    before: int
    """The number of the last fact before those of the state."""


def engine_in(
    asker: str,
    state: State,
    rules: tuple[RankedRule, ...],
    line: int,
    ruled_out: Keys,
    tracer: Tracer,
    remembered: Remembered | None = None,
    more: str = "",
) -> InState:
    """Bring an engine to a state. The same asker in the same thread gets it again for the next one with the same text.

    Args:
        asker: who asks; while one engine is looked into, another asker does not get it.
        state: what is left.
        rules: the lines of the ranking.
        line: the line that is tried first, from 0.
        ruled_out: the matches that are not offered.
        tracer: names places; nothing is recorded before a match is taken.
        remembered: the memory of the run there; None if it is that of a run which begins there.
        more: further constructs.
    """
    control = Published(state, rules, tracer, Clock(), accepts_all, (line,))
    geometry, functions = host_of(control)
    text = f"{text_of(control)}\n{more}"
    kept = _kept(asker, text, geometry.figures, get_ident())
    if not kept:
        kept.append(with_figures(System(text, functions), geometry.figures))
    (system,) = kept
    system.begin(functions, STORED)
    before = system.engine.facts.last_number
    if remembered:
        remembered.bring_into(system)
        _begin_decision(system, line)
    else:
        for template, slots in facts_of(state):
            system.assert_fact(template, **slots)
        system.assert_fact("Now", step=state.steps)
        system.assert_fact("Seen", step=state.steps)
        system.assert_fact("Attempt", number=1, line=line + 1, choice=0)
    known = {key_read(fact["match"]) for fact in system.facts("RuledOut")}
    for key in sorted(ruled_out - known):
        system.assert_fact("RuledOut", match=key_written(key), step=state.steps, line=0, told=True)
    return InState(system, geometry, before)


def _begin_decision(system: System, line: int) -> None:
    """Forget what was proposed, and let lines from one on propose."""
    engine = system.engine
    engine.retract(tuple(engine.of("Proposal", "Told")))
    for attempt in engine.of("Attempt"):
        engine.modify(attempt, {"line": (line + 1,), "choice": (attempt["choice"] + 1,)})


def fire_until(system: System, stops: Callable[[Any], bool]) -> None:
    """Fire rules until none is left, or one is not to fire.

    Args:
        system: the engine.
        stops: asked before each activation that fires.

    Raises:
        OwnRulesFault: if a rule fails, or rules fire without an end.
    """
    try:
        if system.run(MOST, stops) < MOST:
            return
    except (InputError, OutOfTime):
        raise
    except Exception as fault:
        raise OwnRulesFault(f"the rule {system.last_fired} cannot do what it says: {in_words(fault)}") from fault
    raise OwnRulesFault(endless(MOST))


@lru_cache(maxsize=8)
def _kept(asker: str, text: str, stored: tuple[Figure, ...], thread: int) -> list[System]:  # noqa: ARG001
    """Return the engine that is kept, if there is one; each thread has its own."""
    return []


def own_matches(
    rules: tuple[RankedRule, ...], line: int, state: State, ruled_out: Keys, remembered: Remembered | None = None
) -> tuple[Match, ...]:
    """Return the matches that a line of one's own proposes in a state, or rules out, in its order.

    Args:
        rules: all lines of the ranking.
        line: the line, from 0.
        state: what is left.
        ruled_out: the matches that are not offered.
        remembered: the memory of the run there; None if it is that of a run which begins there.
    """
    if not state.boundary:
        return ()  # the run is over there, and its ending is no choice
    system, geometry = _decided(rules, line, state, ruled_out, remembered)
    outline = _outline_now(system)
    chosen = _chosen(system, line + 1, frozenset(map(key_written, ruled_out)))
    return tuple(geometry.match_of(written, outline) for written in chosen)


def _outline_now(system: System) -> list[SystemFact]:
    return [max(system.facts("Outline"), key=lambda fact: int(fact["step"]))]


def own_orders(
    rules: tuple[RankedRule, ...], line: int, state: State, ruled_out: Keys, remembered: Remembered | None = None
) -> Mapping[MatchKey, tuple[Any, ...]]:
    """Return the numbers that a line of one's own gives each match that it proposes; arguments as for `own_matches`."""
    system, geometry = _decided(rules, line, state, ruled_out, remembered)
    outline, found = _outline_now(system), dict[MatchKey, tuple[Any, ...]]()
    for fact in system.facts("Proposal"):
        match, order = geometry.match_of(fact["match"], outline), tuple(fact["order"])
        own = order[: len(order) - len(match.order)]
        found[match.key] = min(found.get(match.key, own), own)
    return found


def first_failing(
    rules: tuple[RankedRule, ...],
    line: int,
    state: State,
    ruled_out: Keys,
    key: MatchKey | None,
    remembered: Remembered | None = None,
) -> str:
    """Return the condition of a line of one's own that is the first to fail for a match; empty if none does.

    Without a match, it is the first that fails for all. Of several rules at the line that counts of which most
    conditions hold. What their place decides is not looked at.
    """
    own = rules[line].own
    assert own is not None
    probes = {
        f"probe-{name}-{count}": (name, count)
        for name in own.proposing
        for count in range(1, len(own.conditions(name)) + 1)
    }

    def probe(name: str, count: int) -> str:
        conditions, variable = " ".join(own.conditions(name)[:count]), own.variables[name]
        is_bound = re.search(rf"{re.escape(variable)}(?![\w-])", conditions)
        same = f'(test (eq {variable} (sym-cat "{key_written(key)}")))' if is_bound and key else ""
        return f"(declare (salience -9999)) {conditions} {same}"

    more = (f"(defrule {named} {probe(*each)} =>)" for named, each in probes.items())
    system, _ = _decided(rules, line, state, ruled_out, remembered, "\n".join(more))
    held = {probes[name] for each in system.agenda() if (name := system.name_of[each.rule_name]) in probes}
    name, count = max(held, key=lambda each: each[1], default=(own.proposing[0], 0))
    return "" if count == len(own.conditions(name)) else own.conditions(name)[count]


def _decided(
    rules: tuple[RankedRule, ...],
    line: int,
    state: State,
    ruled_out: Keys,
    remembered: Remembered | None,
    more: str = "",
) -> tuple[System, Geometry]:
    """Return an engine that stands right before the choice in a state, and its geometry.

    Args:
        rules: all lines of the ranking.
        line: the line that is tried first.
        state: what is left.
        ruled_out: the matches that are not offered.
        remembered: the memory of the run there; None if it is that of a run which begins there.
        more: further constructs.
    """
    nobody: Any = None  # nothing is named before a match is taken
    rules = rules[: line + 1]  # what is tried before it counts for nothing, and what stands below may be tried before
    system, geometry, _ = engine_in("own", state, rules, line, ruled_out, nobody, remembered, more)
    fire_until(system, lambda each: each.salience < DECIDED)
    return system, geometry


def _chosen(system: System, number: int, known: frozenset[str]) -> Sequence[str]:
    """Return the symbols of the matches that a line chose, and of those that it ruled out if that is news."""
    proposed = [fact for fact in system.facts("Proposal") if fact["line"] == number]
    ruled_out = [fact for fact in system.facts("RuledOut") if fact["line"] == number and fact["match"] not in known]
    return [fact["match"] for fact in (*sorted(proposed, key=lambda fact: tuple(fact["order"])), *ruled_out)]
