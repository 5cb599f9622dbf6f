"""The production engine: the same traces as the loop, and facts and saliences that matter."""

from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.strategies import puzzles

from heuristan.common.clock import Clock
from heuristan.tangram.expert.engine import facts as kinds
from heuristan.tangram.expert.engine.building import Course, make_engine
from heuristan.tangram.expert.engine.patterns import Production
from heuristan.tangram.expert.engine.ranking_engine import RankingEngine
from heuristan.tangram.expert.experta_shim import ReteMatcher
from heuristan.tangram.expert.figures import figures
from heuristan.tangram.expert.grades import Cover
from heuristan.tangram.expert.ranking_file import ranking_names, read_ranking
from heuristan.tangram.expert.runs import control_for, rules_for
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Event
from heuristan.tangram.trace.lines import dumps

SOME = ("cat", "swan", "convex-square", "camel", "lamp", "two-swans")
"""Solved at once, at a later entry point, not at all as published; with undoing; in parts that touch; two sets."""

BOTH: tuple[Engine, ...] = ("production", "compiled")


MOST_FIRINGS = 20_000
"""More than any of these runs has: without some kinds of facts rules fire for ever."""


def shape(name: str) -> Puzzle:
    puzzle = next(iter(read_outlines(name)))
    assert isinstance(puzzle, Puzzle)
    return puzzle


SLOWEST = 300
"""Seconds after which a run is stopped: experta's own matcher on a busy machine takes more than ten."""


def engine_of(
    puzzle: Puzzle,
    ranking: str,
    way: Way,
    *,
    places: Sequence[int] = (),
    withheld: Collection[type] = (),
    matcher: type | None = None,
) -> tuple[RankingEngine, list[Event]]:
    """Return an engine that has run a ranking on a puzzle, and the trace; it may have failed in the midst of it."""
    read, events = read_ranking(ranking), list[Event]()
    rules = rules_for(read, way)
    control = control_for(puzzle, read, way, Tracer(puzzle, read, rules, events.append), Clock(SLOWEST))
    setting = control.start.setting
    stored = figures(setting.pieces, setting.composites, setting.denominator)
    engine = make_engine(rules, stored, Course.of(control), places=places, withheld=withheld, matcher=matcher)
    engine.watch = lambda _: _stop_without_end(engine)
    engine.solve(control)
    return engine, events


def _stop_without_end(engine: RankingEngine) -> None:
    if engine.firings > MOST_FIRINGS:
        raise RuntimeError("the rules fire without end")


def trace_of(puzzle: Puzzle, ranking: str, way: Way) -> str:
    return dumps(solve(puzzle, ranking, way=way).trace)


@cache
def published(name: str) -> str:
    return trace_of(shape(name), "deutsch-hayes-1972", "published")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", SOME[:2])
def test_engine_and_loop_make_the_same_trace(name: str, way: Way) -> None:
    for ranking in ("deutsch-hayes-1972", "heuristan"):
        made = dumps(solve(shape(name), ranking, way=way, engine="production").trace)
        assert made == trace_of(shape(name), ranking, way)


@pytest.mark.slow
@pytest.mark.part(9)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ranking", ranking_names())
@pytest.mark.parametrize("name", SOME[:-1])
def test_they_do_so_with_every_ranking(name: str, ranking: str, way: Way) -> None:
    puzzle = shape(name)
    assert dumps(solve(puzzle, ranking, way=way, engine="production").trace) == trace_of(puzzle, ranking, way)


@pytest.mark.slow
@pytest.mark.part(16)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", shape_names())
def test_they_do_so_on_every_shape(name: str, way: Way) -> None:
    puzzle = shape(name)
    for ranking in ("deutsch-hayes-1972", "heuristan"):
        assert dumps(solve(puzzle, ranking, way=way, engine="production").trace) == trace_of(puzzle, ranking, way)


@given(puzzles())
@settings(max_examples=5)
def test_they_do_so_on_what_pieces_make(puzzle: Puzzle) -> None:
    ways: tuple[Way, ...] = ("published", "backtracking")
    for way in ways:
        made = dumps(solve(puzzle, "deutsch-hayes-1972", way=way, engine="production").trace)
        assert made == trace_of(puzzle, "deutsch-hayes-1972", way)


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1), st.floats(0, 0.02))
@settings(max_examples=4)
def test_they_do_so_on_drawings(seed: int, off: float) -> None:
    puzzle = puzzle_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off))
    setups: list[tuple[str, Way]] = [("deutsch-hayes-1972", "published"), ("heuristan", "backtracking")]
    for ranking, way in setups:
        results = [solve(puzzle, ranking, way=way, engine=engine, limit=10) for engine in BOTH]
        assume(all(result.status != "limit" for result in results))
        made, by_loop = (dumps(result.trace) for result in results)
        assert made == by_loop


@pytest.mark.part(2)
@pytest.mark.parametrize("name", ["convex-square", "cat"])
@pytest.mark.parametrize("ranking", ["deutsch-hayes-1972", "heuristan"])
def test_experta_s_own_matcher_makes_the_same_trace(ranking: str, name: str) -> None:
    puzzle = shape(name)
    _, events = engine_of(puzzle, ranking, "published", matcher=ReteMatcher)
    assert dumps(events) == trace_of(puzzle, ranking, "published")


@given(st.permutations(range(10)))
@settings(max_examples=6)
def test_saliences_decide(places: list[int]) -> None:
    assume(places != sorted(places))
    ranking = "deutsch-hayes-1972"
    traces = ((name, engine_of(shape(name), ranking, "published", places=places)[1]) for name in SOME[:3])
    assert any(dumps(events) != published(name) for name, events in traces)


READ_AS_PUBLISHED = [
    kinds.Figure,
    kinds.Outline,
    kinds.Subpuzzle,
    kinds.Vertex,
    kinds.Connection,
    kinds.Run,
    kinds.Stock,
    kinds.Held,
    kinds.Offer,
    kinds.Attempt,
    kinds.RuledOut,
    kinds.Focus,
    kinds.Examined,
    kinds.DeadEnd,
    kinds.Extracted,
    kinds.Stuck,
    kinds.Dealt,
]


@pytest.mark.parametrize("kind", READ_AS_PUBLISHED)
def test_a_kind_of_facts_withheld_changes_the_trace(kind: type) -> None:
    for name in SOME:
        try:
            _, events = engine_of(shape(name), "deutsch-hayes-1972", "published", withheld={kind})
        except Exception:
            return
        if dumps(events) != published(name):
            return
    pytest.fail(f"without {kind.__name__} everything is the same")


@pytest.mark.parametrize("kind", [kinds.Laid, kinds.Evidence])
def test_so_does_a_kind_that_rules_of_our_own_ask_for(kind: type) -> None:
    puzzle = shape("convex-square")
    try:
        _, events = engine_of(puzzle, "heuristan", "backtracking", withheld={kind})
    except Exception:
        return
    assert dumps(events) != trace_of(puzzle, "heuristan", "backtracking")


@pytest.mark.slow
@pytest.mark.part(6)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ranking", ranking_names())
def test_every_fact_is_of_a_kind_that_some_rule_reads(ranking: str, way: Way) -> None:
    engine, _ = engine_of(shape("swan"), ranking, way)
    read = {kind for production in engine.productions for kind in production.kinds_read}
    assert {type(fact) for fact in engine.memory} <= read


@given(puzzles())
@settings(max_examples=4)
def test_the_grade_of_a_run_is_that_of_a_side_there(puzzle: Puzzle) -> None:
    engine, _ = engine_of(puzzle, "deutsch-hayes-1972", "published")
    looked_at = 0

    def watch(production: Production) -> None:
        nonlocal looked_at
        if production.name != "look-for-dead-end":
            return
        state = engine.state
        cover, points = Cover(state.boundary, state.extensions), {n: p for p, n in state.array.numbers.items()}
        for run in engine.memory.of(kinds.Run):
            looked_at += 1
            assert cover.grade(points[run["start"]], points[run["end"]], run["heading"]) == run["grade"]
            assert max(run["first"], run["last"]) <= run["measured"]

    engine.watch = watch
    read = read_ranking("deutsch-hayes-1972")
    tracer = Tracer(puzzle, read, read.rules, lambda _: None)
    engine.solve(control_for(puzzle, read, "published", tracer, Clock(SLOWEST)))
    assert looked_at


def test_the_whole_conflict_set_stands_on_the_agenda() -> None:
    lines: set[int] = set()
    engine, _ = engine_of(shape("cat"), "deutsch-hayes-1972", "published")

    def watch(_: object) -> None:
        there = {salience for salience in engine.agenda.saliences() if 0 < salience < 1000}
        lines.add(len(there))

    engine.watch = watch
    read = read_ranking("deutsch-hayes-1972")
    puzzle, events = shape("cat"), list[Event]()
    engine.solve(
        control_for(puzzle, read, "published", Tracer(puzzle, read, read.rules, events.append), Clock(SLOWEST))
    )
    assert max(lines) > 3


RANKINGS_OF_YOUR_OWN = {
    "checked-below": "[bare-vertex, no-room, forced, pieces-1.5-2.5-edges, pieces-2-edges-1-extension-line, "
    "composites-2-3-edges, pieces-2-edges-only]",
    "ruling-out-below": "[forced, only-place, no-room, pieces-2.5-3.5-edges, bare-vertex, pieces-2-3-edges, "
    "large-triangles, small-triangles]",
    "open-composites": "[pieces-direct, {rule: mine, of: composites, three-sided: EOO, four-sided: EEOO, "
    "prefer: smallest}, {rule: mine-too, of: pieces, three-sided: XXX, four-sided: XXOO}, pieces-1.5-2.5-edges]",
    "evidence": "[{rule: mine, of: pieces, three-sided: EEM, four-sided: EEEM, evidence: only-place}, symmetry, "
    "no-room, pieces-2-3-edges, {rule: mine-too, of: pieces, three-sided: MOO, four-sided: XOOO, "
    "prefer: [fewest-fits, largest]}, vertex-fit]",
}


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize("way", ["published", "backtracking"])
@pytest.mark.parametrize("name", ["camel", "convex-square", "fish"])
@pytest.mark.parametrize("rules", RANKINGS_OF_YOUR_OWN.values(), ids=RANKINGS_OF_YOUR_OWN)
def test_they_do_so_with_rankings_of_your_own(rules: str, name: str, way: Way, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"rules: {rules}\n", encoding="utf-8")
    ranking, puzzle = read_ranking(path), shape(name)
    made = dumps(solve(puzzle, ranking, way=way, engine="production").trace)
    assert made == dumps(solve(puzzle, ranking, way=way).trace)
