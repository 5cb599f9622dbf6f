"""Hold measures of difficulty against the difficulty that the figures of Peces are marked with.

    python benchmarks/difficulty.py T7.FIG [--figures N] [--resamples N]

T7.FIG is a figure file of the game Peces (Debian's package glpeces-data): the third line of a figure has the level of
the game at which it was saved (1 to 4), and its difficulty (1 to 3). Figures that people made are taken (the game's
own are called Auto), each shape once, of all or of N of them drawn at random. Measures are to be compared on one half
of the figures; the other half has the figure that counts. Each is Spearman's rank correlation with the difficulty; the
intervals (95 %) are made of resamples of the other half (bootstrap).
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import dist, log2
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heuristan.lab.difficulty import (
    LEVELS,
    WORDS,
    Difficulty,
    difficulty_in,
    difficulty_of,
    run_for_difficulty,
)
from heuristan.lab.digests import shape_digest
from heuristan.pictures.games.figure_files import read
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import OutlineError, Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.trace.events import Event, MatchTaken, PuzzleRead, kept_events

LIMIT = 5.0
SEED = 1972


class Figure(NamedTuple):
    """A figure with its marks and what is measured of it."""

    level: int
    marked: int
    measures: Mapping[str, float]
    difficulty: Difficulty


Column = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="T7.FIG")
    parser.add_argument("--figures", type=int, help="number of figures to draw; all if it is not given")
    parser.add_argument("--resamples", type=int, default=2000)
    options = parser.parse_args()
    figures = list(_figures(options.file, options.figures))
    print(f"{len(figures)} figures; marked {_counts(figure.marked for figure in figures)}, ", end="")
    print(f"levels {_counts(figure.level for figure in figures)}")
    scores = np.array([figure.difficulty.score for figure in figures])
    print(f"quartiles of the measure: {np.quantile(scores, (0.25, 0.5, 0.75)).round(2).tolist()}")
    print(f"marked, by level of the measure: {_crossed(figures)}\n")
    halves = np.array([Random(f"{SEED} {number}").random() < 0.5 for number in range(len(figures))])
    marked = np.array([figure.marked for figure in figures], dtype=float)
    print("| measure | one half | other half | 95 % |\n| --- | --- | --- | --- |")
    for name in figures[0].measures:
        column = np.array([figure.measures[name] for figure in figures])
        here, there = (spearman(column[half], marked[half]) for half in (halves, ~halves))
        low, high = interval(column[~halves], marked[~halves], options.resamples)
        print(f"| {name} | {here:.2f} | {there:.2f} | {low:.2f} to {high:.2f} |")
    levels = np.array([figure.level for figure in figures], dtype=float)
    low, high = interval(scores, levels, options.resamples)
    print(f"\nwith the levels of the game, on all figures: {spearman(scores, levels):.2f} ({low:.2f} to {high:.2f})")
    low, high = interval(marked, levels, options.resamples)
    print(f"marks with levels: {spearman(marked, levels):.2f} ({low:.2f} to {high:.2f})")
    words, measured = _shapes()
    low, high = interval(measured, words, options.resamples)
    print(f"with the words of {len(words)} shapes that ship: {spearman(measured, words):.2f} ({low:.2f} to {high:.2f})")


def spearman(one: Column, other: Column) -> float:
    """Return the rank correlation of two columns; ties have their mean rank."""
    a, b = ranks(one), ranks(other)
    return float(np.corrcoef(a, b)[0, 1]) if a.std() and b.std() else 0.0


def ranks(column: Column) -> Column:
    """Return the rank of each value, equal values the mean of theirs."""
    _, places, counts = np.unique(column, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[places], dtype=float)


def interval(one: Column, other: Column, resamples: int) -> tuple[float, float]:
    """Return the interval that holds 95 % of the rank correlations of resamples."""
    random = np.random.default_rng(SEED)
    found = [spearman(one[some], other[some]) for some in random.integers(0, len(one), (resamples, len(one)))]
    low, high = np.quantile(found, (0.025, 0.975))
    return float(low), float(high)


def _shapes() -> tuple[Column, Column]:
    """Return how hard the author of each shape that ships calls it, and the measure."""
    shapes = [read_shape(path) for path in shape_files(TANGRAM.name).values()]
    words = [list(WORDS).index(shape.difficulty.partition(";")[0]) for shape in shapes]
    found = [difficulty_of(shape.puzzle) for shape in shapes]
    return np.array(words, dtype=float), np.array([each.score if each else np.nan for each in found])


def _figures(path: Path, count: int | None) -> Iterator[Figure]:
    """Yield the figures that people made, each shape once."""
    marks = list(_marks(path))
    drawings = [(drawing, mark) for drawing, mark in zip(read(path), marks, strict=True) if not _is_made(drawing.id)]
    Random(SEED).shuffle(drawings)
    seen: set[str] = set()
    for drawing, (level, marked) in drawings[:count]:
        puzzle = _puzzle(drawing)
        if puzzle is None or not marked or shape_digest(puzzle) in seen:
            continue
        seen.add(shape_digest(puzzle))
        try:
            figure = _measured(puzzle, level, marked)
        except ValueError as fault:  # an error of heuristan with one figure must not end the others
            print(f"{puzzle.id}: {fault}", file=sys.stderr)
            continue
        if figure is not None:
            yield figure


def _measured(puzzle: Puzzle, level: int, marked: int) -> Figure | None:
    """Return a figure with what is measured of it; None if it is not solved."""
    run = run_for_difficulty(puzzle, LIMIT)
    difficulty = difficulty_in(run.trace)
    if difficulty is None:
        return None
    return Figure(level, marked, dict(_measures(puzzle, run, difficulty)), difficulty)


def _is_made(id: str) -> bool:
    return id.lower().partition("-")[2].partition("-")[2].startswith("auto")


def _marks(path: Path) -> Iterator[tuple[int, int]]:
    """Yield the level and the difficulty of each figure."""
    for line in path.read_text("latin-1").splitlines():
        words = line.split()
        if len(words) in (2, 3) and all(word.isdecimal() for word in words):
            yield int(words[0]), int(words[1])


def _puzzle(drawing: Any) -> Puzzle | None:
    if not isinstance(drawing, Drawing):
        return None
    try:
        return puzzle_of(drawing)
    except OutlineError:
        return None


def _measures(puzzle: Puzzle, run: Result, difficulty: Difficulty) -> Iterator[tuple[str, float]]:
    """Yield each measure by its name; the larger, the harder."""
    yield from _of_trace(run.trace, "")
    yield "choices, where no evidence decides", difficulty.choices
    yield "sides and choices", difficulty.loose + difficulty.choices
    yield "**sides, choices and undone steps**", difficulty.score
    yield from _of_trace(solve(puzzle, limit=LIMIT).trace, "rules of 1972: ")
    searched = solve_exactly(puzzle, want="count", limit=LIMIT).searched
    assert searched is not None
    assert searched.count is not None
    yield "for comparison: states of a search for all solutions", searched.nodes
    yield "for comparison: few solutions", -searched.count.distinct
    yield "for comparison: few vertices", -sum(map(len, puzzle.rings))
    yield "for comparison: short outline", -_length(puzzle)


def _of_trace(trace: Sequence[Event], before: str) -> Iterator[tuple[str, float]]:
    """Yield the measures of single things in a trace."""
    rules = next(event.rules for event in trace if isinstance(event, PuzzleRead))
    places = {rule.name: place for place, rule in enumerate(rules)}
    taken = [event for event in kept_events(trace) if isinstance(event, MatchTaken)]
    parts: dict[str, Callable[[MatchTaken], float]] = {
        "choices, all steps": lambda match: log2(1 + len(match.preferred_to)),
        "sides: what they lie on": lambda match: sum(map("EMXO".index, match.grades)),
    }
    undone = sum(type(event).__name__ == "MatchUndone" for event in trace)
    yield f"{before}undone steps", log2(1 + undone)
    yield (
        f"{before}least reliable rule needed",
        max((places.get(match.rule, len(rules)) for match in taken), default=99),
    )
    for name, part in parts.items():
        yield f"{before}{name}", sum(map(part, taken))


def _length(puzzle: Puzzle) -> float:
    rings = [[puzzle.in_legs(p) for p in ring] for ring in puzzle.rings]
    return sum(dist(p, q) for ring in rings for p, q in zip(ring, (*ring[1:], ring[0]), strict=True))


def _counts(marks: Iterator[int]) -> str:
    return ", ".join(f"{mark}: {count}" for mark, count in sorted(Counter(marks).items()))


def _crossed(figures: Sequence[Figure]) -> str:
    """Describe the mean mark of the figures of each level of the measure."""
    found = {level: [each.marked for each in figures if each.difficulty.level == level] for level in LEVELS}
    return ", ".join(f"{level}: {np.mean(marks):.2f} of {len(marks)}" for level, marks in found.items() if marks)


if __name__ == "__main__":
    main()
