"""Laws of attempts run by kernels: the same extractions and the same end as those of the loop, whose trace is kept."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given, settings
from shared.compiling import leave_uncompiled
from shared.strategies import puzzles

from heuristan.common.clock import Clock
from heuristan.common.files import folder
from heuristan.common.kernels import PLAIN, Backend, compiled_backend
from heuristan.lab.quick import choices
from heuristan.lab.quick.as_published import Memory, run_published, run_remembering, solve_quickly, solves
from heuristan.lab.quick.setting_up import WORKING, _book, fixed_for, new_board, working_space
from heuristan.lab.tasks import extractions_in
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import ranking_in, read_ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.outlines.reading import read_shape, shape_names
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import AttemptStarted, CompositeHeld, Event, MatchTaken

SHAPES = ("cat", "digit-9", "swan")


def shape(name: str) -> Puzzle:
    return read_shape(folder("shapes") / f"{name}.yaml").puzzle


def extractions(events: tuple[Event, ...]) -> list[tuple[object, ...]]:
    """Return the attempts, the matches taken and the composites held, without what else a trace says of them."""
    found: list[tuple[object, ...]] = []
    for event in events:
        if isinstance(event, MatchTaken):
            found.append((event.step, event.rule, event.kind, event.name, event.vertices))
        elif isinstance(event, AttemptStarted | CompositeHeld):
            found.append((event,))
    return found


def check_same(puzzle: Puzzle, ranking: str | Ranking, backend: Backend) -> bool:
    """Check that kernels and the loop do the same; return False if the outline is left to the loop."""
    ranking = read_ranking(ranking) if isinstance(ranking, str) else ranking
    quick = solve_quickly(puzzle, ranking, backend=backend)
    if quick is None:
        return False
    slow = solve(puzzle, ranking, way="published")
    for name in ("status", "entry_point", "extractions", "backtracks", "message", "pieces"):
        assert getattr(quick, name) == getattr(slow, name), name
    assert extractions(quick.trace) == extractions(slow.trace)
    assert list(extractions_in(quick, None)) == list(extractions_in(slow, None))
    return True


@pytest.mark.slow
@pytest.mark.part(9)
@pytest.mark.parametrize("ranking", ranking_names())
@pytest.mark.parametrize("name", SHAPES)
def test_kernels_extract_what_the_loop_extracts(name: str, ranking: str) -> None:
    assert check_same(shape(name), ranking, PLAIN)


@pytest.mark.slow
@settings(max_examples=8)
@given(puzzles())
def test_kernels_extract_what_the_loop_extracts_of_any_outline(puzzle: Puzzle) -> None:
    for ranking in ("heuristan", "deutsch-hayes-1972"):
        check_same(puzzle, ranking, PLAIN)
        check_same_search(puzzle, ranking)


def check_same_search(puzzle: Puzzle, ranking: str) -> None:
    """Check that kernels leave a search with backtracking to the loop, or have its result if it undoes nothing."""
    quick = solve_quickly(puzzle, read_ranking(ranking), way="backtracking", backend=PLAIN)
    slow = solve(puzzle, ranking)
    if slow.backtracks or slow.status != "solved":
        assert quick is None
    elif quick is not None:
        assert replace(quick, seconds=0, trace=()) == replace(slow, seconds=0, trace=())


@pytest.mark.slow
@settings(max_examples=3)
@given(puzzles())
def test_kernels_see_through_what_the_loop_sees_through(puzzle: Puzzle) -> None:
    check_same(puzzle, "foresight", PLAIN)


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize("ranking", ranking_names())
def test_compiled_kernels_extract_what_the_loop_extracts(ranking: str, pytestconfig: pytest.Config) -> None:
    leave_uncompiled(choices.run, pytestconfig)
    backend = compiled_backend()
    assert backend
    done = sum(check_same(shape(name), ranking, backend) for name in shape_names()[::7])
    assert done >= 3


def test_outlines_that_kernels_cannot_run_are_left_to_the_loop() -> None:
    ranking = ranking_in("title: mine\nrules: [symmetry, forced]\n", "mine")
    assert solve_quickly(shape("cat"), ranking, backend=PLAIN) is None
    strict = "strict: true\nrules: [pieces-2.5-3.5-edges, pieces-2-3-edges, {}pieces-2-edges-only]\n"
    assert solve_quickly(shape("cat"), ranking_in(strict.format("composites-direct, "), "mine"), backend=PLAIN) is None
    assert check_same(shape("cat"), ranking_in(strict.format(""), "mine"), PLAIN)


@pytest.mark.slow
def test_what_is_remembered_changes_nothing() -> None:
    puzzle, ranking = shape("cat"), read_ranking("deutsch-hayes-1972")
    orders = [ranking, replace(ranking, rules=ranking.rules[::-1]), ranking]
    memory = Memory(puzzle, Setting.of(puzzle, ranking), PLAIN)
    states = []
    for order in orders:
        assert run_remembering(memory, order) == run_published(puzzle, order, PLAIN)
        states.append(memory.states)
    assert states[1] == states[2], "a ranking that was there comes to no new states"
    memory.forget()
    assert memory.states == 1
    assert solves(memory, ranking) == (solve(puzzle, ranking, way="published").status == "solved")


@pytest.mark.slow
def test_tables_grow_where_there_is_no_room() -> None:
    puzzle, ranking = shape("digit-9"), read_ranking("deutsch-hayes-1972")
    setting = Setting.of(puzzle, ranking)
    memory = Memory(puzzle, setting, PLAIN, new_board(2, 1, PLAIN))
    assert run_remembering(memory, ranking) == run_published(puzzle, ranking, PLAIN)


@pytest.mark.slow
@settings(max_examples=6)
@given(puzzles())
def test_kernels_count_the_fits_that_are_left_as_the_loop_does(puzzle: Puzzle) -> None:
    rules = "{rule: large-triangles, prefer: most-fits-left}, {rule: vertex-fit, prefer: [most-fits-left, largest]}"
    ranking = ranking_in(f"composites: none\nrules: [bare-vertex, {rules}]\n", "mine")
    check_same(puzzle, ranking, PLAIN)


@pytest.mark.slow
def test_what_is_asked_for_late_spoils_nothing() -> None:
    """A supply that is not known yet interrupts a kernel while it compares what matches leave."""
    both = replace(catalogue()["squares"], four_sided="EXOO", only=frozenset({"square", "parallelogram"}))
    puzzle, ranking = shape("cat"), replace(read_ranking("heuristan"), rules=(both,))
    _book.cache_clear()
    first = run_published(puzzle, ranking, PLAIN)
    assert first == run_published(puzzle, ranking, PLAIN)


@pytest.mark.slow
def test_threads_do_not_disturb_each_other() -> None:
    found = [read_ranking(name) for name in ("deutsch-hayes-1972", "heuristan")]
    jobs = [(shape(name), ranking) for name in SHAPES for ranking in found]
    alone = [run_published(*job, PLAIN) for job in jobs]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda job: run_published(*job, PLAIN), jobs)) == alone


def test_a_run_ends_at_its_limit() -> None:
    quick = solve_quickly(shape("cat"), read_ranking("heuristan"), backend=PLAIN, limit=1e-9)
    slow = solve(shape("cat"), read_ranking("heuristan"), way="published", limit=1e-9)
    assert quick
    assert replace(quick, seconds=0.0, trace=slow.trace) == replace(slow, seconds=0.0)
    assert extractions(quick.trace) == extractions(slow.trace)


@pytest.mark.slow
def test_a_run_that_ended_at_its_limit_spoils_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, ranking = shape("digit-9"), read_ranking("heuristan")
    setting = Setting.of(puzzle, ranking)
    memory, other = Memory(puzzle, setting, PLAIN), Memory(shape("swan"), setting, PLAIN)
    fixed = fixed_for(setting, ranking, PLAIN)
    assert fixed
    monkeypatch.setattr("heuristan.lab.quick.as_published.DECISIONS", 1)
    with monkeypatch.context() as patched:
        left = iter(range(8))
        patched.setattr(Clock, "check", lambda _: next(left))  # StopIteration: as an interruption
        with pytest.raises(StopIteration):
            memory.run(fixed)
    run_remembering(other, ranking)
    found = run_remembering(memory, ranking)
    assert found == run_published(puzzle, ranking, PLAIN)
    assert found
    assert len(found.taken) > 3


def test_attempts_may_be_more_than_there_is_room_for_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = "".join(f"- {{rule: mine-{'x' * number}, of: pieces, three-sided: EEE}}\n" for number in range(1, 6))
    ranking = ranking_in(f"composites: none\nrules:\n{rules}", "mine")
    monkeypatch.setitem(WORKING, "failures", 2)
    working_space.cache_clear()
    try:
        memory = Memory(shape("cat"), Setting.of(shape("cat"), ranking), PLAIN)
        found = run_remembering(memory, ranking)
    finally:
        working_space.cache_clear()
    assert found
    assert found.run.message == solve(shape("cat"), ranking, way="published").message


def test_without_extractions_there_are_no_events() -> None:
    found = solve_quickly(shape("cat"), read_ranking("heuristan"), with_extractions=False, backend=PLAIN)
    assert found
    assert found.status == "solved"
    assert not found.trace


def test_a_long_process_takes_kernels_and_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line asks for them by itself after a second; elsewhere the tests keep it to the rules."""
    slow = solve(shape("cat"), "heuristan", way="published")
    monkeypatch.setattr("heuristan.tangram.solving.program.FEW_SECONDS", 0)
    asked: list[Backend] = []
    monkeypatch.setattr("heuristan.lab.quick.as_published.backend_for_attempts", lambda: asked.append(PLAIN) or PLAIN)
    quick = solve(shape("cat"), "heuristan", way="published", traced=False)
    assert asked
    assert replace(quick, seconds=0) == replace(slow, seconds=0, trace=())
