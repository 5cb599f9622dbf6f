"""Whatever one of several does, to a solver, a judge, or the writer of lines or pictures, the others are answered."""

import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest
from shared.commands import Run

from heuristan.common.faults import DEBUG

THREE = ("cat", "lamp", "swan")
BOARDS = ("123456708", "123456078", "123450786")


@pytest.fixture(autouse=True)
def _without_debugging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(DEBUG, raising=False)


Words: TypeAlias = tuple[str, ...]


def outlines(heuristan: Run) -> Words:  # noqa: ARG001
    return ("solve", *THREE)


def results_of_outlines(heuristan: Run) -> Words:
    assert heuristan("solve", *THREE, "--output", "r.jsonl").status == 0
    return ("verify", *THREE, "r.jsonl")


def authors(heuristan: Run) -> Words:
    assert heuristan("solve", *THREE, "--format", "jsonl", "--output", "r.jsonl").status == 0
    features = []
    for line in Path("r.jsonl").read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        rings = [[*piece["vertices"], piece["vertices"][0]] for piece in found["pieces"]]
        kept = {"pieces": [{"piece": each["piece"], "vertices": each["vertices"]} for each in found["pieces"]]}
        geometry = {"type": "MultiPolygon", "coordinates": [[ring] for ring in rings]}
        properties = {"heuristan": kept}
        features.append({"type": "Feature", "id": found["id"], "properties": properties, "geometry": geometry})
    Path("a.geojsonl").write_text("\n".join(map(json.dumps, features)), encoding="utf-8")
    return ("verify", "a.geojsonl")


def results_of_boards(heuristan: Run) -> Words:
    Path("b.txt").write_text("\n".join(BOARDS), encoding="utf-8")
    assert heuristan("sliding", "solve", "b.txt", "--output", "r.jsonl").status == 0
    return ("sliding", "verify", "b.txt", "r.jsonl")


def edges(heuristan: Run) -> Words:
    assert heuristan("edgematching", "generate", "-n", "3", "--size", "2x2", "--output", "p.jsonl").status == 0
    return ("edgematching", "solve", "p.jsonl")


def results_of_edges(heuristan: Run) -> Words:
    edges(heuristan)
    assert heuristan("edgematching", "solve", "p.jsonl", "--output", "r.jsonl").status == 0
    return ("edgematching", "verify", "p.jsonl", "r.jsonl")


def jigsaws(heuristan: Run) -> Words:  # noqa: ARG001
    pytest.importorskip("cv2")
    from shared.jigsaw_puzzles import picture

    from heuristan.jigsaw.cutting import Recipe, cut, write_folder

    for number in range(1, 4):
        write_folder(cut(picture(number), Recipe(2, 2, size=60, seed=number)), Path(f"p{number}"))
    return ("jigsaw", "solve", "p1", "p2", "p3")


def results_of_jigsaws(heuristan: Run) -> Words:
    assert heuristan(*jigsaws(heuristan), "--output", "r.jsonl").status == 0
    return ("jigsaw", "verify", "p1", "p2", "p3", "r.jsonl")


class Batch(NamedTuple):
    """A command for three things, and a part that fails at the second."""

    words: Callable[[Run], Words]
    """Makes its files, and returns it."""
    part: str
    """A function or method, like "module:Class.method"; of its arguments one is or has what it is about."""
    ends: Sequence[str]
    """How each of the three ended, by JSON."""


SOLVED = ("solved", "refused", "solved")
JUDGED = ("right", "unreadable", "right")
SLIDING, EDGES, JIGSAW = "heuristan.sliding", "heuristan.edgematching", "heuristan.jigsaw"
JUDGE = "heuristan.tangram.verification.judging.judge"

BATCHES: Mapping[str, Batch] = {
    "outlines, their lines": Batch(outlines, "heuristan.tangram.solving.result:Result.as_json", SOLVED),
    "results, the judge": Batch(results_of_outlines, f"{JUDGE}:judge", JUDGED),
    "results, lines of verdicts": Batch(
        results_of_outlines, "heuristan.tangram.verification.judging.verdict:Verdict.as_json", JUDGED
    ),
    "authors' results, the judge": Batch(authors, f"{JUDGE}:judge_author", JUDGED),
    "results of boards, the judge": Batch(results_of_boards, f"{SLIDING}.judge:verify", JUDGED),
    "results of boards, lines of verdicts": Batch(
        results_of_boards, "heuristan.common.results:Verdict.as_json", JUDGED
    ),
    "puzzles of edges, the reader": Batch(edges, f"{EDGES}.files:puzzle_of", SOLVED),
    "puzzles of edges, the solver": Batch(edges, f"{EDGES}.solving:solve", SOLVED),
    "puzzles of edges, their lines": Batch(edges, f"{EDGES}.results:Result.as_json", SOLVED),
    "results of edges, the judge": Batch(results_of_edges, f"{EDGES}.commands.verify:verdict_on", JUDGED),
    "results of edges, lines of verdicts": Batch(results_of_edges, "heuristan.common.results:Verdict.as_json", JUDGED),
    "jigsaws, the solver": Batch(jigsaws, f"{JIGSAW}.solving:solve", SOLVED),
    "jigsaws, their lines": Batch(jigsaws, f"{JIGSAW}.results:Result.as_json", SOLVED),
    "results of jigsaws, the reader": Batch(results_of_jigsaws, f"{JIGSAW}.commands.options:Source.read", JUDGED),
    "results of jigsaws, the judge": Batch(results_of_jigsaws, f"{JIGSAW}.judging:judge", JUDGED),
    "results of jigsaws, lines of verdicts": Batch(
        results_of_jigsaws, "heuristan.common.results:Verdict.as_json", JUDGED
    ),
}


def break_for(second: str, part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a part fail once it is about the second of three; of a refusal it writes what it writes."""
    module, _, path = part.partition(":")
    *owners, name = path.split(".")
    owner = import_module(module)
    for each in owners:
        owner = getattr(owner, each)
    works = getattr(owner, name)

    def broken(*given: Any, **how: Any) -> Any:
        about = given[0]
        ids = (about, getattr(about, "id", None), getattr(about, "name", None), *map(id_in, given))
        if second in ids and ended(about) not in ("refused", "unreadable"):
            raise KeyError("gone")
        return works(*given, **how)

    monkeypatch.setattr(owner, name, broken)


def id_in(about: Any) -> Any:
    value = getattr(about, "value", None)  # of a record
    return value.get("id") if isinstance(value, dict) else getattr(about, "id", None)


def ended(about: Any) -> Any:
    return getattr(about, "verdict", getattr(about, "status", None))


@pytest.mark.slow
@pytest.mark.parametrize("name", BATCHES)
def test_the_others_are_answered(name: str, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = BATCHES[name]
    words = batch.words(heuristan)
    whole = [json.loads(line) for line in heuristan(*words, "--format", "jsonl").out.splitlines()]
    break_for(whole[1]["id"], batch.part, monkeypatch)
    outcome = heuristan(*words, "--format", "jsonl", "--output", "o.jsonl")
    found = [json.loads(line) for line in Path("o.jsonl").read_text(encoding="utf-8").splitlines()]
    key = "verdict" if batch.ends == JUDGED else "status"
    assert [each[key] for each in found] == [*batch.ends]
    assert [each["id"] for each in found] == [each["id"] for each in whole]
    assert "KeyError: 'gone'" in json.dumps(found[1])
    assert outcome.status == 1
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize("form", ["svg", "html", "filmstrip-svg", "printout"])
def test_a_picture_that_fails_leaves_the_others(form: str, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("f").mkdir()
    from heuristan.tangram.commands import outputs

    picture = outputs.picture

    def broken(trace: Any, *how: Any) -> Any:
        if trace[0].id == "lamp":
            raise IndexError("gone")
        return picture(trace, *how)

    monkeypatch.setattr(outputs, "picture", broken)
    outcome = heuristan("solve", *THREE, "--format", form, "--output", "f/")
    assert sorted(path.name.partition(".")[0] for path in Path("f").iterdir()) == ["cat", "swan"]
    assert "outline 2: an error of heuristan itself (IndexError: gone" in outcome.err
    assert outcome.status == 1


@pytest.mark.parametrize("to", ["o.geojsonl", "o.geojson", "o.wkt", "f", "-"])
def test_an_outline_that_cannot_be_written_leaves_the_others(
    to: str, heuristan: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("f").mkdir()
    form = to.partition(".")[2] or "wkt"
    from heuristan.tangram.outlines.writing import texts

    writes = getattr(texts, form.removesuffix("l"))

    def broken(puzzle: Any, *how: Any) -> Any:
        if puzzle.id == "lamp":
            raise IndexError("gone")
        return writes(puzzle, *how)

    monkeypatch.setattr(texts, form.removesuffix("l"), broken)
    outcome = heuristan("convert", *THREE, to, "--format", form)
    assert outcome.status == 1
    assert outcome.err.startswith("heuristan: lamp: an error of heuristan itself (IndexError: gone")
    assert "2 of 3 written" in outcome.err
    files = [path for path in Path().rglob("*") if path.is_file()]
    read = [outcome.out, *(path.read_text(encoding="utf-8") for path in files)]
    assert sum(text.count("POLYGON") + text.count('"Feature"') for text in read) == 2


def test_a_puzzle_that_fails_is_left_out_of_a_worksheet(heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("typst")
    from heuristan.teaching.worksheets import sheet_puzzles

    measure = sheet_puzzles.run_for_difficulty

    def broken(puzzle: Any, limit: Any) -> Any:
        if puzzle.id == "lamp":
            raise IndexError("gone")
        return measure(puzzle, limit)

    monkeypatch.setattr(sheet_puzzles, "run_for_difficulty", broken)
    outcome = heuristan("worksheet", *THREE, "--output", "o.pdf")
    assert outcome.status == 1
    assert "2 puzzles written to o.pdf" in outcome.err
    assert "left out: lamp: an error of heuristan itself (IndexError: gone" in outcome.err
