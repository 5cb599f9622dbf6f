"""The shapes that `foresight` leaves without `no-way-through`, one by one: which evidence solves each, and why.

    heuristan lab survey --census tangrams.parquet --rankings rules/variants/without-no-way-through.yaml
    python docs/experiments/last_thousand.py tangrams.parquet survey/without-no-way-through-....parquet OUT.csv

writes a row for each shape: its digest, vertices and solutions; the first wrong extraction of the first attempt; and
for each set of the four kinds of evidence (b: bare-vertex, o: no-way-on, f: forced, t: no-way-through; - for none) the
attempt that solves the shape, 0 if none does. Then it prints counts. The rows are made by the loop, and not by the
compiled kernels that the survey runs on.
"""

import csv
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb

from heuristan.lab.census.census_file import puzzle_of
from heuristan.lab.verdicts import Solutions, verdicts
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import MatchTaken

EVIDENCE = {"b": "bare-vertex", "o": "no-way-on", "f": "forced", "t": "no-way-through"}
SETS = ["".join(chosen) or "-" for number in range(5) for chosen in combinations(EVIDENCE, number)]
COLUMNS = ("digest", "vertices", "solutions", "piece", "step", "left", "needs", *SETS)


def left_by(survey: Path, census: Path) -> list[tuple[str, list[list[int]], int, int]]:
    """Return digest, rings, vertices and number of solutions of the shapes that a surveyed ranking does not solve."""
    question = f"""
        SELECT digest, outline, vertices, "distinct" FROM '{survey}' AS survey JOIN '{census}' AS census USING (digest)
        WHERE NOT solved ORDER BY digest"""
    return duckdb.sql(question).fetchall()


def row_of(digest: str, rings: list[list[int]], vertices: int, distinct: int) -> dict[str, Any]:
    """Return what is told of one shape."""
    puzzle = puzzle_of(rings, digest)
    solved = {chosen: _attempt(puzzle, _ranking(chosen)) for chosen in SETS}
    needs = [chosen for chosen in SETS if solved[chosen] and not any(_is_in(other, chosen) for other in SETS if solved[other])]
    return {
        "digest": digest,
        "vertices": vertices,
        "solutions": distinct,
        **_first_wrong(puzzle),
        "needs": " or ".join(needs),
        **solved,
    }


def _is_in(one: str, other: str) -> bool:
    """Return whether a set of evidence is a proper part of another."""
    return one != other and set(one) - {"-"} < set(other) - {"-"}


def _ranking(chosen: str) -> Ranking:
    whole = read_ranking("foresight")
    left_out = {name for letter, name in EVIDENCE.items() if letter not in chosen}
    return replace(whole, rules=tuple(rule for rule in whole.rules if rule.name not in left_out))


def _attempt(puzzle: Puzzle, ranking: Ranking) -> int:
    result = solve(puzzle, ranking, way="published", traced=False)
    return result.entry_point or 0 if result.status == "solved" else 0


def _first_wrong(puzzle: Puzzle) -> dict[str, Any]:
    """Return the first wrong extraction without `no-way-through`: the piece, its step, and the pieces laid after it."""
    result = solve(puzzle, _ranking("bof"), way="published")
    solutions = Solutions.of(puzzle)
    assert solutions, "every shape of the census has one"
    taken = [event for event in result.trace if isinstance(event, MatchTaken)]
    number = verdicts(result.trace, solutions).index("wrong")
    steps = [event.step for event in taken[number:]]
    more = next((i for i, step in enumerate(steps[1:]) if step == 1), len(steps) - 1)
    return {"piece": taken[number].name, "step": taken[number].step, "left": more}


def main(census: Path, survey: Path, out: Path) -> None:
    """Write the rows, and print counts."""
    rows = [row_of(*each) for each in left_by(survey, census)]
    with out.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for line in counted(rows):
        print(line)


def counted(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the counts of the page."""
    yield f"{len(rows)} shapes"
    for column in ("needs", "piece", "step", "left", "vertices", "solutions"):
        counts = Counter(row[column] for row in rows)
        yield f"{column}: {', '.join(f'{value}: {count}' for value, count in counts.most_common())}"
    for chosen in SETS:
        first = sum(row[chosen] == 1 for row in rows)
        yield f"{chosen}: {first} in the first attempt, {sum(row[chosen] > 0 for row in rows)} in any"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
