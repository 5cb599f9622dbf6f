"""Acceptance: what is said of a line's matches, held to what the loop takes."""

import random

import pytest

from heuristan.tangram.expert.acceptance import Acceptance, in_order
from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.dead_ends import fits_at_tightest
from heuristan.tangram.expert.decision import NOTHING
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle


def states(ranking: Ranking) -> list[State]:
    """The states of a run on a shape that takes what the ranking takes first."""
    puzzle = next(read_outlines("cat"))
    assert isinstance(puzzle, Puzzle)
    found = [State.start(puzzle, ranking)]
    while found[-1].boundary:
        match = chooser_for(ranking.rules).decide(found[-1], 0).match
        after = found[-1].without(match) if match else None
        if after is None:
            break
        found.append(after)
    return [state for state in found if state.boundary]


@pytest.mark.parametrize(
    ("name", "obstacles_met"), [(DEFAULT, {"figure", "side", "grades"}), ("heuristan", {"figure", "laid", "evidence"})]
)
def test_nothing_but_its_turn_keeps_a_line_from_what_the_loop_accepts(name: str, obstacles_met: set[str]) -> None:
    ranking, told = read_ranking(name), set[str]()
    for state in states(ranking):
        every = {match.key: match for match in (*state.joined, *state.matches, *state.composites)}
        for line, accepted in chooser_for(ranking.rules).accepted(state):
            keys = frozenset(match.key for match in accepted)
            asked = Acceptance(ranking.rules[line], state, NOTHING, taken=NOTHING, evident=keys)
            obstacles = {key: asked.obstacle(match.figure, match, match.grades) for key, match in every.items()}
            assert keys == {key for key, obstacle in obstacles.items() if obstacle == "turn"}
            told |= set(obstacles.values())
    assert obstacles_met <= told


def test_what_is_taken_has_no_obstacle_and_what_is_ruled_out_says_so() -> None:
    ranking = read_ranking(DEFAULT)
    state = states(ranking)[0]
    line, (match, *_) = next((n, found) for n, found in chooser_for(ranking.rules).accepted(state) if found)
    rule, keys = ranking.rules[line], frozenset([match.key])
    taking = Acceptance(rule, state, NOTHING, taken=keys, evident=keys)
    assert taking.obstacle(match.figure, match, match.grades) == ""
    ruled_out = Acceptance(rule, state, keys, taken=NOTHING, evident=NOTHING)
    assert ruled_out.obstacle(match.figure, match, match.grades) == "ruled out"
    assert taking.obstacle(match.figure, None, "EEE") == "inside"
    assert taking.obstacle(match.figure, None, "OOO") == "outside"


@pytest.mark.parametrize("name", [DEFAULT, "heuristan"])
def test_the_order_of_a_line_is_that_of_the_loop_however_matches_are_given(name: str) -> None:
    ranking, most = read_ranking(name), 0
    for state in states(ranking):
        decision = chooser_for(ranking.rules).decide(state, 0)
        if decision.match is None:
            continue
        found = [decision.match, *decision.preferred_to]
        given = random.Random(len(found)).sample(found, len(found))
        tightest = fits_at_tightest(state, NOTHING)
        assert in_order((ranking.rules[decision.rule_number],), state, given, tightest) == found
        most = max(most, len(found))
    assert most > 1
