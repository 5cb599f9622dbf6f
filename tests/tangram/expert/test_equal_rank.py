"""Rules of equal rank: several in one line of a ranking."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.places import TOP

from heuristan.tangram.expert.chooser import chooser_for
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_file import ranking_in, read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text
from heuristan.tangram.expert.state import State
from heuristan.tangram.explain.text import explain
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken

EXAMPLE = read_ranking(TOP / "docs" / "examples" / "equal-rank.yaml")


def of_rules(rules: str) -> Ranking:
    return ranking_in(f"rules: {rules}\n", "mine")


def cat() -> Puzzle:
    puzzle = next(read_outlines("cat"))
    assert isinstance(puzzle, Puzzle)
    return puzzle


def test_a_list_of_one_rule_is_the_rule() -> None:
    assert of_rules("[[no-room], [pieces-direct], [squares]]") == of_rules("[no-room, pieces-direct, squares]")


def test_attempts_start_once_a_line() -> None:
    assert EXAMPLE.entry_lines == (0, 2, 6, 8)
    assert replace(EXAMPLE, entry_points=("composites-2-3-edges",)).entry_lines == (2,)


def test_it_is_written_and_read_back() -> None:
    assert ranking_in(ranking_text(EXAMPLE), "mine") == EXAMPLE


def shuffled(ranking: Ranking, seed: int) -> Ranking:
    """Return a ranking with the rules within each line in another order."""
    lines: list[list[RankedRule]] = []
    for rule in ranking.rules:
        if not rule.equal_rank:
            lines.append([])
        lines[-1].append(rule)
    mixed = [Random(seed).sample(line, len(line)) for line in lines]
    rules = tuple(replace(rule, equal_rank=n > 0) for line in mixed for n, rule in enumerate(line))
    return replace(ranking, rules=rules)


@pytest.mark.slow
@given(st.integers(0, 999), st.sampled_from(["", "[large-triangles, squares, small-triangles, parallelograms]"]))
def test_the_order_within_a_line_does_not_matter(seed: int, kinds: str) -> None:
    ranking = of_rules(f"[{kinds}]") if kinds else EXAMPLE
    state = State.start(cat(), ranking)
    while state is not None and state.boundary:
        here, there = (chooser_for(each.rules).decide(state, 0) for each in (ranking, shuffled(ranking, seed)))
        assert (here.match, here.preferred_to) == (there.match, there.preferred_to)
        if here.match is None:
            break
        after = state.without(here.match)
        assert after is not None
        state = after


@pytest.mark.slow
def test_the_explanation_says_who_took_it_and_that_others_had_matches() -> None:
    result = solve(cat(), ranking=EXAMPLE, way="published", traced=True)
    first = next(event for event in result.trace if isinstance(event, MatchTaken))
    assert first.rule == "pieces-2-3-edges"
    words = " ".join(explain(result.trace).split())
    assert "Rules 3, 4 and 6 have the same rank." in words.replace("\u00a0", " ")
    assert "The rules of this rank preferred it to" in words
