"""No letter that steers a terminal, or turns the order of letters, gets out of a command, to it or to a file."""

import json
from pathlib import Path

import pytest
from adversary.escaping import STEERING
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run

from heuristan.common.quoting import readable

STEERS = "\x1b[31m\x07\x9b\x7f\u202e\u2066\u2028"
texts = st.text(st.sampled_from(STEERS) | st.characters())


@given(texts)
def test_all_letters_are_seen(text: str) -> None:
    seen = readable(text)
    assert not STEERING.search(seen.replace("\r", ""))
    assert readable(seen) == seen


@given(texts)
def test_a_json_text_still_says_the_same(text: str) -> None:
    written = json.dumps({text: text}, ensure_ascii=False)
    assert json.loads(readable(written)) == {text: text}


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_seen_stays_as_it_is(text: str) -> None:
    assert readable(text) == text


def outline_of_names() -> None:
    feature = {
        "type": "Feature",
        "id": f"a{STEERS}b",
        "properties": dict.fromkeys(("name", "made", "source", STEERS), f"c{STEERS}"),
        "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]},
    }
    Path("h.geojson").write_text(json.dumps(feature), encoding="utf-8")


FORMS = ("text", "json", "jsonl", "svg", "filmstrip-svg", "html")


@pytest.mark.parametrize("form", FORMS)
def test_names_of_a_file_steer_nothing(form: str, heuristan: Run) -> None:
    outline_of_names()
    printed = heuristan("solve", "h.geojson", "--format", form)
    written = heuristan("solve", "h.geojson", "--format", form, "--output", "o")
    assert (printed.status, written.status) == (0, 0)
    for text in (printed.out, printed.err, written.out, written.err, Path("o").read_text(encoding="utf-8")):
        assert not STEERING.search(text)


@pytest.mark.parametrize("ending", ["geojson", "wkt", "yaml", "svg"])
def test_converted_names_steer_nothing(ending: str, heuristan: Run) -> None:
    outline_of_names()
    assert heuristan("convert", "h.geojson", f"o.{ending}").status == 0
    assert not STEERING.search(Path(f"o.{ending}").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "words",
    [
        ("hint", "h.geojson"),
        ("compare", "h.geojson", "--solvers", "expert"),
        ("verify", "h.geojson", "r.json"),
        ("verify", "cat", "h.geojson"),
        ("convert", "h.geojson", "-", "--format", "geojson"),
        ("solve", "h.geojson", "cat", "--brief"),
        ("solve", f"{STEERS}.geojson"),
        ("solve", "cat", "--ranking", STEERS),
        ("rankings", "--show", STEERS),
        ("show", f"{STEERS}.jsonl"),
        ("sliding", "solve", STEERS),
    ],
)
def test_no_name_steers_a_terminal(words: tuple[str, ...], heuristan: Run) -> None:
    outline_of_names()
    assert heuristan("solve", "h.geojson", "--format", "json", "--output", "r.json").status == 0
    told = heuristan(*words)
    assert told.out + told.err
    assert not STEERING.search(told.out + told.err)


@pytest.mark.slow
def test_what_a_results_file_says_steers_no_terminal(heuristan: Run) -> None:
    pytest.importorskip("duckdb")
    outline_of_names()
    results = ("--results", "m.duckdb")
    assert heuristan("lab", "run", "--corpus", "h.geojson", "--rankings", "pieces-first", *results).status == 0
    for query in ("SELECT made FROM outlines", "FROM outlines", f"SELECT '{STEERS}'", f"SELECT {STEERS}"):
        told = heuristan("lab", "sql", "m.duckdb", query)
        assert "\\u0007" in told.out + told.err
        assert not STEERING.search(told.out + told.err)
