"""The exhaustive search is asked about readings of drawings on which rules undid much, and what it said is told."""

from collections.abc import Iterator

import pytest

from heuristan.common.clock import Clock
from heuristan.tangram.expert import backtracking
from heuristan.tangram.expert.host import run_text
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import control_for, drive
from heuristan.tangram.expert.tracing import Silent
from heuristan.tangram.expert.ways import Engine
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.outlines.tolerant.readings import readings_of
from heuristan.tangram.pieces.sets import TANGRAM, along, ring_from
from heuristan.tangram.puzzle.drawing import Drawing, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.solving.shortcuts import solve

FEW = 10
"""Undone steps in place of PATIENCE_ALONE, to save time."""


def rectangle(left: float, low: float, width: float, height: float) -> list[Vector]:
    return [(left, low), (left + width, low), (left + width, low + height), (left, low + height)]


def with_a_speck() -> Puzzle:
    """The first reading, for two sets, of a rectangle with a square hole of a fifth of a leg in it."""
    drawing = Drawing("speck", ((rectangle(0, 0, 4, 2), rectangle(1.3, 0.8, 0.15, 0.15)),), sets=2)
    return next(readings_of(drawing, TANGRAM))


@pytest.fixture
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    patient = f"(undone ?undone&:(>= ?undone {backtracking.PATIENCE_ALONE}))"
    monkeypatch.setattr(backtracking, "PATIENCE_ALONE", FEW)
    read = run_text._file
    monkeypatch.setattr(
        run_text, "_file", lambda name: read(name).replace(patient, f"(undone ?undone&:(>= ?undone {FEW}))")
    )
    run_text.run_text.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("_few_steps")
def test_a_rectangle_with_a_speck_is_given_up_and_it_is_said_by_whom() -> None:
    """Rules alone took nine minutes."""
    result = solve(with_a_speck(), traced=False)
    assert result.status == "stuck"
    assert result.backtracks <= FEW
    assert "by the exhaustive search alone" in result.message


def strip() -> Puzzle:
    """A strip too thin for the large triangles, on the lattice."""
    return make_puzzle("strip", [ring_from(ORIGIN, (along(0, 8), along(2, 1), along(4, 8), along(6, 1)))])


@pytest.mark.usefixtures("_few_steps")
@pytest.mark.parametrize("engine", ["production", "compiled"])
@pytest.mark.parametrize(("answer", "status"), [(None, "unsolvable"), ("it has none", "stuck")])
def test_an_opinion_is_asked_for_once_and_may_end_the_run(answer: str | None, status: str, engine: Engine) -> None:
    ranking = read_ranking(DEFAULT)
    asked: list[int] = []

    def opinion() -> str | None:
        asked.append(control.backtracks)
        return answer

    control = control_for(strip(), ranking, "backtracking", Silent(strip(), ranking), Clock(), opinion=opinion)
    run = drive(control, engine)
    assert run.status == status
    assert asked == [FEW]
    assert run.message.endswith("it has none") == (answer is not None)


@pytest.mark.usefixtures("_few_steps")
def test_of_an_exact_outline_nobody_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is unsolvable is proved by rules and undoing alone."""
    monkeypatch.setattr("heuristan.tangram.exact.search.search", None)
    result = solve(strip())
    assert (result.status, result.backtracks > FEW) == ("unsolvable", True)
