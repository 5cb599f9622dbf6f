"""Write outlines in each format, read them again, and count how many come back: same puzzle, same place, same result.

    python benchmarks/round_trips.py SOURCE... [--format NAME...] [--number N] [--seed S] [--solve] [--list]

SOURCE is what `heuristan convert` takes: files of outlines, folders of pictures. N outlines are chosen at random;
all if it is not given. A puzzle is the same if its digest, its number of sets and its nearness are; the place if every
vertex of the outline lies where it did; with --solve, the result if its status and the places of its pieces are.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from math import dist
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.lab.digests import digest
from heuristan.tangram.outlines.formats import FORMS
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Vector
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve_exactly

NEAR = 1e-6
"""Maximum distance of vertices in the same place, in small legs."""

LIMIT = 20.0
"""Time limit of a solution, in seconds."""

COLUMNS = ("written", "read", "same puzzle", "same place", "same result")


class Trip(NamedTuple):
    """Properties of an outline that came back after a round trip; each word is one of the COLUMNS."""

    kept: frozenset[str]
    fault: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    parser.add_argument("--format", nargs="+", choices=list(FORMS), default=list(FORMS), dest="formats")
    parser.add_argument("--number", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--solve", action="store_true", help="compare the results too")
    parser.add_argument("--list", action="store_true", help="print each outline that does not come back")
    options = parser.parse_args()
    puzzles = [one for source in options.sources for one in puzzles_of(source)]
    if options.number is not None and options.number < len(puzzles):
        puzzles = random.Random(options.seed).sample(puzzles, options.number)
    wanted = [solve_exactly(puzzle, limit=LIMIT) if options.solve else None for puzzle in puzzles]
    columns = COLUMNS if options.solve else COLUMNS[:-1]
    print(f"{'format':10} {'outlines':>9} " + " ".join(f"{column:>12}" for column in columns) + f" {'ms each':>8}")
    for form in options.formats:
        start, kept = perf_counter(), Counter[str]()
        for puzzle, result in zip(puzzles, wanted, strict=True):
            trip = trip_of(puzzle, form, result)
            kept.update(trip.kept)
            if options.list and not set(columns) <= trip.kept:
                print(f"{form} {puzzle.id}: {', '.join(sorted(set(columns) - trip.kept))} not kept {trip.fault}")
        taken = 1000 * (perf_counter() - start) / max(1, len(puzzles))
        print(f"{form:10} {len(puzzles):9} " + " ".join(f"{kept[column]:12}" for column in columns) + f" {taken:8.1f}")


def puzzles_of(source: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a source; outlines that cannot be read are left out of the comparison."""
    try:
        yield from (one for one in read_outlines(source) if isinstance(one, Puzzle))
    except InputError as fault:
        print(fault)


def trip_of(puzzle: Puzzle, form: str, wanted: Result | None) -> Trip:
    """Write a puzzle, read it again, and return what is kept."""
    with TemporaryDirectory() as place:
        path = Path(place) / f"outline.{form}"
        try:
            path.write_text(FORMS[form].text(puzzle), encoding="utf-8")
        except OutlineError as fault:
            return Trip(frozenset(), str(fault))
        try:
            found = list(read_outlines(path))
        except InputError as fault:
            return Trip(frozenset({"written"}), str(fault))
    (one,) = found if len(found) == 1 else (None,)
    if not isinstance(one, Puzzle):
        return Trip(frozenset({"written"}), f"{len(found)} outlines came back")
    kept = {
        "same puzzle": is_same_puzzle(one, puzzle),
        "same place": is_same_place(one, puzzle),
        "same result": wanted is not None and is_same_result(solve_exactly(one, limit=LIMIT), wanted, puzzle),
    }
    return Trip(frozenset({"written", "read"} | {column for column, is_kept in kept.items() if is_kept}))


def is_same_puzzle(one: Puzzle, other: Puzzle) -> bool:
    return (digest(one), one.sets, one.nearness) == (digest(other), other.sets, other.nearness)


def is_same_place(one: Puzzle, other: Puzzle) -> bool:
    return one.frame.y_down == other.frame.y_down and all(
        lie_together(a, b, leg_of(other))
        for a, b in ((spots_of(one), spots_of(other)), (spots_of(other), spots_of(one)))
    )


def is_same_result(one: Result, other: Result, puzzle: Puzzle) -> bool:
    laid, wanted = ([spot for piece in each.pieces for spot in piece.vertices] for each in (one, other))
    return one.status == other.status and len(laid) == len(wanted) and lie_together(laid, wanted, leg_of(puzzle))


def lie_together(spots: list[Vector], others: list[Vector], leg: float) -> bool:
    return all(min(dist(p, q) for q in others) <= NEAR * leg for p in spots)


def spots_of(puzzle: Puzzle) -> list[Vector]:
    return [puzzle.own(p) for ring in puzzle.rings for p in ring]


def leg_of(puzzle: Puzzle) -> float:
    return puzzle.frame.scale / puzzle.unit


if __name__ == "__main__":
    main()
