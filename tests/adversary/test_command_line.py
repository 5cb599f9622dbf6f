"""Options and names that nobody expects: the short twin of `python -m adversary options` and `outputs`."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("cv2")
pytest.importorskip("duckdb")
pytest.importorskip("pypdfium2")
pytest.importorskip("pyarrow")

from adversary import bombs, crowded, databases, escaping, hostile, nesting, options, outputs
from adversary.findings import Report
from shared.commands import Run, every_command
from shared.places import TOP

from heuristan.common.quoting import readable
from heuristan.tangram.puzzle.puzzle import MOST_VERTICES

OPTIONS, OUTPUTS, HOSTILE, DATABASES = 80, 4, 16, 24


@pytest.mark.slow
def test_no_option_is_met_by_a_traceback(random: Random, part: Callable[[int], int]) -> None:
    report = Report()
    options.try_options(report, part(OPTIONS), random.randrange(10**6))
    assert not report.found
    assert report.tried.total() == part(OPTIONS)


@pytest.mark.slow
def test_hostile_names_and_files_are_escaped_and_bounded(random: Random) -> None:
    report = Report()
    outputs.try_outputs(report, OUTPUTS, random.randrange(10**6))
    assert not report.found


@pytest.mark.slow
def test_hostile_files_are_answered_soon_in_words_and_in_little_memory(
    random: Random, part: Callable[[int], int]
) -> None:
    report = Report()
    hostile.try_hostile(report, part(HOSTILE), random.randrange(10**6))
    assert not report.found
    assert report.tried.total() == part(HOSTILE)


@pytest.mark.slow
def test_hostile_results_files_are_refused_or_reported(random: Random, part: Callable[[int], int]) -> None:
    report = Report()
    databases.try_databases(report, part(DATABASES), random.randrange(10**6))
    assert not report.found
    assert report.tried.total() == part(DATABASES)


def test_every_bomb_and_every_deep_text_is_in_the_table() -> None:
    assert {*bombs.BOMBS, *nesting.TEXTS} <= {*hostile.HOSTILE}


@pytest.mark.parametrize("figure", crowded.FIGURES)
def test_crowded_outlines_have_no_more_vertices_than_are_allowed(figure: str) -> None:
    count = sum(len(ring) for part in crowded.FIGURES[figure](crowded.MOST) for ring in part)
    assert count <= crowded.MOST == MOST_VERTICES


def test_every_option_of_every_command_joins_by_itself() -> None:
    tried = {case.tried for case in options.cases(10**9, 1)}
    assert {name.partition(" -")[0].removesuffix(": a pair") for name in tried} == {*every_command()}
    assert {"solve --limit", "lab run --jobs", "serve --host", "solve: a pair"} <= tried


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("serve", "--no-open", "--host", ""), "an address is missing"),
        (("serve", "--no-open", "--host", "\ufeff"), "is no address"),
        (("serve", "--no-open", "--host", "a" * 300), "cannot listen|no address"),
        (("solve", "cat", "--figure", "9" * 30), "too large"),
        (("edgematching", "generate", "--number", "9" * 30), "too large"),
        (("solve", "cat", "--output", "a\x1b[31m.x"), r"a\\u001b\[31m"),
        (("solve", "\x1b]0;title\x07"), r"\\x1b\]0;title\\x07"),
    ],
)
def test_what_cannot_be_used_is_said_in_letters_that_are_seen(
    words: tuple[str, ...], said: str, heuristan: Run
) -> None:
    if words[0] == "serve":
        pytest.importorskip("uvicorn")
    outcome = heuristan(*words)
    assert outcome.status == 2
    assert re.search(said, outcome.err)
    assert not [*escaping.plain(outcome.err)]


@pytest.mark.parametrize("name", ['"\\ud800"', '"a\\udc00b"'])
def test_half_a_surrogate_pair_is_refused_where_it_stands(name: str, heuristan: Run) -> None:
    ring = [[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]
    text = f'{{"type": "Feature",\n"id": {name}, "properties": null, "geometry":'
    Path("a.geojson").write_text(
        f'{text} {{"type": "Polygon", "coordinates": [{json.dumps(ring)}]}}}}', encoding="utf-8"
    )
    outcome = heuristan("convert", "a.geojson", "b.geojson")
    assert outcome.status == 2
    assert "a.geojson:2: the text has half a surrogate pair" in outcome.err
    Path("a.jsonl").write_text(f'{{"event": "Begun", "title": {name}}}\n', encoding="utf-8")
    assert "half a surrogate pair" in heuristan("show", "a.jsonl").err


def test_letters_that_steer_are_shown() -> None:
    assert readable("a\x1b[0m\u202eb\n\tc é") == "a\\u001b[0m\\u202eb\n\tc é"


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("html", "<p><h4ck></p>"),
        ("html", '<a href=" javascript:h4ck()">a</a>'),
        ("html", "<script>h4ck()</script>"),
        ("svg", "<svg xmlns='http://www.w3.org/2000/svg'><h4ck/></svg>"),
        ("svg", "<svg>&lt;<b></svg>"),
        ("md", "a <h4ck> b"),
        ("csv", "a,b\n1,=cmd\n"),
        ("txt", "a\x1b[2J"),
        ("json", '{"a": NaN}'),
    ],
)
def test_the_checks_see_what_must_not_be(ending: str, text: str) -> None:
    assert [*escaping.CHECKS[ending](text)]


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        ("html", "<p>&lt;h4ck&gt;</p><script type='application/json'>\"h4ck\"</script>"),
        ("svg", "<svg xmlns='http://www.w3.org/2000/svg'><text>&lt;h4ck/&gt;</text></svg>"),
        ("csv", "a,b\n-1.5e3,'=cmd\n"),
        ("txt", "é – a\n\tb"),
    ],
)
def test_the_checks_let_pass_what_may_be(ending: str, text: str) -> None:
    assert not [*escaping.CHECKS[ending](text)]


@pytest.mark.slow
def test_letters_that_a_terminal_does_not_have_are_written_as_escapes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "heuristan", "solve", "cat"],
        capture_output=True,
        cwd=TOP,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"\\u" in done.stdout
