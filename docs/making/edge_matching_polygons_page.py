"""The pictures of polygons in `edge-matching.md`.

A numeric solver takes slightly different ways on different machines, so its runs are kept in `examples/` and drawn from
there; `python docs/making/edge_matching_polygons_page.py` records them again.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from marked import DOCS, record, recorded

from heuristan.edgematching.commands.tangram_bridge.outlines import puzzle_from
from heuristan.edgematching.polygons.cutting import CutRecipe, cut_puzzle
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.edgematching.polygons.outcome import PolygonResult, Step
from heuristan.edgematching.polygons.pictures import iterates_svg, solution_svg
from heuristan.edgematching.polygons.polygon_json import as_json, puzzle_of
from heuristan.edgematching.polygons.semidefinite import Plan, solve
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

sys.path.append(str(DOCS / "experiments" / "edgematching"))

from turned_copies import try_augmented
from turned_pieces import TurnedAttempt, TurnedStep, shuffled
from turned_render import turned_svg

SOLVED: dict[str, tuple[Callable[[], PolygonPuzzle], Plan]] = {
    "house": (lambda: tangram("house"), Plan()),
    "cut": (lambda: cut_puzzle(CutRecipe(9, 3), 1, 5), Plan()),
}
"""The runs of Algorithm 2: a puzzle and the parameters."""

TURNED: dict[str, tuple[Callable[[], PolygonPuzzle], Callable[[PolygonPuzzle], TurnedAttempt], int, str]] = {
    "wrong": (
        lambda: shuffled(tangram("house"), 4, 1),
        lambda puzzle: try_augmented(puzzle, 4, 1),
        4,
        "Four turns: a point of rank one that satisfies every equation and is not a solution",
    ),
}
"""Attempts with turns: a puzzle, the attempt, the number of turns that are drawn, and the description."""

TIMELESS = {"seconds": 0, "processor_seconds": 0}

SHOWN = 5
"""Number of iterates of an attempt that are drawn: the first ones and the last."""


def tangram(name: str) -> PolygonPuzzle:
    outline = next(read_outlines(name))
    assert isinstance(outline, Puzzle)
    return puzzle_from(outline)


def kept(name: str) -> str:
    return f"edgematching-polygons-{name}.json"


def iterates(name: str) -> str:
    puzzle, fields = _read(name)
    return iterates_svg(puzzle, _result(fields))


def solution(name: str) -> str:
    puzzle, fields = _read(name)
    return solution_svg(puzzle, _result(fields))


def attempted(name: str) -> str:
    puzzle, fields = _read(name)
    steps = [
        (f"iterate {step['number']}", TurnedStep(step["objective"], tuple(_rings(step["rings"]))))
        for step in fields["steps"]
    ]
    _, _, turns, words = TURNED[name]
    return turned_svg(puzzle, steps, turns, words)


def _read(name: str) -> tuple[PolygonPuzzle, dict[str, Any]]:
    fields = recorded(kept(name))
    return puzzle_of(fields["puzzle"]), fields


def _result(fields: dict[str, Any]) -> PolygonResult:
    result = fields["result"]
    steps = tuple(
        Step(step["degree"], step["attempt"], step["objective"], tuple(_spots(step["places"])))
        for step in result["steps"]
    )
    places = tuple(_spots(result["places"]))
    return PolygonResult(
        result["id"], "polygons", result["status"], "sdp", 0.0, result["message"], places=places, steps=steps
    )


def _spots(pairs: Sequence[Sequence[float]]) -> list[tuple[float, float]]:
    return [(x, y) for x, y in pairs]


def _rings(rings: Sequence[Sequence[Sequence[float]]]) -> list[tuple[tuple[float, float], ...]]:
    return [tuple(_spots(ring)) for ring in rings]


PICTURES: dict[str, Callable[[], str]] = {
    "edge-matching-polygons-house.svg": lambda: iterates("house"),
    "edge-matching-polygons-cut.svg": lambda: solution("cut"),
    **{f"edge-matching-polygons-{name}.svg": partial(attempted, name) for name in TURNED},
}


def run_again() -> None:
    """Run everything again and keep the results."""
    for name, (make, plan) in SOLVED.items():
        puzzle = make()
        result = solve(puzzle, plan).as_json() | TIMELESS
        record(kept(name), {"puzzle": as_json(puzzle), "result": result})
    puzzle = tangram("cat")
    record(kept("cat"), as_json(puzzle))
    record(kept("cat-result"), solve(puzzle).as_json() | TIMELESS)
    for name, (make, attempt, _, _) in TURNED.items():
        puzzle = make()
        record(kept(name), {"puzzle": as_json(puzzle), "steps": _chosen(attempt(puzzle).steps)})


def _chosen(steps: Sequence[TurnedStep]) -> list[dict[str, Any]]:
    chosen = sorted({*range(min(SHOWN - 2, len(steps))), *range(len(steps))[-2:]})
    return [
        {
            "number": number + 1,
            "objective": float(f"{steps[number].objective:.3g}"),
            "rings": [[[round(x, 3), round(y, 3)] for x, y in ring] for ring in steps[number].rings],
        }
        for number in chosen
    ]


if __name__ == "__main__":
    run_again()
