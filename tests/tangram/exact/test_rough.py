"""Exhaustive search in roughly drawn outlines: it finds what ranked rules find, and where nothing is, it ends soon."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from shared.drawings import drawn, slid_assembly

from heuristan.tangram.exact.backends import PLAIN, SearchBackend, compiled
from heuristan.tangram.exact.search import MOST_REJECTED, MOST_STATES, RIGID, WIDTHS, search
from heuristan.tangram.outlines.tolerant.readings import readings_of
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.as_read import answer_of
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.verification.judging.drawn_case import Gate

ROUGH = ((549, 0.05), (10018, 0.06), (10022, 0.06), (10023, 0.08), (10025, 0.04), (10026, 0.06), (10027, 0.08))
"""Slid pieces, by seed, and how far off they are drawn. Errors of both ends added up there from piece to piece."""


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize(("seed", "off"), ROUGH)
def test_what_rules_find_is_found(seed: int, off: float) -> None:
    readings = list(islice(readings_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off), TANGRAM), 6))
    gate = Gate.of(readings[0])
    reading = next(reading for reading in readings if answer_of("expert", [reading], gate, None) == "solved")
    assert answer_of("exact", [reading], gate, None) == "solved"


def rectangle(left: float, low: float, width: float, height: float) -> list[Vector]:
    return [(left, low), (left + width, low), (left + width, low + height), (left, low + height)]


def readings_with_a_speck() -> Iterator[Puzzle]:
    """The readings, for two sets, of a rectangle with a square hole in it that no pieces leave."""
    return readings_of(Drawing("speck", ((rectangle(0, 0, 4, 2), rectangle(1.3, 0.8, 0.15, 0.15)),), sets=2), TANGRAM)


@pytest.fixture(scope="module")
def hopeless() -> Puzzle:
    """One of them in which more and more pieces seem to fit the wider they are laid: no end was seen in minutes."""
    return next(islice(readings_with_a_speck(), 3, None))


@pytest.mark.slow
@pytest.mark.parametrize("backend", [PLAIN, *filter(None, [compiled()])], ids=lambda backend: backend.name)
def test_fitting_in_a_hopeless_reading_is_cut_short_and_it_is_said(hopeless: Puzzle, backend: SearchBackend) -> None:
    rigid = search(hopeless, backend=backend, widths=(RIGID,))
    outcome = search(hopeless, accepts=Contacts(hopeless).accepts, backend=backend)
    assert (rigid.status, rigid.is_complete) == ("unsolvable", True)
    assert (outcome.status, outcome.is_complete) == ("unsolvable", False)
    assert outcome.message.endswith("; fitting pieces to what is drawn was cut short")
    assert outcome.nodes <= rigid.nodes + (len(WIDTHS) - 1) * MOST_STATES


@pytest.mark.slow
def test_what_was_cut_short_is_no_answer_but_other_readings_are_asked(hopeless: Puzzle) -> None:
    (seed, off) = ROUGH[1]
    readings = [*readings_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off), TANGRAM)]
    gate = Gate.of(readings[0])
    assert answer_of("exact", [hopeless], gate, None) == "limit"
    assert answer_of("exact", [hopeless, *readings], gate, None) == "solved"


def test_a_width_of_which_many_finds_are_rejected_is_given_up() -> None:
    """Two sets fill a square in very many ways."""
    square = Drawing("square", (([(0.0, 0.0), (4.0, 0.0), (4.0, 4.01), (0.0, 4.0)],),), sets=2)
    reading = next(reading for reading in readings_of(square, TANGRAM) if reading.nearness)
    fitted, rejected = WIDTHS[1], list[object]()

    def reject(solution: object) -> bool:
        rejected.append(solution)
        return False

    outcome = search(reading, accepts=reject, widths=(fitted,))
    assert (outcome.status, outcome.is_complete, len(rejected)) == ("unsolvable", False, MOST_REJECTED)
    assert outcome.nodes < MOST_STATES


def test_time_that_is_over_before_pieces_are_fitted_is_said() -> None:
    """The rigid search had come to its end, so it was no proof."""
    (seed, off) = ROUGH[1]
    reading = next(readings_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off), TANGRAM))
    rigid = search(reading, widths=(RIGID,))
    assert rigid.status == "unsolvable"
    assert search(reading, most=rigid.nodes).status == "limit"
