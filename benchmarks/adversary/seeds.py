"""Good files of every format that is read, small and made here: what the garbage is made of."""

import gzip
from cmath import rect
from collections.abc import Sequence
from io import BytesIO
from itertools import product
from math import cos, dist, pi, sin

import cv2
import numpy as np
import pypdfium2
from assemblies import assembly_of
from inputs import puzzles_of

from heuristan.common.files import folder
from heuristan.pictures.games import figure_files
from heuristan.pictures.games.figure_files import laid_piece
from heuristan.tangram.lattice.points import xy
from heuristan.tangram.outlines.formats import FORMS
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.pieces.sets import UNITS_A_LEG, Placement
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece, Origin, PageSpot, Vector
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

FEW = 12
"""Figures of each kind."""

LEG = 14
"""Pixels of a small leg in pictures: the smallest that are likely to be read."""

WALKS = (
    b"E 28, S 14, W 28, N 14\n",
    b"# brick\nunit: legs\nE 4,\nS 2, W 4, N 2\n",
    b"unit: legs\nE 2r2, N 2r2, W 2r2, S 2r2\n",
    b"unit: points\nE 20, N 20, W 20, S 20\n",
)

POINTS = (
    b"x;y\n0;0\n4,0;0\n4,0;2,0\n0;2\n",
    b"# brick\n0,0\n4,0\n4,2\n0,2\n",
    b"1 0 0\n2 40 0\n3 40 20\n4 0 20\n",
    b"ring,x,y\na,0,0\na,3,0\na,3,3\na,0,3\nb,1,1\nb,2,1\nb,2,2\nb,1,2\n",
    b"(0 mm, 0 mm),\n(40 mm, 0 mm),\n(40 mm, 20 mm),\n(0 mm, 20 mm)\n",
    b"[[0, 0], [4, 0], [4, 2], [0, 2]]\n",
    b'{"id": "brick", "points": [{"x": 0, "y": 0}, {"x": 4, "y": 0}, {"x": 4, "y": 2}, {"x": 0, "y": 2}], "sets": 1}\n',
    b"[[[0, 0], [3, 0], [3, 3], [0, 3]], [[1, 1], [2, 1], [2, 2], [1, 2]]]\n",
)

MEASURED = (
    b"unit: mm\nvertices: [[0, 0], [40.1, 0], [40, 20], [0, 20]]\n",
    b"vertices: [[0 cm, 0 cm], [4 cm, 0 cm], [4.01 cm, 2 cm], [0, 2]]\n",
)

ENTITIES = b"""<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY st0 "fill:#FF0000;">]>
<svg xmlns="&ns_svg;" viewBox="0 0 100 100"><polygon style="&st0;" points="0,0 40,0 40,20 0,20"/></svg>
"""

SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 90 90">
<style>.a{fill:red}#b{fill:none;stroke:rgb(1,2,3)}</style><defs><symbol id="s" viewBox="0 0 5 5">
<path d="M0 0h4v4h-4zM1,1c1 0 2 0 2 0 a 1 2 3 0 1 5 5 q 1 1 2 2 t 3 3 s 1 1 1 1z"/></symbol>
<g id="u"><use xlink:href="#s" x="1" y="2" width="30" height="20"/></g></defs>
<use href="#u" transform="rotate(30) scale(2,3) matrix(1 0 0 1 2 3) skewX(4)"/>
<rect class="a" x="1mm" y="2" width="50%" height="4" rx="1" style="fill:white;stroke:#000"/>
<circle cx="3" cy="4" r="5" opacity=".5"/><ellipse rx="3" ry="2"/><polygon id="b" points="0,0 1,1 2,0"/>
<line x1="1" x2="2" stroke="red"/><svg x="1" width="5" height="5" viewBox="0 0 1 1"><path d="M 0 0z"/></svg></svg>
"""


def seeds() -> dict[str, list[bytes]]:
    """Return good files by format."""
    puzzles = [*list(puzzles_of(folder("shapes")))[:FEW], *(_joined(_assembly(seed)) for seed in range(FEW))]
    figures = [_in_legs(_assembly(seed)) for seed in range(FEW)]
    written = {name: [form.text(puzzle).encode() for puzzle in puzzles] for name, form in FORMS.items()}
    written["svg"] += [FORMS["svg"].text(_with_pieces(figure)).encode() for figure in figures]
    written["svg"] += [SVG.encode(), ENTITIES]
    for name, form in FORMS.items():
        written[name] += [form.text(_read(figure)).encode() for figure in figures[:4]]
    return {
        "yaml": [*written["yaml"], *MEASURED]
        + [path.read_bytes() for path in sorted(folder("shapes").glob("*.yaml"))[:FEW]],
        "geojson": written["geojson"],
        "geojsonl": [b"\n".join(written["geojsonl"][i : i + 3]) for i in range(len(puzzles) - 3)],
        "wkt": written["wkt"] + [b"\n".join(written["wkt"][:4])],
        "walk": list(WALKS),
        "points": list(POINTS),
        "gtans": [_gtans_text(figures[i : i + 2]).encode() for i in range(FEW - 1)],
        "peces": [_peces_text(figures[i : i + 2]).encode() for i in range(FEW - 1)],
        "svg": written["svg"],
        "svgz": [gzip.compress(text, mtime=0) for text in written["svg"]],
        **_pictures(puzzles[-6:]),
    }


def _assembly(seed: int) -> list[Placement]:
    return assembly_of(seed)


def _joined(assembly: Sequence[Placement]) -> Puzzle:
    return make_puzzle("assembly", [piece.ring for piece in assembly])


def _in_legs(assembly: Sequence[Placement]) -> list[LaidPiece]:
    """Return the pieces in legs, y down."""
    return [
        LaidPiece(piece.name, tuple((x / UNITS_A_LEG, -y / UNITS_A_LEG) for x, y in map(xy, piece.ring)))
        for piece in assembly
    ]


def _with_pieces(figure: Sequence[LaidPiece]) -> Puzzle:
    return puzzle_of(Drawing("pieces", (), tuple(figure), y_down=True))


def _read(figure: Sequence[LaidPiece]) -> Puzzle:
    """Return pieces as they are read from a picture with the author's pieces in it, all that a file can keep."""
    spot = PageSpot(1, (1.0, 0.1, 2.0, 0.0, 1.0, 3.0, 0.0, 1e-4, 1.0), (640, 480))
    origin = Origin("a picture", ("the figure touches the border of the picture",), spot)
    return puzzle_of(Drawing("read", (), tuple(figure), True, leg=1.0, origin=origin))


def _gtans_text(figures: Sequence[Sequence[LaidPiece]]) -> str:
    forms = {name: (number, form) for number, (name, form) in figure_files.GTANS.forms.items()}
    lines = [f"gTans v1.0 {len(figures)}"]
    for figure in figures:
        lines.append("1 1 1024")
        for piece in figure:
            number, form = forms[str(piece.name)]
            mirrored, eighth, (x, y) = _as_laid(piece, form)
            lines.append(f"p {number} {mirrored:d} {x:e} {y:e} {-eighth * figure_files.FULL_TURN // 8}")
    return "\n".join(lines) + "\n"


def _peces_text(figures: Sequence[Sequence[LaidPiece]], scale: int = 58) -> str:
    forms = {name: (number, form) for number, (name, form) in figure_files.PECES.forms.items()}
    text = ""
    for i, figure in enumerate(figures):
        numbers = [str(scale)]
        for piece in figure:
            number, form = forms[str(piece.name)]
            mirrored, eighth, (x, y) = _as_laid(piece, form)
            numbers.append(f"{number} {x * scale:.5f} {y * scale:.5f} {eighth * pi / 4} {mirrored:d}")
        text += f"Own.{i:03}\n{' '.join(numbers)}\n1 2 0\n"
    return text


def _as_laid(piece: LaidPiece, about: figure_files.Form) -> tuple[bool, int, Vector]:
    """Return the placement of a piece as a file of a game has it: mirrored or not, turned, moved; found by trying."""
    x, y = piece.vertices[0]
    for mirrored, eighth in product((False, True), range(8)):
        form = laid_piece("", about, 0, rect(1, eighth * pi / 4), is_mirrored=mirrored).vertices
        for u, v in form:
            if all(min(dist((a + x - u, b + y - v), spot) for a, b in form) < 1e-9 for spot in piece.vertices):
                return mirrored, eighth, (x - u, y - v)
    raise AssertionError(f"no such {piece.name}")


def _pictures(puzzles: Sequence[Puzzle]) -> dict[str, list[bytes]]:
    drawn = [_drawn(puzzle, number * 0.2) for number, puzzle in enumerate(puzzles)]
    encoded = {
        name: [cv2.imencode(suffix, image)[1].tobytes() for image in drawn]
        for name, suffix in {"png": ".png", "jpeg": ".jpg", "webp": ".webp"}.items()
    }
    clear = [np.dstack([image, 255 - image[:, :, :1]]) for image in drawn[:2]]
    encoded["png"] += [cv2.imencode(".png", image)[1].tobytes() for image in clear]
    encoded["webp"] += [cv2.imencode(".webp", image, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes() for image in clear]
    encoded["pdf"] = [_pdf(puzzle) for puzzle in puzzles[:3]] + [_pdf_of_image(drawn[0])]
    return encoded


def _spots(puzzle: Puzzle) -> list[np.ndarray]:
    return [np.array([puzzle.in_legs(p) for p in ring]) for ring in puzzle.rings]


def _drawn(puzzle: Puzzle, turn: float) -> np.ndarray:
    """Return a puzzle in black on white, turned by radians."""
    rotation = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    rings = [spots @ rotation * LEG for spots in _spots(puzzle)]
    low, high = np.vstack(rings).min(0), np.vstack(rings).max(0)
    width, height = (high - low + 2 * LEG).astype(int)
    image = np.full((int(height), int(width), 3), 255, np.uint8)
    fixed = [((ring - low + LEG) * 64).round().astype(np.int32) for ring in rings]
    cv2.fillPoly(image, fixed, (20, 20, 20), cv2.LINE_AA, 6)
    return image


def _pdf(puzzle: Puzzle) -> bytes:
    """Return a PDF of one page, with every part of it as text."""
    rings = [(spots - spots.min(0)) * LEG + LEG for spots in _spots(puzzle)]
    size = np.vstack(rings).max(0) + LEG
    paths = "".join(
        " ".join(f"{x:.2f} {y:.2f} {'l' if i else 'm'}" for i, (x, y) in enumerate(ring)) + " h\n" for ring in rings
    )
    content = f"0 0 0 rg\n{paths}f\n"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size[0]:.0f} {size[1]:.0f}] /Contents 4 0 R >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
    ]
    text = "%PDF-1.4\n" + "".join(f"{number} 0 obj\n{body}\nendobj\n" for number, body in enumerate(objects, 1))
    return (text + f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\n%%EOF\n").encode()


def _pdf_of_image(image: np.ndarray) -> bytes:
    """Return a PDF of one page with an image on it, as a scanner writes it."""
    document = pypdfium2.PdfDocument.new()
    page = document.new_page(image.shape[1], image.shape[0])
    item = pypdfium2.PdfImage.new(document)
    item.load_jpeg(BytesIO(cv2.imencode(".jpg", image)[1].tobytes()))
    item.set_matrix(pypdfium2.PdfMatrix().scale(image.shape[1], image.shape[0]))
    page.insert_obj(item)
    page.gen_content()
    written = BytesIO()
    document.save(written)
    return written.getvalue()
