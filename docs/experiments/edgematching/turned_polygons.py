"""Outlines of the tangram whose pieces may be turned: what Proposition 6.1 and candidates for orientations solve.

    python docs/experiments/edgematching/turned_polygons.py                     outlines that are made
    python docs/experiments/edgematching/turned_polygons.py FILE --number 20

The outlines have one set of pieces. Each attempt begins at W = 0, as in the paper. docs/edge-matching.md has
the figures and what they mean.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from random import Random
from time import process_time

from orientations import try_orientations
from turned_copies import try_augmented
from turned_pieces import TurnedAttempt, shuffled

from heuristan.edgematching.commands.tangram_bridge.outlines import puzzle_from
from heuristan.edgematching.polygons.model import PolygonPuzzle
from heuristan.lab.generating import Recipe, outlines
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

COPIES = ((4, 1), (4, 2), (8, 1))
"""Turns, and lengths of the arms of the star."""
ORIENTATIONS = ((8, 1), (8, 2), (8, 3), (8, 4), (4, 4))
"""Turns, and orientations for each piece."""
DEGREE = 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="?", help="a file of outlines")
    parser.add_argument("--number", type=int, default=20, help="number of outlines (20)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    puzzles = [puzzle_from(outline) for outline in _outlines(chosen.outlines, chosen.number, chosen.seed)]
    print(f"{len(puzzles)} outlines of one set, orientations unknown; from W = 0, one attempt")
    for turns, degree in COPIES:
        name = f"Proposition 6.1, {turns} turns, star of {degree}"
        _print(name, [partial(_try_copies, puzzle, turns, degree) for puzzle in puzzles])
    for turns, maximum in ORIENTATIONS:
        name = f"{maximum} orientation{'s' * (maximum > 1)} of {turns} each, degree {DEGREE}"
        _print(name, [partial(try_orientations, puzzle, turns, maximum, DEGREE) for puzzle in puzzles])


def _outlines(path: str | None, number: int, seed: int) -> list[Puzzle]:
    if path is None:
        return [made.puzzle for made in islice(outlines(Recipe(), seed), number)]
    found = [one for one in read_outlines(path) if isinstance(one, Puzzle) and one.sets == 1 and one.reading is None]
    return Random(seed).sample(found, number) if len(found) > number else found


def _try_copies(puzzle: PolygonPuzzle, turns: int, degree: int) -> TurnedAttempt:
    return try_augmented(shuffled(puzzle, turns, 1), turns, degree)


def _print(name: str, attempts: Iterable[Callable[[], TurnedAttempt]]) -> None:
    begun = process_time()
    found = [attempt() for attempt in attempts]
    mean = (process_time() - begun) / len(found)
    wrong = sum(each.vanished and not each.solved for each in found)
    print(
        f"{name:<38} {sum(each.solved for each in found):>3} of {len(found)} solved, "
        f"{wrong} wrong points of rank one; {mean:.1f} s each",
        flush=True,
    )


if __name__ == "__main__":
    main()
