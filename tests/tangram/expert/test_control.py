"""Laws of the control of a run: its acts, called one by one, and what undoing puts back."""

from copy import copy

from heuristan.common.clock import Clock
from heuristan.common.files import folder
from heuristan.tangram.expert.backtracking import Backtracking, rules_with_vertex_fit
from heuristan.tangram.expert.control import Control, accepts_all
from heuristan.tangram.expert.published import Published
from heuristan.tangram.expert.ranking import DEFAULT
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import by_lines
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import Event

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
