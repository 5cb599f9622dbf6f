"""What results of drawings say of how they were read: nothing is certain, nothing is solved that the gate refuses."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from shared.searches import solve_as_ford
from tangram.outlines.test_approximate import drawn, slid_assembly

from heuristan.lab import ford
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.outlines.tolerant.readings import TOLERANCE
from heuristan.tangram.puzzle.drawing import Drawing, Origin, PageSpot, Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving import as_read
from heuristan.tangram.solving.options import Options, Want
from heuristan.tangram.solving.program import solve_outline
from heuristan.tangram.solving.result import AsRead, Result
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.trace.events import Ended
from heuristan.tangram.verification.judging.drawn_case import Gate

PICTURE = Origin(
    "a picture",
    ("the figure touches the border of the picture",),
    PageSpot(1, (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)),
)
RIBBON = (((0.0, 0.0), (15.93, 0.0), (15.93, 0.51), (0.0, 0.51)),)
"""A rectangle that no sets fill: most pieces are too wide for it."""


def ribbon(**fields: object) -> Puzzle:
    return puzzle_of(Drawing("ribbon", (RIBBON,), **fields))  # type: ignore[arg-type]


def swan(off: float = 0.01) -> Drawing:
    """A drawing with some noise."""
    (shape,) = read_outlines("swan")
    assert isinstance(shape, Puzzle)
    random = Random(1)
    ring = [(x + random.uniform(-off, off), y + random.uniform(-off, off)) for x, y in map(shape.own, shape.rings[0])]
    return Drawing("swan", ((ring,),))


def test_a_drawing_without_a_solution_is_stuck_and_never_certain() -> None:
    puzzle = ribbon(origin=PICTURE)
    for result in (solve(puzzle), solve_exactly(puzzle)):
        assert result.status == "stuck"
        assert result.message.startswith("no solution as read")
        assert all(words in result.message for words in ("a picture", "touches the border", "--sheet"))
        assert result.reading is not None
        assert result.reading.brief == result.message.split(":")[0]
        assert len(result.reading.brief) < 90
        ended = [event for event in result.trace if isinstance(event, Ended)]
        assert [(event.status, event.message) for event in ended] == [("stuck", result.message.split("; read from")[0])]


@pytest.mark.slow
def test_a_vertex_may_be_moved_farther_than_the_nearness_but_no_farther_than_the_tolerance() -> None:
    """An edge that is turned takes its far end along."""
    rings = [(0.0, 0.0), (7.0, 0.0), (7.0, 1.0), (0.0, 1.3)]
    result = solve(puzzle_of(Drawing("wedge", ((rings,),))))
    assert result.reading is not None
    assert result.reading.nearness is not None
    assert result.reading.moved is not None
    assert result.reading.nearness < result.reading.moved <= TOLERANCE


@pytest.mark.parametrize(
    ("fields", "tried", "why"),
    [
        ({}, [1, 2], "nothing says how many"),
        ({"sets": 1}, [1], "as the file says"),
        ({"leg": 1.0}, [1], "the length of a leg"),
    ],
)
def test_it_says_how_many_sets_were_tried_and_why(fields: dict[str, object], tried: list[int], why: str) -> None:
    result = solve_exactly(ribbon(**fields))
    assert why in result.message
    assert result.as_json()["reading"]["sets_tried"] == tried


@pytest.mark.parametrize("sets", [None, 1])
def test_that_nothing_fills_an_exact_outline_is_said_of_the_number_of_sets(sets: int | None) -> None:
    """The rectangle takes two sets; one set lies on the lattice too."""
    ring = ((0.0, 0.0), (56.0, 0.0), (56.0, 14.0), (0.0, 14.0))
    result = solve(puzzle_of(Drawing("long", ((ring,),), sets=sets)))
    assert result.status == "unsolvable"
    assert (result.reading is not None and "1 set was assumed" in result.reading.words) == (sets is None)


def test_both_ways_of_searching_agree_before_no_solution_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = ribbon()
    assert "by exhaustive search and by ranked rules alike" in solve_exactly(puzzle).message
    assert "by ranked rules and by exhaustive search alike" in solve(puzzle).message
    monkeypatch.setattr(as_read, "_by_search", lambda *_: "limit")
    assert "by ranked rules alone" in solve(puzzle).message
    monkeypatch.setattr(as_read, "_by_search", lambda *_: "solved")
    assert "which the solver exact gives" in solve(puzzle).message


def test_a_way_that_is_not_exhaustive_asks_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heuristan.tangram.solving.program.answer_of", None)
    assert solve(ribbon(), way="published").status == "stuck"


@pytest.mark.slow
def test_what_the_gate_refuses_is_not_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = puzzle_of(swan())
    assert solve_exactly(puzzle).status == "solved"
    monkeypatch.setattr(as_read, "PATIENCE", 0.0)
    monkeypatch.setattr(Gate, "fault_of", lambda *_: "a gap is left")
    for result in (solve_exactly(puzzle, limit=0.2), solve_as_ford(puzzle, limit=0.2), solve(puzzle, limit=0.2)):
        assert result.status in ("stuck", "limit")
        assert result.pieces == ()
    searched = solve_exactly(puzzle, want="count", limit=0.2).searched
    assert searched is not None
    assert searched.count is not None
    assert searched.count.tilings == 0


@pytest.mark.parametrize("solver", [solve, solve_exactly, solve_as_ford])
def test_the_gate_is_that_of_the_first_reading(solver: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """So `verify`, which reads a drawing once, has the same measure as a solver, which reads it again and again."""
    puzzle = puzzle_of(swan(off=0.03))
    used = list[Gate]()
    monkeypatch.setattr(Gate, "fault_of", lambda gate, _: used.append(gate))
    assert solver(puzzle, limit=20).status == "solved"
    assert {gate.allowance for gate in used} == {Gate.of(puzzle).allowance}


def test_an_exact_outline_that_is_not_the_one_in_its_file_is_read_again() -> None:
    brick = puzzle_of(Drawing("brick", ((((0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)),),)))
    assert solve_exactly(brick).reading is None
    other = replace(brick, drawing=Drawing("ribbon", (RIBBON,)))
    assert solve_exactly(other).status == "stuck"
    assert solve(other).pieces == ()


WANTS: tuple[Want, ...] = ("first", "all")


class TestFord:
    @pytest.mark.slow
    def test_it_runs_on_the_exact_reading_of_a_drawing(self) -> None:
        first, every = (solve_as_ford(puzzle_of(swan()), limit=20, want=want) for want in WANTS)
        assert (first.status, len(first.pieces)) == ("solved", 7)
        assert every.searched is not None
        assert len(every.searched.all) == 2

    def test_it_runs_on_no_other_reading(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first reading is exact, and has no solution; those between the exact ones were searched as well."""
        searched = list[Puzzle]()
        search = ford.search

        def seen(puzzle: Puzzle, **how: Any) -> ford.FordOutcome:
            searched.append(puzzle)
            return search(puzzle, **how)

        monkeypatch.setattr(ford, "search", seen)
        angle = [(0.0, 0.0), (4.005, 0.0), (4.0, 1.0), (1.01, 1.0), (1.0, 5.0), (0.0, 5.01)]
        assert solve_as_ford(puzzle_of(Drawing("angle", ((angle,),), sets=1))).status == "stuck"
        assert len(searched) > 1
        assert not any(puzzle.nearness for puzzle in searched)

    @pytest.mark.slow
    def test_it_is_refused_where_no_reading_is_exact(self) -> None:
        puzzle = puzzle_of(drawn(slid_assembly(Random(3)), Random(3), off=0.01))
        result = solve_as_ford(puzzle)
        assert result.status == "refused"
        assert "--solver exact" in result.message


def test_a_refused_drawing_says_what_it_was_read_from() -> None:
    drawing = Drawing("page", (RIBBON,), origin=PICTURE)
    result = solve_outline(Refusal("page", "it is curved", drawing), Options("exact"))
    assert result.message.startswith("it is curved; look at what was recognised with '--sheet")
    assert result.as_json()["reading"] == {
        "from": "a picture",
        "nearness": None,
        "sets_tried": [],
        "moved": None,
        "notes": [],
        "suspicions": list(PICTURE.suspicions),
        "left_out": [],
    }


def test_a_solution_with_a_guessed_number_of_sets_says_so() -> None:
    strip = Drawing("strip", ((((0.0, 0.0), (11.3, 0.0), (11.31, 1.41), (0.0, 1.42)),),))
    result = solve_exactly(puzzle_of(strip), limit=30)
    assert result.status == "solved"
    assert result.as_json()["reading"]["sets_tried"] == [1, 2]
    assert "with 2 sets, because with 1 none was found" in result.message


@pytest.mark.parametrize(
    ("moved", "words"), [(5.4e-13, "vertex of it was moved"), (0.02, "moved by more than 0.02 legs")]
)
def test_what_was_hardly_moved_is_said_not_to_be(moved: float, words: str) -> None:
    assert AsRead(PICTURE, 0.02, moved, (1,)).words.partition(";")[0].endswith(words)
