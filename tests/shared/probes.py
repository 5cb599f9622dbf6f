"""Probes: runs on fixed outlines, by which `test_versions.py` sees that results have changed.

python tests/shared/probes.py --check      run every outline by every ranking, and compare with the record
python tests/shared/probes.py --write      record the present results (raise RESULTS first, see versions.py)
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from heuristan.lab.digests import digest
from heuristan.lab.identity import ranking_digest, version
from heuristan.lab.tasks import extractions_in
from heuristan.lab.verdicts import Solutions, verdicts
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

FOLDER = Path(__file__).parents[1] / "lab"
OUTLINES = FOLDER / "probes.geojsonl"
"""Generated outlines of one and of two sets, some of them drawn inexactly."""
RECORD = FOLDER / "probes.json"

DECIMALS = 3
"""Digits of coordinates that count: the last ones of a drawn outline depend on the machine."""


def outlines() -> Iterator[Puzzle]:
    for source in (*shape_names(), str(OUTLINES)):
        for found in read_outlines(source):
            assert isinstance(found, Puzzle)
            yield found


def rankings() -> dict[str, Ranking]:
    return {name: read_ranking(name) for name in sorted(ranking_names())}


def rules() -> dict[str, str]:
    """Return a digest of each rule of the catalogue, names and notes apart."""
    return {name: ranking_digest(Ranking("", "", (rule,))) for name, rule in sorted(catalogue().items())}


def record_of(puzzle: Puzzle, ranking: Ranking) -> str:
    """Return a digest of what a ranking makes of an outline, as published and with backtracking."""
    solutions = solutions_of(puzzle)
    runs = [_run(puzzle, ranking, solutions, backtracking=backtracking) for backtracking in (False, True)]
    return "-".join(blake2b(json.dumps(run).encode(), digest_size=4).hexdigest() for run in runs)


@cache
def solutions_of(puzzle: Puzzle) -> Solutions | None:
    return Solutions.of(puzzle)


def _run(puzzle: Puzzle, ranking: Ranking, solutions: Solutions | None, *, backtracking: bool) -> list[Any]:
    result = solve(puzzle, ranking, backtracking=backtracking)
    taken = extractions_in(result, verdicts(result.trace, solutions) if solutions else None)
    keys = ("attempt", "entry_point", "step", "kind", "figure", "verdict", "undone", "kept")
    return [
        result.status,
        result.entry_point,
        result.extractions,
        result.backtracks,
        len(solutions.all) if solutions else None,
        [[each["rule"], *(each[key] for key in keys)] for each in taken],
        sorted([piece.piece, sorted(map(_rounded, piece.vertices))] for piece in result.pieces),
    ]


def _rounded(spot: Sequence[float]) -> list[float]:
    return [round(each, DECIMALS) + 0.0 for each in spot]


def recorded() -> Mapping[str, Any]:
    found: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return found


def found() -> dict[str, Any]:
    known = rankings()
    return {
        "version": version(),
        "rankings": {name: ranking_digest(ranking) for name, ranking in known.items()},
        "rules": rules(),
        "outlines": {puzzle.id: digest(puzzle) for puzzle in outlines()},
        "results": {
            puzzle.id: " ".join(record_of(puzzle, ranking) for ranking in known.values()) for puzzle in outlines()
        },
    }


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        before, now = recorded()["results"], found()["results"]
        sys.exit(f"changed: {', '.join(id for id in now if now[id] != before.get(id))}" if now != before else 0)
    assert sys.argv[1:] == ["--write"], __doc__
    RECORD.write_text(f"{json.dumps(found(), indent=1)}\n", encoding="utf-8")
