"""The figures required of the system for sliding tiles, each beside the figure that was measured.

    python benchmarks/sliding.py                 everything: some minutes
    python benchmarks/sliding.py --only tree plan-4

Seconds are processor seconds, so that other work on the machine matters little. The judge replays all solutions.
`--jsonl FILE` keeps the rows.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, islice
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import NamedTuple

import printed_strategies as strategies
from printed_strategies import Reading, Stuck

from heuristan.sliding.boards import Board, homes, moved, random_boards
from heuristan.sliding.files import Puzzle, read_board, read_puzzles
from heuristan.sliding.judge import verify
from heuristan.sliding.planner import plan
from heuristan.sliding.searching.ida_star import by_distances, database_for
from heuristan.sliding.solving import Options, solve
from heuristan.sliding.state_space import tree_of

SEED = 2017
SAMPLE_4 = 200
SAMPLE_8 = 100
GOAL_3 = Board.goal(3, 3)
TWENTY_FOUR = {
    "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13": 95,
    "16 5 1 12 6 24 17 9 2 22 4 10 13 18 19 20 0 23 7 21 15 11 8 3 14": 96,
    "6 0 24 14 8 5 21 19 9 17 16 20 10 13 2 15 11 22 1 3 7 23 4 18 12": 97,
    "18 14 0 9 8 3 7 19 2 15 5 12 1 13 24 23 4 21 10 20 16 22 11 6 17": 98,
    "17 1 20 9 16 2 22 19 14 5 15 21 0 3 24 23 18 13 12 7 10 8 6 4 11": 100,
    "2 0 10 19 1 4 16 3 15 20 22 9 6 18 5 13 12 21 8 17 23 11 24 7 14": 101,
    "21 22 15 9 24 12 16 23 2 8 5 18 17 7 10 14 13 4 0 6 20 11 3 1 19": 104,
    "7 13 11 22 12 20 1 18 21 5 0 8 14 24 19 9 4 17 16 10 23 15 3 2 6": 108,
    "3 2 17 0 14 18 22 19 15 20 9 7 10 21 16 6 24 23 8 5 1 4 11 12 13": 113,
    "23 14 0 24 17 9 20 21 2 18 10 13 22 1 3 11 4 16 6 5 7 12 8 15 19": 114,
}
"""The ten 24-puzzles of Korf and Taylor, "Finding optimal solutions to the twenty-four puzzle" (AAAI 1996), and their
minimum numbers of moves to the goal with the blank first, the last as in Korf and Felner, "Disjoint pattern database
heuristics" (Artificial Intelligence 134, 2002)."""


class Summary(NamedTuple):
    """Figures of the distances between the states of a tree and the goal, in moves."""

    states: int
    deepest: int
    mean: float
    median: int
    mode: int


def summary_of(layers: Sequence[int]) -> Summary:
    """Summarize the number of states at each distance; of two medians take the lower."""
    states = sum(layers)
    median = next(level for level, up_to in enumerate(accumulate(layers)) if 2 * up_to >= states)
    mean = sum(level * count for level, count in enumerate(layers)) / states
    return Summary(states, len(layers) - 1, mean, median, layers.index(max(layers)))


class Row(NamedTuple):
    """A figure: what was asked, and what was found."""

    what: str
    asked: str
    found: str
    is_reached: bool | None = None


def tree() -> Iterator[Row]:
    """Measure the whole tree of 3 x 3."""
    seconds = []
    for _ in range(9):
        tree_of.cache_clear()
        began = process_time()
        built = tree_of(3, 3, 8)
        seconds.append(process_time() - began)
    summary = summary_of(built.layers)
    figures = (summary.states, summary.deepest, round(summary.mean, 2))
    yield Row("states, depth, mean", "181,440, 31, 21.97", str(figures), figures == (181_440, 31, 21.97))
    yield Row("median, mode", "22, 24", f"{summary.median}, {summary.mode}", (summary.median, summary.mode) == (22, 24))
    yield Row("seconds for the tree (median of 9)", "<= 0.1", f"{median(seconds):.3f}", median(seconds) <= 0.1)


def optimal_3() -> Iterator[Row]:
    """Replay the shortest solutions of all states of 3 x 3."""
    built, wrong = tree_of(3, 3, 8), 0
    for node in track(range(len(built)), "paths"):
        board, path = built.board_of(node, GOAL_3), built.path(node)
        wrong += len(path) != built.levels[node] or moved(board, path) != GOAL_3
    yield Row("3 x 3: shortest solutions replayed", "181,440", f"{len(built) - wrong:,}", wrong == 0)


def plan_3() -> Iterator[Row]:
    """Run the planner on all states of 3 x 3."""
    built, lengths, ratios, failed = tree_of(3, 3, 8), [], [], 0
    began = process_time()
    for node in track(range(len(built)), "plans"):
        board = built.board_of(node, GOAL_3)
        moves = "".join(stage.moves for stage in plan(board, GOAL_3))
        failed += moved(board, moves) != GOAL_3
        lengths.append(len(moves))
        if node:
            ratios.append(len(moves) / int(built.levels[node]))
    seconds = process_time() - began
    mean, fewest = fmean(lengths), summary_of(built.layers).mean
    yield Row("3 x 3: plans that fail, of 181,440", "0", str(failed), failed == 0)
    yield Row(
        "3 x 3: mean plan / mean optimum",
        "<= 1.40",
        f"{mean:.2f} / {fewest:.2f} = {mean / fewest:.3f}",
        mean <= 1.4 * fewest,
    )
    yield Row("3 x 3: mean of plan / optimum", "<= 1.40", f"{fmean(ratios):.3f}", fmean(ratios) <= 1.4)
    yield Row("3 x 3: longest plan, maximum of plan / optimum", "-", f"{max(lengths)}, {max(ratios):.1f}")
    yield Row("3 x 3: milliseconds a plan, replay and all", "-", f"{seconds / len(lengths) * 1e3:.2f}")


def plan_4() -> Iterator[Row]:
    """Compare plans with shortest solutions on a sample of 4 x 4."""
    goal, pairs = Board.goal(4, 4), []
    for number, board in track(list(enumerate(islice(random_boards(goal, SEED), SAMPLE_4))), "boards of 4 x 4"):
        puzzle = Puzzle(str(number), board, goal)
        planned, best = solve(puzzle, "plan"), solve(puzzle, "optimal", Options(limit=300))
        for result in (planned, best):
            assert verify(puzzle, result.as_json()).verdict == "right", result
        pairs.append((len(planned.moves or ""), len(best.moves or "")))
    planned_mean, best_mean = (fmean(values) for values in zip(*pairs, strict=True))
    yield Row(
        f"4 x 4: mean plan / mean optimum, {SAMPLE_4} boards",
        "<= 1.75",
        f"{planned_mean:.2f} / {best_mean:.2f} = {planned_mean / best_mean:.3f}",
        planned_mean <= 1.75 * best_mean,
    )
    most = max(one / other for one, other in pairs)
    yield Row("4 x 4: maximum of plan / optimum", "-", f"{most:.2f}")


def plan_8() -> Iterator[Row]:
    """Run the planner on 8 x 8."""
    goal, seconds, lengths = Board.goal(8, 8), [], []
    for number, board in enumerate(islice(random_boards(goal, SEED), SAMPLE_8)):
        began = process_time()
        stages = plan(board, goal)
        seconds.append(process_time() - began)
        moves = "".join(stage.moves for stage in stages)
        lengths.append(len(moves))
        puzzle = Puzzle(str(number), board, goal)
        assert verify(puzzle, {"status": "solved", "moves": moves}).verdict == "right"
    found = f"{seconds[0] * 1e3:.1f}, {median(seconds) * 1e3:.1f}, {max(seconds[1:]) * 1e3:.1f}"
    yield Row("8 x 8: milliseconds a plan: first, median, maximum of the others", "< 10", found, median(seconds) < 0.01)
    yield Row("8 x 8: mean plan", "-", f"{fmean(lengths):.0f} moves")


def plans() -> Iterator[Row]:
    """Run the planner on boards of 5 x 5 to 10 x 10, and compare with an estimate that is never too large."""
    for side in range(5, 11):
        goal, lengths, least = Board.goal(side, side), [], []
        estimate = by_distances(side, side, goal.blank, with_conflicts=True)
        for board in islice(random_boards(goal, SEED), SAMPLE_8):
            moves = "".join(stage.moves for stage in plan(board, goal))
            assert moved(board, moves) == goal
            lengths.append(len(moves))
            least.append(estimate(homes(board, goal)))
        asked = {5: 181, 6: 364, 8: 939}.get(side)
        mean = fmean(lengths)
        yield Row(
            f"{side} x {side}: mean plan",
            f"<= {asked}" if asked else "-",
            f"{mean:.1f}",
            mean <= asked if asked else None,
        )
        yield Row(f"{side} x {side}: mean plan / mean estimate", "-", f"{mean / fmean(least):.3f}")


def plan_24() -> Iterator[Row]:
    """Compare the plans for ten published 24-puzzles with the published minimum numbers of moves."""
    goal, ratios = Board.goal(5, 5, "first"), []
    for tiles, fewest in TWENTY_FOUR.items():
        puzzle = Puzzle(tiles, read_board(tiles), goal, fewest)
        result = solve(puzzle, "plan")
        assert verify(puzzle, result.as_json()).verdict == "right", result
        ratios.append(len(result.moves or "") / fewest)
    mean = fmean(ratios)
    yield Row("ten 24-puzzles: mean of plan / optimum", "<= 1.6", f"{mean:.3f}", mean <= 1.6)
    yield Row("ten 24-puzzles: maximum of plan / optimum", "-", f"{max(ratios):.3f}")


def korf() -> Iterator[Row]:
    """Solve Korf's hundred."""
    began = process_time()
    database_for(4, 4, 0)
    yield Row("4 x 4: seconds for the pattern database, built or read", "-", f"{process_time() - began:.1f}")
    seconds, nodes, right = [], [], 0
    for puzzle in track(read_puzzles("korf"), "of Korf's"):
        began = process_time()
        result = solve(puzzle, "optimal", Options(limit=60))
        seconds.append(process_time() - began)
        nodes.append(result.nodes)
        is_right = verify(puzzle, result.as_json()).verdict == "right"
        right += is_right and len(result.moves or "") == puzzle.fewest
    yield Row("Korf's 100: solved in the published minimum of moves in 60 s", ">= 60", str(right), right >= 60)
    yield Row("Korf's 100: seconds, mean and maximum", "-", f"{fmean(seconds):.2f}, {max(seconds):.2f}")
    yield Row("Korf's 100: states visited, mean and maximum", "-", f"{fmean(nodes):,.0f}, {max(nodes):,}")


def estimates() -> Iterator[Row]:
    """Compare the three estimates on some quick boards of Korf's."""
    puzzles = [read_puzzles(f"korf-{number}")[0] for number in (12, 16, 42, 55, 79)]
    for estimate in ("distances", "conflicts", "patterns"):
        began = process_time()
        results = [solve(puzzle, "optimal", Options(120, estimate)) for puzzle in track(puzzles, estimate)]
        solved = sum(len(result.moves or "") == result.puzzle.fewest for result in results)
        found = f"{solved} of 5, {sum(result.nodes for result in results):,}, {process_time() - began:.1f}"
        yield Row(f"korf-12, 16, 42, 55, 79 by {estimate}: solved, states, seconds", "-", found)


def paper() -> Iterator[Row]:
    """Count the errors of the paper over all states."""
    built = tree_of(3, 3, 8)
    boards = [built.board_of(node, GOAL_3).tiles for node in track(range(len(built)), "states")]
    for reading in (Reading.PRINTED, Reading.DIRECT):
        endless = sum(not strategies.bubbled(tiles, reading).ends for tiles in track(boards, reading.value))
        asked = {Reading.PRINTED: "2,160"}.get(reading, "-")
        yield Row(
            f"strategy 3, {reading.value}: states without end",
            asked,
            f"{endless:,}",
            endless == 2160 if asked != "-" else None,
        )
    for reading in (Reading.PRINTED, Reading.REPAIRED):
        lengths: list[int] = []
        stuck: Counter[str] = Counter()
        fewest = 0
        for node, tiles in enumerate(track(boards, reading.value)):
            try:
                lengths.append(sum(len(stage.moves) for stage in strategies.solve(tiles, reading)))
                fewest += int(built.levels[node])
            except Stuck as fault:
                stuck[str(fault).partition(":")[0]] += 1
        yield Row(f"strategies 1 to 4, {reading.value}: not solved", "-", str(dict(stuck)))
        yield Row(
            f"strategies 1 to 4, {reading.value}: mean moves, times the optimum",
            "-",
            f"{fmean(lengths):.2f}, {sum(lengths) / fewest:.3f}",
        )


def track(items: Sequence[object], word: str) -> Iterator:  # type: ignore[type-arg]
    """Yield the items, and count them in a line on standard error."""
    for number, item in enumerate(items):
        if number % max(1, len(items) // 20) == 0:
            print(f"\r{word}: {number} of {len(items)}   ", end="", file=sys.stderr, flush=True)
        yield item
    print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


PARTS: Mapping[str, Callable[[], Iterator[Row]]] = {
    "tree": tree,
    "plan-8": plan_8,
    "plan-4": plan_4,
    "plans": plans,
    "plan-24": plan_24,
    "korf": korf,
    "estimates": estimates,
    "optimal-3": optimal_3,
    "plan-3": plan_3,
    "paper": paper,
}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="which parts")
    parser.add_argument("--jsonl", type=Path, help="keep the rows here")
    options = parser.parse_args()
    rows = []
    print("| figure | asked | found | |\n|---|---|---|---|")
    for part in options.only:
        for row in PARTS[part]():
            rows.append({"part": part, **row._asdict()})
            mark = {True: "reached", False: "MISSED", None: ""}[row.is_reached]
            print(f"| {row.what} | {row.asked} | {row.found} | {mark} |", flush=True)
    if options.jsonl:
        options.jsonl.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


if __name__ == "__main__":
    main()
