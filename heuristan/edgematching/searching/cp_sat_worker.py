"""CP-SAT as a process: it reads a task as JSON from standard input and writes the answer as JSON to standard output.

One process cannot load the libraries of both OR-tools and HiGHS. So this module imports neither HiGHS nor anything that
does, and the rest of the package never imports OR-tools.

The task: `candidates` (the options of each place), `classes` (the class of each option), `counts` (the size of each
class), `faces` (the colours of each option), `wanted` (the colours that must meet them), `pairs` (place, face, place
beyond, its face), `seconds` and `seed`.
"""

import json
import sys
from collections import defaultdict
from time import monotonic, process_time
from typing import Any

MISSING = 3
"""Exit status: OR-tools is not installed."""

SEEDS = 2**31
"""Number of seeds that CP-SAT accepts."""

LONGEST = 1e6
"""Seconds if there is no time limit."""

SHARE = 0.97
"""Share of the time limit at which CP-SAT is told to stop: it may look at the clock late."""

BEGUN = monotonic()


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """Solve a task: the option at each place, or that there is no solution."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    lies = _add_places(model, task)
    _add_edges(model, task, lies)
    solver = cp_model.CpSolver()
    # loading the library and building the model are part of the time
    left = LONGEST if task["seconds"] is None else SHARE * task["seconds"] - (monotonic() - BEGUN)
    solver.parameters.max_time_in_seconds = max(left, 0.0)
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = task["seed"] % SEEDS
    status = solver.solve(model)
    found: dict[str, Any] = {"seconds": process_time(), "branches": solver.num_branches}
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        options = [next(o for o, literal in row.items() if solver.boolean_value(literal)) for row in lies]
        return {"status": "solved", "options": options, **found}
    return {"status": "unsolvable" if status == cp_model.INFEASIBLE else "limit", **found}


def _add_places(model: Any, task: dict[str, Any]) -> list[dict[int, Any]]:
    """Add a literal for each candidate: exactly one is true at each place, and as many of a class as it has pieces."""
    lies = [{option: model.new_bool_var("") for option in options} for options in task["candidates"]]
    of_class = defaultdict(list)
    for row in lies:
        model.add_exactly_one(row.values())
        for option, literal in row.items():
            of_class[task["classes"][option]].append(literal)
    for number, count in enumerate(task["counts"]):
        if count == 1:
            model.add_exactly_one(of_class[number])
        else:
            model.add(sum(of_class[number]) == count)
    return lies


def _add_edges(model: Any, task: dict[str, Any], lies: list[dict[int, Any]]) -> None:
    """Demand that both sides of each edge show colours that meet.

    A literal says that the edge has a colour, and a clause for each side that an option there shows it. Sums of the two
    sides would say the same, but CP-SAT learns little from them.
    """
    for place, face, beyond, opposite in task["pairs"]:
        sides = [_by_colour(lies[place], face, task["faces"]), _by_colour(lies[beyond], opposite, task["wanted"])]
        shown = {colour: model.new_bool_var("") for colour in sides[0].keys() | sides[1].keys()}
        model.add_exactly_one(shown.values())
        for colour, literal in shown.items():
            for side in sides:
                model.add_bool_or(*side[colour], ~literal)


def _by_colour(row: dict[int, Any], face: int, faces: list[list[int]]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for option, literal in row.items():
        found[faces[option][face]].append(literal)
    return found


def main() -> int:
    """Solve the task on standard input, and return the exit status."""
    task = json.load(sys.stdin)
    try:
        found = answer(task)
    except ImportError:
        return MISSING
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
