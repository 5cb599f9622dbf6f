"""What breaks a law of runs is refused, by its line, event and field; what keeps them is read as it was written."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.attempts import published

from heuristan.common.svg.page import shortened, wrapped
from heuristan.tangram.api import solve
from heuristan.tangram.explain import explain
from heuristan.tangram.render import filmstrip
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.trace.events import Ended, MatchTaken, PuzzleRead, Trace
from heuristan.tangram.trace.laws import MOST_PIECES
from heuristan.tangram.trace.lines import TraceError, dumps, loads, runs_in
from heuristan.teaching.player.film import player_page


@given(st.lists(st.integers(0, 4), max_size=4), st.booleans())
def test_runs_are_read_one_after_the_other_as_they_were_written(lengths: list[int], solved: bool) -> None:
    run = published(*lengths, solved=solved)
    assert [*runs_in(dumps(run))] == [run]
    assert [*runs_in(dumps([*run, *run]))] == [run, run]
    assert [*runs_in(dumps(run[:-1]))] == [run[:-1]]


@pytest.fixture(scope="module")
def lines() -> list[dict[str, Any]]:
    """A run with every law: numbers of vertices, sides, composites."""
    return [json.loads(line) for line in dumps(solve("cat", solver="expert").trace).splitlines()]


def _set(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(line: dict[str, Any]) -> None:
        value: Any = line
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = to

    return change


BROKEN = {
    "a line of a million legs": ("MatchTaken", _set("sides", 0, "start", to=[1000000, 0]), "sides"),
    "a side of other points": ("MatchTaken", _set("sides", 0, "start", to=[0.5, 0.5]), "sides[0]"),
    "a piece far away": ("MatchTaken", _set("vertices", 0, to=[-1e300, 0]), "vertices"),
    "a piece with no area": ("MatchTaken", _set("vertices", to=[[0, 0], [1, 1], [2, 2]]), "vertices"),
    "a dent": ("MatchTaken", _set("vertices", to=[[0, 0], [2, 0], [0.5, 0.5], [0, 2]]), "vertices"),
    "many sides": ("MatchTaken", _set("vertices", to=[[0, 0]] * 100), "vertices"),
    "a step that does not follow": ("MatchTaken", _set("step", to=3), "step"),
    "a rule that the ranking does not have": ("MatchTaken", _set("rule", to="<b>"), "rule"),
    "another first rule than the ranking has": ("AttemptStarted", _set("rule", to="nobody's"), "rule"),
    "too few numbers": ("MatchTaken", _set("numbers", to=[1]), "numbers"),
    "numbers of nothing": ("MatchTaken", _set("numbers", to=[999] * 4), "numbers"),
    "a support of nothing": ("MatchTaken", _set("sides", 0, "supports", to=[[0, 999, "edge"]]), "sides[0].supports"),
    "a connection of nothing": ("VerticesNumbered", _set("connections", 0, 0, to=0), "connections[0]"),
    "one number of two points": ("VerticesNumbered", _set("vertices", 1, "number", to=1), "vertices[1].number"),
    "an entry point of nothing": ("AttemptStarted", _set("entry_point", to=1000000), "entry_point"),
    "an attempt of another number": ("AttemptStarted", _set("number", to=2), "number"),
    "an empty subpuzzle": ("SubpuzzlesSeparated", _set("subpuzzles", 0, to=[]), "subpuzzles[0]"),
    "an outline of no area": ("PuzzleRead", _set("outline", to=[[[0, 0], [1, 1], [2, 2]]]), "outline"),
    "a large outline": ("PuzzleRead", _set("outline", 0, 0, to=[1e9, 0]), "outline"),
    "a line for an outline": ("PuzzleRead", _set("outline", 0, to=[[0, 0], [1, 1]]), "outline[0]"),
    "no scale": ("PuzzleRead", _set("frame", "scale", to=0), "frame.scale"),
    "a far origin": ("PuzzleRead", _set("frame", "origin", to=[1e300, 0]), "frame.origin"),
    "many pieces": ("PuzzleRead", _set("stock", 0, 1, to=10**9), "stock"),
    "a ranking that is a search": ("PuzzleRead", _set("way", to="exhaustively"), "the way of the run is"),
    "pieces of a composite never taken": ("CompositeReleased", _set("step", to=99), "step"),
    "a composite that is a piece": ("CompositeHeld", _set("step", to=1), "composite"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_law_is_named(name: str, lines: list[dict[str, Any]]) -> None:
    kind, change, place = BROKEN[name]
    changed = json.loads(json.dumps(lines))
    at = next(i for i, line in enumerate(changed) if line["event"] == kind)
    change(changed[at])
    with pytest.raises(TraceError) as fault:
        [*runs_in("\n".join(map(json.dumps, changed)))]
    named = re.match(r"line (\d+), (\w+): (.*)", str(fault.value))
    assert named, fault.value
    line = changed[int(named[1]) - 1]
    assert (line["event"], int(named[1]) - 1 >= at) == (named[2], True)
    assert place in named[3]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (_set("sides", 0, "start", 1, to="x"), "sides[0].start[1] is 'x'"),
        (_set("step", to=-1), "step is -1"),
        (_set("kind", to="square"), "kind is 'square'"),
        (_set("vertices", 0, to=[1]), "vertices[0] has 1 values"),
        (_set("besides", to=1), "has no key 'besides'"),
        (_set("sides", 0, to=7), "sides[0] is 7"),
    ],
)
def test_what_is_no_event_is_named_by_its_place(
    change: Callable[[dict[str, Any]], None], place: str, lines: list[dict[str, Any]]
) -> None:
    line = json.loads(json.dumps(next(line for line in lines if line["event"] == "MatchTaken")))
    change(line)
    with pytest.raises(TraceError, match="line 1 is not an event") as fault:
        loads(json.dumps(line))
    assert place in str(fault.value)


def test_a_state_that_was_put_back_has_its_numbers_again() -> None:
    trace = solve("digit-9", solver="expert", ranking="heuristan").trace
    assert any(type(event).__name__ == "MatchUndone" for event in trace)
    assert [*runs_in(dumps(trace))] == [trace]


def _steps(count: int) -> Trace:
    run = published(1, solved=False)
    taken = next(event for event in run if isinstance(event, MatchTaken))
    read = run[0]
    assert isinstance(read, PuzzleRead)
    fields = {**vars(taken), "sides": (), "preferred_to": (), "remaining": ()}
    more = (MatchTaken(**{**fields, "step": step}) for step in range(2, count + 1))
    return (read, run[1], taken, *more)


@pytest.mark.slow
def test_a_strip_of_many_steps_leaves_some_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filmstrip, "MOST_STEPS", 20)
    (run,) = runs_in(dumps(_steps(60)))
    strip = filmstrip_svg(run)
    assert strip.count('class="frame step"') == 20
    assert "20 of 60 steps drawn" in strip
    with pytest.raises(TraceError, match="step is"):
        [*runs_in(dumps(_steps(MOST_PIECES + 1)))]


@pytest.mark.slow
def test_a_page_does_not_ask_at_an_entry_point_that_the_ranking_does_not_have(lines: list[dict[str, Any]]) -> None:
    changed = json.loads(json.dumps(lines))
    count = len(changed[0]["rules"])
    for line in changed:
        if line.get("entry_point"):
            line["entry_point"] = count
    (run,) = runs_in("\n".join(map(json.dumps, changed)))
    assert player_page(run)
    assert explain(run)


@given(st.text(max_size=300), st.floats(1, 400), st.integers(1, 3))
def test_long_words_are_cut_as_those_that_end_later(words: str, room: float, lines: int) -> None:
    whole = words + " and more words that are not seen" * 40
    assert wrapped(whole, room, 12.5, lines=lines) == wrapped(whole * 2, room, 12.5, lines=lines)
    assert shortened(whole * 3, room, 12.5) == shortened(whole * 2, room, 12.5)


def test_the_end_is_the_end() -> None:
    run = published(1)
    with pytest.raises(TraceError, match=f"line {len(run) + 1}, Ended: the run has ended already"):
        [*runs_in(dumps([*run, Ended("stuck", None, 1, 0, "")]))]
