"""Real CLIPS: it runs the text of a run to the trace of the loop, and facts are the memory."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from heuristan.cli import app
from heuristan.common.clock import Clock
from heuristan.tangram.expert import backtracking
from heuristan.tangram.expert.host import driving
from heuristan.tangram.expert.host.clips_system import constructs_of
from heuristan.tangram.expert.host.coding import boundary_of, edges_of, lines_read, lines_written
from heuristan.tangram.expert.host.fact_states import States
from heuristan.tangram.expert.host.run_text import FOLDER
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import ranking_names, read_ranking
from heuristan.tangram.expert.runs import control_for, drive, rules_for, run_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import WAYS, Engine, Way
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Event

clips = pytest.importorskip("clips")

SETUPS = [(ranking, way) for ranking in ranking_names() for way in WAYS]


def puzzle_of(shape: str) -> Puzzle:
    (puzzle,) = (each for each in read_outlines(shape) if isinstance(each, Puzzle))
    return puzzle


def trace_of(puzzle: Puzzle, ranking: Ranking, way: Way, engine: Engine) -> list[Event]:
    events: list[Event] = []
    tracer = Tracer(puzzle, ranking, rules_for(ranking, way), events.append)
    run_ranking(puzzle, ranking, way, tracer, Clock(60), engine)
    return events


@pytest.mark.part(6)
@pytest.mark.parametrize(("ranking", "way"), SETUPS)
def test_traces_are_those_of_the_loop(ranking: str, way: Way) -> None:
    for shape in ("cat", "convex-square"):
        puzzle, read = puzzle_of(shape), read_ranking(ranking)
        assert trace_of(puzzle, read, way, "clips") == trace_of(puzzle, read, way, "compiled"), shape


@pytest.mark.slow
@pytest.mark.part(18)
@pytest.mark.parametrize(("ranking", "way"), SETUPS)
def test_traces_of_some_shapes_are_those_of_the_loop(ranking: str, way: Way, part: Callable[[int], int]) -> None:
    names = shape_names()
    for shape in names[part(12) :: 12]:
        puzzle, read = puzzle_of(shape), read_ranking(ranking)
        assert trace_of(puzzle, read, way, "clips") == trace_of(puzzle, read, way, "compiled"), shape


@pytest.mark.parametrize("strategy", ["breadth", "lex", "mea", "random", "simplicity", "complexity"])
def test_strategies_decide_nothing(strategy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, ranking = puzzle_of("cat"), read_ranking("deutsch-hayes-1972")
    expected = trace_of(puzzle, ranking, "published", "compiled")
    begin = driving.ClipsSystem.run

    def run(system: Any) -> None:
        system._environment.strategy = clips.Strategy[strategy.upper()]
        begin(system)

    monkeypatch.setattr(driving.ClipsSystem, "run", run)
    assert trace_of(puzzle, ranking, "published", "clips") == expected


@pytest.mark.parametrize(
    ("kind", "slot", "falsehood"),
    [
        ("Stock", "left", ()),
        ("Stock", "left", ("square",)),
        ("Attempt", "line", 9),
        ("Line", "repeat", False),
        ("EntryPoint", "line", 5),
        ("Vertex", "point", (0, 0, 0, 0)),
        ("Connection", "by", "extension-line"),
        ("Run", "grade", "X"),
        ("Match", "grades", "OOO"),
        ("Match", "crosses", True),
    ],
)
def test_a_falsehood_in_the_memory_changes_the_run(
    kind: str, slot: str, falsehood: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ranking, shapes = read_ranking("deutsch-hayes-1972"), ("cat", "camel", "whale")
    before = {shape: trace_of(puzzle_of(shape), ranking, "published", "compiled") for shape in shapes}

    def run(system: Any) -> None:
        environment = system._environment
        value = " ".join(map(str, falsehood)) if isinstance(falsehood, tuple) else str(falsehood)
        value = value.upper() if isinstance(falsehood, bool) else value
        true, false = ("$?true", f"(create$ {value})") if isinstance(falsehood, tuple) else ("?true", value)
        environment.build(
            f"(defrule falsify (declare (salience 10000)) ?fact <- ({kind} ({slot} {true})) (test (neq ?true {false}))"
            f" => (duplicate ?fact ({slot} {value})) (retract ?fact))"
        )
        environment.run(5000)  # a run that is lied to may never end

    monkeypatch.setattr(driving.ClipsSystem, "run", run)
    assert any(_changes(shape, ranking, before[shape]) for shape in shapes)


def _changes(shape: str, ranking: Ranking, before: list[Event]) -> bool:
    try:
        return trace_of(puzzle_of(shape), ranking, "published", "clips") != before
    except (AssertionError, clips.CLIPSError, LookupError, RuntimeError, ValueError):
        return True  # a memory that contradicts itself comes to no end


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


def test_a_time_limit_ends_the_run() -> None:
    puzzle, ranking = puzzle_of("baby"), read_ranking("deutsch-hayes-1972")
    events: list[Event] = []
    tracer = Tracer(puzzle, ranking, ranking.rules, events.append)
    run = drive(control_for(puzzle, ranking, "published", tracer, Clock(0.0)), "clips")
    assert (run.status, run.message) == ("limit", "the time limit was over before the rules ran dry")


def test_the_command_solves_by_clips() -> None:
    done = CliRunner().invoke(app, ["solve", "cat", "--no-backtracking", "--engine", "clips"])
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
