"""Solvers side by side, whatever the puzzle: what each run was, what many runs were, and where solvers contradict.

`heuristan.cli.comparing` writes the table; every `compare` has it in this form.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple, Protocol, TypeVar

T = TypeVar("T", bound=float)


class Answer(Protocol):
    """What is needed of a run to find a contradiction."""

    @property
    def id(self) -> str: ...
    @property
    def solver(self) -> str: ...
    @property
    def status(self) -> str: ...


class Run(NamedTuple):
    """A solver on a puzzle. Numbers are None if they do not exist or cannot be measured."""

    puzzle: int
    """The puzzle's place in the comparison: two may have the same id."""
    id: str
    solver: str
    status: str
    """A status of results; "failed" if the solver ended without one."""
    seconds: float | None = None
    effort: int | None = None
    own: tuple[float | None, ...] = ()
    """Values of the quantities that only this system has, in their order."""
    message: str = ""


def middle(values: Sequence[T]) -> T:
    """Return the median, as a value that was measured."""
    return ranked(sorted(values), 0.5)


class Quantity(NamedTuple):
    """Something that only one system measures."""

    name: str
    """Heading of its column."""
    words: Callable[[float], str]
    of_many: Callable[[Sequence[float]], float] = middle
    """Makes one value of those of many puzzles."""
    name_of_many: str = ""
    """Heading of this value, if it is another one."""
    words_of_many: Callable[[float], str] | None = None


class Comparison(NamedTuple):
    """What a system compares, and how it is called."""

    puzzle: str
    """One of the puzzles, such as "board"."""
    units: Mapping[str, str]
    """The unit of each solver's effort, in the plural; solvers that count nothing are not in it."""
    own: tuple[Quantity, ...] = ()


class Quantile(NamedTuple):
    """The seconds of the run at a rank; a lower bound if that run reached the limit."""

    seconds: float
    is_lower_bound: bool


class Contradiction(NamedTuple):
    """Contradicting answers: every solution is verified, so "unsolvable" is false."""

    id: str
    solved: tuple[str, ...]
    unsolvable: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


def by_puzzle(runs: Iterable[Run]) -> list[list[Run]]:
    """Return the runs of each puzzle, in order."""
    return [list(group) for _, group in groupby(runs, key=lambda run: run.puzzle)]


def contradictions(groups: Iterable[Sequence[Answer]]) -> list[Contradiction]:
    """Return the puzzles, given as the answers to each, that one solver solved and another calls unsolvable."""
    found = [Contradiction(group[0].id, _with(group, "solved"), _with(group, "unsolvable")) for group in groups]
    return [each for each in found if each.solved and each.unsolvable]


def _with(answers: Sequence[Answer], status: str) -> tuple[str, ...]:
    return tuple(answer.solver for answer in answers if answer.status == status)


def quantile(runs: Iterable[tuple[str, float | None]], share: float) -> Quantile | None:
    """Return a quantile of seconds, given with the status of each run; None if there are none."""
    # runs that reached the limit would have taken longer than any that did not
    timed = sorted((status == "limit", seconds) for status, seconds in runs if seconds is not None)
    if not timed:
        return None
    is_limit, seconds = ranked(timed, share)
    return Quantile(seconds, is_limit)


V = TypeVar("V")


def ranked(values: Sequence[V], share: float) -> V:
    """Return the value at the nearest rank, so that it was measured and is not between two."""
    return values[max(0, ceil(share * len(values)) - 1)]
