"""Counts every snug tangram, and checks what is known of them from outside.

    python benchmarks/census.py CENSUS.parquet

Makes the file with `heuristan census`, and tells the time and memory; then demands Read's number of simple polygons
(2004), the thirteen convex ones (Wang and Hsiung, 1942), and the pentagons that lie on one grid; and that the exact
solver, which knows no grid, finds as many solutions of shapes drawn at random, all and those that are distinct.
"""

import random
import resource
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

import heuristan
from heuristan.lab.census.census_file import READ_2004, count, rows

CONVEX = 13
PENTAGONS = 22
SAMPLE = 1000
"""Number of shapes that the exact solver counts the solutions of."""
COLUMNS = ("outline", "vertices", "holes", "contacts", "solutions", "distinct")


def main(path: Path) -> None:
    begun = perf_counter()
    subprocess.run([sys.executable, "-m", "heuristan", "census", "--quiet", "--output", str(path)], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{perf_counter() - begun:.0f} s, {used.ru_utime:.0f} s of one core, {used.ru_maxrss / 2**20:.2f} GiB")
    simple = pentagons = convex = 0
    chosen = set(random.Random(1).sample(range(count(path)), SAMPLE))
    number = agreed = 0
    for batch in rows(path, COLUMNS):
        for row in batch:
            number += 1
            if number - 1 in chosen:
                agreed += agrees(row)
            if not row["holes"] and not row["contacts"]:
                simple += 1
                pentagons += row["vertices"] == 5
                convex += row["vertices"] <= 8 and is_convex(row["outline"][0])
    for name, found, known in (
        ("simple", simple, READ_2004),
        ("convex", convex, CONVEX),
        ("pentagons", pentagons, PENTAGONS),
        ("with the solutions of the exact solver", agreed, SAMPLE),
    ):
        print(f"{name}: {found:,} of {known:,}")
        if found != known:
            sys.exit(1)


def agrees(row: dict[str, Any]) -> bool:
    """Return whether the exact solver finds as many solutions of a shape."""
    found = heuristan.Puzzle.from_vertices(*_points(row["outline"])).count()
    return (found.tilings, found.distinct) == (row["solutions"], row["distinct"])


def _points(rings: list[list[int]]) -> tuple[list[tuple[int, int]], list[list[tuple[int, int]]]]:
    outer, *holes = [list(zip(ring[::2], ring[1::2], strict=True)) for ring in rings]
    return outer, holes


def is_convex(ring: list[int]) -> bool:
    points = list(zip(ring[::2], ring[1::2], strict=True))
    corners = zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True)
    return all((b[0] - a[0]) * (c[1] - b[1]) > (b[1] - a[1]) * (c[0] - b[0]) for a, b, c in corners)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
