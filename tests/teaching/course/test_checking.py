"""The tests of exercises: they take right answers, refuse wrong ones with a reason, and know an empty place."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from math import comb, nan, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.sliding.state_space import tree_of
from heuristan.teaching.course import Verdict, check, exactness
from heuristan.teaching.course.exercises import LESSONS, asked, exercises_of, shown
from heuristan.teaching.course.searching import LAYERS

HOME = "123456780"


def always(value: Any) -> Any:
    """A function that returns the same whatever it is asked."""
    return lambda *_: value


def rows_and_columns(state: str, *, tiles: str = "12345678") -> int:
    from_home = [(state.index(tile), HOME.index(tile)) for tile in tiles]
    return sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) for a, b in from_home)


WRONG: dict[str, list[tuple[Any, str]]] = {
    "1.1": [
        (always(True), "leads elsewhere"),
        (always(False), "nothing need be done"),
        (lambda state, moves: len(moves) % 2 == (state != HOME), "leads elsewhere"),
        (lambda state, moves: (state, moves) != ("123456708", "L"), "first move leads over the rim"),
        (True, "is a function"),
    ],
    "1.2": [(21, "less than half"), (23, "more than needed"), (15.5, "not a number of moves"), (40, "from 0 to 31")],
    "1.3": [
        (always(0), "instead of"),
        (lambda state: rows_and_columns(state, tiles=HOME), "the blank is no tile"),
        (lambda state: sum(a not in ("0", b) for a, b in zip(state, HOME, strict=True)), "instead of"),
    ],
    "1.4": [
        (HOME, "not too much"),
        ("867254301", "not too much"),
        ("213456780", "no moves lead"),
        ("12345678", "no moves lead"),
        ("123456789", "is not a state"),
        (123456708, "is not a state"),
    ],
    "2.1": [
        (always(True), "does not serve"),
        (always(False), "serves where"),
        (lambda mine, wanted: mine == wanted, "serves where"),
        (lambda mine, wanted: mine[0] <= wanted[0], "does not serve"),
    ],
    "2.2": [
        (min, "fires"),
        (lambda matches: matches[0], "fires"),
        (lambda matches: min(matches, key=lambda match: (match[0], match[2])), "fires"),
    ],
    "2.3": [
        ([5, 10], "first rule is to be 10"),
        ([10], "something is left"),
        ([10, 1], "step 2, rule 1: "),
        ([10, 99], "step 2, rule 99: "),
        ([10, 8, 5], "cannot be filled"),
        ([10, 5, 4, 4, 1, 5], "not needed"),
        ("10, 5", "not a list"),
    ],
    "3.1": [
        (always({}), "rules to be named"),
        (always(0.5), "rules to be named"),
        (lambda taken: {rule: 1.0 for rule, _ in taken}, "reliability of 'a' is 0.500"),
        (
            lambda taken: {
                rule: [v for r, v in taken if r == rule].count("right") / [r for r, _ in taken].count(rule)
                for rule, verdict in taken
                if verdict != "late"
            },
            "reliability of 'a' is 0.667",
        ),
    ],
    "3.2": [
        (lambda count, of: count / of, "two numbers"),
        (lambda count, of: (count / of - 0.1, count / of + 0.1), "instead of"),
        (always((0.0, 1.0)), "instead of"),
    ],
    "3.3": [
        (always((0, 0)), "instead of (1, 0)"),
        (always(3), "instead of (0, 0)"),
        (lambda first, second: (sum(first.values()), sum(second.values())), "instead of (0, 0)"),
    ],
    "4.1": [
        ([(0, 0), (4, 0), (4, 2), (0, 2)], "solved"),
        ([(0, 0), (3, 0), (3, 2), (0, 2)], "no outline"),
        ([(0, 0), (8, 1), (8, 0), (0, 1)], "no outline"),
        (7, "no outline"),
    ],
    "4.2": [
        (always(False), "place 1 has no choice"),
        (always(True), "no dead end"),
        (lambda choices, _: not all(choices.values()), "piece 5 fits nowhere"),
    ],
    "4.3": [
        (always({(0, 4)}), "instead of nothing"),
        (always(5), "a set of pairs"),
        (
            lambda choices: {(place, pieces[0]) for place, pieces in choices.items() if len(pieces) == 1},
            "{(0, 6)}",
        ),
    ],
    "5.1": [
        (lambda a, b: (a + b * sqrt(2) > 0) - (a + b * sqrt(2) < 0), "for a = "),
        (lambda a, _: (a > 0) - (a < 0), "for a = 0, b = -1"),
        (always(0), "instead of 1"),
    ],
    "5.2": [
        (lambda x, y: (x[0] * y[0], x[1] * y[1]), "instead of"),
        (lambda x, y: (x[0] * y[0] + x[1] * y[1], x[0] * y[1] + x[1] * y[0]), "instead of"),
        (lambda x, y: (x[0] + x[1] * sqrt(2)) * (y[0] + y[1] * sqrt(2)), "not a pair"),
        (lambda x, y: (float(x[0]), float(y[0])), "not a pair"),
    ],
    "5.3": [
        ((0, 0), "really 0"),
        ((7, -5), "0.071"),
        ((3, 2), "5.8"),
        ((114243, -80782), "4.4e-06"),
        ((1e-7, 0), "not a pair"),
        (3, "not a pair"),
    ],
    "5.4": [
        ((7, -5), "its sign is right"),
        ((0, 0), "its sign is right"),
        ((10**400, -(10**400)), "too large"),
        ("ab", "not a pair"),
    ],
    "6.1": [
        (always(True), "the columns add up"),
        (always(False), "is a mixture"),
        (lambda table: all(abs(sum(row) - 1) < 1e-6 for row in table), "the columns add up"),
        (
            lambda table: all(abs(sum(line) - 1) < 1e-6 for line in (*table, *zip(*table, strict=True))),
            "there are negative numbers",
        ),
    ],
    "6.2": [
        (always([0, 1]), "instead of [1, 0]"),
        (lambda table: [row.index(max(row)) for row in table], "instead of [1, 0]"),
        (always(7), "instead of [0, 1]"),
    ],
    "6.3": [
        (always(([], [])), "every name"),
        (lambda names, _: (names, names), "every name"),
        (lambda names, _: (sorted(names)[:1], sorted(names)[1:]), "have 1 and 10 names"),
        (lambda names, _: (names[:5], names[5:]), "another order"),
        (lambda names, _: (sorted(names)[:5], sorted(names)[5:]), "six other seeds"),
        (lambda names, _: sorted(names), "not two lists"),
    ],
    "6.4": [
        (always(1.0), "instead of 0.375"),
        (always(nan), "instead of 1.0"),
        (always("1"), "instead of 1.0"),
        (lambda a, b: 2 * sum(comb(a + b, k) for k in range(min(a, b) + 1)) / 2 ** (a + b), "instead of 1.0"),
        (lambda a, b: sum(comb(a + b, k) for k in range(min(a, b) + 1)) / 2 ** (a + b), "instead of"),
    ],
}
"""For each exercise wrong answers, each with words of the reason."""


CASES = [
    pytest.param(name, answer, words, id=f"{name}-{number}")
    for name, answers in WRONG.items()
    for number, (answer, words) in enumerate(answers)
]


@pytest.mark.parametrize(("name", "answer", "words"), CASES)
def test_a_wrong_answer_is_refused_with_a_reason(name: str, answer: Any, words: str) -> None:
    verdict = check(name, answer)
    assert verdict.status == "wrong", verdict
    assert words in verdict.words
    assert not verdict


def test_every_exercise_has_wrong_answers() -> None:
    assert [*WRONG] == [name for lesson in LESSONS for name in exercises_of(lesson)]
    assert all(len(answers) >= 2 for answers in WRONG.values())


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("answer", [None, ...])
def test_an_empty_place_is_no_answer_yet(name: str, answer: Any) -> None:
    assert check(name, answer).status == "open"


@pytest.mark.parametrize(
    "name", ["1.1", "1.3", "2.1", "2.2", "3.1", "3.2", "3.3", "4.2", "4.3", "5.1", "5.2", "6.1", "6.2", "6.3", "6.4"]
)
@pytest.mark.parametrize("value", [None, ...])
def test_a_function_that_returns_nothing_is_no_answer_yet(name: str, value: Any) -> None:
    assert check(name, always(value)).status == "open"


def test_an_error_in_a_function_is_told_with_its_call() -> None:
    def divided(state: str) -> float:
        return len(state) / 0

    verdict = check("1.3", divided)
    assert verdict.status == "wrong"
    assert verdict.words == "divided('123456780') raises ZeroDivisionError: division by zero"


def test_an_unknown_exercise_names_the_nearest() -> None:
    with pytest.raises(ValueError, match=r"there is no exercise '1\.9'; did you mean '1\.\d'\?"):
        check("1.9", 1)
    with pytest.raises(ValueError, match="there is no exercise 'x'"):
        check("x")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=5) | st.tuples(inner, inner) | st.dictionaries(st.integers(), inner, max_size=3)
    ),
    max_leaves=12,
)


@pytest.mark.slow
@given(name=st.sampled_from([*WRONG]), value=VALUES)
def test_whatever_is_answered_gets_a_verdict(name: str, value: Any) -> None:
    for answer in (value, always(value)):
        assert check(name, answer).status in ("right", "wrong", "open")


@pytest.mark.parametrize("kind", [np.int64, np.int8])
def test_numbers_of_numpy_are_numbers(kind: Callable[[int], Any]) -> None:
    assert check("1.2", kind(22))
    assert check("5.3", (np.int64(665857), np.int64(-470832)))
    assert check("2.3", [kind(number) for number in (10, 5, 4, 4, 1)])


def test_the_layers_of_the_8_puzzle_are_those_of_its_tree() -> None:
    assert tree_of(3, 3, 8).layers == LAYERS


def test_an_array_is_no_yes_or_no() -> None:
    assert "another form" in check("6.1", always(np.array([True, False]))).words


@given(a=st.integers(), b=st.integers())
def test_the_sign_that_answers_are_compared_with_is_right(a: int, b: int) -> None:
    with localcontext() as context:
        context.prec = 200
        value = a + b * Decimal(2).sqrt()
    assert exactness._sign(a, b) == (value > 0) - (value < 0)


def test_a_verdict_shows_itself() -> None:
    verdict = Verdict("1.2", "wrong", "3 < 4")
    assert repr(verdict) == "✘ Exercise 1.2 is wrong: 3 < 4"
    assert "3 &lt; 4" in verdict._repr_html_()
    assert Verdict("1.2", "right", "")


def forced(choices: dict[int, list[int]]) -> set[tuple[int, int]]:
    """Solve exercise 4.3."""
    pieces = [piece for given in choices.values() for piece in given]
    return {
        (place, piece)
        for place, given in choices.items()
        for piece in given
        if len(given) == 1 or pieces.count(piece) == 1
    }


def reliability(taken: list[tuple[str, str]]) -> dict[str, float]:
    """Solve exercise 3.1."""
    certain = [(rule, verdict) for rule, verdict in taken if verdict != "late"]
    rules = {rule for rule, _ in certain}
    return {rule: certain.count((rule, "right")) / [name for name, _ in certain].count(rule) for rule in rules}


@pytest.mark.parametrize(("name", "right"), [("4.3", forced), ("3.1", reliability)])
def test_an_answer_that_changes_what_it_is_given_spoils_no_later_one(name: str, right: Callable[[Any], Any]) -> None:
    def crossing_out(given: Any) -> Any:
        found = right(given)
        for inner in given.values() if isinstance(given, dict) else (given,):
            inner.clear()
        return found

    assert check(name, crossing_out)
    assert check(name, right)


def test_long_values_are_cut_in_messages() -> None:
    assert shown([1, 2]) == "[1, 2]"
    assert len(shown("x" * 1000)) == 120
    assert asked(always(3), 1, 2) == 3
