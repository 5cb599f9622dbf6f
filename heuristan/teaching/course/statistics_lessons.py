"""Tests of the lessons on statistics: 3 (reliability, intervals, rankings) and 6 (mixtures, halves, McNemar).

Intervals and p values are compared with those of the laboratory, halves are tested by what must hold of them.
"""

from numbers import Real
from random import Random
from typing import Any, TypeAlias

from heuristan.common.proportions import mcnemar, wilson
from heuristan.teaching.course.exercises import Exercise, Wrong, asked, shown, wrong

NEAR = 0.002
"""Allowed difference of an interval's end, so that z may be 1.96 or more precise."""

TAKEN: tuple[tuple[list[tuple[str, str]], dict[str, float]], ...] = (
    ([("a", "right"), ("a", "wrong"), ("b", "right")], {"a": 0.5, "b": 1.0}),
    ([("a", "right"), ("a", "late"), ("a", "right"), ("a", "wrong")], {"a": 2 / 3}),
    ([("c", "late"), ("a", "wrong")], {"a": 0.0}),
    ([], {}),
)
"""Matches with the reliability of each rule."""

SHARES = ((9, 10), (90, 100), (0, 12), (12, 12), (1, 3), (57, 73))

RESULTS = (
    ({"cat": True, "swan": False}, {"cat": True, "swan": False}, (0, 0)),
    ({"cat": True, "swan": False}, {"cat": False, "swan": False}, (1, 0)),
    ({"cat": False, "swan": False, "key": True}, {"cat": True, "swan": True, "key": False}, (1, 2)),
    ({"cat": True, "swan": True, "key": True}, {"cat": True, "swan": False, "key": True}, (1, 0)),
)
"""Two rankings' results with the numbers of shapes that only the first solved, and only the second."""


def reliability(answer: Any) -> str:
    """Test the shares of right matches among those that are right or wrong."""
    for taken, right in TAKEN:
        found = asked(answer, taken)
        if not isinstance(found, dict) or found.keys() != right.keys():
            wrong(f"for {taken} it gives {shown(found)}, and the rules to be named are {sorted(right)}")
        for rule, share in right.items():
            if not _is_near(found[rule], share, 1e-9):
                wrong(f"for {taken} the reliability of {rule!r} is {share:.3f}, and it gives {shown(found[rule])}")
    return f"tried on {len(TAKEN)} lists of matches"


def interval(answer: Any) -> str:
    """Test Wilson's interval."""
    for count, of in SHARES:
        found, right = asked(answer, count, of), wilson(count, of)
        try:
            low, high = found
        except (TypeError, ValueError) as fault:
            raise Wrong(f"for {count} of {of} it gives {shown(found)}; it should be two numbers") from fault
        if not (_is_near(low, right[0], NEAR) and _is_near(high, right[1], NEAR)):
            wrong(f"for {count} of {of} it gives {shown(found)} instead of ({right[0]:.4f}, {right[1]:.4f})")
    return f"tried on {len(SHARES)} shares; the laboratory has the same"


def only_one(answer: Any) -> str:
    """Test the counts of what only one of two rankings solved."""
    for first, second, right in RESULTS:
        found = asked(answer, first, second)
        if tuple(found) != right if isinstance(found, list | tuple) else True:
            wrong(f"for {first} and {second} it gives {shown(found)} instead of {right}")
    return f"tried on {len(RESULTS)} pairs of results"


def _is_near(value: Any, right: float, allowed: float) -> bool:
    return isinstance(value, Real) and abs(float(value) - right) <= allowed


Table: TypeAlias = list[list[float]]


MIXTURES: tuple[tuple[Table, str], ...] = (
    ([[1.0, 0.0], [0.0, 1.0]], ""),
    ([[0.5, 0.5], [0.5, 0.5]], ""),
    ([[0.1, 0.2, 0.7], [0.6, 0.3, 0.1], [0.3, 0.5, 0.2]], ""),
    ([[1.0, 0.0], [1.0, 0.0]], "the columns add up to 2 and 0"),
    ([[0.5, 0.5], [0.5, 0.4]], "the last row adds up to 0.9"),
    ([[1.5, -0.5], [-0.5, 1.5]], "there are negative numbers"),
    ([[0.5, 0.4], [0.5, 0.6]], "the first row adds up to 0.9"),
)
"""Tables with the reason why they are no mixture; empty if they are one."""

TABLES: tuple[tuple[Table, list[int]], ...] = (
    ([[0.9, 0.1], [0.1, 0.9]], [0, 1]),
    ([[0.6, 0.4], [0.7, 0.3]], [1, 0]),
    ([[0.5, 0.5], [0.5, 0.5]], [0, 1]),
    ([[0.2, 0.5, 0.3], [0.3, 0.4, 0.3], [0.5, 0.1, 0.4]], [1, 2, 0]),
    ([[0.4, 0.6, 0.0], [0.5, 0.4, 0.1], [0.1, 0.0, 0.9]], [1, 0, 2]),
)
"""Tables with the place of each piece after rounding."""

NAMES = ("cat", "swan", "goose", "house", "key", "fish", "runner", "lamp", "mug", "bat", "arrow")
COUNTS = ((0, 0), (0, 1), (1, 4), (4, 1), (5, 5), (0, 10), (3, 12), (20, 25))


def is_mixture(answer: Any) -> str:
    """Test whether tables are mixtures of arrangements."""
    for table, reason in MIXTURES:
        if bool(asked(answer, table)) == bool(reason):
            wrong(f"{table} is {f'no mixture: {reason}' if reason else 'a mixture'}")
    return f"tried on {len(MIXTURES)} tables"


def rounded(answer: Any) -> str:
    """Test greedy rounding."""
    for table, right in TABLES:
        found = asked(answer, table)
        if not isinstance(found, list | tuple) or [*found] != right:
            wrong(f"for {table} it gives {shown(found)} instead of {right}")
    return f"tried on {len(TABLES)} tables"


def halves(answer: Any) -> str:
    """Test a division into training and test."""
    for names in (NAMES, NAMES[:10]):
        first = _halves(answer, list(names), 1)
        if sorted([*first[0], *first[1]]) != sorted(names):
            wrong(f"of {len(names)} names, the halves have {shown(first)}: every name is to be in exactly one")
        if abs(len(first[0]) - len(first[1])) > 1:
            wrong(f"the halves have {len(first[0])} and {len(first[1])} names")
        for order in _orders(names):
            if _halves(answer, order, 1) != first:
                wrong("with the names in another order the halves are others, though the seed is the same")
        if all(_halves(answer, list(names), seed) == first for seed in range(2, 8)):
            wrong("six other seeds make the same halves")
    return f"tried on {len(NAMES)} and {len(NAMES) - 1} names, in several orders, with several seeds"


def p_value(answer: Any) -> str:
    """Test McNemar's exact test."""
    for a, b in COUNTS:
        found, right = asked(answer, a, b), mcnemar(a, b)
        if not _is_near(found, right, 1e-6):
            wrong(f"for {a} and {b} it gives {shown(found)} instead of {right:.6f}")
    return f"tried on {len(COUNTS)} pairs; the laboratory has the same"


EXERCISES: dict[str, Exercise] = {
    "3.1": reliability,
    "3.2": interval,
    "3.3": only_one,
    "6.1": is_mixture,
    "6.2": rounded,
    "6.3": halves,
    "6.4": p_value,
}


def _orders(names: tuple[str, ...]) -> list[list[str]]:
    return [list(reversed(names)), sorted(names), Random(5).sample(names, len(names))]


def _halves(answer: Any, names: list[str], seed: int) -> tuple[list[str], list[str]]:
    found = asked(answer, names, seed)
    if not isinstance(found, list | tuple) or len(found) != 2:
        wrong(f"it gives {shown(found)}, which is not two lists")
    return list(found[0]), list(found[1])
