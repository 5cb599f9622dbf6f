"""The text of a run: both engines run it to the trace of the loop, and facts are the memory."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.strategies import puzzles

from heuristan.cli import app
from heuristan.common.clock import Clock
from heuristan.common.faults import InputError
from heuristan.common.files import folder
from heuristan.tangram.expert import backtracking
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.host.clips_system import constructs_of
from heuristan.tangram.expert.host.driving import STORED, begin, host_of, takes_open, text_of, with_figures
from heuristan.tangram.expert.host.fact_states import States, boundary_of, edges_of, lines_read, lines_written
from heuristan.tangram.expert.host.run_text import FOLDER
from heuristan.tangram.expert.production.clips_notation import Symbol
from heuristan.tangram.expert.production.clips_values import flat
from heuristan.tangram.expert.production.conflict_agenda import STRATEGIES
from heuristan.tangram.expert.production.facts_once import SystemFact
from heuristan.tangram.expert.production.system import System
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import control_for, drive, run_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.outlines.puzzle_of import puzzle_of as puzzle_of_drawing
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.pieces.sets import along, ring_from
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import Event

try:
    import clips
except ImportError:
    clips = None

STRICT = str(folder("rules") / "variants" / "strict.yaml")
SETUPS = [(ranking, way) for ranking in (*ranking_names(), STRICT) for way in WAYS]
TEXT_ENGINES = [
    "production",
    pytest.param("clips", marks=pytest.mark.skipif(clips is None, reason="clipspy is not installed")),
]
STRIP = "a strip too thin for the large triangles"
SOME = ("cat", "camel", STRIP, "convex-square", "lamp", "whale", "letter-a", "two-swans")
"""Solved at once, at a later entry point, not at all, with undoing, in parts that touch, with an internal
edge, and two sets."""
MOST_FIRINGS = 5_000
"""A run that is lied to may never end."""


def puzzle_of(shape: str) -> Puzzle:
    if shape == STRIP:
        sides = ((0, 8), (2, 1), (4, 8), (6, 1))
        return make_puzzle(shape, [ring_from(ORIGIN, (along(*side) for side in sides))])
    (puzzle,) = (each for each in read_outlines(shape) if isinstance(each, Puzzle))
    return puzzle


def trace_of(puzzle: Puzzle, ranking: Ranking, way: Way, engine: Engine) -> list[Event]:
    events: list[Event] = []
    tracer = Tracer(puzzle, ranking, rules_for(ranking, way), events.append)
    run_ranking(puzzle, ranking, way, tracer, Clock(60), engine)
    return events


@cache
def by_loop(shape: str, ranking: str, way: Way) -> list[Event]:
    return trace_of(puzzle_of(shape), read_ranking(ranking), way, "compiled")


SHORTCUTS = frozenset({"GivenUp", "Shortcut"})
"""Kinds that matter after more undone steps than any shape takes."""
OPINIONS = {"Ask": ("it has none",), "Asked": ("", "it has none")}
"""Kinds that matter where another opinion is that there is no solution, and what it is each time that it is asked."""


class LiveRun:
    """A run in the production system, which can be stopped between two firings."""

    def __init__(self, shape: str, ranking: str, way: Way, *, rare: str = "") -> None:
        """Begin a run.

        Args:
            shape: the name of the outline.
            ranking: the name of the ranking.
            way: how it is run.
            rare: a kind of facts that comes after many undone steps; an impatient text has it at once.
        """
        puzzle, read = puzzle_of(shape), read_ranking(ranking)
        self.events: list[Event] = []
        tracer = Tracer(puzzle, read, rules_for(read, way), self.events.append)
        answers = iter(OPINIONS.get(rare, ()))
        self.control = control_for(puzzle, read, way, tracer, Clock(60), opinion=lambda: next(answers, None))
        geometry, functions = host_of(self.control)
        text = text_of(self.control)
        if rare in SHORTCUTS:
            text = text.replace(f"(+ ?undone {backtracking.PATIENCE_WITH_COMPOSITES})", "(+ ?undone 1)")
        elif rare in OPINIONS:
            text = text.replace(f"(>= ?undone {backtracking.PATIENCE_ALONE})", "(>= ?undone 1)")
        self.system = with_figures(System(text, functions), geometry.figures, partial(takes_open, self.control))
        begin(self.system, self.control, functions)

    def run(self, limit: int = MOST_FIRINGS) -> int:
        return self.system.run(limit)


@pytest.mark.part(18)
@pytest.mark.parametrize("engine", TEXT_ENGINES)
@pytest.mark.parametrize(("ranking", "way"), SETUPS)
def test_traces_are_those_of_the_loop(ranking: str, way: Way, engine: Engine) -> None:
    for shape in ("cat", "convex-square"):
        assert trace_of(puzzle_of(shape), read_ranking(ranking), way, engine) == by_loop(shape, ranking, way), shape


@pytest.mark.slow
@pytest.mark.part(18)
@pytest.mark.parametrize("engine", TEXT_ENGINES)
@pytest.mark.parametrize(("ranking", "way"), SETUPS)
def test_traces_of_some_shapes_are_those_of_the_loop(
    ranking: str, way: Way, engine: Engine, part: Callable[[int], int]
) -> None:
    for shape in Random(f"{ranking} {way}").sample(shape_names(), part(24)):
        assert trace_of(puzzle_of(shape), read_ranking(ranking), way, engine) == by_loop(shape, ranking, way), shape


@pytest.mark.slow
@given(puzzles())
@settings(max_examples=5)
def test_they_are_so_on_what_pieces_make(puzzle: Puzzle) -> None:
    ranking = read_ranking("deutsch-hayes-1972")
    ways: tuple[Way, ...] = ("published", "backtracking")
    for way in ways:
        assert trace_of(puzzle, ranking, way, "production") == trace_of(puzzle, ranking, way, "compiled")


@pytest.mark.slow
@given(st.integers(0, 2**32 - 1), st.floats(0, 0.02))
@settings(max_examples=4)
def test_they_are_so_on_drawings(seed: int, off: float) -> None:
    puzzle = puzzle_of_drawing(drawn(slid_assembly(Random(seed)), Random(seed), off=off))
    setups: list[tuple[str, Way]] = [("deutsch-hayes-1972", "published"), ("heuristan", "backtracking")]
    engines: tuple[Engine, ...] = ("production", "compiled")
    for ranking, way in setups:
        results = [solve(puzzle, ranking, way=way, engine=engine, limit=10) for engine in engines]
        assume(all(result.status != "limit" for result in results))
        made, by_rules = (result.trace for result in results)
        assert made == by_rules


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
    "equal-rank": "[no-room, [squares, large-triangles, small-triangles], [{rule: composites-direct, repeat: true}, "
    "{rule: pieces-2.5-3.5-edges, repeat: true}], [{rule: pieces-2-3-edges, prefer: smallest}, composites-2-3-edges]]",
    "named-like-rules-of-the-run": "[{rule: restart, of: pieces, three-sided: EEX, four-sided: EEEX}, "
    "{rule: see, of: pieces, three-sided: EOO, four-sided: EEOO}, {rule: decide, of: pieces, three-sided: OOO, "
    "four-sided: OOOO}]",
}


@pytest.mark.slow
@pytest.mark.part(24)
@pytest.mark.parametrize("engine", TEXT_ENGINES)
@pytest.mark.parametrize("way", ["published", "backtracking"])
@pytest.mark.parametrize("name", ["camel", "convex-square", "fish"])
@pytest.mark.parametrize("rules", RANKINGS_OF_YOUR_OWN.values(), ids=RANKINGS_OF_YOUR_OWN)
def test_they_are_so_with_rankings_of_your_own(rules: str, name: str, way: Way, engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"rules: {rules}\n", encoding="utf-8")
    ranking, puzzle = read_ranking(path), puzzle_of(name)
    assert trace_of(puzzle, ranking, way, engine) == trace_of(puzzle, ranking, way, "compiled")


@pytest.mark.part(9)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("strategy", [*STRATEGIES, "random"])
def test_strategies_decide_nothing(strategy: str, way: Way) -> None:
    run = LiveRun("cat", "deutsch-hayes-1972", way)
    run.system.set_strategy(strategy, seed=7)
    run.run()
    assert run.events == by_loop("cat", "deutsch-hayes-1972", way)


@pytest.mark.skipif(clips is None, reason="clipspy is not installed")
@pytest.mark.parametrize("strategy", ["breadth", "lex", "mea", "random", "simplicity", "complexity"])
def test_those_of_clips_decide_nothing(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from heuristan.tangram.expert.host.clips_system import ClipsSystem

    go = ClipsSystem.run

    def run(system: Any, limit: int) -> int:
        system._environment.strategy = clips.Strategy[strategy.upper()]
        return go(system, limit)

    monkeypatch.setattr(ClipsSystem, "run", run)
    puzzle, ranking = puzzle_of("cat"), read_ranking("deutsch-hayes-1972")
    assert trace_of(puzzle, ranking, "published", "clips") == by_loop("cat", "deutsch-hayes-1972", "published")


@pytest.mark.skipif(clips is None, reason="clipspy is not installed")
def test_what_clips_refuses_is_told() -> None:
    from heuristan.tangram.expert.host.clips_system import ClipsSystem

    with pytest.raises(InputError, match="CLIPS refuses the defrule mine: "):
        ClipsSystem("(defrule mine => (unknown))", {})


# truth in the facts


def templates_of_memory() -> dict[str, tuple[str, ...]]:
    ways: tuple[Way, ...] = ("backtracking", "retry")
    found = [LiveRun("cat", "heuristan", way).system.templates for way in ways]
    return {name: tuple(each.slots) for templates in found for name, each in sorted(templates.items())}


KINDS = templates_of_memory()
SLOTS = [(kind, slot) for kind, slots in KINDS.items() for slot in slots]
RUNS: tuple[tuple[str, Way], ...] = tuple(
    (ranking, way) for way in WAYS for ranking in ("deutsch-hayes-1972", "heuristan", "most-room", "composites-first")
)


def other_than(value: Any, seen: set[Any]) -> Any:
    """Return another value, one that facts of the kind have if there is any."""
    others = sorted((each for each in seen if each != value and type(each) is type(value)), key=repr)
    if others:
        return others[0]
    if isinstance(value, tuple):
        return value[:-1] if value else (1,)
    return (not value) if isinstance(value, bool) else value + 1 if isinstance(value, int) else Symbol("nothing")


def changed(run: LiveRun, before: list[Event]) -> bool:
    try:
        run.run()
    except Exception:
        return True  # a memory that contradicts itself comes to no end
    return run.events != before


@cache
def truthful(shape: str, ranking: str, way: Way, rare: str) -> tuple[list[Event], dict[str, dict[str, set[Any]]]]:
    """Return the trace of a run, and the values that each slot of each kind of facts has in it."""
    run = LiveRun(shape, ranking, way, rare=rare)
    seen: dict[str, dict[str, set[Any]]] = {}

    def watch(_: str, fact: Any) -> None:
        if isinstance(fact, SystemFact):
            slots = seen.setdefault(fact.template, {slot: set() for slot in fact.slots})
            for slot in fact.slots:
                slots[slot].add(fact[slot])

    for fact in run.system.facts():
        watch("", fact)
    run.system.engine.watch = watch
    run.run()
    return run.events, seen


def lie(run: LiveRun, kind: str, slot: str, seen: set[Any]) -> None:
    """Let a slot of every fact of a kind hold something else."""
    engine = run.system.engine
    declare = engine.declare

    def declare_other(template: str, slots: Any) -> Any:
        if template == kind and slot in slots:
            slots = {**slots, slot: other_than(slots[slot], seen)}
        return declare(template, slots)

    engine.declare = declare_other  # type: ignore[method-assign]
    for fact in engine.of(kind):
        if fact.template in STORED:
            engine.retract(fact)
            declare_other(kind, {each: fact[each] for each in fact.slots})


def stand_still(run: LiveRun, kind: str, slot: str, _: set[Any]) -> None:
    """Let a slot of every fact of a kind hold what it held first: what counts is known by its changes alone."""
    engine = run.system.engine
    modify = engine.modify

    def modify_others(fact: Any, slots: Any) -> Any:
        (one,) = flat(fact)
        left_out = {slot} if one.template == kind else set()
        return modify(fact, {name: value for name, value in slots.items() if name not in left_out})

    engine.modify = modify_others  # type: ignore[method-assign]


def falsified(kind: str, slot: str, shape: str, ranking: str, way: Way) -> bool:
    """Return whether a falsehood in a slot of every fact of a kind changes a run."""
    before, seen = truthful(shape, ranking, way, kind if kind in {*SHORTCUTS, *OPINIONS} else "")
    for falsify in (lie, stand_still) if kind in seen else ():
        run = LiveRun(shape, ranking, way, rare=kind)
        falsify(run, kind, slot, seen[kind][slot])
        if changed(run, before):
            return True
    return False


@pytest.mark.slow
@pytest.mark.part(40)
@pytest.mark.parametrize(("kind", "slot"), SLOTS)
def test_a_falsehood_in_any_slot_changes_a_run(kind: str, slot: str) -> None:
    assert any(falsified(kind, slot, shape, ranking, way) for shape in SOME for ranking, way in RUNS), (
        f"no rule reads the slot {slot} of {kind}"
    )


@pytest.mark.slow
@pytest.mark.part(48)
@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_of_facts_withheld_changes_a_run(kind: str) -> None:
    def is_other(shape: str, ranking: str, way: Way) -> bool:
        before, seen = truthful(shape, ranking, way, kind if kind in {*SHORTCUTS, *OPINIONS} else "")
        if kind not in seen:
            return False
        run = LiveRun(shape, ranking, way, rare=kind)
        declare = run.system.engine.declare
        run.system.engine.declare = lambda template, slots: None if template == kind else declare(template, slots)  # type: ignore[method-assign]
        run.system.engine.retract(tuple(run.system.engine.of(kind)))
        return changed(run, before)

    assert any(is_other(shape, ranking, way) for shape in SOME for ranking, way in RUNS)


@pytest.mark.slow
@pytest.mark.part(12)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ranking", ["deutsch-hayes-1972", "heuristan"])
def test_a_memory_saved_and_loaded_comes_to_the_same_end(ranking: str, way: Way) -> None:
    draw = Random(20261127)
    for shape in SOME[:2]:
        whole = LiveRun(shape, ranking, way)
        firings = whole.run()
        for moment in (*sorted(draw.sample(range(firings), 2)), firings):
            first, second = LiveRun(shape, ranking, way), LiveRun(shape, ranking, way)
            first.run(moment)
            second.system.engine.retract(tuple(second.system.facts()))
            second.events.clear()
            second.system.load_facts(first.system.save_facts())
            second.run()
            assert [*first.events, *second.events] == whole.events, (shape, moment)


def test_a_state_is_made_again_from_its_facts() -> None:
    puzzle, ranking = puzzle_of("swan"), read_ranking("deutsch-hayes-1972")
    state = State.start(puzzle, ranking)
    assert boundary_of(edges_of(state.boundary), 0).loops == state.boundary.loops
    assert lines_read(lines_written(state.extensions.lines)) == state.extensions.lines


class Known:
    """A fact as host functions read it."""

    def __init__(self, template: str, index: int, **slots: Any) -> None:
        self.template, self.index, self._slots = template, index, slots

    def __getitem__(self, slot: str) -> Any:
        return self._slots[slot]


def test_states_follow_the_facts_and_not_what_was_before() -> None:
    puzzle, ranking = puzzle_of("cat"), read_ranking("deutsch-hayes-1972")
    start = State.start(puzzle, ranking)
    states = States(start)
    outline = Known("Outline", 1, step=0, edges=edges_of(start.boundary), drawn=(), numbered=())
    stock = Known("Stock", 2, step=0, left=tuple(start.stock.elements()))
    assert states.of([outline, stock]) is start
    left = states.of([outline, Known("Stock", 3, step=0, left=("square",))])
    assert left.stock == {"square": 1}
    assert left.ground is start.ground
    assert left.offer.pieces == {"square"}


def test_figures_are_looked_for_with_a_side_open_where_a_line_takes_them_so() -> None:
    run, found = LiveRun("cat", "deutsch-hayes-1972", "published"), set()

    def watch(what: str, fact: Any) -> None:
        if what == "fact+" and fact.template == "Match" and "O" in fact["grades"]:
            found.add(fact["name"])

    run.system.engine.watch = watch
    run.run()
    assert found == {"large-triangle", "parallelogram", "square"}


@pytest.mark.parametrize("engine", TEXT_ENGINES)
def test_a_time_limit_ends_the_run(engine: Engine) -> None:
    puzzle, ranking = puzzle_of("baby"), read_ranking("deutsch-hayes-1972")
    tracer = Tracer(puzzle, ranking, ranking.rules, lambda _: None)
    run = drive(control_for(puzzle, ranking, "published", tracer, Clock(0.0)), engine)
    assert (run.status, run.message) == ("limit", "the time limit was over before the rules ran dry")


@pytest.mark.parametrize("engine", TEXT_ENGINES)
def test_the_command_solves_by_it(engine: str) -> None:
    done = CliRunner().invoke(app, ["solve", "cat", "--no-backtracking", "--engine", engine])
    assert done.exit_code == 0, done.output
    assert "Solved" in done.output


def test_comments_and_strings_with_parentheses_are_no_constructs() -> None:
    text = '; (a comment)\n(defrule a "one ; (two" => (printout t ")" crlf)) ; (more)\n(deffacts b (c))'
    assert [each.split()[1] for each in constructs_of(text)] == ["a", "b"]


def test_the_text_is_as_patient_as_the_loop() -> None:
    text = (FOLDER / "backtracking.clp").read_text(encoding="utf-8")
    assert f"(>= ?undone {backtracking.PATIENCE}))" in text
    assert f"(>= ?undone {backtracking.PATIENCE_ALONE})" in text
    assert f"(+ ?undone {backtracking.PATIENCE_WITH_COMPOSITES})" in text
