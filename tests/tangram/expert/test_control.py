"""Laws of the control of a run: its acts, called one by one, and what undoing puts back."""

from copy import copy

import pytest
from hypothesis import given, settings
from shared.strategies import puzzles

from heuristan.common.clock import Clock
from heuristan.common.files import folder
from heuristan.tangram.expert.backtracking import Backtracking, rules_with_vertex_fit
from heuristan.tangram.expert.control import Control, Run, accepts_all
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import by_lines, rules_for, run_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import Way
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import CompositeHeld, Event, MatchTaken

RANKING = read_ranking(DEFAULT)
WAYS = ("as published", "with backtracking")


def shape(name: str) -> Puzzle:
    return read_shape(folder("shapes") / f"{name}.yaml").puzzle


def control_of(puzzle: Puzzle, way: str, events: list[Event]) -> Control:
    start = State.start(puzzle, RANKING)
    if way == "as published":
        tracer = Tracer(puzzle, RANKING, RANKING.rules, events.append)
        return Published(start, RANKING.rules, tracer, Clock(), accepts_all, RANKING.entry_lines)
    rules = rules_with_vertex_fit(RANKING)
    return Backtracking(start, rules, Tracer(puzzle, RANKING, rules, events.append), Clock(), accepts_all)


def act_by_act(control: Control) -> Run:
    """Drive a control by its smallest acts, as an engine whose rules call them does."""
    control.begin()
    while control.run is None:
        if control.is_covered:
            pieces = control.deal_out()
            if pieces is None:
                control.fail("the pieces left over cannot be dealt out to the composites held")
            else:
                control.solve(pieces)
        elif reason := control.dead_end():
            control.fail(reason)
        elif control.is_impatient:
            control.give_up()
        else:
            control.examine()
            decision = by_lines(control)
            if decision.match is None:
                control.run_dry(decision)
                continue
            control.note(decision)
            if control.take(decision.match, decision.rule_number, decision.preferred_to):
                control.hold()
                control.shorten()
                control.arrive()
    return control.run


@given(puzzles())
@settings(max_examples=8)
@pytest.mark.parametrize("way", WAYS)
def test_the_acts_called_one_by_one_make_the_same_run(way: str, puzzle: Puzzle) -> None:
    plain: list[Event] = []
    single: list[Event] = []
    short: Way = "published" if way == "as published" else "backtracking"
    tracer = Tracer(puzzle, RANKING, rules_for(RANKING, short), plain.append)
    run = run_ranking(puzzle, RANKING, short, tracer, Clock())
    assert (act_by_act(control_of(puzzle, way, single)), single) == (run, plain)


def test_undoing_restores_the_working_memory_of_the_choice_point() -> None:
    events: list[Event] = []
    control = control_of(shape("swan"), "with backtracking", events)
    control.begin()
    remembered = []
    while not control.is_covered and control.dead_end() is None:
        control.examine()
        remembered.append(copy(control))
        control.extract(by_lines(control))
    assert len(control.points) == len(remembered) > 1
    while control.points:
        before = remembered.pop()
        point = control.undo("a test")
        assert control.state is before.state is point.state
        assert (control.ruled_out, control.end) == (point.ruled_out, before.end)
    assert control.backtracks == control.extractions


def test_an_extraction_is_three_events_at_most() -> None:
    events: list[Event] = []
    control = control_of(shape("cat"), "as published", events)
    control.begin()
    held = 0
    while not control.is_covered:
        control.examine()
        decision = by_lines(control)
        control.note(decision)
        assert decision.match is not None
        events.clear()
        assert control.take(decision.match, decision.rule_number, decision.preferred_to)
        assert [type(event) for event in events] == [MatchTaken]
        events.clear()
        control.hold()
        assert all(isinstance(event, CompositeHeld) for event in events)
        held += len(events)
        control.shorten()
        control.arrive()
    assert held == sum(step.match.kind == "composite" for step in control.steps)
