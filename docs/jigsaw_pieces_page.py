"""The pictures of `jigsaw.md`, drawn from a recorded reading.

Decoders and the filters of OpenCV may differ in the last digit between machines, so six pieces that were read once are
kept in `examples/jigsaw-pieces.json`. `python docs/jigsaw_pieces_page.py` records them again.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from heuristan.jigsaw.piece import Piece, Side
from heuristan.jigsaw.render.pieces import picture_png, piece_svg, pieces_svg

RECORDED = Path(__file__).parent / "examples" / "jigsaw-pieces.json"
SOURCE, SEED = "chelsea", 4


def record() -> None:
    """Cut a picture into six pieces, read them, and keep them."""
    from heuristan.jigsaw.cutting import Recipe, cut, load_source
    from heuristan.jigsaw.reading import pieces_of

    pieces = pieces_of(cut(load_source(SOURCE), Recipe(2, 3, size=60, seed=SEED)).pictures)
    lines = ",\n".join(json.dumps(_fields(piece)) for piece in pieces)
    RECORDED.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def _fields(piece: Piece) -> dict[str, Any]:
    return {
        "name": piece.name,
        "size": piece.picture.shape[:2],
        "png": b64encode(picture_png(piece)).decode("ascii"),
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
def recorded() -> dict[Piece, bytes]:
    """Return the recorded pieces, with their pictures as files; only the sizes of the pictures are unpacked."""
    return {_piece(fields): b64decode(fields["png"]) for fields in json.loads(RECORDED.read_text(encoding="utf-8"))}


def _piece(fields: Mapping[str, Any]) -> Piece:
    first, second, third, fourth = map(_side, fields["sides"])
    return Piece(fields["name"], np.zeros((*fields["size"], 4), np.uint8), (first, second, third, fourth))


def _side(fields: Mapping[str, Any]) -> Side:
    contour = np.array(fields["contour"])
    insets = np.frombuffer(b64decode(fields["insets"]), np.uint8).reshape(-1, len(contour), 3)
    return Side(fields["kind"], contour, insets.astype(np.float32))


def a_piece() -> str:
    """Draw one piece: its picture, its corners and sides, its insets."""
    pieces = recorded()
    # one with a flat side, a tab and a blank
    shown = next(piece for piece in pieces if {side.kind for side in piece.sides} == {"flat", "tab", "blank"})
    return piece_svg(shown, pieces.__getitem__)


def all_pieces() -> str:
    """Draw the six pieces as they were read."""
    return pieces_svg([*recorded()], recorded().__getitem__, columns=6)


PICTURES: dict[str, Callable[[], str]] = {
    "jigsaw-piece.svg": a_piece,
    "jigsaw-pieces.svg": all_pieces,
}

if __name__ == "__main__":
    record()
