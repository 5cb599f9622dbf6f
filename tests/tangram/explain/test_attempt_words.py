"""Any attempt can be told, and all of them: their numbers, entry points, extractions, and why they stuck."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.attempts import published
from shared.explanations import flat
from shared.traces import traces

from heuristan import solve
from heuristan.common.words import WIDTH
from heuristan.tangram.explain import explain
from heuristan.tangram.explain.words import spoken
from heuristan.tangram.trace.events import Trace
from heuristan.tangram.trace.kept_path import AskedAttempt, AttemptError, alike, attempts

STUCK = published(2, 2, 0, 3, 2)
SOLVED = published(2, 1, solved=True)


def headings(text: str) -> list[str]:
    """The headings of the steps."""
    return re.findall(r"^Step.\d+: .*? at the", flat_headings(text), re.MULTILINE)


def flat_headings(text: str) -> str:
    return text.replace("\xa0", " ")


@pytest.mark.parametrize("run", [STUCK, SOLVED])
def test_each_is_told_with_its_extractions_alone(run: Trace) -> None:
    for attempt in attempts(run):
        text = explain(run, attempt.number)
        assert [flat_headings(heading) for heading in headings(text)] == [
            f"Step {match.step}: a {spoken(match.name)} at the" for match in attempt.taken
        ]
        assert f"Attempt {attempt.number} of {len(attempts(run))}, from E{attempt.entry_point}" in flat(text)
        if attempt.stuck:
            assert f"Stuck: {attempt.stuck.reason}." in flat(text)


@pytest.mark.parametrize("run", [STUCK, SOLVED])
def test_of_all_each_way_is_told_once_and_each_number_is_there(run: Trace) -> None:
    text = explain(run, "all")
    assert len(headings(text)) == sum(len(group[0].taken) for group in alike(run))
    assert len(re.findall("^The words:$", text, re.MULTILINE)) == 1
    for group in alike(run):
        word = "Attempts" if len(group) > 1 else "Attempt"
        assert len(re.findall(rf"{word}.{group[0].number}\b[^.]* of {len(attempts(run))}, from E", flat(text))) == 1


def test_those_that_went_alike_are_named_together() -> None:
    assert "Attempts 1, 2 and 5 of 5, from E1, E2 and E5. They took the same matches by the same rules" in flat(
        explain(STUCK, "all")
    )
    assert "Attempt 4 came furthest." in flat(explain(STUCK, "all"))


def test_what_came_after_one_is_told() -> None:
    text = flat(explain(SOLVED, 1))
    assert "Everything was put back, and attempt 2 started at E2. Attempt 3 solved the puzzle." in text
    assert "Everything was put back, and" not in flat(explain(SOLVED, 3))
    assert "Attempt 3 solved" not in flat(explain(STUCK, 1))


def test_the_one_that_is_told_by_default_is_told_alike_if_it_is_asked_for() -> None:
    default, asked = explain(STUCK), explain(STUCK, 4)
    assert headings(default) == headings(asked)
    steps = default[default.index("Step") : default.index("Stuck: ")]
    assert steps in asked


def test_with_backtracking_the_one_attempt_is_told_with_what_it_put_back() -> None:
    run = solve("digit-9").trace
    text = explain(run, 1)
    assert "with backtracking has one attempt" in flat(text)
    assert explain(run, "all") == text
    others = [part for part in text.split("\n\n") if "has one attempt" not in part]
    assert "\n\n".join(others) == explain(run)


@given(traces, st.sampled_from([1, 2, "all"]))
def test_any_trace_at_all_is_borne(trace: Trace, asked: AskedAttempt) -> None:
    try:
        text = explain(trace, asked)
    except AttemptError:
        assert len(attempts(trace)) < (1 if asked == "all" else int(asked or 0))
        return
    assert all(len(line) <= WIDTH and line.isprintable() for line in text.split("\n"))


def test_an_attempt_that_the_run_broke_off_is_told_so() -> None:
    run = published(2, 1)
    broken = (*run[:-2], run[-1])
    assert "Broken off: the run ended before it did." in flat(explain(broken, 2))
