"""Outlines whose vertices are off: the short twin of `python -m adversary shaken`, and what it found."""

from pathlib import Path
from random import Random

import pytest
from adversary.shaken import tried
from click.testing import CliRunner

from heuristan.cli import app

LAMP = "MULTIPOLYGON (((0 0,1.5 0,1.5 -1,2.5 -1,1.4142 0,4 0,3 1,1 1,0 0)),((0 -3,4 -3,2 -1,0 -3)))"
"""A lamp, one of whose vertices is at another place: the first rule finds a composite that cannot be taken out."""


def test_a_composite_that_does_not_fit_is_not_offered(tmp_path: Path) -> None:
    (tmp_path / "lamp.wkt").write_text(LAMP)
    words = ["step", str(tmp_path / "lamp.wkt"), "--ranking", "deutsch-hayes-1972"]
    told = CliRunner().invoke(app, words, input="go\nquit\n")
    assert (told.exit_code, "error of heuristan" in told.output) == (1, False), told.output


@pytest.mark.parametrize("seed", ["9 33", "9 45", "9 62", "9 113"])
def test_what_was_found(seed: str) -> None:
    assert tried(seed)[1] == []


@pytest.mark.slow
def test_readings_are_stepped_through(random: Random) -> None:
    for _ in range(4):
        seed = f"{random.random()}"
        assert tried(seed)[1] == [], seed
