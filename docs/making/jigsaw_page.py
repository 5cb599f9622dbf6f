"""The pictures of `jigsaw.md`, drawn from recorded runs.

Pieces read from pictures, and costs computed from them, may differ in the last digit between machines. So six pieces,
an assembly, two joints and the picture of a doubtful assembly are recorded; `python docs/making/jigsaw_page.py`
records them again, and the sheet of pieces that the page's commands solve.
"""

import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from jigsaw_pieces import piece_svg, pieces_svg
from jigsaw_stages import Tile, stages_svg, tiles
from marked import DOCS, EXAMPLES, record, recorded

from heuristan.common.svg import elements as svg
from heuristan.common.svg.geometry import tidy
from heuristan.common.svg.page import label, outline_path, page
from heuristan.common.svg.palette import GREEN, LINE, RULE, SKY, VERMILION
from heuristan.jigsaw.measures.costs import envelope_distances, envelopes
from heuristan.jigsaw.measures.sides import Framed
from heuristan.jigsaw.piece import Floats, Piece, Side, png_of

ASSEMBLY, PIECES, DOUBTFUL = "jigsaw-assembly.json", "jigsaw-pieces.json", EXAMPLES / "jigsaw-doubtful.svg"
SHEET, WRONG = EXAMPLES / "jigsaw-coffee.png", EXAMPLES / "jigsaw-wrong.json"


def run_again() -> None:
    """Cut, wear, read and assemble again, and keep the data of the pictures."""
    sys.path.append(str(DOCS.parent / "benchmarks"))
    from jigsaw_photographer import Recipe, cut, cut_sheet, write_sheet

    from heuristan.jigsaw.assembled import assembled_svg
    from heuristan.jigsaw.cutting import load_source
    from heuristan.jigsaw.reading import pieces_of, read_puzzle
    from heuristan.jigsaw.results import as_text
    from heuristan.jigsaw.solving import solve

    scanned: dict[str, Any] = {"shadow": 0.3, "noise": 0.3, "scan": 0.3, "tilt": 10.0, "variety": 0.1}
    made = cut(load_source("coffee"), Recipe(7, 13, size=60, seed=3, **scanned))
    pieces = pieces_of(made.pictures)
    found = tiles(pieces, solve("coffee", pieces, measure="filter"))
    record(ASSEMBLY, {"tiles": [tile._asdict() for tile in found], "sides": _sides()})
    write_sheet(
        cut_sheet(load_source("coffee"), Recipe(4, 6, size=44, seed=1, variety=0.15, scan=0.4, tilt=6), SHEET.stem),
        SHEET,
    )
    on_sheet = read_puzzle(SHEET).pieces
    wrong = solve(SHEET.stem, on_sheet, measure="shape")
    # as another program would claim it
    claimed = replace(wrong, status="solved", message="")
    WRONG.write_text(as_text(claimed.as_json()) + "\n", encoding="utf-8")
    DOUBTFUL.write_text(assembled_svg(on_sheet, wrong), encoding="utf-8")


def _sides() -> list[list[list[float]]]:
    """Return a tab, the blank that it fits, and another blank, in the common frame."""
    from heuristan.jigsaw.cutting import Recipe, cut, load_source
    from heuristan.jigsaw.measures.costs import shape
    from heuristan.jigsaw.measures.sides import Sides
    from heuristan.jigsaw.reading import pieces_of

    sides = Sides(pieces_of(cut(load_source("coffee"), Recipe(4, 6, size=100, seed=2)).pictures))
    order = np.argsort(shape(sides)[0])
    chosen = [sides.tabs[0], sides.blanks[order[0]], sides.blanks[order[len(order) // 4]]]
    return [np.round(side.curve, 2).tolist() for side in chosen]


@cache
def assembly() -> dict[str, Any]:
    return dict(recorded(ASSEMBLY))


def stages() -> str:
    """Draw the stages of an assembly."""
    found = [
        Tile(**{**tile, "ring": tuple((float(x), float(y)) for x, y in tile["ring"])}) for tile in assembly()["tiles"]
    ]
    return stages_svg(found, "A jigsaw puzzle assembled")


def doubtful() -> str:
    """Draw a small assembly by shape alone, its doubtful pieces marked."""
    return DOUBTFUL.read_text(encoding="utf-8")


WIDTH, HEIGHT, MARGIN, SCALE = 270.0, 76.0, 20.0, 2.3
TAB, FITS, OTHER = VERMILION, GREEN, SKY


def curves() -> str:
    """Draw a tab with the blank that it fits and with another: curves above, upper envelopes below."""
    sides = [np.array(curve) for curve in assembly()["sides"]]
    found = envelopes([Framed(curve, np.zeros((1, len(curve), 3))) for curve in sides])
    parts: list[svg.Element] = []
    for column, (other, colour, words) in enumerate(((1, FITS, "the blank that it fits"), (2, OTHER, "another blank"))):
        middle = MARGIN + WIDTH * (column + 0.5)
        floor = MARGIN + HEIGHT
        apart = float(envelope_distances(found[:1], found[other : other + 1])[0, 0])
        parts += [
            _line(sides[0], middle, floor, TAB),
            _line(sides[other], middle, floor, colour, dashed=True),
            _caption(middle, floor + 22, f"a tab, and {words}"),
            *_gap(found[0], found[other], middle, floor + HEIGHT + 32),
            _line(_on_bins(found[0]), middle, floor + HEIGHT + 32, TAB),
            _line(_on_bins(found[other]), middle, floor + HEIGHT + 32, colour, dashed=True),
            _caption(middle, floor + HEIGHT + 54, f"their envelopes differ by {apart:.2f} pixels"),
        ]
    words = "Above, a tab and two blanks turned onto it; below, their upper envelopes and the area between them"
    return page(2 * (MARGIN + WIDTH), 2 * (MARGIN + HEIGHT) + 80, "The shape measure", words, parts, "jigsaw-curves")


def _on_bins(envelope: Floats) -> Floats:
    return np.stack([np.arange(len(envelope)) + 0.5 - len(envelope) / 2, envelope], axis=1)


def _at(x: float, y: float, middle: float, floor: float) -> tuple[float, float]:
    return middle + SCALE * x, floor - 10 - SCALE * y


def _line(curve: Floats, middle: float, floor: float, colour: str, *, dashed: bool = False) -> svg.Path:
    points = [_at(float(x), float(y), middle, floor) for x, y in curve]
    path = [svg.to("L" if k else "M", tidy(x), tidy(y)) for k, (x, y) in enumerate(points)]
    return svg.Path(d=path, fill="none", stroke=colour, stroke_width=2.2, stroke_dasharray=[5, 3] if dashed else None)


def _gap(one: Floats, other: Floats, middle: float, floor: float) -> Sequence[svg.Element]:
    """Draw the area between two envelopes, and the chord."""
    there, back = _on_bins(one), _on_bins(other)[::-1]
    ring = tuple(_at(float(x), float(y), middle, floor) for x, y in np.concatenate([there, back]))
    left, right = _at(float(there[0, 0]), 0, middle, floor), _at(float(there[-1, 0]), 0, middle, floor)
    return [
        svg.Path(d=outline_path([ring]), fill=RULE),
        svg.Path(d=[svg.to("M", *map(tidy, left)), svg.to("L", *map(tidy, right))], stroke=LINE, stroke_width=0.8),
    ]


def _caption(middle: float, y: float, words: str) -> svg.Text:
    return label(middle, y, words, size=12.5, anchor="middle", kind="caption")


SOURCE, SEED = "chelsea", 4


def read_again() -> None:
    """Cut a picture into six pieces, read them, and keep them, one on a line."""
    from heuristan.jigsaw.cutting import Recipe, cut, load_source
    from heuristan.jigsaw.reading import pieces_of

    pieces = pieces_of(cut(load_source(SOURCE), Recipe(2, 3, size=60, seed=SEED)).pictures)
    lines = ",\n".join(json.dumps(_fields(piece)) for piece in pieces)
    (EXAMPLES / PIECES).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _fields(piece: Piece) -> dict[str, Any]:
    return {
        "name": piece.name,
        "size": piece.picture.shape[:2],
        "png": b64encode(png_of(piece.picture)).decode("ascii"),
        "sides": [
            {
                "kind": side.kind,
                "contour": np.round(side.contour, 2).tolist(),
                "insets": b64encode(side.insets.round().astype(np.uint8).tobytes()).decode("ascii"),
            }
            for side in piece.sides
        ],
    }


@cache
def pieces_read() -> dict[Piece, bytes]:
    """Return the recorded pieces, with their pictures as files; only the sizes of the pictures are unpacked."""
    return {_piece(fields): b64decode(fields["png"]) for fields in recorded(PIECES)}


def _piece(fields: Mapping[str, Any]) -> Piece:
    first, second, third, fourth = map(_side, fields["sides"])
    return Piece(fields["name"], np.zeros((*fields["size"], 4), np.uint8), (first, second, third, fourth))


def _side(fields: Mapping[str, Any]) -> Side:
    contour = np.array(fields["contour"])
    insets = np.frombuffer(b64decode(fields["insets"]), np.uint8).reshape(-1, len(contour), 3)
    return Side(fields["kind"], contour, insets.astype(np.float32))


def a_piece() -> str:
    """Draw one piece: its picture, its corners and sides, its insets."""
    pieces = pieces_read()
    # one with a flat side, a tab and a blank
    shown = next(piece for piece in pieces if {side.kind for side in piece.sides} == {"flat", "tab", "blank"})
    return piece_svg(shown, pieces[shown])


def all_pieces() -> str:
    """Draw the six pieces as they were read."""
    return pieces_svg(pieces_read(), 6)


PICTURES: dict[str, Callable[[], str]] = {
    "jigsaw-piece.svg": a_piece,
    "jigsaw-pieces.svg": all_pieces,
    "jigsaw-stages.svg": stages,
    "jigsaw-curves.svg": curves,
    "jigsaw-doubtful.png": doubtful,
}

if __name__ == "__main__":
    read_again()
    run_again()
