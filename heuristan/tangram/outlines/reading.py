"""The front door of all outlines: a shape's name or a file, recognised by what it holds."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.files import check_text, is_text, read_head, unreadable
from heuristan.common.plain_yaml import nearest, shown
from heuristan.common.resources import folder
from heuristan.tangram.outlines.geojson_files import is_document, is_lines, read_document, read_lines
from heuristan.tangram.outlines.piece_sets import piece_set_names
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

IMPOSSIBLE = "impossible"
"""The folder of shapes that look solvable and are not."""


def shape_names(pieces: str = TANGRAM.name) -> list[str]:
    """The names of the shapes of a set that ship with heuristan, those of the seven tans if no other set is named."""
    return sorted(shape_files(pieces))


def shape_files(pieces: str | None = None) -> Mapping[str, Path]:
    """Where the shapes lie that ship with heuristan, by name; those of a set, or all, and those without a solution.

    The shapes of a set other than the seven tans lie in a folder of its name, those that nothing fills in IMPOSSIBLE.
    """
    shapes = folder("shapes")
    if pieces is None:
        patterns = ["*.yaml", *(f"{name}/*.yaml" for name in (*piece_set_names(), IMPOSSIBLE))]
    else:
        patterns = ["*.yaml" if pieces == TANGRAM.name else f"{pieces}/*.yaml"]
    return {path.stem: path for pattern in patterns for path in sorted(shapes.glob(pattern))}


def read_outlines(source: str | Path, pieces: PieceSet | None = None) -> Iterator[Puzzle | Refusal]:
    """The puzzles of a source: the name of a shape that ships, a file, or a folder of shapes.

    A file of many outlines is read while the iterator is used, and a bad one among them is a `Refusal`.

    Args:
        source: the name, or the path of the file or folder.
        pieces: the set that all of them are to be laid with. If not given, each outline's own, which is the seven tans
            where it names none.

    Raises:
        InputError: the source cannot be used as a whole. It is raised by the call itself.
    """
    name = str(source)
    shipped = shape_files().get(name)
    if shipped is not None:
        return iter([read_shape(shipped, pieces).puzzle])
    # not Path.exists, which raises on names that are too long for the system
    if not os.path.exists(name):
        raise InputError(_not_found(name))
    return _read_folder(Path(source), pieces) if os.path.isdir(name) else _read_file(Path(source), pieces)


def _not_found(name: str) -> str:
    is_path = os.path.basename(name) != name or os.path.splitext(name)[1]
    if is_path:
        return f"there is no file {shown(name)}; check the path"
    return f"there is no shape or file {shown(name)}; {nearest(name, shape_files())}"


def _read_folder(path: Path, pieces: PieceSet | None) -> Iterator[Puzzle | Refusal]:
    try:
        shapes = sorted(file for file in path.glob("*.yaml") if file.is_file())
    except OSError as fault:
        raise unreadable(path, fault) from None
    if not shapes:
        raise InputError(f"{path}: this is a folder without shapes (.yaml); give a file or a folder of shapes")
    return (_shape_or_refusal(shape, pieces) for shape in shapes)


def _shape_or_refusal(path: Path, pieces: PieceSet | None) -> Puzzle | Refusal:
    try:
        return read_shape(path, pieces).puzzle
    except InputError as fault:
        return Refusal(path.stem, str(fault))


Found: TypeAlias = Iterator[Puzzle | Refusal]


class Format(NamedTuple):
    """A kind of file."""

    title: str
    recognises: Callable[[bytes, Path], bool]
    """Whether a file is of the kind, by its start; the name decides where the start leaves it open."""
    read: Callable[[Path, PieceSet | None], Found]


def _drawn(title: str, module: str, read: str, *, as_text: bool = True) -> Format:
    """A kind of file that holds drawings, with the module that is imported when such a file may be there.

    Args:
        title: what users call it.
        module: has `recognises(head)`, and the reader.
        read: the name of its reader, from a path to drawings and refusals.
        as_text: whether such files are UTF-8 text.
    """

    def recognises(head: bytes, path: Path) -> bool:  # noqa: ARG001
        return (not as_text or is_text(head)) and bool(import_module(module).recognises(head))

    def read_puzzles(path: Path, pieces: PieceSet | None) -> Found:
        from heuristan.tangram.outlines.drawing_files import puzzles_of

        return puzzles_of(path, getattr(import_module(module), read)(path), pieces)

    return Format(title, recognises, read_puzzles)


def _is_walk(head: bytes, path: Path) -> bool:  # noqa: ARG001
    from heuristan.tangram.outlines.walk import recognises

    return is_text(head) and recognises(head)


def _read_walk(path: Path, pieces: PieceSet | None) -> Found:
    from heuristan.tangram.outlines.walk import read_walk

    return iter([read_walk(path, pieces)])


_YAML = re.compile(rb"^[ \t]{0,99}([{%&!?-]|\W?[A-Za-z][\w-]*\W?[ \t]{0,9}:[ \t\r\n])", re.MULTILINE)
"""A line with the start of a table or list, a key and its colon, or what YAML has and is not read here."""


def _is_yaml(head: bytes, path: Path) -> bool:  # noqa: ARG001
    return is_text(head) and _YAML.search(head + b"\n") is not None


FORMATS = (
    Format("GeoJSON, an outline a line", lambda head, path: is_text(head) and is_lines(head, path), read_lines),
    Format("GeoJSON", lambda head, _: is_text(head) and is_document(head), read_document),
    _drawn("pictures (PNG, JPEG, WebP, PDF)", "heuristan.tangram.outlines.images", "read_picture", as_text=False),
    _drawn("SVG", "heuristan.tangram.outlines.svg", "read_svg", as_text=False),
    _drawn("figures of gTans", "heuristan.tangram.outlines.gtans", "read_gtans"),
    _drawn("figures of Peces", "heuristan.tangram.outlines.peces", "read_peces"),
    _drawn("WKT", "heuristan.tangram.outlines.wkt", "read_wkt"),
    Format("walks by the compass", _is_walk, _read_walk),
    Format("shapes in YAML", _is_yaml, lambda path, pieces: iter([read_shape(path, pieces).puzzle])),
)
"""The kinds of file that are read, each tried after those before it."""


def _read_file(path: Path, pieces: PieceSet | None) -> Found:
    head = read_head(path)
    for kind in FORMATS:
        if kind.recognises(head, path):
            return kind.read(path, pieces)
    check_text(path, head, _ADVICE)
    what = "this is XML, but no SVG" if head.lstrip().startswith(b"<") else "the file holds nothing that is known here"
    raise InputError(f"{path}: {what}; {_ADVICE}")


_ADVICE = f"outlines are read from {', '.join(kind.title for kind in FORMATS[1:])}"
