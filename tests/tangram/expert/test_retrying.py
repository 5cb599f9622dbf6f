"""Laws of runs with retry: what is undone is a choice among matches of one rule, and nothing is tried twice."""

import pytest
from hypothesis import given, settings
from shared.strategies import puzzles

from heuristan.common.clock import Clock
from heuristan.common.files import folder
from heuristan.tangram.expert.control import accepts_all, identity
from heuristan.tangram.expert.published import Retry
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import drive
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import (
    AttemptStarted,
    AttemptStuck,
    Event,
    MatchTaken,
    MatchUndone,
    PuzzleRead,
    Trace,
    kept_events,
)
from heuristan.tangram.verification.in_integers import fault_of

RANKING = read_ranking(DEFAULT)
SETTINGS = settings(max_examples=8)


def shape(name: str) -> Puzzle:
    return read_shape(folder("shapes") / f"{name}.yaml").puzzle


def control_of(puzzle: Puzzle, events: list[Event], kind: type[Retry] = Retry) -> Retry:
    tracer = Tracer(puzzle, RANKING, RANKING.rules, events.append)
    return kind(State.start(puzzle, RANKING), RANKING.rules, tracer, Clock(), accepts_all, RANKING.entry_lines)


def before_first_undoing(trace: Trace) -> list[Event]:
    ends = (i for i, event in enumerate(trace) if isinstance(event, MatchUndone | AttemptStuck))
    return list(trace[1 : next(ends, len(trace) - 1)])


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_until_something_is_undone_it_is_the_run_as_published(puzzle: Puzzle) -> None:
    published, retried = (solve(puzzle, RANKING, way=way).trace for way in ("published", "retry"))
    assert isinstance(retried[0], PuzzleRead)
    assert retried[0].way == "with retry"
    both = list(map(before_first_undoing, (published, retried)))
    assert both[0] == both[1]


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_what_follows_an_undoing_is_another_match_of_the_same_rule(puzzle: Puzzle) -> None:
    trace = solve(puzzle, RANKING, way="retry").trace
    taken: list[MatchTaken] = []
    undone: MatchTaken | None = None
    for event in trace:
        if isinstance(event, AttemptStarted):
            taken = []
        elif isinstance(event, MatchUndone):
            undone = taken.pop()
            assert (undone.step, undone.rule) == (event.step, event.rule)
        elif isinstance(event, MatchTaken):
            if undone is not None:
                assert (event.rule, event.step) == (undone.rule, undone.step)
                others = [each.vertices for each in undone.preferred_to]
                assert event.vertices in others
                place = others.index(event.vertices)
                assert [each.vertices for each in event.preferred_to] == others[place + 1 :]
            undone = None
            taken.append(event)
    assert undone is None


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_a_solution_is_one_and_attempts_start_at_the_entry_points(puzzle: Puzzle) -> None:
    result = solve(puzzle, RANKING, way="retry")
    started = [event for event in result.trace if isinstance(event, AttemptStarted)]
    stuck = [event for event in result.trace if isinstance(event, AttemptStuck)]
    assert [event.number for event in started] == list(range(1, len(started) + 1))
    assert result.backtracks == sum(isinstance(event, MatchUndone) for event in result.trace)
    if result.status == "solved":
        assert (result.entry_point, len(stuck)) == (len(started), len(started) - 1)
        events: list[Event] = []
        run = drive(control_of(puzzle, events))
        assert fault_of(puzzle, [piece.placement for piece in run.pieces]) is None
    else:
        assert (result.status, len(stuck), len(started)) == ("stuck", len(RANKING.rules), len(RANKING.rules))


class Watched(Retry):
    """A run with retry that notes each situation from which it goes on."""

    def begin(self) -> None:
        self.seen: set[object] = set()
        super().begin()

    def examine(self) -> None:
        if self._is_new and self.points:
            situation = identity(self.state), self.state.carried, self.line
            assert situation not in self.seen
            self.seen.add(situation)
        super().examine()


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_it_goes_on_from_each_situation_once(puzzle: Puzzle) -> None:
    drive(control_of(puzzle, [], Watched))


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_it_solves_what_is_solved_as_published(puzzle: Puzzle) -> None:
    published, retried = (solve(puzzle, RANKING, way=way) for way in ("published", "retry"))
    assert retried.status == "solved" or published.status == "stuck"
    if published.status == "solved":
        assert (retried.entry_point or 0) <= (published.entry_point or 0)


def test_a_shape_that_needs_it() -> None:
    """As published a choice among equals sticks in the first attempt, and another of them does not."""
    ways = {way: solve(shape(NEEDS_RETRY), way=way) for way in ("published", "retry")}
    assert ways["published"].status == "stuck"
    assert ways["retry"].status == "solved"
    assert ways["retry"].backtracks > 0
    kept = [event for event in kept_events(ways["retry"].trace) if isinstance(event, MatchTaken)]
    assert [event.step for event in kept] == list(range(1, len(kept) + 1))


NEEDS_RETRY = "squirrel"


@pytest.mark.slow
@pytest.mark.parametrize("name", ranking_names())
def test_any_ranking_runs(name: str) -> None:
    for outline in ("convex-square", "goose"):
        assert solve(shape(outline), name, way="retry").status in ("solved", "stuck")


def test_a_run_that_is_out_of_time_says_so() -> None:
    assert solve(shape("cat"), way="retry", limit=1e-9).status == "limit"


@pytest.mark.slow
def test_a_drawing_with_a_side_whose_ends_were_joined_across_is_tried_to_the_end() -> None:
    # what is left of three sets has a side so short that its ends are level in every direction that is looked at
    drawn = [(0.0, 4.0), (0.0, -3.0), (-3.0, 0.0), (0.0, 0.0)]
    found = solve(puzzle_of(Drawing("short", ((drawn,),), sets=3)), way="retry", limit=20.0)
    assert found.status in ("stuck", "limit")
