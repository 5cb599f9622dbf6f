"""Measure how well the pieces of jigsaw puzzles are read, corners and sides.

    python benchmarks/jigsaw_reading.py [--seeds 3] [--pieces 91]

Each row is a kind of wear, over several pictures and seeds. A piece's corners are right if each lies within two pixels
of its true one; its sides are right if each also has its true kind. Seconds are processor time.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from time import process_time
from typing import Any

import numpy as np
from jigsaw_photographer import Recipe, cut, cut_sheet
from measuring import table

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Cut, grid_for, load_source
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.reading import pieces_of

PICTURES = ("astronaut", "chelsea", "coffee", "rocket", "retina", "hubble_deep_field", "camera")
NEAR = 2.0
"""Maximum distance of a right corner in pixels."""
WHITE, BLUE = (255, 255, 255), (40, 70, 200)

WEAR: Mapping[str, dict[str, Any]] = {
    "clean": {},
    "60 pixels": {"size": 60},
    "tabs all alike": {"variety": 0.0},
    "shadow 30 %": {"shadow": 0.3},
    "noise 30 %": {"noise": 0.3},
    "shadow, noise 30 %": {"shadow": 0.3, "noise": 0.3},
    "scan 30 %": {"scan": 0.3},
    "tilt 10 degrees": {"tilt": 10},
    "all 30 %, tilt 5": {"shadow": 0.3, "noise": 0.3, "scan": 0.3, "tilt": 5},
    "on blue": {"background": BLUE},
    "on blue, noise 10 %": {"background": BLUE, "noise": 0.1},
    "on blue, noise 30 %": {"background": BLUE, "noise": 0.3},
    "on blue, shadow, noise 30 %": {"background": BLUE, "noise": 0.3, "shadow": 0.3},
    "sheet": {"sheet": True},
    "sheet on blue, tilt 10": {"sheet": True, "background": BLUE, "tilt": 10},
}


@dataclass
class Tally:
    """The counts over the puzzles of a row."""

    pieces: int = 0
    corners: int = 0
    sides: int = 0
    refused: int = 0
    seconds: float = 0.0
    errors: list[float] = field(default_factory=list)
    message: str = ""

    def add(self, made: Cut) -> None:
        truth = made.truth["pieces"]
        self.pieces += len(truth)
        start = process_time()
        try:
            found = pieces_of(made.pictures)
        except InputError as fault:
            self.refused += len(truth)
            self.message = str(fault)
            return
        self.seconds += process_time() - start
        for piece, true in zip(found, truth, strict=True):
            self.judge(piece, true)

    def judge(self, piece: Piece, true: Mapping[str, Any]) -> None:
        assert piece.name == true["piece"]
        corners = np.array(true["corners"]) - piece.origin
        shift = int(np.argmin(np.linalg.norm(corners - piece.corners[0], axis=1)))
        away = np.linalg.norm(np.roll(corners, -shift, axis=0) - piece.corners, axis=1)
        if away.max() > NEAR:
            return
        self.corners += 1
        self.errors += away.tolist()
        self.sides += [side.kind for side in piece.sides] == np.roll(true["sides"], -shift).tolist()

    def row(self, name: str) -> Iterator[str]:
        yield from (name, str(self.pieces), str(self.refused))
        yield from (f"{100 * right / self.pieces:.2f} %" for right in (self.corners, self.sides))
        yield from (f"{value:.2f}" for value in np.percentile(self.errors or [np.nan], [50, 95, 100]))
        yield f"{1000 * self.seconds / max(1, self.pieces - self.refused):.1f}"


def made_with(picture: str, pieces: int, seed: int, wear: Mapping[str, Any]) -> Cut:
    whole = load_source(picture)
    options = dict(wear)
    is_sheet = options.pop("sheet", False)
    recipe = Recipe(*grid_for(pieces, whole.shape[1], whole.shape[0]), seed=seed, **options)
    return cut_sheet(whole, recipe, "sheet") if is_sheet else cut(whole, recipe)


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1, help="puzzles of each picture")
    parser.add_argument("--pieces", type=int, default=91, help="pieces of a puzzle")
    parser.add_argument("--only", help="the rows whose names hold this")
    options = parser.parse_args()
    rows = []
    for name, wear in WEAR.items():
        if options.only and options.only not in name:
            continue
        print(name, file=sys.stderr)
        tally = Tally()
        for number, picture in enumerate(PICTURES):
            for seed in range(options.seeds):
                made = made_with(picture, options.pieces, 1000 + 10 * seed + number, wear)
                tally.add(made)
        rows.append([*tally.row(name)])
        if tally.message:
            print(f"  refused, for instance: {tally.message}", file=sys.stderr)
    print(table(HEAD, rows))


HEAD = (
    "wear",
    "pieces",
    "refused",
    "corners right",
    "sides right too",
    "error 50 %",
    "95 %",
    "most",
    "ms",
)

if __name__ == "__main__":
    main()
