"""What `edge-matching.md` shows: its pictures, drawn from puzzles of known seeds and from runs that were recorded.

HiGHS may end at another vertex on another machine, and times are never the same. So the solutions are kept in
`examples/edgematching-runs.json`, and `python docs/making/edge_matching_page.py` records them again; the map is
recorded by `python benchmarks/edgematching.py --map --output docs/examples/edgematching-map.json`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from marked import record, recorded

from heuristan.common.svg.intervals import Estimate, Plot, intervals_svg
from heuristan.edgematching.generating import Recipe, puzzles
from heuristan.edgematching.notation import around, board_of_map
from heuristan.edgematching.puzzle import CUBE, HEXAGON, Arrangement, Laid, Puzzle
from heuristan.edgematching.render.films import Snapshot, iterates_svg, snapshot_of, strip_of
from heuristan.edgematching.render.grids import puzzle_svg

if TYPE_CHECKING:
    from heuristan.edgematching.relaxing import Iterate

RUNS, MAP = "edgematching-runs.json", "edgematching-map.json"

RECIPES: Mapping[str, Recipe] = {
    "6x6": Recipe((6, 6), 5),
    "8x8": Recipe((8, 8), 6),
    "12x12": Recipe((12, 12), 12),
    "cubes": Recipe((3, 3, 3), 5, cell=CUBE),
}
"""The recipe of each puzzle; it is the first one of seed 1."""


OTHERS = {
    "flower": Recipe(
        (3, 3), 4, turns=True, cell=HEXAGON, halves=True, missing=board_of_map(around(2), HEXAGON).missing
    ),
}
"""The same for pieces that the paper does not have."""


def puzzle(name: str) -> Puzzle:
    return next(islice(puzzles((RECIPES | OTHERS)[name], 1), 1)).puzzle


def searched(name: str) -> str:
    """Draw a puzzle that backtracking solves."""
    from heuristan.edgematching.solving import solve

    return puzzle_svg(puzzle(name), solve(puzzle(name), "backtracking").arrangement)


@cache
def runs() -> dict[str, Any]:
    return dict(recorded(RUNS))


def arrangement(name: str) -> Arrangement:
    """Return the solution that Algorithm 1 found when it was recorded."""
    return tuple(Laid(*laid) for laid in runs()["solutions"][name])


def solved(name: str) -> str:
    return puzzle_svg(puzzle(name), arrangement(name))


def _snapshot(start: int, number: int, entries: list[list[Any]]) -> Snapshot:
    return Snapshot(start, number, tuple((option, place, value) for option, place, value in entries))


def iterates() -> str:
    return iterates_svg(puzzle("8x8"), [_snapshot(**fields) for fields in runs()["iterates"]])


def mapped() -> str:
    kept = recorded(MAP)
    shares = [(row, row["solved"] / row["puzzles"]) for row in kept["rows"]]
    estimates = tuple(
        Estimate(
            f"{row['rows']} x {row['rows']}, {row['colours']} colours",
            row["solver"],
            share,
            share,
            share,
            f"{row['solved']} of {row['puzzles']}",
        )
        for row, share in shares
    )
    subtitle = f"Share of the puzzles that each solver solves in {kept['limit']:g} s each"
    return intervals_svg(Plot("Edge-matching: puzzles solved", subtitle, estimates))


PICTURES: Mapping[str, Callable[[], str]] = {
    "edgematching-puzzle.svg": lambda: solved("6x6"),
    "edgematching-iterates.svg": iterates,
    "edgematching-12x12.svg": lambda: solved("12x12"),
    "edgematching-cubes.svg": lambda: solved("cubes"),
    "edgematching-flower.svg": lambda: searched("flower"),
    "edgematching-map.svg": mapped,
}


def run_again() -> None:
    """Run Algorithm 1 on the puzzles of the pictures, and keep the solutions."""
    from heuristan.edgematching.relaxing import Settings
    from heuristan.edgematching.solving import solve

    solutions, snapshots = {}, []
    for name in RECIPES:
        seen: list[Iterate] = []
        result = solve(puzzle(name), "lp", Settings(restarts=20), on_iterate=seen.append)
        assert result.arrangement is not None, f"{name}: {result.message}"
        solutions[name] = [list(laid) for laid in result.arrangement]
        if name == "8x8":
            snapshots = [snapshot._asdict() for snapshot in strip_of(list(map(snapshot_of, seen)))]
    record(RUNS, {"solutions": solutions, "iterates": snapshots})


if __name__ == "__main__":
    run_again()
