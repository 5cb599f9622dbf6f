"""How hard a puzzle is for people, measured on the trace of a run (docs/worksheets.md).

The measure is a sum of three parts: what the sides of the pieces lie on, how many choices there were, and how much had
to be undone. Its levels divide the figures that people drew into quarters. Begin with `difficulty_of`.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import cache
from math import log2
from typing import NamedTuple

from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Ended, Event, MatchTaken, PuzzleRead, kept_events

RANKING = "heuristan"
"""The ranking whose runs are measured: it takes pieces alone, and what is certain first."""

THRESHOLDS = (12.0, 17.0, 21.0)
"""The least scores of levels 2, 3 and 4: near the quartiles of figures of one set that people drew."""

LEVELS = range(1, len(THRESHOLDS) + 2)

WORDS = {"easy": range(1, 2), "medium": range(2, 4), "hard": range(4, 5)}
"""The levels that each word stands for."""


def levels_in(text: str) -> range:
    """Return the levels that a text names: a word or a number, or two with the dots of a range between them.

    Args:
        text: like "easy", "3", "easy..medium" or "1..4".

    Raises:
        ValueError: if it names none; the message says what to write.
    """
    first, dots, last = text.partition("..")
    least, most = _levels_of(first), _levels_of(last if dots else first)
    if least is None or most is None:
        raise ValueError(
            f"{text!r} is not a difficulty; write {', '.join(WORDS)}, a level from {LEVELS[0]} to {LEVELS[-1]}, or two "
            "of them like easy..hard"
        )
    if most[-1] < least[0]:
        raise ValueError(f"{text!r} is empty; write the easier one first: {last}..{first}")
    return range(least[0], most[-1] + 1)


def _levels_of(word: str) -> range | None:
    word = word.strip().lower()
    if word in WORDS:
        return WORDS[word]
    return range(int(word), int(word) + 1) if word in map(str, LEVELS) else None


def level_of(score: float) -> int:
    """Return the level of a score: 1 (easy) to 4 (hard)."""
    return 1 + bisect_right(THRESHOLDS, score)


class Difficulty(NamedTuple):
    """How hard a puzzle is, in parts that add up."""

    loose: int
    """How loosely the sides of the pieces lie: 0 for each on edges alone, 1 for mixed, 2 for extension lines, 3 for an
    open one."""
    choices: float
    """The sum over the steps that no evidence decides of log2(1 + matches that the rule found there)."""
    undone: int
    """Number of steps that had to be undone."""

    @property
    def score(self) -> float:
        """The measure: the larger, the harder."""
        return self.loose + self.choices + log2(1 + self.undone)

    @property
    def level(self) -> int:
        """1 (easy) to 4 (hard)."""
        return level_of(self.score)

    @property
    def word(self) -> str:
        return next(word for word, levels in WORDS.items() if self.level in levels)


def difficulty_in(events: Iterable[Event]) -> Difficulty | None:
    """Return how hard a puzzle is by the trace of a run of RANKING with backtracking; None if that did not solve it.

    Args:
        events: the whole trace of the run.
    """
    events = tuple(events)
    ended = next((event for event in events if isinstance(event, Ended)), None)
    if ended is None or ended.status != "solved":
        return None
    certain = {rule.name for event in events if isinstance(event, PuzzleRead) for rule in event.rules if rule.evidence}
    taken = [event for event in kept_events(events) if isinstance(event, MatchTaken)]
    return Difficulty(
        sum(GRADES.index(side.grade) for match in taken for side in match.sides),
        sum(log2(2 + len(match.preferred_to)) for match in taken if match.rule not in certain),
        ended.backtracks,
    )


def run_for_difficulty(puzzle: Puzzle, limit: float | None = None) -> Result:
    """Solve a puzzle in the way that is measured, with its trace.

    Args:
        puzzle: the outline.
        limit: time limit in seconds.
    """
    return solve(puzzle, _ranking(), limit=limit)


def difficulty_of(puzzle: Puzzle, limit: float | None = None) -> Difficulty | None:
    """Return how hard a puzzle is; None if it was not solved within the time limit.

    Args:
        puzzle: the outline.
        limit: time limit in seconds.
    """
    return difficulty_in(run_for_difficulty(puzzle, limit).trace)


@cache
def _ranking() -> Ranking:
    return read_ranking(RANKING)
