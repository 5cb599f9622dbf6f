"""Measure how many photographed puzzles of other cuts are assembled perfectly.

    python benchmarks/jigsaw_photos.py [--pieces 91 108 204] [--cuts wavy whimsy ribbon straight] [--puzzles 3]
        [--first 2000]

Each puzzle is one photograph: pieces of unknown orientation, tilted by up to ten degrees, on a table that is plain,
coloured or textured in turn, with a cast shadow of 20 %, a bright rim, labels, noise, perspective of 1 %, and JPEG of
quality 85. The pictures are those that `jigsaw.py` keeps for testing. Seconds are processor time, reading included.
"""

import argparse
import sys
from collections.abc import Mapping
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from jigsaw import TEST, TUNING, truth_of
from jigsaw_photographer import Photo, Recipe, Table, cut_sheet

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut, load_source
from heuristan.jigsaw.judging import agreement, joints_of
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.solving import solve

GRIDS: Mapping[int, tuple[int, int]] = {24: (4, 6), 91: (7, 13), 108: (9, 12), 204: (12, 17)}
CUTS = ("wavy", "whimsy", "ribbon", "straight")
TABLES: tuple[Table, ...] = ("plain", "coloured", "textured")
FIRST_SEED, TUNING_SEED = 2000, 500
NEAR = 3.0
"""Maximum distance of a corner that is read right, in pixels."""


class Outcome(NamedTuple):
    """What was read and assembled of a puzzle."""

    pieces: int
    read: int
    neighbours: int
    of_neighbours: int
    is_perfect: bool
    status: str
    seconds: float


def main() -> None:
    """Print a line for each puzzle on standard error, and one for each size and cut."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pieces", type=int, nargs="+", choices=GRIDS, default=[91, 108, 204])
    parser.add_argument("--cuts", nargs="+", choices=CUTS, default=CUTS)
    parser.add_argument("--puzzles", type=int, default=3, help="of each size and cut")
    parser.add_argument("--tuning", action="store_true", help="on the tuning pictures")
    parser.add_argument("--first", type=int, help=f"the first seed ({FIRST_SEED}, {TUNING_SEED} with --tuning)")
    options = parser.parse_args()
    pictures, seed = (TUNING, TUNING_SEED) if options.tuning else (TEST, FIRST_SEED)
    seed = seed if options.first is None else options.first
    number = 0
    for pieces in options.pieces:
        every: list[Outcome] = []
        for style in options.cuts:
            found = []
            for _ in range(options.puzzles):
                picture, table = pictures[number % len(pictures)], TABLES[number % len(TABLES)]
                found.append(measured(made(GRIDS[pieces], picture, table, style, seed + number)))
                number += 1
                print(
                    f"{pieces} {style} {picture} {table} {seed + number - 1}: {found[-1]}", file=sys.stderr, flush=True
                )
            print(f"{pieces:>4} {style:<9} {summary(found)}", flush=True)
            every += found
        print(f"{pieces:>4} {'all':<9} {summary(every)}", flush=True)


def made(grid: tuple[int, int], picture: str, table: Table, style: Any, seed: int) -> Cut:
    """Cut a picture and photograph its pieces."""
    photo = Photo(table, cast=0.2, gleam=0.3, labels=True, perspective=0.01, jpeg=85)
    return cut_sheet(load_source(picture), Recipe(*grid, seed=seed, style=style, tilt=10, noise=0.05, photo=photo), "p")


def measured(puzzle: Cut) -> Outcome:
    """Read and solve a puzzle."""
    truth = truth_of(puzzle)
    joints, read = len(joints_of(truth)), 0
    began = process_time()
    try:
        found = {piece.name: piece for piece in pieces_of(puzzle.pictures)}
        read = sum(
            entry["piece"] in found and is_right(found[entry["piece"]], entry) for entry in puzzle.truth["pieces"]
        )
        result = solve("photo", [*found.values()])
    except InputError as fault:
        print(fault, file=sys.stderr, flush=True)
        return Outcome(len(truth.pieces), read, 0, joints, False, "refused", process_time() - began)
    seconds, right = process_time() - began, agreement(result, truth)
    return Outcome(len(truth.pieces), read, right.neighbours, joints, right.is_perfect, result.status, seconds)


def is_right(piece: Piece, entry: Mapping[str, Any]) -> bool:
    """Return whether corners and kinds of sides are read as they are."""
    corners = np.array(entry["corners"]) - piece.origin
    shift = int(np.argmin(np.linalg.norm(corners - piece.corners[0], axis=1)))
    away = np.linalg.norm(np.roll(corners, -shift, axis=0) - piece.corners, axis=1)
    kinds = np.roll(entry["sides"], -shift).tolist()
    return bool(away.max() <= NEAR and [side.kind for side in piece.sides] == kinds)


def summary(found: list[Outcome]) -> str:
    """Describe puzzles that are perfect, pieces that are read right, neighbours, seconds."""
    perfect, seconds = sum(one.is_perfect for one in found), [one.seconds for one in found]
    wrong = sum(one.status == "solved" and not one.is_perfect for one in found)
    read = 100 * sum(one.read for one in found) / sum(one.pieces for one in found)
    right = 100 * sum(one.neighbours for one in found) / sum(one.of_neighbours for one in found)
    return (
        f"{perfect} of {len(found)} perfect, {wrong} wrongly solved, pieces read {read:.1f} %, neighbours "
        f"{right:.1f} %, {median(seconds):.1f} s, {max(seconds):.1f} s"
    )


if __name__ == "__main__":
    main()
