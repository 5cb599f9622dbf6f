"""The choice by a ranking: the order of lines, and which match a line takes."""

import collections
import logging
import os
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.states import descend, every_match, state_of, state_of_assembly
from shared.strategies import Assembly, small_assemblies

from heuristan.tangram.expert.chooser import Chooser
from heuristan.tangram.expert.decision import Decision
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import DEFAULT, RankedRule
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import ORIGIN, doubled_area
from heuristan.tangram.pieces.sets import TANGRAM, along, ring_from

ASSEMBLIES = small_assemblies(2, 6)
PATHS = st.lists(st.integers(0, 99), max_size=2)
RULES = read_ranking(DEFAULT).rules
CHOOSER = Chooser(RULES)


def takes(rule: RankedRule, match: Match) -> bool:
    """Return whether a line without evidence accepts a match."""
    return (
        rule.kind == match.kind
        and match.grades in rule.accepted_grades
        and (not rule.only or match.placement.name in rule.only)
        and (rule.may_cross or not match.crosses_internal_edge)
    )


def accepted_by_lines(rules: tuple[RankedRule, ...], state: State) -> list[list[Match]]:
    """Return the matches that each line accepts, found plainly."""
    joined, laid = list(state.joined), [*state.matches, *state.composites]
    return [
        [match for match in joined if rule.joins(len(match.grades)) and takes(rule, match)]
        + [match for match in laid if not rule.joins(len(match.grades)) and takes(rule, match)]
        for rule in rules
    ]


def fits_left(state: State) -> Fraction:
    """Return the mean number of pieces that fit at each end of an edge, more than any if there is none."""
    fits = [len(keys) for keys in state.matches.covering.values()] if state.boundary else []
    return Fraction(sum(fits) * 5040 // len(fits)) if fits else Fraction(1 << 30)


def wanted(rule: RankedRule, state: State, match: Match) -> tuple[Any, ...]:
    """Return the order of a match among those that a line accepts, the minimum first."""
    area = doubled_area(match.placement.ring)[0]
    keys: dict[str, Any] = {
        "smallest": area,
        "largest": -area,
        "fewest-vertices": len(state.extracted(match).boundary.vertices),
        "most-fits-left": -fits_left(state.extracted(match)),
        "best-grades": Fraction(sum(map("EMXO".index, match.grades)), len(match.grades)),
    }
    return match.placement.name in rule.last, *(keys[word] for word in rule.prefer), *match.order


def by_lines(rules: tuple[RankedRule, ...], state: State, first_line: int) -> Decision:
    """Return the decision that must be made, found by going through the lines."""
    for number, accepted in enumerate(accepted_by_lines(rules, state)):
        if number >= first_line and accepted:
            match, *others = sorted(accepted, key=lambda match: wanted(rules[number], state, match))
            return Decision(match, number, tuple(others), tuple(range(first_line, number)))
    return Decision(None, len(rules), (), tuple(range(first_line, len(rules))))


preferences = st.lists(
    st.sampled_from(["smallest", "largest", "fewest-vertices", "most-fits-left", "best-grades"]),
    max_size=2,
    unique=True,
).map(tuple)
rankings = st.permutations(RULES).flatmap(
    lambda rules: st.tuples(
        *(
            st.builds(replace, st.just(rule), prefer=preferences, last=st.frozensets(st.sampled_from(TANGRAM.names)))
            for rule in rules[:5]
        )
    )
)


@given(ASSEMBLIES, PATHS, st.integers(0, len(RULES)))
def test_the_chooser_comes_to_what_going_through_the_lines_comes_to(
    assembly: Assembly, path: list[int], first_line: int
) -> None:
    state = descend(state_of_assembly(assembly), path)
    assert CHOOSER.decide(state, first_line) == by_lines(RULES, state, first_line)


@given(ASSEMBLIES, PATHS, rankings)
@settings(max_examples=8)
def test_so_it_does_for_any_ranking(assembly: Assembly, path: list[int], rules: tuple[RankedRule, ...]) -> None:
    state = descend(state_of_assembly(assembly), path)
    assert Chooser(rules).decide(state, 0) == by_lines(rules, state, 0)


@given(ASSEMBLIES, st.integers(0, 99))
def test_what_is_ruled_out_is_not_taken(assembly: Assembly, choice: int) -> None:
    state = state_of_assembly(assembly)
    keys = [match.key for match in every_match(state)]
    ruled_out = frozenset(keys[: choice % (len(keys) + 1)])
    decision = CHOOSER.decide(state, 0, ruled_out)
    lines = [[m for m in accepted if m.key not in ruled_out] for accepted in accepted_by_lines(RULES, state)]
    assert (decision.match is None) == (not any(lines))
    assert decision.match is None or decision.match in lines[decision.rule_number]
    assert not {match.key for match in decision.preferred_to} & ruled_out


@given(ASSEMBLIES)
@settings(max_examples=8)
def test_a_decision_does_not_depend_on_what_was_decided_before(assembly: Assembly) -> None:
    state = state_of_assembly(assembly)
    before = CHOOSER.decide(state, 0)
    for choice in range(3):
        CHOOSER.decide(descend(state, [choice]), choice)
    assert CHOOSER.decide(state, 0) == before == Chooser(RULES).decide(state, 0)


STRIP = ring_from(ORIGIN, (along(0, 5), along(2, 1), along(4, 5), along(6, 1)))
"""One leg high and five long."""


class TestPreference:
    def decide(self, rule: RankedRule) -> list[str]:
        """The names of the matches of a line, the one taken first, on the strip."""
        stock = collections.Counter({"square": 2, "small-triangle": 2, "medium-triangle": 1, "parallelogram": 1})
        decision = Chooser((rule,)).decide(state_of([STRIP], stock), 0)
        assert decision.match
        return [match.placement.name for match in (decision.match, *decision.preferred_to)]

    def test_in_vertex_order_the_first_vertex_comes_first(self) -> None:
        rule = replace(catalogue()["pieces-2-edges-only"], only=frozenset(), four_sided="EEOO")
        orders = Chooser((rule,)).decide(state_of([STRIP]), 0)
        assert orders.match
        numbers = [match.order for match in (orders.match, *orders.preferred_to)]
        assert numbers == sorted(numbers)
        assert min(p[0] for p in orders.match.placement.ring) == 0

    def test_smallest_and_largest(self) -> None:
        rule = replace(catalogue()["vertex-fit"], prefer=("smallest",))
        areas = [TANGRAM.by_name[name].area[0] for name in self.decide(rule)]
        assert areas == sorted(areas)
        assert areas[0] < areas[-1]
        assert self.decide(replace(rule, prefer=("largest",)))[0] in ("square", "parallelogram", "medium-triangle")

    def test_where_one_preference_leaves_a_choice_the_next_decides(self) -> None:
        prefer: tuple[str, ...] = ("smallest", "fewest-vertices", "best-grades")
        rule, state = replace(catalogue()["vertex-fit"], prefer=prefer), state_of([STRIP])
        decision = Chooser((rule,)).decide(state, 0)
        assert decision.match
        orders = [wanted(rule, state, match) for match in (decision.match, *decision.preferred_to)]
        assert orders == sorted(orders)
        assert len({order[1] for order in orders}) < len({order[1:3] for order in orders})
        assert len({order[1:3] for order in orders}) < len({order[1:4] for order in orders})

    def test_last_comes_last(self) -> None:
        names = self.decide(replace(catalogue()["vertex-fit"], prefer=(), last=frozenset({"square"})))
        squares = [name == "square" for name in names]
        assert squares == sorted(squares)
        assert True in squares

    def test_only_takes_nothing_else(self) -> None:
        rule = replace(catalogue()["vertex-fit"], prefer=(), only=frozenset({"parallelogram"}))
        assert set(self.decide(rule)) == {"parallelogram"}


VERTEX_FIT = Chooser((catalogue()["vertex-fit"],))


@given(ASSEMBLIES, PATHS)
def test_vertex_fit_takes_what_fits_at_a_tightest_vertex(assembly: Assembly, path: list[int]) -> None:
    state = descend(state_of_assembly(assembly), path)
    taken = VERTEX_FIT.decide(state, 0).match
    covering = [set(keys) for keys in state.matches.covering.values()]
    tightest = [keys for keys in covering if len(keys) == min(map(len, covering))]
    if taken is None:
        assert not covering or set() in tightest
    else:
        assert any(taken.key in keys for keys in tightest)


def in_a_fresh_process(script: str, seed: int) -> str:
    """Return what a script prints; the test fails if the script does."""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def decisions_in_a_fresh_process(seed: int) -> str:
    script = """
from random import Random
from shared.states import state_of
from heuristan.tangram.pieces.sets import along, ring_from
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.chooser import Chooser
rules = read_ranking("deutsch-hayes-1972").rules
state = state_of([ring_from(ORIGIN, (along(0, 4), along(2, 1), along(4, 1), along(2, 1), along(4, 3), along(6, 2)))])
for _ in range(4):
    for line in range(len(rules)):
        decision = Chooser(rules).decide(state, line)
        print(decision.rule_number, decision.match, decision.preferred_to, decision.found_nothing)
    state = state.extracted(Chooser(rules).decide(state, 0).match or next(iter(state.matches)))
"""
    return in_a_fresh_process(script, seed)


@pytest.mark.slow
def test_the_seed_of_hashes_does_not_matter() -> None:
    first = decisions_in_a_fresh_process(0)
    assert "large-triangle" in first
    assert decisions_in_a_fresh_process(1) == first


@pytest.mark.slow
def test_importing_experta_leaves_no_trace() -> None:
    script = """
import collections, logging
before = list(logging.root.handlers), logging.root.level, dict(vars(collections))
import heuristan.tangram.expert.experta_shim
assert (list(logging.root.handlers), logging.root.level) == before[:2], logging.root.handlers
assert dict(vars(collections)) == before[2], set(vars(collections)) ^ set(before[2])
"""
    path = ":".join(filter(None, sys.path))
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not hasattr(collections, "Mapping")
    assert logging.root.level == logging.WARNING
