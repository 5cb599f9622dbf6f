"""Siblings of inputs that once broke a command, in other formats and at other doors: each is answered in words."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time

import pytest
from adversary.crowded import FORMATS, _tangle
from adversary.holding import COSTLY
from adversary.nesting import TEXTS
from shared.commands import Outcome, Run

BOARD = "123456708"


def is_in_words(outcome: Outcome, *statuses: int) -> bool:
    """Return whether a command ended with one of some statuses, and neither a traceback nor an error of its own."""
    said = outcome.out + outcome.err
    return outcome.status in statuses and "Traceback" not in said and "an error of heuristan itself" not in said


TANGLE = [[_tangle(400)], [[0j, 1 + 0j, 1j]]]


@pytest.mark.parametrize("form", FORMATS)
def test_a_tangle_is_refused_in_each_format(form: str, heuristan: Run) -> None:
    Path("a.bin").write_text(FORMATS[form](TANGLE), encoding="utf-8")
    outcome = heuristan("convert", "a.bin", "-", "--format", "wkt")
    assert (outcome.status, outcome.out) == (2, "")
    assert "cross" in outcome.err


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "a.wkt"),
        ("hint", "a.wkt"),
        ("step", "a.wkt"),
        ("compare", "a.wkt"),
        ("solve", "cat", "a.wkt", "--brief"),
        ("verify", "cat", "a.wkt"),
        ("hint", "cat", "--placed", "a.wkt"),
    ],
)
def test_a_tangle_is_refused_at_each_door(words: tuple[str, ...], heuristan: Run) -> None:
    Path("a.wkt").write_text(FORMATS["WKT"](TANGLE), encoding="utf-8")
    outcome = heuristan(*words)
    assert is_in_words(outcome, 1, 2)
    assert "cross" in outcome.out + outcome.err


DEEP = {
    "collections of WKT": (("verify", "cat", "a"), ("hint", "cat", "--placed", "a"), ("solve", "a")),
    "brackets of WKT": (("verify", "cat", "a"), ("hint", "a"), ("step", "a")),
    "collections of GeoJSON": (("verify", "cat", "a"), ("compare", "a"), ("convert", "a", "o.svg")),
    "lists of YAML": (("solve", "cat", "--ranking", "a"), ("solve", "cat", "--set", "a"), ("rankings", "a")),
    "lists of JSON": (
        ("show", "a"),
        ("edgematching", "solve", "a"),
        ("edgematching", "verify", "a", "a"),
        ("sliding", "verify", BOARD, "a"),
        ("jigsaw", "verify", "a", "a"),
    ),
    "groups of SVG": (("solve", "a"), ("hint", "a")),
}


@pytest.mark.parametrize("depth", [800, 50_000])
@pytest.mark.parametrize(("kind", "words"), [(kind, words) for kind, doors in DEEP.items() for words in doors])
def test_depth_is_refused_at_each_door(kind: str, words: tuple[str, ...], depth: int, heuristan: Run) -> None:
    name = f"a.{'yaml' if 'YAML' in kind else 'txt'}"
    Path(name).write_text(TEXTS[kind](depth), encoding="utf-8")
    outcome = heuristan(*(name if word == "a" else word for word in words))
    assert (outcome.status, outcome.out.count("\n") < 4) == (2, True)
    assert is_in_words(outcome, 2)
    assert "deep" in outcome.err or "longer than" in outcome.err or "larger than" in outcome.err


@pytest.mark.parametrize(
    "words",
    [
        ("show", "a.jsonl"),
        ("verify", "cat", "a.jsonl"),
        ("hint", "cat", "--placed", "a.json"),
        ("solve", "a.wkt"),
        ("solve", "cat", "--ranking", "a.yaml"),
        ("edgematching", "solve", "a.json"),
        ("sliding", "solve", "a.txt"),
        ("jigsaw", "verify", "a.json", "a.json"),
    ],
)
def test_a_sparse_file_is_refused_by_its_start(words: tuple[str, ...], heuristan: Run) -> None:
    for name in {word for word in words if word.startswith("a.")}:
        with Path(name).open("wb") as file:
            file.truncate(3 << 30)
    outcome = heuristan(*words)
    assert (outcome.status, outcome.out) == (2, "")
    assert "binary" in outcome.err


@pytest.mark.parametrize(
    "words",
    [
        ("census", "--output", "a\udcff.parquet"),
        ("solve", "cat", "--output", "a\udcff.svg"),
        ("convert", "cat", "a\udcff.svg"),
        ("solve", "cat", "--trace", "a\udcff.jsonl", "--brief"),
        ("sliding", "solve", BOARD, "--output", "a\udcff.html"),
    ],
)
def test_a_name_that_is_not_utf_8_is_written_or_refused_at_once(words: tuple[str, ...], heuristan: Run) -> None:
    is_written = words[0] != "census"
    outcome = heuristan(*words)
    assert outcome.status == (0 if is_written else 2)
    assert is_in_words(outcome, 0, 2)
    assert [os.fsencode(path)[:2] for path in os.listdir(".")] == [b"a\xff"] * is_written


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "cat", "--trace", "a.svg"),
        ("step", "cat", "--trace", "a.svg"),
        ("show", "a.svg"),
        ("verify", "cat", "a.svg"),
        ("solve", "a.svg"),
        ("edgematching", "generate", "--output", "a.svg"),
        ("sliding", "generate", "--output", "a.svg"),
    ],
)
def test_a_circle_of_links_is_told_at_each_door(words: tuple[str, ...], heuristan: Run) -> None:
    Path("a.svg").symlink_to("b.svg")
    Path("b.svg").symlink_to("a.svg")
    outcome = heuristan(*words)
    assert (outcome.status, outcome.out) == (2, "")
    assert is_in_words(outcome, 2)


@pytest.mark.parametrize(
    "condition", ["1,5", "1) , (5", "vertices > 3 -- x", "unnest([1, 2])", "count(*) > 0", "1 FROM outlines", ""]
)
def test_what_says_not_one_thing_of_each_outline_is_no_condition(condition: str) -> None:
    pytest.importorskip("duckdb")
    from heuristan.lab.corpora import ConditionError, Filter

    with pytest.raises(ConditionError, match="is not a condition"):
        Filter([condition])


@pytest.mark.slow
@pytest.mark.parametrize("name", COSTLY)
def test_a_page_cannot_ask_for_much_work_with_little(name: str, random: Random) -> None:
    """The processor's time is compared with that of a click, so that no other work on the machine counts."""
    pytest.importorskip("pydantic")
    from heuristan.teaching.web.answering import Answering

    answering = Answering(2.0)

    def cost(do: str, body: object) -> float:
        begun = process_time()
        reply = answering.reply({"do": do}, json.dumps(body).encode())
        assert reply.status in (200, 422), reply.data
        return process_time() - begun

    usual = max(cost("step", {"puzzle": {"shape": shape}}) for shape in ("cat", "swan", "two-swans"))
    assert cost(*COSTLY[name](random)) < 40 * max(usual, 0.05)


def squares(far: str) -> dict[str, str]:
    """Two squares so far from each other, as files have them."""
    rings = [[[x, 0], [x + 2, 0], [x + 2, 2], [x, 2], [x, 0]] for x in (0, int(far))]
    wkt = ", ".join(f"(({', '.join(f'{x} {y}' for x, y in ring)}))" for ring in rings)
    return {
        "a.geojson": json.dumps({"type": "MultiPolygon", "coordinates": [[ring] for ring in rings]}),
        "a.json": json.dumps(rings),
        "a.wkt": f"MULTIPOLYGON ({wkt})",
        "a.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h2v2h-2zM{far} 0h2v2h-2z"/></svg>',
        "a.csv": "part,x,y\n" + "".join(f"{part},{x},{y}\n" for part, ring in enumerate(rings) for x, y in ring[:4]),
    }


@pytest.mark.parametrize("name", squares("1"))
@pytest.mark.parametrize("far", ["1000000", "100000000"])
def test_parts_far_apart_are_said_to_be(name: str, far: str, heuristan: Run) -> None:
    Path(name).write_text(squares(far)[name], encoding="utf-8")
    outcome = heuristan("solve", name)
    assert is_in_words(outcome, 2)
    assert ("an area of 8 only" if far == "1000000" else "no area that shows beside 1e+08") in outcome.err
    assert "move its parts nearer to each other" in outcome.err


OUTSIDE = {
    "solve": ("a.wkt", "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))"),
    "convert": ("a.geojson", '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}'),
    "edgematching solve": ("a.json", '{"rows": 1, "columns": 1, "pieces": [[0, 0, 0, 0]]}'),
    "sliding solve": ("a.txt", BOARD),
    "jigsaw solve": ("puzzle.json", '{"rows": 1, "columns": 1, "pieces": ["a.png"]}'),
}


@pytest.mark.parametrize("command", OUTSIDE)
def test_a_link_in_a_stranger_s_folder_leads_nowhere(command: str, heuristan: Run) -> None:
    name, text = OUTSIDE[command]
    Path("secret").write_text(text, encoding="utf-8")
    Path("folder").mkdir()
    Path("folder", name).symlink_to("../secret")
    outcome = heuristan(*command.split(), "folder", *(("o.svg",) if command == "convert" else ()))
    assert is_in_words(outcome, 2)
    assert outcome.out == ""
    assert "link" in outcome.err, outcome.err
    assert not Path("o.svg").exists()


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "cat", "--solver", "exact"),
        ("verify", "cat", "r.json"),
        ("hint", "cat"),
        ("sliding", "solve", BOARD, "--solver", "optimal"),
        ("edgematching", "generate"),
    ],
)
@pytest.mark.parametrize("megabytes", [60, 120, 250])
def test_little_memory_is_told_in_words(words: tuple[str, ...], megabytes: int, heuristan: Run) -> None:
    pytest.importorskip("resource")
    assert heuristan("solve", "cat", "--output", "r.json").status == 0
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes << 20},) * 2)"
    run = "import sys; from heuristan.__main__ import main; sys.exit(main())"
    ended = subprocess.run(
        [sys.executable, "-c", f"{limit}; {run}", *words], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ended.stdout + ended.stderr
    assert "an error of heuristan itself" not in ended.stdout + ended.stderr
    assert ended.returncode in (0, 1) or "memory" in ended.stderr, ended.stderr


@pytest.mark.slow
@pytest.mark.part(3)
@pytest.mark.parametrize(
    "words",
    [
        ("solve", "cat", "swan", "goose", "--solver", "exact", "--brief"),
        ("lab", "run", "--rankings", "pieces-first", "--corpus", "cat", "lamp", "--results", "o.duckdb"),
        ("generate", "--number", "3"),
        ("convert", "cat", "lamp", "o.geojson"),
        ("verify", "cat", "r.json"),
        ("jigsaw", "solve", "p"),
    ],
)
def test_numba_that_may_not_compile_is_done_without(words: tuple[str, ...], heuristan: Run) -> None:
    pytest.importorskip("numba")
    if "jigsaw" in words:
        pytest.importorskip("cv2")
        from shared.jigsaw_puzzles import picture

        from heuristan.jigsaw.cutting import Recipe, cut, write_folder

        write_folder(cut(picture(1), Recipe(2, 2, size=60, seed=1)), Path("p"))
    assert heuristan("solve", "cat", "--output", "r.json").status == 0
    run = [sys.executable, "-m", "heuristan", *words]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ended = subprocess.run(run, env=env, capture_output=True, text=True, check=False)
    assert is_in_words(Outcome(ended.returncode, ended.stdout, ended.stderr), 0), ended.stderr


PIECE = '{"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [0, 2], [0, 0]]]}\n'
BEYOND = "no JSON\n"
"""What is not read: the answer is about what stands before it."""


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (PIECE * 2001 + BEYOND, "more than 2000 are not read"),
        (PIECE.replace("[0, 0]]]", ", ".join(["[0, 2]"] * 490) + ", [0, 0]]]") * 50 + BEYOND, "20000 are not read"),
        ("POLYGON ((0 0, 2 0, 0 2, 0 0))\n" * 60_000, "longer than 1024 KiB"),
        ("MULTIPOLYGON (" + ", ".join(["((0 0, 2 0, 0 2, 0 0))"] * 60_000) + ")", "longer than 1024 KiB"),
        ("[" * (1 << 20), "nest too deep"),
        ("[" + "[]," * 3_000_000 + "[]]", "more than 3,000,000 values"),
    ],
    ids=["pieces", "vertices", "lines of WKT", "one line of WKT", "depth", "values"],
)
def test_a_large_result_is_read_no_further_than_it_may_be(file: str, said: str, heuristan: Run) -> None:
    Path("r.json").write_text(file, encoding="utf-8")
    outcome = heuristan("verify", "cat", "r.json")
    assert is_in_words(outcome, 2)
    assert said in outcome.err


def test_of_many_runs_no_more_than_two_are_read_as_a_result(heuristan: Run) -> None:
    assert heuristan("solve", "cat", "--trace", "t.jsonl").status == 0
    run = Path("t.jsonl").read_text(encoding="utf-8")
    Path("r.jsonl").write_text(run * 3 + BEYOND, encoding="utf-8")
    outcome = heuristan("verify", "cat", "r.jsonl")
    assert is_in_words(outcome, 2)
    assert "not the events of one run" in outcome.err


@pytest.mark.parametrize(
    ("words", "line", "said"),
    [
        (("edgematching", "solve", "a"), "1 2 3 4\n", "larger than 1024 KiB"),
        (("edgematching", "solve", "a"), "abcd ", "larger than 1024 KiB"),
        (("edgematching", "solve", "a"), "[1 2 3 4] ", "this is not JSON"),
        (("edgematching", "hint", "p.json", "--placed", "a"), "1 1,1\n", "larger than 1024 KiB"),
        (("sliding", "solve", "a"), "1 2 3 4 5 6 7 0 8 ", "characters are too many for a board"),
        (("sliding", "solve", "a"), "1,2,3,4,5,6,7,0,8;", "characters are too many for a board"),
        (("sliding", "verify", BOARD, "a"), "1 2 3 4 5 6 7 0 8 ", "JSON"),
    ],
)
def test_a_text_of_a_board_is_no_longer_than_a_board(
    words: tuple[str, ...], line: str, said: str, heuristan: Run
) -> None:
    Path("p.json").write_text('{"rows": 1, "columns": 1, "pieces": [[0, 0, 0, 0]]}', encoding="utf-8")
    Path("a").write_text((line * (1 + 2_000_000 // len(line)))[:2_000_000], encoding="utf-8")
    outcome = heuristan(*words)
    assert is_in_words(outcome, 2)
    assert said in outcome.err
