"""Laws of whole runs: what is solved is a solution, what is unsolvable has none, and nothing depends on chance."""

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.strategies import Assembly, Motion, grown_assemblies, puzzles

from heuristan.common.clock import Clock
from heuristan.common.files import folder
from heuristan.common.overlay import union
from heuristan.common.plane import Ring
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.control import UNDEALT, Run
from heuristan.tangram.expert.ranking import DEFAULT, Ranking
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import run_ranking
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import Way
from heuristan.tangram.lattice.points import ORIGIN
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.pieces.sets import TANGRAM, along, ring_from
from heuristan.tangram.pieces.tiling import tilings
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import (
    AttemptStarted,
    AttemptStuck,
    CompositeHeld,
    CompositeReleased,
    Ended,
    Event,
    MatchTaken,
    MatchUndone,
    PuzzleRead,
    RuleTried,
    kept_events,
)
from heuristan.tangram.trace.lines import dumps, loads
from heuristan.tangram.verification.in_integers import fault_of

RANKING, STRICT = read_ranking(DEFAULT), read_ranking(folder("rules") / "variants" / "strict.yaml")
ALL_SEVEN = tuple(TANGRAM.stock(1).elements())
SETTINGS = settings(max_examples=8)

SHAPES = ("cat", "swan", "convex-square", "camel", "lamp")
"""Solved at once, at a later entry point, not at all as published; with undoing; in parts that touch."""


def shape(name: str) -> Puzzle:
    return read_shape(folder("shapes") / f"{name}.yaml").puzzle


def sets_of_area_8() -> list[tuple[str, ...]]:
    """Other sets of pieces with the area of the seven tans: what they make may or may not be a tangram."""
    return [
        ("square",) * 8,
        ("large-triangle",) * 4,
        ("parallelogram",) * 2 + ("square",) * 2 + ("large-triangle",) * 2,
        ("medium-triangle",) * 3 + ("parallelogram",) + ("large-triangle",) * 2,
        ("square",) * 3 + ("medium-triangle",) * 3 + ("large-triangle",),
        ("small-triangle",) * 4 + ("large-triangle",) * 3,
    ]


outlines = st.sampled_from(sets_of_area_8()).flatmap(grown_assemblies)
"""Outlines of the right area that need not have a solution."""


def is_solvable(puzzle: Puzzle) -> bool:
    """Return whether the plain tiler, which knows no rules, fills it."""
    return bool(tilings(puzzle.boundary, [ALL_SEVEN], puzzle.denominator))


def run(puzzle: Puzzle, *, backtracking: bool, ranking: Ranking = RANKING) -> tuple[Run, list[Event]]:
    events: list[Event] = []
    way: Way = "backtracking" if backtracking else "published"
    tracer = Tracer(puzzle, ranking, rules_for(ranking, way), events.append)
    return run_ranking(puzzle, ranking, way, tracer, Clock()), events


def puzzle_of(assembly: Assembly) -> Puzzle:
    return make_puzzle("drawn", [placement.ring for placement in assembly])


def moved(puzzle: Puzzle, motion: Motion) -> Puzzle:
    return make_puzzle("moved", [motion.ring(ring) for ring in puzzle.rings], denominator=puzzle.denominator)


def area(rings: tuple[Ring, ...]) -> float:
    """The area of outer rings run counter-clockwise and holes run clockwise."""
    return sum((x * y2 - x2 * y) / 2 for ring in rings for (x, y), (x2, y2) in pairwise((*ring, ring[0])))


@given(puzzles())
@settings(max_examples=8)
def test_with_backtracking_every_assembly_is_solved(puzzle: Puzzle) -> None:
    found, _ = run(puzzle, backtracking=True)
    assert found.status == "solved"
    assert fault_of(puzzle, [piece.placement for piece in found.pieces]) is None


@pytest.mark.slow
@given(outlines)
@settings(max_examples=5)
def test_unsolvable_is_what_the_plain_tiler_cannot_fill(assembly: Assembly) -> None:
    puzzle = puzzle_of(assembly)
    found, _ = run(puzzle, backtracking=True)
    assert found.status == ("solved" if is_solvable(puzzle) else "unsolvable")


UNSOLVABLE = {
    "a strip too thin for the large triangles": ((0, 8), (2, 1), (4, 8), (6, 1)),
    "an L as thin": ((0, 4), (2, 1), (4, 3), (2, 4), (4, 1), (6, 5)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", UNSOLVABLE)
def test_an_outline_of_the_right_area_may_be_unsolvable(name: str) -> None:
    puzzle = make_puzzle("thin", [ring_from(ORIGIN, (along(*step) for step in UNSOLVABLE[name]))])
    assert not is_solvable(puzzle)
    result = solve(puzzle)
    assert (result.status, result.pieces, result.entry_point) == ("unsolvable", (), None)
    assert result.extractions == result.backtracks
    assert "every way was tried" in result.message
    assert solve(puzzle, backtracking=False).status == "stuck"


@pytest.mark.slow
@pytest.mark.parametrize("mirrors", [False, True])
@pytest.mark.parametrize("eighths", range(8))
def test_a_shape_is_solved_in_all_sixteen_positions(eighths: int, mirrors: bool) -> None:
    puzzle = moved(shape("goose"), Motion(mirrors, eighths, ORIGIN))
    assert run(puzzle, backtracking=True)[0].status == "solved"


@pytest.mark.slow
@pytest.mark.parametrize(("eighths", "mirrors"), [(1, False), (6, True)])
def test_no_position_makes_an_unsolvable_outline_solvable(eighths: int, mirrors: bool) -> None:
    strip = ring_from(ORIGIN, (along(*step) for step in next(iter(UNSOLVABLE.values()))))
    puzzle = make_puzzle("moved", [Motion(mirrors, eighths, ORIGIN).ring(strip)])
    assert run(puzzle, backtracking=True)[0].status == "unsolvable"


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_as_published_nothing_is_undone_and_attempts_start_at_the_entry_points(puzzle: Puzzle) -> None:
    found, events = run(puzzle, backtracking=False)
    assert found.backtracks == 0
    assert not any(isinstance(event, MatchUndone) for event in events)
    started = [event for event in events if isinstance(event, AttemptStarted)]
    assert [(event.number, event.entry_point) for event in started] == [(n, n) for n in range(1, len(started) + 1)]
    assert [event.rule for event in started] == [rule.name for rule in RANKING.rules[: len(started)]]
    assert_tried_in_the_published_order(events)
    stuck = sum(isinstance(event, AttemptStuck) for event in events)
    if found.status == "solved":
        assert (found.entry_point, stuck) == (len(started), len(started) - 1)
        assert fault_of(puzzle, [piece.placement for piece in found.pieces]) is None
    else:
        assert (found.status, found.pieces) == ("stuck", ())
        assert len(started) == stuck == len(RANKING.rules)


def assert_tried_in_the_published_order(events: list[Event]) -> None:
    """Follow figure 23 with a finger: which rule may be tried next, and when an attempt may be given up."""
    names = [rule.name for rule in RANKING.rules]
    line = taken = from_above = entry = 0
    for event in events:
        if isinstance(event, AttemptStarted):
            entry = event.entry_point
            line, taken, from_above = entry - 1, 0, entry == 1
        elif isinstance(event, RuleTried | MatchTaken):
            if line == len(names):  # all below were dry, and those above have not been tried yet
                assert taken
                assert not from_above
                line, from_above = 0, 1
            assert event.rule == names[line]
            if isinstance(event, RuleTried):
                line += 1
            else:
                repeats = (taken or entry == 1) and RANKING.rules[line].repeat
                taken, line = taken + 1, line if repeats else 0
                from_above = line == 0
        elif isinstance(event, AttemptStuck) and event.remaining:
            assert line == len(names)
            assert from_above or not taken


def test_stuck_says_where_every_attempt_stuck() -> None:
    message = solve(shape("convex-square"), backtracking=False).message
    spans = [part.split(": ")[0].split(" to ") for part in message.split("; ")]
    covered = [n for span in spans for n in range(int(span[0][1:]), int(span[-1][1:]) + 1)]
    assert covered == list(range(1, len(RANKING.rules) + 1))


@pytest.mark.parametrize("name", ["letter-t", "paradox-shed-window"])
def test_a_strict_run_may_promise_a_piece_to_two_composites(name: str) -> None:
    assert run(shape(name), backtracking=False)[0].status == "solved"
    done, events = run(shape(name), backtracking=False, ranking=STRICT)
    assert (done.status, sum(isinstance(event, AttemptStarted) for event in events)) == ("stuck", 2)
    assert UNDEALT in done.message
    assert run(shape(name), backtracking=True, ranking=STRICT)[0].status == "solved"


@given(puzzles(), st.booleans())
@SETTINGS
def test_at_most_three_composites_are_held_at_once(puzzle: Puzzle, backtracking: bool) -> None:
    held: set[int] = set()
    for event in run(puzzle, backtracking=backtracking)[1]:
        if isinstance(event, AttemptStarted):
            held = set()
        if isinstance(event, CompositeHeld):
            held.add(event.step)
        if isinstance(event, MatchUndone):
            held = {step for step in held if step < event.step}
        assert len(held) <= RANKING.most_composites


@pytest.mark.slow
@given(puzzles(), st.booleans())
@SETTINGS
def test_what_is_taken_and_what_is_left_make_up_what_was(puzzle: Puzzle, backtracking: bool) -> None:
    events = kept_events(run(puzzle, backtracking=backtracking)[1])
    left = 8.0
    for event in events:
        if isinstance(event, MatchTaken):
            left -= area((event.vertices,))
            assert abs(area(event.remaining) - left) < 1e-6
    taken = [event for event in events if isinstance(event, MatchTaken)]
    assert [event.step for event in taken] == list(range(1, len(taken) + 1))


@pytest.mark.slow
@given(puzzles(), st.booleans())
@SETTINGS
def test_a_trace_is_read_back_as_it_was(puzzle: Puzzle, backtracking: bool) -> None:
    trace = solve(puzzle, RANKING, backtracking=backtracking).trace
    assert loads(dumps(trace)) == trace


def pieces_of(result: Result) -> Counter[tuple[str, int, Ring]]:
    """The pieces of the solution as the trace tells them, in the outline's own coordinates."""
    read, *_ = result.trace
    assert isinstance(read, PuzzleRead)
    found: Counter[tuple[str, int, Ring]] = Counter()
    for event in kept_events(result.trace):
        if isinstance(event, MatchTaken) and event.kind == "piece":
            laid = [(event.name, event.vertices)]
        elif isinstance(event, CompositeReleased):
            laid = [(piece.piece, piece.vertices) for piece in event.pieces]
        else:
            continue
        found.update((name, event.step, rounded(tuple(read.frame.own(spot) for spot in ring))) for name, ring in laid)
    return found


def rounded(ring: Ring) -> Ring:
    return tuple((round(x, 6) + 0.0, round(y, 6) + 0.0) for x, y in ring)


@pytest.mark.slow
@pytest.mark.parametrize("backtracking", [True, False])
@pytest.mark.parametrize("name", SHAPES)
def test_the_kept_events_have_the_pieces_of_the_result(name: str, backtracking: bool) -> None:
    result = solve(shape(name), backtracking=backtracking)
    if result.status == "solved":
        assert pieces_of(result) == Counter((p.piece, p.step, rounded(p.vertices)) for p in result.pieces)
        assert Counter(piece.piece for piece in result.pieces) == TANGRAM.stock(1)


@pytest.mark.slow
@given(puzzles())
@SETTINGS
def test_the_pieces_of_a_result_make_up_the_outline_in_its_own_coordinates(puzzle: Puzzle) -> None:
    result = solve(puzzle)
    outline = union([shapely.Polygon(p.vertices).buffer(1e-9) for p in result.pieces])
    own = [[puzzle.frame.own(p) for p in ring] for ring in puzzle.rings]
    assert abs(sum(shapely.Polygon(p.vertices).area for p in result.pieces) - area(tuple(map(tuple, own)))) < 1e-6
    assert abs(outline.area - area(tuple(map(tuple, own)))) < 1e-6
    assert all(shapely.Point(vertex).distance(outline.boundary) < 1e-6 for ring in own for vertex in ring)


@pytest.mark.slow
@pytest.mark.parametrize("backtracking", [True, False])
def test_the_last_event_says_what_the_result_says(backtracking: bool) -> None:
    for name in SHAPES:
        result = solve(shape(name), backtracking=backtracking)
        ended = result.trace[-1]
        assert isinstance(ended, Ended)
        assert (ended.status, ended.entry_point, ended.extractions, ended.backtracks, ended.message) == (
            result.status,
            result.entry_point,
            result.extractions,
            result.backtracks,
            result.message,
        )
        taken = sum(isinstance(event, MatchTaken) for event in result.trace)
        undone = sum(isinstance(event, MatchUndone) for event in result.trace)
        assert (taken, undone) == (result.extractions, result.backtracks)


TRACES = """
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.lines import dumps
for name in {names!r}:
    for backtracking in (True, False):
        print(dumps(solve(next(read_outlines(name)), backtracking=backtracking).trace))
"""


def traces_in_a_fresh_process(seed: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", TRACES.format(names=SHAPES)],
        env={"PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return done.stdout


@pytest.mark.slow
def test_a_run_twice_gives_the_same_trace_to_the_byte() -> None:
    here = "".join(
        dumps(solve(shape(name), backtracking=backtracking).trace) + "\n"
        for name in SHAPES
        for backtracking in (True, False)
    )
    assert traces_in_a_fresh_process(1) == here  # this process has another seed of hashes


@pytest.mark.parametrize("backtracking", [True, False])
def test_a_run_that_is_out_of_time_says_so(backtracking: bool) -> None:
    result = solve(shape("cat"), backtracking=backtracking, limit=1e-9)
    assert (result.status, result.pieces, result.entry_point) == ("limit", (), None)
    assert "time" in result.message
    ended = result.trace[-1]
    assert isinstance(ended, Ended)
    assert ended.status == "limit"


def test_a_limit_that_suffices_changes_nothing() -> None:
    with_limit, without = (solve(shape("cat"), limit=limit).trace for limit in (600, None))
    assert with_limit == without


@pytest.mark.slow
@pytest.mark.parametrize("name", ranking_names())
def test_with_backtracking_any_ranking_solves(name: str) -> None:
    assert solve(shape("camel"), name).status == "solved"
    assert solve(shape("convex-square"), name).status == "solved"


def test_vertex_fit_is_below_every_ranking_once() -> None:
    for name in ranking_names():
        rules = rules_for(read_ranking(name), "backtracking")
        assert rules[-1] == catalogue()["vertex-fit"]
        assert len({rule.name for rule in rules}) == len(rules)
