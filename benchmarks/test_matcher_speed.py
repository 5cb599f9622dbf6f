"""The two matchers on joins four deep: figures that stay, and runs of which some come and go."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from heuristan.tangram.expert.experta_shim import Fact, experta
from heuristan.tangram.expert.rete.matcher import HashMatcher

FIGURES, RUNS, CHANGED = 200, 50, 10
MATCHERS = {"hash": HashMatcher, "rete": experta.KnowledgeEngine.__matcher__}
MATCH = experta.MATCH


class Figure(Fact):
    """A triangle: its piece, and the heading and length of each side."""


class Run(Fact):
    """A stretch of a line: heading, length, both ends, grade."""


class Stock(Fact):
    """The number of a piece that are left."""


def is_left(number: int) -> bool:
    return number > 0


def grade_sum(rest: int) -> Callable[..., bool]:
    return lambda grade_1, grade_2, grade_3: (grade_1 + grade_2 + grade_3) % 8 == rest


def matcher_of(kind: type) -> Any:
    """Eight rules that differ in the last test alone."""
    body: dict[str, Any] = {"__matcher__": kind}
    for number in range(8):
        conditions = (
            Figure(d1=MATCH.d1, l1=MATCH.l1, d2=MATCH.d2, l2=MATCH.l2, d3=MATCH.d3, l3=MATCH.l3, piece=MATCH.piece),
            Run(heading=MATCH.d1, length=MATCH.l1, start=MATCH.a, end=MATCH.b, grade=MATCH.grade_1),
            Run(heading=MATCH.d2, length=MATCH.l2, start=MATCH.b, end=MATCH.c, grade=MATCH.grade_2),
            Run(heading=MATCH.d3, length=MATCH.l3, start=MATCH.c, end=MATCH.a, grade=MATCH.grade_3),
            Stock(piece=MATCH.piece, left=experta.P(is_left)),
            experta.TEST(grade_sum(number)),
        )
        body[f"rule_{number}"] = experta.Rule(*conditions, salience=number)(lambda: None)
    return type("Engine", (experta.KnowledgeEngine,), body)().matcher


def numbered(facts: list[Any]) -> list[Any]:
    for number, fact in enumerate(facts):
        fact.__factid__ = number
    return facts


def facts() -> tuple[list[Any], list[Any]]:
    """The facts that stay, and a few more runs than stand at one time."""
    draw = Random(1).randrange
    figures = [
        Figure(piece=n % 5, d1=n % 8, l1=n % 4, d2=(n + 3) % 8, l2=n * 3 % 4, d3=(n + 6) % 8, l3=n // 8 % 4, number=n)
        for n in range(FIGURES)
    ]
    runs = [
        Run(heading=draw(8), length=draw(4), start=draw(8), end=draw(8), grade=draw(4)) for _ in range(RUNS + CHANGED)
    ]
    stock = [Stock(piece=piece, left=1) for piece in range(5)]
    everything = numbered([*figures, *stock, *runs])
    return everything[: FIGURES + 5], everything[FIGURES + 5 :]


@pytest.mark.parametrize("kind", MATCHERS)
@pytest.mark.benchmark(group="matcher: all facts come")
def test_all_facts_come(benchmark: BenchmarkFixture, kind: str) -> None:
    matcher = matcher_of(MATCHERS[kind])
    staying, runs = facts()
    benchmark.pedantic(
        matcher.changes,
        setup=lambda: (matcher.reset(), ((staying + runs[:RUNS],), {}))[1],
        rounds=100 if kind == "hash" else 3,
    )


@pytest.mark.parametrize("kind", MATCHERS)
@pytest.mark.benchmark(group="matcher: ten runs go and ten come")
def test_some_runs_change(benchmark: BenchmarkFixture, kind: str) -> None:
    matcher = matcher_of(MATCHERS[kind])
    staying, runs = facts()
    matcher.changes(staying + runs[:RUNS])
    ways = [(runs[:CHANGED], runs[RUNS:]), (runs[RUNS:], runs[:CHANGED])]

    def change() -> tuple[tuple[list[Any], list[Any]], dict[str, Any]]:
        ways.reverse()
        return ways[0], {}

    benchmark.pedantic(matcher.changes, setup=change, rounds=100 if kind == "hash" else 4)
