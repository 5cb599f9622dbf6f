"""The trace reads back to what was written, and damaged lines are refused by number."""

import json
from collections.abc import Iterable
from dataclasses import replace
from math import cos, pi, sin
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from shared.traces import KINDS, events, names_of, traces, values

from heuristan.tangram.trace.events import (
    AttemptStarted,
    AttemptStuck,
    CompositeHeld,
    Ended,
    Event,
    Frame,
    MatchTaken,
    MatchUndone,
    PuzzleRead,
    RuleTried,
    Side,
    Trace,
    kept_events,
)
from heuristan.tangram.trace.lines import TraceError, dumps, loads

whole_lines = st.integers(0, 3).map(lambda count: (RuleTried("edge-4"),) * count)
"""Events before a damaged line."""
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


class TestRoundTrip:
    @given(traces)
    def test_a_trace_reads_back_to_equal_events(self, trace: Trace) -> None:
        assert loads(dumps(trace)) == trace

    @pytest.mark.slow
    @pytest.mark.parametrize("name", sorted(KINDS))
    @given(data=st.data())
    def test_every_kind_of_event_reads_back(self, name: str, data: st.DataObject) -> None:
        event = data.draw(values(KINDS[name]))
        text = dumps([event])
        assert loads(text) == (event,)
        assert json.loads(text)["event"] == name
        assert dumps(loads(text)) == text

    @given(traces)
    def test_a_line_is_an_event(self, trace: Trace) -> None:
        assert dumps(trace).count("\n") == len(trace)
        assert [loads(line) for line in dumps(trace).split("\n")[:-1]] == [(event,) for event in trace]

    @pytest.mark.parametrize("character", list('\u2028\u2029\x85\x1c\x0b\r\n"\\½🐈'))
    def test_no_character_ends_a_line_within_a_string(self, character: str) -> None:
        event = RuleTried(f"a{character}b")
        assert loads(dumps([event, event])) == (event, event)

    @given(traces)
    def test_empty_lines_and_foreign_line_ends_are_passed_over(self, trace: Trace) -> None:
        assert loads("\n" + dumps(trace).replace("\n", "\r\n \r\n")) == trace

    @given(values(MatchTaken).flatmap(lambda event: st.permutations(names_of(MatchTaken)).map(lambda n: (event, n))))
    def test_the_order_of_fields_is_free(self, case: tuple[MatchTaken, list[str]]) -> None:
        event, names = case
        data = json.loads(dumps([event]))
        assert loads(json.dumps({name: data[name] for name in [*names, "event"]})) == (event,)


class TestDamage:
    @given(whole_lines, events, st.data())
    def test_a_field_of_another_type_is_refused_or_read(self, trace: Trace, event: Event, data: st.DataObject) -> None:
        damaged = json.loads(dumps([event]))
        name = data.draw(st.sampled_from(sorted(damaged)))
        damaged[name] = data.draw(json_values)
        assert_read_or_refused(trace, json.dumps(damaged))

    @given(whole_lines, events, st.data())
    def test_a_field_too_few_or_too_many_is_refused(self, trace: Trace, event: Event, data: st.DataObject) -> None:
        damaged = json.loads(dumps([event]))
        if data.draw(st.booleans()):
            damaged["besides"] = 1
        else:
            del damaged[data.draw(st.sampled_from(["event", *names_of(type(event))]))]
        assert_refused(trace, json.dumps(damaged))

    @given(whole_lines, events, st.data())
    def test_a_line_cut_off_is_refused(self, trace: Trace, event: Event, data: st.DataObject) -> None:
        line = dumps([event])[:-1]
        assert_refused(trace, line[: data.draw(st.integers(1, len(line) - 1))])

    @given(whole_lines, events, st.data())
    def test_a_character_changed_is_refused_or_read(self, trace: Trace, event: Event, data: st.DataObject) -> None:
        line = dumps([event])[:-1]
        i = data.draw(st.integers(0, len(line) - 1))
        new = data.draw(st.sampled_from('[]{}",:0-e.\\utN') | st.characters(exclude_characters="\n"))
        assert_read_or_refused(trace, line[:i] + new + line[i + data.draw(st.integers(0, 1)) :])

    @given(whole_lines, json_values)
    def test_other_json_is_refused(self, trace: Trace, value: Any) -> None:
        assert_refused(trace, json.dumps(value))

    @given(whole_lines, st.text(st.characters(exclude_characters="\n")))
    def test_other_text_is_refused(self, trace: Trace, line: str) -> None:
        assume(line.strip())
        assert_refused(trace, line)

    @pytest.mark.parametrize(
        "line",
        [
            "[" * 100_000,
            '{"event":' * 100_000,
            "9" * 5000,
            '{"event":"Event"}',
            '{"event":["Ended"]}',
            '{"event":null}',
            '["event"]',
            '"event"',
            '{"event":"RuleTried","rule":null}',
            '{"event":"Unheard","rule":"a"}',
        ],
        ids=lambda line: line[:40],
    )
    def test_named_cases(self, line: str) -> None:
        assert_refused((RuleTried("edge-2"),), line)

    @pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 400, "true", '"1"', "null"])
    def test_a_position_must_be_a_finite_number(self, number: str) -> None:
        assert_refused((), SUBPUZZLES % number)

    @pytest.mark.parametrize("number", ["1", "1.0", "-0.5", "1e3"])
    def test_a_whole_number_serves_as_a_position(self, number: str) -> None:
        (event,) = loads(SUBPUZZLES % number)
        assert event.subpuzzles == ((((float(number), 0.0),),),)  # type: ignore[attr-defined]
        assert type(event.subpuzzles[0][0][0][1]) is float  # type: ignore[attr-defined]

    @pytest.mark.parametrize("number", ["1.0", "true", '"1"', "null"])
    def test_a_count_must_be_a_whole_number(self, number: str) -> None:
        assert_refused((), f'{{"event":"AttemptStarted","number":{number},"entry_point":1,"rule":"a"}}')


SUBPUZZLES = '{"event":"SubpuzzlesSeparated","subpuzzles":[[[[%s,0]]]],"internal_edges":[]}'


def assert_refused(before: Trace, line: str) -> None:
    with pytest.raises(TraceError, match=rf"^line {len(before) + 1} is not an event of a trace"):
        loads(dumps(before) + line)


def assert_read_or_refused(before: Trace, line: str) -> None:
    try:
        trace = loads(dumps(before) + line)
    except TraceError as fault:
        refusal = str(fault)
    else:
        assert trace[: len(before)] == before
        assert loads(dumps(trace)) == trace
        return
    assert refusal.startswith(f"line {len(before) + 1} is not an event")


TAKEN = MatchTaken(1, "edge-4", "piece", "square", (), (0.0, 0.0), (), (), ())
READ = PuzzleRead("a", (), 1, (), "default", (), "with backtracking", Frame(1.0, 0.0, (0.0, 0.0), False))


def ended(status: Any) -> Ended:
    return Ended(status, None, 0, 0, "")


@st.composite
def attempts(draw: st.DrawFn) -> tuple[list[Event], list[Event]]:
    """Return what happened in an attempt, and (by a plain stack) what is left of it."""
    happened: list[Event] = [AttemptStarted(1, 1, "edge-4")]
    stack: list[list[Event]] = [[happened[0]]]
    for number, what in enumerate(draw(st.lists(st.sampled_from(["take", "take", "undo", "try"]), max_size=12))):
        if what == "take":
            happened.append(replace(TAKEN, step=len(stack), name=f"piece {number}"))
            stack.append([happened[-1]])
        elif what == "try":
            happened.append(RuleTried(f"rule {number}"))
            stack[-1].append(happened[-1])
        elif len(stack) > 1:
            happened.append(MatchUndone(len(stack) - 1, "edge-4", "square", "nothing fits"))
            stack.pop()
    return happened, [event for level in stack for event in level]


def taken(kept: Iterable[Event]) -> list[MatchTaken]:
    return [event for event in kept if isinstance(event, MatchTaken)]


class TestKeptEvents:
    @given(st.lists(attempts(), min_size=1, max_size=4))
    def test_of_a_solved_run_the_last_attempt_is_kept_without_what_was_undone(
        self, runs: list[tuple[list[Event], list[Event]]]
    ) -> None:
        *stuck, (last, kept) = runs
        before = [event for happened, _ in stuck for event in [*happened, AttemptStuck(1, "", 0, ())]]
        assert kept_events([READ, *before, *last, ended("solved")]) == tuple(kept)

    @given(st.lists(attempts(), min_size=1, max_size=4), st.sampled_from(["stuck", "unsolvable", "limit"]))
    def test_of_another_run_the_attempt_that_came_furthest_is_kept(
        self, runs: list[tuple[list[Event], list[Event]]], status: str
    ) -> None:
        happened = [event for attempt, _ in runs for event in attempt]
        kept = kept_events([READ, *happened, ended(status)])
        assert list(kept) in [left for _, left in runs]
        assert len(taken(kept)) == max(len(taken(left)) for _, left in runs)

    @given(attempts())
    def test_steps_that_are_kept_count_from_one(self, run: tuple[list[Event], list[Event]]) -> None:
        kept = kept_events([READ, *run[0], ended("solved")])
        assert [event.step for event in taken(kept)] == list(range(1, len(taken(kept)) + 1))
        assert not any(isinstance(event, MatchUndone | PuzzleRead | Ended) for event in kept)

    @given(attempts())
    def test_to_keep_twice_is_to_keep_once(self, run: tuple[list[Event], list[Event]]) -> None:
        kept = kept_events([READ, *run[0], ended("solved")])
        assert kept_events(kept) == kept

    @given(traces)
    @example((MatchUndone(1, "edge-4", "square", "never taken"),))
    def test_any_events_at_all_are_borne(self, trace: Trace) -> None:
        kept = kept_events(trace)
        assert all(event in trace for event in kept)

    def test_a_limit_does_not_make_the_attempt_it_broke_off_the_best(self) -> None:
        furthest = [AttemptStarted(1, 1, "a"), TAKEN, replace(TAKEN, step=2)]
        broken_off = [AttemptStarted(2, 2, "b"), TAKEN]
        happened = [*furthest, AttemptStuck(1, "", 2, ()), *broken_off]
        assert kept_events([READ, *happened, ended("limit")])[:3] == tuple(furthest)
        assert kept_events([READ, *happened, ended("solved")]) == tuple(broken_off)

    def test_what_came_of_an_undone_match_goes_with_it(self) -> None:
        held = CompositeHeld(1, "big-square", ())
        start, tried = AttemptStarted(1, 1, "a"), RuleTried("b")
        undone = MatchUndone(1, "a", "square", "")
        assert kept_events([start, tried, TAKEN, held, undone, TAKEN]) == (start, tried, TAKEN)

    def test_nothing_is_kept_of_nothing(self) -> None:
        assert kept_events([]) == kept_events([READ, ended("refused")]) == ()


@given(values(Frame), values(Frame).map(lambda frame: frame.origin))
def test_a_frame_flips_where_y_runs_down(frame: Frame, spot: tuple[float, float]) -> None:
    bounded = replace(frame, scale=frame.scale % 10, angle=frame.angle % 7, origin=(1.0, 2.0))
    x, y = (number % 100 for number in spot)
    up, down = (replace(bounded, y_down=flag).own((x, y)) for flag in (False, True))
    assert up[0] == down[0]
    assert up[1] - 2 == pytest.approx(2 - down[1])
    assert up[0] - 1 == pytest.approx(bounded.scale * (x * cos(bounded.angle) - y * sin(bounded.angle)), abs=1e-9)


def test_a_frame_turns_scales_and_moves() -> None:
    assert Frame(2.0, pi / 2, (10.0, 20.0), False).own((1.0, 3.0)) == pytest.approx((4.0, 22.0))
    assert Frame(2.0, pi / 2, (10.0, 20.0), True).own((1.0, 3.0)) == pytest.approx((4.0, 18.0))


def test_the_grades_of_a_match_are_listed_best_first() -> None:
    sides = tuple(Side((0.0, 0.0), (1.0, 0.0), grade, (), ()) for grade in ("X", "E", "O", "M", "E"))
    assert replace(TAKEN, sides=sides).grades == "EEMXO"
