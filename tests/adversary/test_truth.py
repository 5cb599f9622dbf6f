"""Brute force: the short twin of `python -m adversary truth`, and what is known of brute force itself."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from adversary.findings import Report
from adversary.truth import check, check_tips, faults, known
from shared.wild.brute import TooMany, every_tiling, number_distinct
from shared.wild.laying import ONE_SET, Laid, figures, laid

SQUARE = ((0, 0, 0, 0), (0, 8, 0, 0), (0, 8, 0, 8), (0, 0, 0, 8))
"""The square that one set of tans makes: its side is twice the root of two."""


@pytest.mark.slow
def test_nothing_is_said_that_brute_force_contradicts(random: Random) -> None:
    report = Report()
    check(report, 2, random.randrange(10**6))
    assert not report.found


@pytest.mark.slow
def test_the_square_has_one_tiling_in_eight_ways() -> None:
    region = [Laid("square", SQUARE)]
    tilings = every_tiling(region, Counter(ONE_SET))
    assert (len(tilings), number_distinct(tilings, region)) == (8, 1)


@pytest.mark.parametrize("name", [*dict.fromkeys(ONE_SET)])
def test_a_piece_fills_its_own_outline_alone(name: str) -> None:
    for ring in figures(name):
        [[piece]] = every_tiling([Laid(name, ring)], {name: 1})
        assert {*piece.ring} == {*ring}
        assert not every_tiling([Laid(name, ring)], {"small-triangle": 3})


def test_pieces_that_were_laid_are_one_of_the_tilings(random: Random) -> None:
    names = random.choices([*dict.fromkeys(ONE_SET)], k=5)
    region = laid(random, names)
    wanted = {(piece.name, frozenset(piece.ring)) for piece in region}
    found = [{(piece.name, frozenset(piece.ring)) for piece in each} for each in every_tiling(region, Counter(names))]
    assert wanted in found


def test_too_many_states_are_said() -> None:
    with pytest.raises(TooMany):
        every_tiling([Laid("square", SQUARE)], Counter(ONE_SET), most=3)


@pytest.mark.slow
def test_a_false_answer_is_seen() -> None:
    one = next(one for one in map(known, map(str, range(100))) if one.what == "own set" and len(one.tilings) == 1)
    assert not [*faults(one)]
    other = next(one for one in map(known, map(str, range(100))) if one.what == "own set" and len(one.tilings) > 1)
    lying = replace(other, pieces=other.pieces)
    vars(lying)["tilings"] = one.tilings
    assert "exact: not all solutions" in [*faults(lying)]


@pytest.mark.slow
def test_nothing_is_said_of_touching_tips_that_brute_force_contradicts(random: Random) -> None:
    report = Report()
    check_tips(report, 2, random.randrange(10**6))
    assert not report.found
