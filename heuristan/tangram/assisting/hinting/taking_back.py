"""Which of the placed pieces to take back, so that the puzzle can be solved again."""

from itertools import combinations

from heuristan.tangram.assisting.hinting.table import Completions, OutOfTime, Table


def fewest_to_take_back(table: Table, completions: Completions) -> tuple[tuple[int, ...], bool] | None:
    """The places, from 1, of the fewest pieces whose removal makes the puzzle solvable; rather the last than the first.

    1. Does the outline have a solution at all?
    2. Beginning with nothing, each piece in the order of placing is kept if it can be completed together with those
       kept before. The others do, taken back together: an answer in as many searches as there are pieces.
    3. Smaller sets are tried, the smallest first. (An answer of one piece is the last such piece already.)

    Returns:
        The places, and whether it is certain that no smaller number will do; None if the outline has no solution.

    Raises:
        OutOfTime: before any answer was found.
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
    """The pieces that cannot be completed together with those before them that can."""
    taken_back: set[int] = set(range(len(table.placed)))
    for i in range(len(table.placed)):
        if completions.of(table.without(taken_back - {i})) is not None:
            taken_back.remove(i)
    return tuple(taken_back)


def _numbered(places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(i + 1 for i in places))
