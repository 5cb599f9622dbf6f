"""CP-SAT in a process of its own: a task as JSON on standard input, the answer as JSON on standard output.

The libraries of OR-tools and of HiGHS cannot both be loaded by one process. So this module imports neither HiGHS nor
anything that does, and the rest of the package never imports OR-tools.

The task: `candidates` (for each place its options), `classes` (of each option), `counts` (of each class), `faces` (the
colours of each option), `pairs` (place, face, place beyond, its face), `seconds` and `seed`.
"""

import json
import sys
from collections import defaultdict
from time import monotonic, process_time
from typing import Any

MISSING = 3
"""Exit status: OR-tools is not installed."""

SEEDS = 2**31
"""CP-SAT takes no larger ones."""

LONGEST = 1e6
"""Seconds, where no limit is asked for."""

BEGUN = monotonic()


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """The option at each place, or that there is none."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    lies = _lies(model, task)
    _pair(model, task, lies)
    solver = cp_model.CpSolver()
    # loading the library and building the model are part of the time
    left = LONGEST if task["seconds"] is None else task["seconds"] - (monotonic() - BEGUN)
    solver.parameters.max_time_in_seconds = max(left, 0.0)
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = task["seed"] % SEEDS
    status = solver.solve(model)
    found: dict[str, Any] = {"seconds": process_time(), "branches": solver.num_branches}
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        options = [next(o for o, literal in row.items() if solver.boolean_value(literal)) for row in lies]
        return {"status": "solved", "options": options, **found}
    return {"status": "unsolvable" if status == cp_model.INFEASIBLE else "limit", **found}


def _lies(model: Any, task: dict[str, Any]) -> list[dict[int, Any]]:
    """A literal for each candidate: one at each place, as many of each class as it has."""
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


def _pair(model: Any, task: dict[str, Any], lies: list[dict[int, Any]]) -> None:
    """What shows a colour at an edge from one side does so from the other."""
    for place, face, beyond, opposite in task["pairs"]:
        sides = [_by_colour(lies[place], face, task["faces"]), _by_colour(lies[beyond], opposite, task["faces"])]
        for colour in sides[0].keys() | sides[1].keys():
            model.add(sum(sides[0][colour]) == sum(sides[1][colour]))


def _by_colour(row: dict[int, Any], face: int, faces: list[list[int]]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = defaultdict(list)
    for option, literal in row.items():
        found[faces[option][face]].append(literal)
    return found


def main() -> int:
    """Answer one task."""
    task = json.load(sys.stdin)
    try:
        found = answer(task)
    except ImportError:
        return MISSING
    json.dump(found, sys.stdout)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
