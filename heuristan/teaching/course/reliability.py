"""Tests of lesson 3: the reliability of rules, intervals, and comparing two rankings on the same shapes.

Intervals are compared with those of the laboratory.
"""

from numbers import Real
from typing import Any

from heuristan.lab.statistics import wilson
from heuristan.teaching.course.verdicts import Exercise, Wrong, asked, shown, wrong

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

PAIRS = (
    ({"cat": True, "swan": False}, {"cat": True, "swan": False}, (0, 0)),
    ({"cat": True, "swan": False}, {"cat": False, "swan": False}, (1, 0)),
    ({"cat": False, "swan": False, "key": True}, {"cat": True, "swan": True, "key": False}, (1, 2)),
    ({"cat": True, "swan": True, "key": True}, {"cat": True, "swan": False, "key": True}, (1, 0)),
)
"""Two results with the number of shapes that only the first solved, and only the second."""


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
    for first, second, right in PAIRS:
        found = asked(answer, first, second)
        if tuple(found) != right if isinstance(found, list | tuple) else True:
            wrong(f"for {first} and {second} it gives {shown(found)} instead of {right}")
    return f"tried on {len(PAIRS)} pairs of results"


def _is_near(value: Any, right: float, allowed: float) -> bool:
    return isinstance(value, Real) and abs(float(value) - right) <= allowed


EXERCISES: dict[str, Exercise] = {"3.1": reliability, "3.2": interval, "3.3": only_one}
