"""Measure how many jigsaw puzzles are assembled perfectly, and how long that takes, beside what is required.

    python benchmarks/jigsaw.py [--only 91 204-worn ...] [--puzzles 12] [--solvers repair paper/learned ...] [--tuning]
    python benchmarks/jigsaw.py --measures [--only ...] [--puzzles 12] [--tuning]

The pictures are the photographs that come with scikit-image of at least 256 pixels a side: the colour ones by name,
then the grey ones by name (without motorcycle_right, which shows the same as motorcycle_left). Every other one from the
first was for tuning (`--tuning` measures on these), the rest are for testing: nothing was chosen by their results.

Every piece is turned at random, and the orientation is unknown. Seconds are processor time, including the reading of
the pictures from files: the median and the maximum of all puzzles of a kind. "Worn" is 30 % of shadow and of noise.
"Alike" is harder than required: tabs that hardly differ, tilted and scanned badly.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, NamedTuple

from jigsaw_matches import best_matches
from jigsaw_photographer import Recipe, cut

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut, load_source, write_folder
from heuristan.jigsaw.judging import Agreement, agreement
from heuristan.jigsaw.measures.costs import MEASURES, costs
from heuristan.jigsaw.reading import pieces_of, read_puzzle
from heuristan.jigsaw.results import Placed, Result, read_result
from heuristan.jigsaw.solving import solve

COLOUR = ("astronaut", "chelsea", "coffee", "hubble_deep_field", "ihc", "motorcycle_left", "retina", "rocket")
GREY = ("brick", "camera", "cell", "clock_motion", "coins", "grass", "gravel", "moon")
TUNING, TEST = (COLOUR + GREY)[::2], (COLOUR + GREY)[1::2]
FIRST_SEED = 1000
"""The first seed for testing; tuning used others."""

WORN = {"shadow": 0.3, "noise": 0.3}
ALIKE = {**WORN, "variety": 0.1, "tilt": 10.0, "scan": 0.3}


class Kind(NamedTuple):
    """A kind of puzzle, and what is required of a solver."""

    rows: int
    columns: int
    wear: Mapping[str, Any]
    share: float | None
    seconds: float | None

    @property
    def required(self) -> str:
        """The requirement in words."""
        share = "" if self.share is None else f"{self.share:.0%}"
        return share + ("" if self.seconds is None else f", {self.seconds:g} s") or "-"


KINDS: Mapping[str, Kind] = {
    "91": Kind(7, 13, {}, 0.95, 3.0),
    "108": Kind(9, 12, {}, 0.95, 3.0),
    "204": Kind(12, 17, {}, 0.8, 10.0),
    "320": Kind(16, 20, {}, 0.8, 10.0),
    "91-worn": Kind(7, 13, WORN, 0.8, None),
    "204-worn": Kind(12, 17, WORN, 0.8, None),
    "91-alike": Kind(7, 13, ALIKE, None, None),
    "204-alike": Kind(12, 17, ALIKE, None, None),
    "320-alike": Kind(16, 20, ALIKE, None, None),
}


class Solved(NamedTuple):
    """The outcome of one solver on one puzzle."""

    agreement: Agreement
    seconds: float


def main() -> None:
    """Measure each kind, and print a line for it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=KINDS, default=list(KINDS), help="kinds of puzzles")
    parser.add_argument("--puzzles", type=int, default=12, help="of each kind")
    parser.add_argument("--tuning", action="store_true", help="on the tuning pictures")
    parser.add_argument("--solvers", nargs="+", default=["repair", "paper"], help="solvers, or solver/measure")
    parser.add_argument("--measures", action="store_true", help="best matches by each measure instead")
    options = parser.parse_args()
    pictures = TUNING if options.tuning else TEST
    if options.measures:
        print_measures(options.only, options.puzzles, pictures)
        return
    heads = "".join(f"{solver:>16} {'neighbours':>11} {'median':>8} {'longest':>8}" for solver in options.solvers)
    print(f"{'pieces':<10} {'required':<10}{heads}", flush=True)
    warm_up()
    for name in options.only:
        found: dict[str, list[Solved]] = {solver: [] for solver in options.solvers}
        for number in range(options.puzzles):
            picture = pictures[number % len(pictures)]
            for solver, outcome in measured(KINDS[name], picture, FIRST_SEED + number, options.solvers).items():
                found[solver].append(outcome)
                print(f"{name} {picture} {solver}: {outcome}", file=sys.stderr, flush=True)
        print(f"{name:<10} {KINDS[name].required:<10}{''.join(map(summary, found.values()))}", flush=True)


def print_measures(names: Sequence[str], puzzles: int, pictures: Sequence[str]) -> None:
    """Print for each kind the percentage of sides whose cheapest joint is the true one."""
    print(f"{'pieces':<10}{''.join(f'{measure:>10}' for measure in MEASURES)}", flush=True)
    for name in names:
        kind, right, of = KINDS[name], Counter[str](), 0
        for number in range(puzzles):
            recipe = Recipe(kind.rows, kind.columns, seed=FIRST_SEED + number, **kind.wear)
            made = cut(load_source(pictures[number % len(pictures)]), recipe)
            pieces, truth = pieces_of(made.pictures), truth_of(made)
            for measure in MEASURES:
                found, all_of_them = best_matches(costs(pieces, measure), pieces, truth)
                right[measure] += found
            of += all_of_them
        shares = "".join(f"{100 * right[measure] / of:>9.1f}%" for measure in MEASURES)
        print(f"{name:<10}{shares}", flush=True)


def truth_of(made: Cut) -> Result:
    """Return where the pieces of a puzzle belong."""
    placed = (Placed(one["piece"], one["row"], one["column"], one["turn"]) for one in made.truth["pieces"])
    return Result("truth", "solved", made.recipe.rows, made.recipe.columns, tuple(placed))


def warm_up() -> None:
    """Solve a small puzzle, so that the first measurement does not include imports."""
    measured(Kind(3, 4, ALIKE, None, None), TUNING[0], 1, ("repair", "paper"))


def measured(kind: Kind, picture: str, seed: int, solvers: Sequence[str]) -> dict[str, Solved]:
    """Write a puzzle to files, read it, and solve it with each solver."""
    found = {}
    with TemporaryDirectory() as home:
        folder = Path(home) / "puzzle"
        write_folder(cut(load_source(picture), Recipe(kind.rows, kind.columns, seed=seed, **kind.wear)), folder)
        truth = read_result(folder / "truth.json")
        for solver in solvers:
            begun = process_time()
            result = solved(folder, *solver.split("/"))
            found[solver] = Solved(agreement(result, truth), process_time() - begun)
    return found


def solved(folder: Path, solver: Any, measure: Any = None) -> Result:
    """Return an assembly; an empty one if the pieces cannot be read."""
    try:
        return solve(folder.name, read_puzzle(folder).pieces, solver=solver, measure=measure)
    except InputError as fault:
        print(f"{folder.name}: {fault}", file=sys.stderr, flush=True)
        return Result(folder.name, "refused", 0, 0, ())


def summary(outcomes: list[Solved]) -> str:
    """Describe how many are perfect, the neighbours that are right, and the seconds."""
    perfect = sum(outcome.agreement.is_perfect for outcome in outcomes)
    right = sum(outcome.agreement.neighbours for outcome in outcomes)
    of = sum(outcome.agreement.of_neighbours for outcome in outcomes)
    seconds = [outcome.seconds for outcome in outcomes]
    shown = f"{perfect} of {len(outcomes)}"
    return f"{shown:>16} {100 * right / of:>10.1f}% {median(seconds):>6.2f} s {max(seconds):>6.2f} s"


if __name__ == "__main__":
    main()
