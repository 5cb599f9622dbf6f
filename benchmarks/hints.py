"""Follow hints of edge-matching to the end, and count the joints that a jigsaw's hints call sure against the truth.

    PYTHONPATH=tests python benchmarks/hints.py edgematching [--runs 200] [--first 1]
    PYTHONPATH=tests python benchmarks/hints.py jigsaw [--runs 100] [--first 1]

edgematching   random puzzles of 3 x 3 to 5 x 5 and 2 x 2 x 2, turned or not, with three kinds of frames; in three of
               ten a random piece is placed first, which hints may have to take back
jigsaw         puzzles of 24 pieces, every second one worn; of every second pair one to four pieces are missing, and up
               to three of another puzzle are added
"""

import argparse
import random
from collections import Counter
from dataclasses import replace

from shared.edgematching_puzzles import made as matching_puzzle
from shared.jigsaw_puzzles import made as jigsaw_puzzle

from heuristan.edgematching.hinting import advise
from heuristan.edgematching.placing import placed_in
from heuristan.edgematching.puzzle import Laid
from heuristan.jigsaw.assembly.board import NoRectangleError
from heuristan.jigsaw.judging.doubts import joints_of
from heuristan.jigsaw.piece import Piece
from heuristan.jigsaw.results import Placed, Result
from heuristan.jigsaw.solving import solve

SIZES = ((3, 3), (4, 4), (5, 5), (2, 2, 2), (3, 4))
SECONDS = 5.0
"""Time limit of one hint for edge-matching."""


def main() -> None:
    """Run what is asked for and print its counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=("edgematching", "jigsaw"))
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    options = parser.parse_args()
    count = follow if options.system == "edgematching" else compare
    found: Counter[str] = Counter()
    for seed in range(options.first, options.first + options.runs):
        found.update(count(seed))
    for word, number in sorted(found.items()):
        print(f"{number:>6}  {word}")


def follow(seed: int) -> Counter[str]:
    """Follow the hints of one edge-matching puzzle until they end."""
    chance = random.Random(seed)
    sizes, turns = chance.choice(SIZES), chance.random() < 0.4
    frame = chance.choice(("coloured", "plain", "none"))
    puzzle = matching_puzzle(sizes, chance.randint(2, 6), seed, turns=turns, frame=frame).puzzle
    laid = []
    if chance.random() < 0.3:
        piece = Laid(chance.randrange(len(puzzle.pieces)), chance.choice(list(puzzle.ways)))
        laid = [(chance.randrange(len(puzzle.pieces)), piece)]
    found: Counter[str] = Counter()
    while True:
        advice = advise(puzzle, laid, SECONDS)
        found[f"{advice.advice} {advice.certainty or ''}".strip()] += 1
        if advice.advice == "hint":
            laid += placed_in(puzzle, [advice.placed], "--placed")
        elif advice.advice == "take-back":
            taken = advice.facts["take_back"]
            laid = [one for number, one in enumerate(laid, start=1) if number not in taken]
        else:
            return found


def compare(seed: int) -> Counter[str]:
    """Compare the joints of one assembled jigsaw with the truth."""
    pieces, truth = jigsaw_puzzle(4, 6, seed, worn=seed % 2 == 0)
    kind = "whole"
    if seed % 4 > 1:
        kind, pieces = "faulty", faulty(pieces, seed)
    try:
        result = solve("hints", pieces)
    except NoRectangleError:
        return Counter([f"{kind}: refused, no rectangle"])
    true = joined(pieces, truth)
    found = Counter([f"{kind}: puzzles {result.status}"])
    for joint in joints_of(pieces, grid_of(pieces, result)):
        sure = "sure" if joint.is_sure else "other"
        right = "right" if frozenset((joint.one, joint.other)) in true else "WRONG"
        found[f"{kind}: {sure} joints {right}"] += 1
    return found


def faulty(pieces: list[Piece], seed: int) -> list[Piece]:
    """Take one to four pieces away and add up to three of another puzzle."""
    chance = random.Random(seed)
    kept = chance.sample(pieces, len(pieces) - chance.randint(1, 4))
    others, _ = jigsaw_puzzle(3, 4, seed + 1000, worn=seed % 2 == 0)
    foreign = [replace(piece, name=f"foreign-{piece.name}") for piece in chance.sample(others, chance.randint(0, 3))]
    return chance.sample(kept + foreign, len(kept) + len(foreign))


def joined(pieces: list[Piece], truth: Result) -> set[frozenset[int]]:
    """Return the joints of the truth among these pieces, each as its two sides."""
    return {frozenset((joint.one, joint.other)) for joint in joints_of(pieces, grid_of(pieces, truth))}


def grid_of(pieces: list[Piece], result: Result) -> dict[tuple[int, int], Placed]:
    """Return where a result places those of its pieces that are here."""
    names = {piece.name for piece in pieces}
    return {(one.row, one.column): one for one in result.pieces if one.piece in names}


if __name__ == "__main__":
    main()
