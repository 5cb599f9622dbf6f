"""CP-SAT of OR-tools, run in another process (see `cp_sat_worker` for the reason)."""

import json
import os
import subprocess
import sys
from typing import Any

from heuristan.common.faults import MissingExtraError
from heuristan.edgematching.candidates import candidates, options_of
from heuristan.edgematching.deadline import Deadline, LimitReached
from heuristan.edgematching.faults import EXTRA
from heuristan.edgematching.puzzle import Puzzle
from heuristan.edgematching.results import Answer
from heuristan.edgematching.searching.cp_sat_worker import MISSING

WORKER = "heuristan.edgematching.searching.cp_sat_worker"

GRACE = 0.2
"""Seconds after the limit until the process is killed; building a large model cannot be interrupted."""


class WorkerError(RuntimeError):
    """The process of CP-SAT ended without an answer."""


def solve_by_cp_sat(puzzle: Puzzle, deadline: Deadline, seed: int = 1) -> Answer:
    """Find the first solution, or prove that there is none.

    Raises:
        Contradiction: if it is clear before CP-SAT starts that there is none.
        LimitReached: if the time is over.
        MissingExtraError: if OR-tools is not installed.
        WorkerError: if its process died.
    """
    options = options_of(puzzle)
    possible = candidates(puzzle, options, deadline)
    found = _answer_of_process(
        {
            "candidates": [column.nonzero()[0].tolist() for column in possible.T],
            "classes": options.class_of,
            "counts": options.counts,
            "faces": options.faces,
            "wanted": options.wanted,
            "pairs": _pairs(puzzle),
            "seconds": deadline.left,
            "seed": seed,
        },
        deadline,
    )
    if found["status"] == "limit":
        raise LimitReached(found["seconds"], {"branches": found["branches"]})
    effort, seconds = {"branches": found["branches"]}, found["seconds"]
    if found["status"] == "unsolvable":
        return Answer("cp-sat", None, effort, seconds, proven=True, message="CP-SAT proved it")
    return Answer("cp-sat", tuple(options.faces[option] for option in found["options"]), effort, seconds)


def _pairs(puzzle: Puzzle) -> list[tuple[int, int, int, int]]:
    return [
        (place, face, beyond, puzzle.board.cell.opposite[face])
        for place, row in enumerate(puzzle.board.neighbours)
        for face, beyond in enumerate(row)
        if beyond is not None and place < beyond
    ]


def _answer_of_process(task: dict[str, Any], deadline: Deadline) -> dict[str, Any]:
    # the package may be found through sys.path alone, as in a checkout
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    left, used = deadline.left, _used_by_children()
    try:
        process = subprocess.run(
            [sys.executable, "-m", WORKER],
            input=json.dumps(task),
            capture_output=True,
            text=True,
            env=environment,
            timeout=None if left is None else left + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise LimitReached(_used_by_children() - used) from None
    if process.returncode == MISSING:
        raise MissingExtraError("OR-tools", EXTRA)
    if process.returncode:
        lines = process.stderr.strip().splitlines()
        raise WorkerError(f"the process of CP-SAT ended with status {process.returncode}: {lines[-1] if lines else ''}")
    found: dict[str, Any] = json.loads(process.stdout)
    return found


def _used_by_children() -> float:
    """Return the processor seconds of the processes that have ended; 0 on Windows, which does not count them."""
    times = os.times()
    return times.children_user + times.children_system
