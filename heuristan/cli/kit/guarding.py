"""The guard of puzzles among many: an error of heuristan itself with one refuses that one, and the others go on."""

from collections.abc import Callable
from typing import TypeVar

from heuristan.common.faults import InputError, MissingExtraError
from heuristan.common.unexpected import describe_unexpected, is_debugging

T = TypeVar("T")
R = TypeVar("R")


def or_refused(solve: Callable[[T], R], refuse: Callable[[T, str], R]) -> Callable[[T], R]:
    """Return a function that solves a puzzle, or refuses it where heuristan itself has an error.

    Args:
        solve: solves a puzzle; faults of input and missing extras are its own to report.
        refuse: makes the result of a puzzle that could not be solved, with the reason.
    """

    def solved(puzzle: T) -> R:
        try:
            return solve(puzzle)
        except (InputError, MissingExtraError):
            raise
        except Exception as fault:
            if is_debugging():
                raise
            return refuse(puzzle, describe_unexpected(fault))

    return solved
