"""Laws and faults: the short twin of `python -m adversary laws`, those of other systems, and `breaking`."""

import json
from collections.abc import Callable
from random import Random

import pytest

pytest.importorskip("cv2")
pytest.importorskip("duckdb")
pytest.importorskip("scipy")

from adversary.breaking import break_commands
from adversary.findings import Report
from adversary.laws import comparing, edgematching, jigsaw, sliding, tangram
from adversary.running import PIPE, Case, Ran, ran

pytestmark = pytest.mark.slow


@pytest.mark.part(4)
@pytest.mark.parametrize(
    ("try_laws", "number"),
    [(tangram.try_laws, 1), (edgematching.try_laws, 8), (sliding.try_laws, 8), (jigsaw.try_laws, 1)],
    ids=["tangram", "edgematching", "sliding", "jigsaw"],
)
def test_a_puzzle_that_is_written_or_given_otherwise_has_the_same_answers(
    try_laws: Callable[[Report, int, int], None], number: int, random: Random
) -> None:
    report = Report()
    try_laws(report, number, random.randrange(10**6))
    assert not report.found
    assert report.tried.total() > 8
    assert report.peak > 0


def _done(*lines: dict[str, object], answers: int) -> Ran:
    return Ran(Case("a case", (), answers=answers), 0, "".join(json.dumps(line) + "\n" for line in lines))


def _said(id: str, tilings: int, solver: str = "exact", status: str = "solved") -> dict[str, object]:
    return {"id": id, "solver": solver, "status": status, "solutions": {"tilings": tilings}}


def test_another_answer_is_seen() -> None:
    same = [_said("as it is=1", 2), _said("turned=1", 2), _said("as it is=2", 3)]
    assert not [*comparing.faults(_done(*same, answers=3), tangram.read)]
    (fault,) = comparing.faults(_done(*same, _said("turned=2", 2), answers=4), tangram.read)
    assert fault == "turned: ('solved', [2, None, None]) instead of ('solved', [3, None, None])"
    assert [*comparing.faults(_done(answers=4), tangram.read)] == ["0 answers instead of 4"]
    wrong = {"id": "turned=1", "verdict": "wrong"}
    assert [*comparing.faults(_done(*same, wrong, answers=3), tangram.read)] == ["turned=1: the verdict is wrong"]


def test_rules_that_miss_a_solution_and_a_pipe_that_changes_a_file_are_seen() -> None:
    done = _done(_said("as it is=1", 2), _said("1", 0, "expert", "stuck"), answers=2)
    assert [*tangram.faults(done)] == ["expert, by its name: stuck, though there is a solution"]
    changed = done._replace(files={"wkt=1.wkt": b"POINT EMPTY"}, out="")
    assert [*tangram.faults(changed)] == ["through a pipe wkt is another file"]


def test_what_proves_nothing_contradicts_nothing() -> None:
    said = [
        {"id": "as it is=1", "solver": "backtracking", "status": "unsolvable"},
        {"id": "alone in a file=1-1", "solver": "lp", "status": "stuck"},
    ]
    assert not [*comparing.faults(_done(*said, answers=2), edgematching.read)]
    said[1]["status"] = "solved"
    assert [*comparing.faults(_done(*said, answers=2), edgematching.read)]


def test_an_assembly_is_the_same_however_the_whole_is_turned() -> None:
    places = [(1, 0, 0), (2, 0, 1), (3, 0, 2)]
    across = [{"piece": f"piece-{number}", "row": row, "column": column} for number, row, column in places]
    down = [{"piece": f"a-piece-{number}", "row": 2 - column, "column": row} for number, row, column in places]
    one = jigsaw.read({"id": "as it is=1", "status": "solved", "rows": 1, "columns": 3, "pieces": across})
    other = jigsaw.read({"id": "turned=1", "status": "solved", "rows": 3, "columns": 1, "pieces": down})
    assert one.more == other.more
    down[0]["row"], down[1]["row"] = down[1]["row"], down[0]["row"]
    other = jigsaw.read({"id": "turned=1", "status": "solved", "rows": 3, "columns": 1, "pieces": down})
    assert one.more != other.more


def test_a_line_reads_what_the_line_before_it_wrote() -> None:
    case = Case("a pipe", [("sliding", "generate", "--size", "2"), (PIPE, "sliding", "solve", "-")])
    (done,) = ran([case])
    assert done.status == 0
    assert "2x2-1-1: solved" in done.out


@pytest.mark.night
def test_faults_of_the_machine_are_said_in_words(random: Random) -> None:
    report = Report()
    break_commands(report, 40, random.randrange(10**6))
    assert not report.found
