"""``solve --watch``: what the production engine does, as CLIPS prints it."""

import re

import pytest
from click.testing import CliRunner, Result

from heuristan.cli import app


def solved(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["solve", *arguments])


@pytest.mark.slow
def test_the_rules_that_fire_are_printed_before_the_answer() -> None:
    plain, watched = solved("lamp"), solved("lamp", "--watch", "rules")
    fired, answer = [], []
    for line in watched.output.splitlines(keepends=True):
        (fired if line.startswith("FIRE") else answer).append(line)
    assert "".join(answer) == plain.output
    assert [int(line.split()[1]) for line in fired] == list(range(1, len(fired) + 1))
    assert all(re.fullmatch(r"FIRE +\d+ [\w.-]+: (f-\d+|\*)(,(f-\d+|\*))*\n", line) for line in fired)
    assert solved("lamp").output == plain.output, "nothing is watched afterwards"


def test_where_nothing_can_be_watched_that_is_said() -> None:
    assert "add --engine production" in solved("lamp", "cat", "--watch", "rules").output
    assert "what the production engine does" in solved("lamp", "--watch", "rules", "--engine", "compiled").output
    assert "no meaning for --solver exact" in solved("lamp", "--watch", "rules", "--solver", "exact").output
    assert (
        "write the result to a file" in solved("lamp", "--watch", "rules", "--output", "-", "--format", "json").output
    )
