"""The pieces to take back so that the puzzle can be solved again."""

from itertools import combinations

from heuristan.common.clock import OutOfTime
from heuristan.teaching.hinting.table import Completions, Table


def fewest_to_take_back(table: Table, completions: Completions) -> tuple[tuple[int, ...], bool] | None:
    """Find as few pieces as possible whose removal makes the puzzle solvable; later pieces rather than earlier ones.

    1. A search shows whether the outline has a solution at all.
    2. Beginning with nothing, each piece in the order of placing is kept if it can be completed together with those
       kept before. Taking back the others is an answer, found in as many searches as there are pieces.
    3. Smaller sets are tried, the smallest first. (An answer of one piece is already the last such piece.)

    Returns:
        The numbers of the pieces, from 1, and whether it is certain that fewer are not enough; None if the outline has
        no solution.

    Raises:
        OutOfTime: if the time limit was reached before any answer was found.
    """
    everything = range(len(table.placed))
    if completions.of(table.without(everything)) is None:
        return None
    answer = _those_that_spoil(table, completions)
    try:
        for count in range(1, len(answer)):
            for some in combinations(reversed(everything), count):
                if completions.of(table.without(some)) is not None:
                    return _numbered(some), True
    except OutOfTime:
        return _numbered(answer), False
    return _numbered(answer), True


def _those_that_spoil(table: Table, completions: Completions) -> tuple[int, ...]:
    """Return the pieces that cannot be completed together with those kept before them."""
    taken_back: set[int] = set(range(len(table.placed)))
    for i in range(len(table.placed)):
        if completions.of(table.without(taken_back - {i})) is not None:
            taken_back.remove(i)
    return tuple(taken_back)


def _numbered(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(i + 1 for i in places))
