"""Where integers decide, no native library is loaded: outlines on the lattice are solved, asked about and judged."""

import json
import subprocess
import sys
from typing import Any

import pytest
from shared.refusing import refusing

NATIVE = ("numpy", "shapely", "resvg_py", "cv2")

COMMANDS = """
import io, json, shlex
from contextlib import redirect_stderr, redirect_stdout
from heuristan.__main__ import main

def done(line, given):
    sys.argv, said = ["heuristan", *shlex.split(line)], io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    with redirect_stdout(said), redirect_stderr(said):
        try:
            main()
        except SystemExit as ended:
            return ended.code or 0, said.getvalue()
    return 0, said.getvalue()

print(json.dumps([done(*each) for each in json.load(sys.stdin)]))
"""

ANSWERS = """
import json
from heuristan.teaching.web.answering import Answering
answering = Answering(5.0)

def reply(do, **request):
    found = answering.reply({"do": do}, json.dumps(request).encode())
    return found.status, found.data.decode()

print(json.dumps([reply(do, **request) for do, request in json.load(sys.stdin)]))
"""


def answered(code: str, asked: list[Any]) -> list[tuple[int, str]]:
    """Run code that does what it is asked in a process where native libraries cannot be imported."""
    given = [sys.executable, "-c", refusing(NATIVE) + code]
    done = subprocess.run(given, input=json.dumps(asked), capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return [(status, said) for status, said in json.loads(done.stdout)]


SOLVING = [
    f"solve cat {options}"
    for options in (
        "",
        "--engine compiled",
        "--no-backtracking",
        "--no-backtracking --engine compiled",
        "--retry",
        "--retry --engine compiled",
        "--solver exact --count",
        "--solver ford",
        "--format svg",
    )
]


@pytest.mark.slow
def test_solving_and_hints() -> None:
    lines = [
        *SOLVING,
        "hint cat",
        "hint cat --placed 'square 0,3 0.70711,2.29289 1.41421,3 0.70711,3.70711'",
        "solve cat --format json",
    ]
    for line, (status, said) in zip(lines, answered(COMMANDS, [(line, "") for line in lines]), strict=True):
        assert status == 0, (line, said)


@pytest.mark.slow
def test_stepping_and_asking() -> None:
    given = "facts\nagenda\nwhy\nwhy not 1 square\nwhat if 1\ntake 1\nhow\ncheck\nback\nfinish\n"
    [(status, said)] = answered(COMMANDS, [("step cat", given)])
    assert (status, "Traceback" in said, "error of heuristan" in said) == (0, False, False)
    assert "olved" in said


@pytest.mark.slow
def test_judging_what_is_right_and_what_is_wrong() -> None:
    [(_, solved)] = answered(COMMANDS, [("solve cat --format json", "")])
    right = [piece["vertices"] for piece in json.loads(solved)["pieces"]]
    moved = [[[x - 0.3, y + 0.1] for x, y in right[0]], *right[1:]]
    crossed = [right[0][:1] + right[0][2:] + right[0][1:2], *right[1:]]
    lines = [("verify cat - --format json", json.dumps(pieces)) for pieces in (right, moved, right[1:], crossed)]
    lines.append(("verify cat - --format svg", json.dumps(moved)))
    found = answered(COMMANDS, lines)
    assert [status for status, _ in found] == [0, 1, 1, 1, 1]
    kinds = [{fault["kind"] for fault in json.loads(said)["faults"]} for _, said in found[:-1]]
    assert kinds[0] == set()
    assert kinds[1] >= {"overlap", "outside", "gap"}
    assert kinds[2] == {"count", "gap"}
    assert "shape" in kinds[3]


@pytest.mark.slow
def test_the_page() -> None:
    puzzle = {"shape": "cat"}
    runs = [("run", {"puzzle": puzzle, "solver": solver}) for solver in ("exact", "ford", "expert")]
    found = answered(ANSWERS, [*runs, ("puzzle", {"puzzle": puzzle}), ("hint", {"puzzle": puzzle, "reveal": "place"})])
    assert {status for status, _ in found} == {200}
    pieces = [{"piece": one["piece"], "vertices": one["ring"]} for one in json.loads(found[0][1])["pieces"]]
    judged = [("judge", {"puzzle": puzzle, "laid": laid}) for laid in (pieces, pieces[1:])]
    taken = {"puzzle": puzzle, "moves": [{"do": "take", "number": 1}]}
    asked = [("step", taken), ("inspect", taken), ("ask", taken | {"question": {"ask": "check"}})]
    asked += [
        ("export", taken | {"what": "trace"}),
        ("hint", {"puzzle": puzzle, "laid": pieces[:2], "reveal": "place"}),
    ]
    found = answered(ANSWERS, [*judged, *asked])
    assert [status for status, _ in found] == [200] * len(found), found
    assert [json.loads(said)["verdict"] for _, said in found[:2]] == ["right", "wrong"]
