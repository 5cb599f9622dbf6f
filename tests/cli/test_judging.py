"""Results matched with the puzzles of their ids, whatever system they are of."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from heuristan.cli.judging import judge_results
from heuristan.cli.outputs import Output
from heuristan.common.json_text import Record
from heuristan.common.results import Refused, Verdict


@dataclass(frozen=True)
class Numbered:
    id: str


def judged(puzzle: Numbered, record: Record) -> Verdict:
    """Say that a result is right if it has the id of its puzzle, or none."""
    is_right = record.value.get("id", puzzle.id) == puzzle.id
    return Verdict(puzzle.id, "right" if is_right else "wrong", "solved")


def told(
    capsys: pytest.CaptureFixture[str], ids: str, *values: Any, refused: tuple[Refused, ...] = ()
) -> tuple[int, list[dict[str, Any]], str]:
    """Return the exit status, the verdicts and what is noted."""
    puzzles = [*map(Numbered, ids), *refused]
    records = [
        Record(f"r:{number}", None, value.removeprefix("!"))
        if str(value).startswith("!")
        else Record(f"r:{number}", value)
        for number, value in enumerate(values, 1)
    ]
    status = judge_results(puzzles, records, judged, (Output(None, "jsonl"),), "board")
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err


def test_each_is_judged_against_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    status, verdicts, err = told(capsys, "abc", {"id": "c"}, {"id": "a"})
    assert [(one["id"], one["verdict"], one["place"]) for one in verdicts] == [
        ("c", "right", "r:1"),
        ("a", "right", "r:2"),
    ]
    assert (status, err) == (0, "2 of 2 right\nheuristan: 1 board without a result\n")


def test_a_single_puzzle_needs_no_id(capsys: pytest.CaptureFixture[str]) -> None:
    status, (verdict,), _ = told(capsys, "a", {})
    assert (status, verdict["verdict"]) == (0, "right")
    assert told(capsys, "ab", {})[1][0]["verdict"] == "unreadable"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"id": "x"}, "there is no board 'x'"),
        ({"id": ["a"]}, "there is no board"),
        (7, "this is not the JSON object of a result, but '7'"),
        (Record("", None, "this is not JSON"), "this is not JSON"),
        ({"id": "r"}, "its board is refused: why"),
    ],
)
def test_what_has_no_puzzle_is_unreadable(value: Any, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, verdicts, err = told(capsys, "ab", value, {"id": "a"}, refused=(Refused("r", "why"),))
    assert (status, verdicts[0]["verdict"], verdicts[1]["verdict"]) == (1, "unreadable", "right")
    assert words in verdicts[0]["notes"][0]
    assert "heuristan: r: refused: why" in err
