"""Laws and faults: the short twin of `python -m adversary laws` and `breaking`."""

from random import Random

import pytest

pytest.importorskip("duckdb")

from adversary.breaking import break_commands
from adversary.findings import Report
from adversary.laws import WAYS, cases, faults, try_laws
from adversary.running import Ran

pytestmark = pytest.mark.slow


def test_an_outline_that_is_written_otherwise_has_the_same_answers(random: Random) -> None:
    report = Report()
    try_laws(report, 1, random.randrange(10**6))
    assert not report.found


def test_another_answer_is_seen() -> None:
    (case,) = cases(1, 1)
    lines = ['{"id": "as it is", "solver": "exact", "status": "solved", "solutions": {"tilings": 2}}'] * len(WAYS)
    assert not [*faults(Ran(case, 0, "\n".join(lines)))]
    other = lines[0].replace("2}", "3}").replace("as it is", "turned")
    assert [*faults(Ran(case, 0, "\n".join([*lines, other])))] == ["turned: ('solved', 3) instead of ('solved', 2)"]
    assert [*faults(Ran(case, 0, ""))] == ["no answer"]


def test_faults_of_the_machine_are_said_in_words(random: Random) -> None:
    report = Report()
    break_commands(report, 3, random.randrange(10**6))
    assert not report.found
