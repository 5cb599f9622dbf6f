"""The explanation in brief: on one screen, whatever the run."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.attempts import published
from shared.searches import solve_as_ford

from heuristan.common.words import WIDTH
from heuristan.tangram.explain import explain, in_brief
from heuristan.tangram.explain.text import MAX_LINES
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.solving.shortcuts import solve, solve_exactly
from heuristan.tangram.trace.events import MatchTaken, Trace
from heuristan.tangram.trace.kept_path import AttemptError

NAMES = [*shape_names(), "impossible-shed", "two-swans"]


def trace_of(name: str, **how: Any) -> Trace:
    return solve(shape(name), limit=20, **how).trace


def shape(name: str) -> Any:
    return next(read_outlines(name))


def is_one_screen(text: str) -> bool:
    lines = text.splitlines()
    return 0 < len(lines) <= MAX_LINES and max(map(len, lines)) <= WIDTH


@pytest.mark.slow
@given(st.sampled_from(NAMES), st.sampled_from(("published", "retry", "backtracking")))
def test_every_run_by_rules_fits_a_screen(name: str, way: Any) -> None:
    trace = trace_of(name, way=way)
    assert is_one_screen(in_brief(trace))
    assert is_one_screen(in_brief(trace, "all"))
    assert is_one_screen(in_brief(trace, 1))


@pytest.mark.slow
@settings(max_examples=10)
@given(st.sampled_from(NAMES[:-1]), st.sampled_from(("first", "count", "all")))
def test_every_search_fits_a_screen(name: str, want: Any) -> None:
    assert is_one_screen(in_brief(solve_exactly(shape(name), want=want, by="plain", limit=20).trace))


@given(st.data())
def test_a_trace_that_breaks_off_anywhere_fits_too(data: st.DataObject) -> None:
    trace = published(2, 2, 0, 3, 2)
    assert is_one_screen(in_brief(trace[: data.draw(st.integers(1, len(trace)))]))


def test_each_step_is_a_line_with_its_rule_and_place() -> None:
    trace = trace_of("cat")
    lines = in_brief(trace).splitlines()
    assert lines[0] == "cat: one set of pieces, ranking deutsch-hayes-1972, run with backtracking."
    assert " ".join(lines[2].split()) == "1. Parallelogram at (2.41, 1), bottom right rule 5, 2–3 edges, pieces"
    taken = [event for event in trace if isinstance(event, MatchTaken)]
    assert sum(line.startswith(f"  {match.step}.") for match in taken for line in lines) == len(taken)
    assert "      of a medium triangle and a large triangle" in lines


def test_it_ends_as_the_whole_does() -> None:
    for name in ("cat", "swan", "impossible-shed"):
        trace = trace_of(name)
        assert in_brief(trace).splitlines()[-1] == explain(trace).splitlines()[-1]


def test_words_that_are_explained_elsewhere_are_left_out() -> None:
    assert "Composite: a figure" in explain(trace_of("cat"))
    assert "Composite: a figure" not in in_brief(trace_of("cat"))


@pytest.mark.slow
def test_what_does_not_fit_is_counted() -> None:
    text = in_brief(trace_of("two-swans"))
    assert "more; --explain has them all" in text
    assert text.splitlines()[-1].endswith("put back.")


def test_searches() -> None:
    exact = in_brief(solve_exactly(shape("lamp"), by="plain").trace)
    assert "lamp: one set of pieces, searched exhaustively." in exact
    assert "the only piece that fits there" in exact
    assert "lamp: one set of pieces, as Ford searches." in in_brief(solve_as_ford(shape("lamp")).trace)
    with pytest.raises(AttemptError, match="a search makes none"):
        in_brief(solve_exactly(shape("lamp"), by="plain").trace, "all")


def test_an_empty_trace_says_that_it_ends_too_early() -> None:
    assert in_brief(()) == "The trace ends before the run does. No match remained taken out."
