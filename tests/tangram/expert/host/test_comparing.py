"""The benchmark that compares the engines."""

from typing import Any

import pytest
from shared.places import TOP


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(TOP / "benchmarks"))
    import engines

    return engines


@pytest.mark.slow
def test_it_finds_no_difference_on_two_shapes(engines: Any, capsys: pytest.CaptureFixture[str]) -> None:
    setup = ["--ranking", "deutsch-hayes-1972", "--way", "published"]
    assert engines.main(["cat", "convex-square", *setup]) == 0
    compared = capsys.readouterr().out.strip()
    cells = [cell.strip() for cell in compared.splitlines()[-1].split("|")[1:-1]]
    assert cells[:6] == ["deutsch-hayes-1972", "as published", "2", "2", "0", "0"]


def test_it_says_where_traces_differ(engines: Any) -> None:
    words = engines.first_difference('{"a":1}\n{"b":2}\n', '{"a":1}\n{"b":3}\n')
    assert words.startswith("line 2:")
    assert '{"b":2}' in words
    assert '{"b":3}' in words
    assert "(the end)" in engines.first_difference("1\n2\n", "1\n")


def test_what_a_limit_cuts_short_is_no_difference(engines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def solved_by(engine: str, *_: object) -> Any:
        return engines.Solved(engine == "compiled", engine, 1.0)

    monkeypatch.setattr(engines, "solved_by", solved_by)
    (puzzle,) = engines.outlines_of(("cat",))
    found = engines.compare(puzzle, ("deutsch-hayes-1972", "published"), 1.0)
    assert (found.is_cut_short, found.difference) == (True, None)
    assert set(found.seconds) == {*engines.ENGINES}
