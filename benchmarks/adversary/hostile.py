"""One table of hostile files: each container and language that is read, at its worst, and the command that reads it."""

import io
import json
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping
from math import cos, pi, sin
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

from shared.censuses import write_few

from adversary.bombs import BOMBS
from adversary.crowded import FIGURES, FORMATS, MOST
from adversary.findings import Report
from adversary.nesting import DEPTHS, SVG, TEXTS
from adversary.options import found, in_general
from adversary.running import ENDED, Case, Ran, ran, slowed
from heuristan.sliding.searching.ida_star import kept_in
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.whole_text import ranking_as_text

Words: TypeAlias = tuple[str, ...]

MOST_MEMORY = 1024
"""Maximum memory of a command that reads a file, in MiB."""
SOLVE = ("solve", "b.bin", "--limit", "2")
BOARD = "8 1 3 4 0 2 7 6 5"


class Hostile(NamedTuple):
    """A file that asks for much, and a command that reads it."""

    data: Callable[[], bytes]
    words: Words = SOLVE
    file: str = "b.bin"


def _text(name: str) -> Hostile:
    return Hostile(lambda: TEXTS[name](DEPTHS[-1]).encode())


def _deep(words: Words, file: str = "b.bin") -> Hostile:
    return Hostile(lambda: b"[" * 1_000_000 + b"]" * 1_000_000, words, file)


def _digits(text: str, words: Words = SOLVE, file: str = "b.bin") -> Hostile:
    """Return a text with numbers of a million digits."""
    return Hostile(lambda: text.replace("9999", "9" * 1_000_000).encode(), words, file)


def _vertices(begin: str, within: str, between: str, end: str) -> Hostile:
    """Return an outline of a million vertices."""
    vertices = (f"{n}{within}{n * n % 7}" for n in range(1_000_000))
    return Hostile(lambda: (begin + between.join(vertices) + end).encode())


def _crowded(figure: str, form: str) -> Hostile:
    """Return an outline with as many vertices as are allowed."""
    return Hostile(lambda: FORMATS[form](FIGURES[figure](MOST)).encode(), ("convert", "b.bin", "o.wkt"))


def _rules(text: str) -> Hostile:
    """Return a ranking with a rule more."""
    shipped = ranking_as_text(read_ranking("deutsch-hayes-1972"), "published")
    words = ("solve", "cat", "--ranking", "b.clp", "--limit", "2")
    return Hostile(lambda: f"{shipped}\n{text}\n".encode(), words, "b.clp")


def _doing(actions: str) -> Hostile:
    return _rules(f"(defrule mine (Now (step ?step)) => {actions})")


def _lines(line: str, words: Words, megabytes: int = 30) -> Hostile:
    return Hostile(lambda: line.encode() * ((megabytes << 20) // len(line)), words)


def _result(vertices: int, pieces: int) -> Hostile:
    """Return a result of pieces with many vertices, all in one place."""
    ring = [[n / vertices, n * n / vertices**2] for n in range(vertices)]
    return _laid(ring, pieces)


def _stars(points: int, pieces: int) -> Hostile:
    """Return a result of stars that lie on each other."""
    sides = range(2 * points)
    ring = [[(1 + n % 2) * cos(n * pi / points), (1 + n % 2) * sin(n * pi / points)] for n in sides]
    return _laid(ring, pieces)


def _laid(ring: list[list[float]], pieces: int) -> Hostile:
    laid = [{"piece": "square", "vertices": ring}] * pieces
    return Hostile(lambda: json.dumps({"status": "solved", "pieces": laid}).encode(), ("verify", "cat", "b.bin"))


def array(shape: tuple[int, ...], kind: str, megabytes: int) -> bytes:
    """Return an npz with an array that says that it has a shape, of zeros that are packed."""
    head = repr({"descr": kind, "fortran_order": False, "shape": shape}).encode().ljust(117) + b"\n"
    with io.BytesIO() as made:
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as packed, packed.open("values.npy", "w") as values:
            values.write(b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head)
            for _ in range(megabytes):
                values.write(bytes(1 << 20))
        return made.getvalue()


def swollen(made: bytes, rows: int, length: int) -> bytes:
    """Return a Parquet file whose texts are long, and the same in many rows, so that they are there once."""
    import pyarrow as pa
    from pyarrow.parquet import read_table, write_table

    one = read_table(io.BytesIO(made)).slice(0, 1)
    whole = pa.concat_tables([one] * rows)
    for number, field in enumerate(whole.schema):
        if field.type == pa.string():
            same = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), ["0" * length])
            whole = whole.set_column(number, field.with_type(same.type), same)
    with io.BytesIO() as written:
        write_table(whole.replace_schema_metadata(one.schema.metadata), written, use_dictionary=True)
        return written.getvalue()


def _census() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "few.parquet")
        write_few(path)
        return path.read_bytes()


PATTERNS = kept_in(3, 3, 8, Path()).name
SLIDING = ("sliding", "solve", BOARD, "--estimate", "patterns", "--cache", ".")
SHOWN = ("show", "b.bin")
SURVEY = ("lab", "survey", "--census", "b.bin", "--rankings", "pieces-first", "--number", "1", "--results", "o")
EDGES = ("edgematching", "solve", "b.bin")
PIECES = ("census", "--set", "b.yaml")
VERIFIED = ("verify", "cat", "b.bin")
POLYGON = '{"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [0, 2], [0, 0]]]}\n'
RING = "[[0, 0], [4, 0], [4, 2], [0, 9999]]"

HOSTILE: Mapping[str, Hostile] = {
    **{name: Hostile(made) for name, made in BOMBS.items()},
    **{name: _text(name) for name in TEXTS},
    "many outlines": _text("many outlines")._replace(words=("hint", "b.bin")),
    "a PDF as a sheet of pieces": Hostile(BOMBS["a PDF of forms"], ("jigsaw", "solve", "b.bin")),
    "a picture as a sheet of pieces": Hostile(BOMBS["a picture of 30,000 pixels"], ("jigsaw", "solve", "b.bin")),
    "a JPEG as a sheet of pieces": Hostile(BOMBS["a JPEG of many scans"], ("jigsaw", "solve", "b.bin")),
    "a JPEG of two sizes as a piece": Hostile(BOMBS["a JPEG of two sizes"], ("jigsaw", "solve", "b.bin")),
    "a picture that is cut": Hostile(BOMBS["a picture at the limit"], ("jigsaw", "generate", "b.bin", "--output", "o")),
    "an npz that is packed": Hostile(lambda: array((362_880,), "|u1", 1500), SLIDING, PATTERNS),
    "an npz that says it is large": Hostile(lambda: array((10**12,), "|u1", 1), SLIDING, PATTERNS),
    "an npz of large numbers": Hostile(lambda: array((10**9,), "<U255", 256), SLIDING, PATTERNS),
    "an npz of objects": Hostile(lambda: array((10**6,), "|O", 1), SLIDING, PATTERNS),
    "a Parquet of long texts": Hostile(lambda: swollen(_census(), 20_000, 1_000_000), SURVEY),
    **{f"{figure}: {form}": _crowded(figure, form) for figure in FIGURES for form in FORMATS},
    "pieces of 500 vertices": _result(500, 22),
    "1,000 pieces of 500 vertices": _result(500, 1000),
    "stars": _stars(250, 40),
    "2,000 pieces on a heap": _result(4, 2000),
    "a piece a line": _lines(POLYGON, VERIFIED),
    "an outline a line of WKT as a result": _lines("POLYGON ((0 0, 2 0, 0 2, 0 0))\n", VERIFIED),
    "pieces of WKT": Hostile(
        lambda: f"MULTIPOLYGON ({', '.join(['((0 0, 2 0, 0 2, 0 0))'] * 1_500_000)})".encode(), VERIFIED
    ),
    "keys of a result": Hostile(
        lambda: f"{{{','.join(f'{chr(34)}{n:07}{chr(34)}:[]' for n in range(2_900_000))}}}".encode(), VERIFIED
    ),
    "lists in a result": _lines("[],", VERIFIED),
    "brackets that are not closed": _lines("[", VERIFIED),
    "rules that count": _doing("(loop-for-count (?i 1 1000000000000) do (bind ?x ?i))"),
    "rules that ask": _doing(f"(any-factp ({' '.join(f'(?a{n} Connection)' for n in range(9))}) FALSE)"),
    "rules that join": _rules(
        f"(defrule mine {' '.join(f'(Connection (start ?a{n}))' for n in range(12))} => (bind ?x 1))"
    ),
    "rules that grow": _doing('(bind ?x "a") (while TRUE do (bind ?x (str-cat ?x ?x)))'),
    "parentheses of rules": _rules("(" * 50_000 + ")" * 50_000),
    "loops of rules": _doing("(while TRUE do " * 30 + "(bind ?x 1)" + ")" * 30),
    "boards on one line": _lines("1 2 3 4 5 6 7 0 8 ", ("sliding", "solve", "b.bin"), 15),
    "boards between marks": _lines("1,2,3,4,5,6,7,0,8;", ("sliding", "solve", "b.bin"), 15),
    "edges on one line": _lines("1 2 3 4 ", EDGES),
    "words as edges": _lines("abcd\n", EDGES),
    "collections of WKT as a result": _text("collections of WKT")._replace(words=("verify", "cat", "b.bin")),
    "brackets of WKT as pieces": _text("brackets of WKT")._replace(words=("hint", "cat", "--placed", "b.bin")),
    "zeros as a trace": Hostile(lambda: bytes(64 << 20), SHOWN),
    "lists as a trace": _deep(SHOWN),
    "lists as a result": _deep(("verify", "convex-square", "b.bin")),
    "lists as a ranking": _deep(("solve", "convex-square", "--ranking", "b.yaml"), "b.yaml"),
    "lists as pieces": _deep(("solve", "convex-square", "--set", "b.yaml"), "b.yaml"),
    "lists as a puzzle of edges": _deep(EDGES),
    "lists as a list of pieces": _deep(("jigsaw", "solve", "puzzle.json"), "puzzle.json"),
    "digits of WKT": _digits("POLYGON ((0 0, 4 0, 4 9999, 0 2, 0 0))"),
    "digits of SVG": _digits(f'{SVG}<path d="M0 0H9999V2H0Z"/></svg>'),
    "digits of a width": _digits('<svg xmlns="http://www.w3.org/2000/svg" width="9999" viewBox="0 0 9999 9"/>'),
    "digits of a trace": _digits('{"event": "Begun", "title": "a", "version": 9999}\n', SHOWN),
    "digits of a result": _digits('{"id": "a", "status": "solved", "pieces": 9999}', ("verify", "cat", "b.bin")),
    "digits of a ranking": _digits(
        "rules:\n  - {rule: vertex-fit, repeat: 9999}\n", ("solve", "cat", "--ranking", "b.yaml"), "b.yaml"
    ),
    "digits of pieces": _digits(
        f"name: a\npieces:\n  - {{piece: square, count: 9999, vertices: {RING}}}\n",
        PIECES,
        "b.yaml",
    ),
    "digits of a board": _digits("1 2 3 4 5 6 7 0 9999\n", ("sliding", "solve", "b.bin")),
    "digits of edges": _digits('{"rows": 9999, "columns": 2, "pieces": [[1, 9999, 1, 1]]}', EDGES),
    "digits of jigsaws": _digits(
        '{"rows": 9999, "columns": 1, "pieces": ["a.png"]}', ("jigsaw", "solve", "puzzle.json"), "puzzle.json"
    ),
    "a board of many tiles": Hostile(
        lambda: " ".join(map(str, range(1_000_000))).encode(), ("sliding", "solve", "b.bin")
    ),
    "many pieces of edges": Hostile(
        lambda: json.dumps({"rows": 1000, "columns": 1000, "pieces": [[1, 1, 1, 1]] * 1_000_000}).encode(),
        EDGES,
    ),
    "vertices of SVG": _vertices(f'{SVG}<path d="M', " ", "L", 'Z"/></svg>'),
    "vertices of a polygon": _vertices(f'{SVG}<polygon points="', " ", " ", '"/></svg>'),
    "vertices of GeoJSON": _vertices('{"type": "Polygon", "coordinates": [[[', ", ", "], [", "]]]}"),
    "vertices of YAML": _vertices("vertices: [[", ", ", "], [", "]]\n"),
}
"""The hostile files by name. Bombs and texts are read as outlines, at their largest size."""


def cases(number: int, seed: int) -> Iterator[Case]:
    """Yield each file with the command that reads it, in an order of dice."""
    names = Random(seed).sample([*HOSTILE], len(HOSTILE))
    for name in names[:number]:
        each = HOSTILE[name]
        yield Case(name, (each.words,), {each.file: each.data()}, patience=2 * ENDED)


def faults(done: Ran) -> Iterator[str]:
    """Yield what is wrong with what became of a hostile file."""
    yield from in_general(done)
    if done.seconds > ENDED * slowed():
        yield f"more than {ENDED} s"
    if done.peak > MOST_MEMORY:
        yield f"more than {MOST_MEMORY} MiB"


def try_hostile(report: Report, number: int, seed: int) -> None:
    """Let commands read hostile files, and print a table of what became of each."""
    print(f"{'file':<34}{'KiB':>8}{'s':>7}{'MiB':>6}  message")
    for done in ran(cases(number, seed), is_each_alone=True):
        size = sum(map(len, done.case.files.values())) / 1024
        said = [*(done.err or done.out).split("\n"), ""][0]
        print(f"{done.case.tried:<34}{size:>8.0f}{done.seconds:>7.1f}{done.peak:>6.0f}  {said[:120]}", flush=True)
        report.add("hostile file", done.status, found(done, faults(done)))
