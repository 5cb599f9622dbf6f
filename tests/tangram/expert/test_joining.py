"""Joined matches beside brute force: every figure at every point of the vertex array by every corner."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.states import descend, figure, region, state_of, state_of_assembly
from shared.strategies import Assembly, small_assemblies

from heuristan.tangram.expert.chooser import Chooser
from heuristan.tangram.expert.figures import figures
from heuristan.tangram.expert.matches import MatchKey
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.pieces.sets import TANGRAM, along, ring_from
from heuristan.tangram.solving.contacts import Contacts

PATHS = st.lists(st.integers(0, 99), max_size=3)


def tried_everywhere(state: State) -> set[MatchKey]:
    """Return the matches at most one side of which is open."""
    on_offer = {"piece": state.offer.pieces, "composite": state.offer.composites}
    stored = [each for each in figures(TANGRAM, "paper", 1) if each.name in on_offer[each.kind]]
    laid = (
        state.match(each, corner, p)
        for each, p in product(stored, state.array.points)
        for corner in range(len(each.ring))
    )
    return {match.key for match in laid if match and match.grades.count("O") <= 1}


@given(small_assemblies(2, 6), PATHS)
def test_laws_of_joined_matches(assembly: Assembly, path: list[int]) -> None:
    state = descend(state_of_assembly(assembly), path)
    runs_join_to_every_figure_that_leaves_at_most_one_side_open(state)
    joined_matches_lie_inside(state)
    pieces_laid_with_one_open_side_are_joined(state)
    the_order_of_matches_is_total(state)


def runs_join_to_every_figure_that_leaves_at_most_one_side_open(state: State) -> None:
    keys = [match.key for match in state.joined]
    assert len(set(keys)) == len(keys)
    assert set(keys) == tried_everywhere(state)


def joined_matches_lie_inside(state: State) -> None:
    inside = region(state.boundary).buffer(1e-6)
    assert all(inside.covers(figure(match.placement.ring)) for match in state.joined)


def pieces_laid_with_one_open_side_are_joined(state: State) -> None:
    laid = {match.key for match in state.matches if match.grades.count("O") <= 1}
    assert laid <= {match.key for match in state.joined}


def the_order_of_matches_is_total(state: State) -> None:
    matches = {match.key: match for match in (*state.matches, *state.joined, *state.composites)}
    assert len({match.order for match in matches.values()}) == len(matches)
    for match in matches.values():
        numbers = [state.array.numbers[p] for p in match.cut.ring if p in state.array.points]
        assert state.array.numbers_now[match.corner] == min(numbers) == match.order[0]


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1), st.floats(0, 0.02))
@settings(max_examples=10)
def test_it_is_total_in_drawings_too(seed: int, off: float) -> None:
    puzzle = puzzle_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off))
    assume(Contacts(puzzle).is_valid)
    orders = [match.order for match in State.start(puzzle, read_ranking(DEFAULT)).joined]
    assert len({*orders}) == len(orders)


def test_a_square_that_bridges_an_h_is_joined() -> None:
    """It has no convex vertex: its sides are two edges, and two extension lines. A strict line does not take it."""
    steps = [(0, 1), (2, 1), (0, 1), (6, 1), (0, 1), (2, 3), (4, 1), (6, 1), (4, 1), (2, 1), (4, 1), (6, 3)]
    h = ring_from(ORIGIN, (along(direction, legs) for direction, legs in steps))
    state = state_of([h], Counter(["square"]))
    (bridge,) = (match for match in state.joined if match.grades == "EEXX")
    assert bridge.key not in state.matches.by_key
    line = catalogue()["pieces-1.5-2.5-edges"]
    for rule, is_taken in ((line, True), (replace(line, convex=True), False)):
        ((_, taken),) = Chooser((rule,)).accepted(state)
        assert (bridge in taken) == is_taken
