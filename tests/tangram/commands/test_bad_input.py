"""Whatever a file holds, the readers answer with puzzles or a message, never with another exception and never late."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

LATEST = 10.0
"""Seconds for one file at most."""

SHAPES = (
    "name: brick\ntitle: Brick\nsets: 1\nvertices: [[0, 0], [4, 0], [4, 2], [0, 2]]\n",
    "vertices:\n- [[0, 0], [3, 0], [3, 3], [0, 3]]\n- [[1, 1], [2, 1], [2, 2], [1, 2]]\n",
    'path: {start: [0, r2], unit: points, steps: "E 28, S 14, W 28, N 14"}\n',
    "paths:\n- {unit: legs, steps: [E 3, S 3, W 3, N 3]}\n- {unit: legs, start: [1, -1], steps: 'E 1, S 1, W 1, N 1'}",
    "pieces:\n- {piece: square, at: [0, 0], turn: 45, mirror: true}\n- {piece: parallelogram, at: [1/2, -r2/2]}\n",
)
RINGS = "[[[0, 0], [3, 0], [3, 3], [0, 3], [0, 0]], [[1, 1], [2, 1], [2, 2], [1, 2], [1, 1]]]"
GEOJSON = (
    '{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 2], [0, 2], [0, 0]]]}',
    f'{{"type": "Feature", "properties": {{"sets": 1}}, "geometry": {{"type": "Polygon", "coordinates": {RINGS}}}}}',
)
WKT = (
    "POLYGON ((0 0, 4 0, 4 2, 0 2, 0 0))\n",
    "# two\nPOLYGON ((0 0, 3 0, 3 3, 0 3, 0 0), (1 1, 2 1, 2 2, 1 2, 1 1))\nMULTIPOLYGON (((0 0, 4 0, 4 2, 0 0)))\n",
)
WALKS = ("E 28, S 14, W 28, N 14\n", "# brick\nunit: legs\nE 4,\nS 2, W 4, N 2\n")
GAMES = (
    "gTans v1.0 1\n1 1 1024\np 0 0 1 1 0\np 0 0 3 1 16384\np 1 0 1 3 0\np 2 0 5 5 8192\np 3 1 6 6 0\np 4 0 7 7 0\n"
    "p 4 0 8 8 0\n",
    "Own.1\n58 1 9 9 0 0 2 99 9 1.57 0 2 199 9 0 1 3 9 99 0 0 4 9 199 0 0 4 9 299 0 0 5 99 299 -0.785 1\n1 2 0\n" * 2,
)
SCRAPS = (
    *("[", "]", "{", "}", ",", ":", "-", "- ", '"', "'", "\n", " ", "\t", "#", "&a", "*a", "!!int ", "|", ">", "? "),
    *("---\n", "%YAML 1.1\n", "\x1e", "\0", "\ufeff", "\x85", "\u2028", "\\ud800", "\\UFFFFFFFF"),
    *("r2", "1/2", "1e9", "1e-9", "1e999", "NaN", "-Infinity", "null", "0", "-1", "99999999999999999999", "E 7"),
    *("type", "Polygon", "vertices", "sets", "pieces"),
)


@st.composite
def mutated(draw: st.DrawFn, texts: tuple[str, ...]) -> bytes:
    """A good text with a few stretches cut out, doubled, or replaced by scraps."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 12)))
        scrap = draw(st.sampled_from(SCRAPS) | st.just(text[start:end] * 2) | st.just("") | st.text(max_size=4))
        text = text[:start] + scrap + text[end:]
    return text.encode(errors="surrogatepass")


loose_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["Polygon", "Feature", "x"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["type", "coordinates", "geometry", "properties", "sets", "id", "features"]), inner
        )
    ),
    max_leaves=20,
)
near_misses = st.builds(
    lambda kind, rings: json.dumps({"type": kind, "coordinates": rings}).encode(),
    st.sampled_from(["Polygon", "MultiPolygon"]),
    st.lists(st.lists(st.lists(st.integers(-3, 6) | st.floats(), min_size=2, max_size=2), max_size=9), max_size=3),
)
files = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode(errors="surrogatepass")),
    st.lists(st.sampled_from(SCRAPS), max_size=40).map(lambda scraps: "".join(scraps).encode()),
    mutated(SHAPES),
    mutated(GEOJSON),
    mutated(tuple(f"{line}\n{line}\n" for line in GEOJSON)),
    mutated(WKT),
    mutated(WALKS),
    mutated(GAMES),
    loose_json.map(lambda value: json.dumps(value).encode()),
    near_misses,
)


def check(content: bytes, name: str) -> None:
    """Read a file; every answer must be a puzzle, or a message in one line that can be printed."""
    with TemporaryDirectory() as place:
        path = Path(place) / name
        path.write_bytes(content)
        start = process_time()
        try:
            for found in read_outlines(path):
                assert isinstance(found, Puzzle | Refusal)
                found.id.encode()
                if isinstance(found, Refusal):
                    check_message(found.message, path)
        except InputError as fault:
            check_message(str(fault), path)
        assert process_time() - start < LATEST


def check_message(message: str, path: Path) -> None:
    assert message.startswith(str(path))
    assert message.isprintable()
    assert len(message) < 1000


@pytest.mark.slow
@settings(max_examples=50)
@given(files, st.sampled_from(["a.yaml", "a.geojson", "a.geojsonl", "a"]))
@example(b"%YAML " + b"1" * 5000 + b".1\n--- a", "a.yaml")
@example(b'{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,0]],[[0,0]]]}', "a.geojson")
def test_garbage_gets_an_answer(content: bytes, name: str) -> None:
    check(content, name)


@pytest.mark.parametrize("text", [*SHAPES[:4], *GEOJSON, WKT[0], *WALKS])
def test_what_is_mutated_is_good(text: str, tmp_path: Path) -> None:
    path = tmp_path / "good"
    path.write_text(text)
    assert [found.sets for found in read_outlines(path) if isinstance(found, Puzzle)] == [1]


def ring_text(vertices: list[tuple[float, float]]) -> bytes:
    return json.dumps({"type": "Polygon", "coordinates": [[*vertices, vertices[0]]]}).encode()


@pytest.mark.slow
@pytest.mark.part(5)
@pytest.mark.parametrize(
    "content",
    [
        b"a: &a [x, x]\n" + b"".join(b"b%d: &b%d [*a, *a]\n" % (n, n) for n in range(50)),
        b"- " * 60_000,
        b"[" * 2_000_000,
        b'{"a":[' * 300_000,
        b'"' * 100_000,
        b"{" * 100_000,
        b"\n" * 3_000_000,
        b"path: {steps: [" + b"E 70, S 70, W 70, N 63, " * 120 + b"]}",
        ring_text([(n, n % 2) for n in range(1900)]),
        ring_text([(n, n % 2) for n in range(100_000)]),
        ring_text([(n * 2.0, (n * n) % 7 * 1.0) for n in range(1500)]),
        b"vertices: [" + b"[0, 0], [1, 1], " * 3000 + b"]",
        b"vertices: [" + b"[0, 0], [4, 0], [4, 2], [0, 2], " * 400 + b"]",
        b"GEOMETRYCOLLECTION(" * 100_000,
        b"POLYGON ((\n" * 100_000,
        b"POLYGON\n" * 100_000,
        b"POLYGON ((" + b"0 0, " * 100_000 + b"0 0))",
        b"E 7, " * 100_000,
        b"unit: legs\n" * 10_000,
        b"gTans v1.0 9\n" + b"1 1 1024\np 0 0 1 1 0\n" * 20_000,
        b"A.1\n58" + b" 1 9 9 0 0" * 5_000 + b"\n1 2 0\n",
        b"A\n" * 500_000,
        b"a" * 1_000_000,
        b"a " * 500_000,
        b" " * 1_000_000 + b"a",
    ],
    ids=range(25),
)
def test_large_garbage_ends_soon(content: bytes) -> None:
    check(content, "a")
