"""Traces with something else in one place: the short twin of `python -m adversary traces`."""

from collections.abc import Callable
from random import Random

import pytest
from adversary.findings import Report
from adversary.traces import recorded, shown, try_traces


@pytest.mark.slow
def test_what_is_recorded_is_shown() -> None:
    for text in recorded():
        assert shown(text) == ("shown", [])


@pytest.mark.slow
def test_a_changed_trace_is_refused_in_words_or_shown_soon(random: Random, part: Callable[[int], int]) -> None:
    report = Report()
    try_traces(report, part(96), random.randrange(10**6))
    assert not report.found
