"""The shapes that `foresight` leaves without `no-way-through`, one by one: what goes wrong, and which evidence helps.

    heuristan lab survey --census tangrams.parquet --rankings rules/variants/without-no-way-through.yaml
    python docs/experiments/census_last.py tangrams.parquet survey/without-no-way-through-*.parquet census-last.geojsonl

writes a line for each shape: the first wrong extraction of the first attempt (piece, step, and the number of pieces
taken after it), the smallest sets of evidence that solve the shape as it lies, with the attempt in which each does (b:
bare-vertex, o: no-way-on, f: forced, t: no-way-through, -: none of these), and in how many of the seven other positions
(turned, mirrored) the ranking solves it. Then it prints counts.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb

from heuristan.lab.census.census_file import puzzle_of
from heuristan.lab.columns import in_position, positions_of
from heuristan.lab.verdicts import Solutions, verdicts
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.writing.texts import geojson
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken

EVIDENCE = {"b": "bare-vertex", "o": "no-way-on", "f": "forced", "t": "no-way-through"}
SETS = ["".join(chosen) or "-" for number in range(5) for chosen in combinations(EVIDENCE, number)]
WITHOUT = "bof"
"""The evidence of the ranking that leaves the shapes."""


def shapes_left(census: Path, survey: Path) -> Iterator[tuple[Puzzle, dict[str, Any]]]:
    """Yield the shapes that a surveyed ranking does not solve, by digest, and what the census says of each."""
    question = f"""
        SELECT digest, outline, vertices, "distinct" FROM '{survey}' AS survey JOIN '{census}' AS census USING (digest)
        WHERE NOT solved ORDER BY digest"""
    for digest, rings, vertices, solutions in duckdb.sql(question).fetchall():
        yield puzzle_of(rings, digest), {"vertices": vertices, "solutions": solutions}


def told(puzzle: Puzzle) -> dict[str, Any]:
    """Return which evidence solves a shape, and what comes of it without `no-way-through`."""
    attempts = {chosen: _attempt(puzzle, _ranking(chosen)) for chosen in SETS}
    needs = {chosen: attempts[chosen] for chosen in smallest_of(attempts)}
    return {"wrong": _first_wrong(puzzle), "needs": needs, "elsewhere": _elsewhere(puzzle)}


def smallest_of(attempts: Mapping[str, int]) -> list[str]:
    """Return the smallest sets of evidence that solve a shape, from the attempt in which each set does; 0 for none."""
    solving = {chosen: set(chosen) - {"-"} for chosen, attempt in attempts.items() if attempt}
    return [chosen for chosen, one in solving.items() if not any(two < one for two in solving.values())]


def _ranking(chosen: str) -> Ranking:
    whole = read_ranking("foresight")
    left_out = {name for letter, name in EVIDENCE.items() if letter not in chosen}
    return replace(whole, rules=tuple(rule for rule in whole.rules if rule.name not in left_out))


def _attempt(puzzle: Puzzle, ranking: Ranking) -> int:
    result = solve(puzzle, ranking, way="published", traced=False)
    return result.entry_point or 0 if result.status == "solved" else 0


def _elsewhere(puzzle: Puzzle) -> int:
    """Return the number of other positions in which a shape is solved without `no-way-through`."""
    moved = (in_position(puzzle, position) for position in positions_of(puzzle, 8)[1:])
    return sum(_attempt(each, _ranking(WITHOUT)) > 0 for each in moved)


def _first_wrong(puzzle: Puzzle) -> dict[str, Any]:
    """Return the first wrong extraction of the first attempt: its piece and step, and the number of pieces after it."""
    trace = solve(puzzle, _ranking(WITHOUT), way="published").trace
    solutions = Solutions.of(puzzle)
    assert solutions, "every shape of the census has one"
    taken = [event for event in trace if isinstance(event, MatchTaken)]
    number = verdicts(trace, solutions).index("wrong")
    steps = [event.step for event in taken[number:]]
    after = next((i for i, step in enumerate(steps[1:]) if step == 1), len(steps) - 1)
    return {"piece": taken[number].name, "step": taken[number].step, "after": after}


def line_of(puzzle: Puzzle, properties: Mapping[str, Any]) -> str:
    """Return a shape as a line of GeoJSON."""
    feature = json.loads(geojson(puzzle))
    feature["properties"] |= properties
    return json.dumps(feature)


def counted(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the counts of the page."""
    yield f"{len(found)} shapes"
    for key in ("vertices", "solutions", "elsewhere"):
        yield f"{key}: {_in_order(each[key] for each in found)}"
    for key in ("needs", "wrong"):
        yield f"{key}: {_in_order(', '.join(f'{name} {value}' for name, value in each[key].items()) for each in found)}"


def _in_order(values: Iterator[Any]) -> str:
    return ", ".join(f"{value}: {count}" for value, count in Counter(values).most_common())


def main(census: Path, survey: Path, out: Path) -> None:
    """Write the lines, and print counts."""
    found = []
    with out.open("w", encoding="utf-8") as stream:
        for puzzle, known in shapes_left(census, survey):
            found.append(known | told(puzzle))
            stream.write(f"{line_of(puzzle, found[-1])}\n")
    print(*counted(found), sep="\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
