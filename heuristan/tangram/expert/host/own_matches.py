"""The matches that rules of one's own choose in a state, found by the engine: for whoever asks without a run."""

import re
from collections.abc import Sequence
from typing import Any

from heuristan.tangram.expert.decision import Keys, Taken
from heuristan.tangram.expert.host.coding import key_written
from heuristan.tangram.expert.host.engine_in_state import DECIDED, engine_in, fire_until
from heuristan.tangram.expert.host.laid_figures import Geometry
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State


def own_matches(
    rules: tuple[RankedRule, ...], line: int, state: State, ruled_out: Keys, taken: Taken = ()
) -> tuple[Match, ...]:
    """Return the matches that a line of one's own proposes in a state, or rules out, in its order.

    Args:
        rules: all lines of the ranking.
        line: the line, from 0.
        state: what is left.
        ruled_out: the matches that are not offered.
        taken: what was taken out before.
    """
    if not state.boundary:
        return ()  # the run is over there, and its ending is no choice
    system, geometry = _decided(rules, line, state, ruled_out, taken)
    outline = list(system.facts("Outline"))[-1:]
    return tuple(geometry.match_of(written, outline) for written in _chosen(system, line + 1))


def first_failing(
    rules: tuple[RankedRule, ...], line: int, state: State, ruled_out: Keys, key: MatchKey | None, taken: Taken = ()
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
    system, _ = _decided(rules, line, state, ruled_out, taken, "\n".join(more))
    held = {probes[name] for each in system.agenda() if (name := system.name_of[each.rule_name]) in probes}
    name, count = max(held, key=lambda each: each[1], default=(own.proposing[0], 0))
    return "" if count == len(own.conditions(name)) else own.conditions(name)[count]


def _decided(
    rules: tuple[RankedRule, ...], line: int, state: State, ruled_out: Keys, taken: Taken, more: str = ""
) -> tuple[System, Geometry]:
    """Return an engine that stands right before the choice in a state, and its geometry.

    Args:
        rules: all lines of the ranking.
        line: the line that is tried first.
        state: what is left.
        ruled_out: the matches that are not offered.
        taken: what was taken out before.
        more: further constructs.
    """
    nobody: Any = None  # nothing is named before a match is taken
    rules = rules[: line + 1]  # what is tried before it counts for nothing, and what stands below may be tried before
    system, geometry, _ = engine_in("own", state, rules, line, ruled_out, nobody, taken, more)
    fire_until(system, lambda each: each.salience < DECIDED)
    return system, geometry


def _chosen(system: System, number: int) -> Sequence[str]:
    """Return the symbols of the matches that a line chose."""
    proposed = [fact for fact in system.facts("Proposal") if fact["line"] == number]
    ruled_out = [fact for fact in system.facts("RuledOut") if fact["line"] == number]
    return [fact["match"] for fact in (*sorted(proposed, key=lambda fact: tuple(fact["order"])), *ruled_out)]
