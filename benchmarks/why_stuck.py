"""Says what went wrong in each attempt at outlines that a ranking does not solve as published.

    python benchmarks/why_stuck.py OUTLINES... [--ranking NAME] [--sample N]

After every extraction the exact tiler is asked whether what is left can still be filled. An attempt fails because some
extraction was wrong (it is in no solution that holds what was extracted before), or because the rules ran dry
although what is left could be filled, or because the pieces left over could not be dealt out to the composites held.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from heuristan.common.clock import Clock
from heuristan.tangram.expert.abeyance import Abeyance
from heuristan.tangram.expert.ranking import DEFAULT, RankedRule, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import run_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import Stock
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle


@dataclass(frozen=True)
class Failure:
    """The cause of the failure of an attempt."""

    entry_point: int
    step: int
    kind: str
    rule: str

    def __str__(self) -> str:
        where = f"by {self.rule} at step {self.step}" if self.rule else f"after step {self.step}"
        return f"E{self.entry_point}: {self.kind} {where}"


class Watcher(Tracer):
    """Keeps the states of each attempt beside the events."""

    def __init__(self, puzzle: Puzzle, ranking: Ranking) -> None:
        self.attempts: list[list[tuple[str, State]]] = []
        super().__init__(puzzle, ranking, ranking.rules, lambda _event: None)

    def attempt_started(self, number: int, entry_point: int, rule: RankedRule) -> None:
        self.attempts.append([])
        super().attempt_started(number, entry_point, rule)

    def extracted(self, before, match, rule, preferred_to, after) -> None:  # type: ignore[no-untyped-def]
        self.attempts[-1].append((rule.name, after))
        super().extracted(before, match, rule, preferred_to, after)


def left_for(abeyance: Abeyance, stock: Stock) -> Iterator[Stock]:
    """Yield what may be left of a stock when each composite held has got one of its sets."""
    if not abeyance.lists:
        yield stock
        return
    first, *others = abeyance.lists
    for chosen in first.sets:
        if Counter(chosen) <= stock:
            yield from left_for(Abeyance(tuple(others)), stock - Counter(chosen))


def can_be_filled(state: State) -> bool:
    """Return whether what is left of a puzzle can be filled with what is left of the pieces."""
    sets = {tuple(stock.elements()) for stock in left_for(state.abeyance, state.stock)}
    return bool(tilings(state.boundary, tuple(sets), state.setting.denominator)) if state.boundary else () in sets


def failures(puzzle: Puzzle, ranking: Ranking) -> list[Failure]:
    """Return the failure of each attempt; the list is empty if the ranking solves the puzzle."""
    watcher = Watcher(puzzle, ranking)
    if run_ranking(puzzle, ranking, "published", watcher, Clock()).status == "solved":
        return []
    return [_failure(entry_point, attempt) for entry_point, attempt in enumerate(watcher.attempts, 1)]


def _failure(entry_point: int, attempt: list[tuple[str, State]]) -> Failure:
    for step, (rule, state) in enumerate(attempt, 1):
        if not can_be_filled(state):
            return Failure(entry_point, step, "wrong extraction", rule)
    return Failure(entry_point, len(attempt), "no rule matches although it could be filled", "")


def main() -> None:
    """Print the failures of the first outlines that stick, and how often each rule erred first."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outlines", nargs="+")
    parser.add_argument("--ranking", default=DEFAULT)
    parser.add_argument("--sample", type=int, default=20, help="maximum number of outlines that stick")
    arguments = parser.parse_args()
    ranking = read_ranking(arguments.ranking)
    puzzles = (found for source in arguments.outlines for found in read_outlines(source))
    stuck = ((puzzle.id, failures(puzzle, ranking)) for puzzle in puzzles if not isinstance(puzzle, Refusal))
    count: Counter[str] = Counter()
    for id, found in islice(((id, found) for id, found in stuck if found), arguments.sample):
        print(f"{id}\n    " + "\n    ".join(map(str, found)))
        count.update(f"{failure.kind} {failure.rule}".strip() for failure in found)
    for kind, times in count.most_common():
        print(f"{times:5} {kind}")


if __name__ == "__main__":
    main()
