"""The front door of all outlines: the name of a shape, a file of any format, or a folder.

A format is one line of a table and a module (docs/add-a-format.md).
"""

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, partial
from itertools import chain
from pathlib import Path

from heuristan.common.faults import LONGEST_LIST, InputError, nearest
from heuristan.common.files import check_text, exists, folder, inside, read_head, unreadable, with_pages
from heuristan.common.json_text import first_keys
from heuristan.common.quoting import shown
from heuristan.tangram.outlines.formats import PROSE_LIKE, Format, Found, format_of, formats
from heuristan.tangram.outlines.piece_sets import piece_set_names
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet
from heuristan.tangram.puzzle.drawing import Refusal

IMPOSSIBLE = "impossible"
"""The folder of shapes that look solvable and are not."""


_KEY = re.compile(rb"^\W{0,9}(vertices|paths?|pieces)\W?:", re.MULTILINE)


def shape_names(pieces: str = TANGRAM.name) -> list[str]:
    """Return the names of the shapes of a set that ship with heuristan."""
    return sorted(shape_files(pieces))


def shape_files(pieces: str | None = None) -> Mapping[str, Path]:
    """Return the files of the shapes that ship with heuristan, by name.

    The shapes of a set other than the seven tans are in a folder with its name, those without a solution in IMPOSSIBLE.

    Args:
        pieces: the name of a set; if not given, the shapes of all sets and those without a solution.
    """
    shapes = folder("shapes")
    if pieces is None:
        patterns = ["*.yaml", *(f"{name}/*.yaml" for name in (*piece_set_names(), IMPOSSIBLE))]
    else:
        patterns = ["*.yaml" if pieces == TANGRAM.name else f"{pieces}/*.yaml"]
    return {path.stem: path for pattern in patterns for path in sorted(shapes.glob(pattern))}


def read_outlines(source: str | Path, pieces: PieceSet | None = None) -> Found:
    """Return the puzzles of a source: the name of a shape that ships with heuristan, a file, or a folder.

    A source of many outlines is read while the iterator is used; a bad outline among them is a `Refusal`.

    Args:
        source: the name, or the path of the file or folder; pages of a file are chosen as in book.pdf#3-7.
        pieces: the set to lay all of them with. If not given, each outline's own, which is the seven tans where it
            names none.

    Raises:
        InputError: if the source cannot be used as a whole. The call itself raises it.
    """
    name = str(source)
    shipped = shape_files().get(name)
    if shipped is not None:
        return iter([read_shape(shipped, pieces).puzzle])
    # not Path.exists, which raises on names that are too long for the system
    if not exists(name) and with_pages(name)[1] is None:
        raise InputError(_not_found(name))
    return _read_folder(Path(source), pieces) if os.path.isdir(name) else _read_file(Path(source), pieces)


def outline_files(place: Path) -> Iterator[Path]:
    """Return the files of outlines directly in a folder, in the order of their names.

    A file counts if it has the ending or the content of a format. Hidden files, and the traces and results that
    heuristan writes, do not count. Only the start of a file is read, and only when the iterator comes to it.

    Raises:
        InputError: if the folder cannot be read. The call itself raises it.
    """
    try:
        files = sorted(path for path in place.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as fault:
        raise unreadable(place, fault) from None
    return filter(_holds_outlines, inside(place, files))


def _not_found(name: str) -> str:
    is_path = os.path.basename(name) != name or os.path.splitext(name)[1]
    if is_path:
        return f"there is no file {shown(name)}; check the path"
    advice = nearest(name, shape_files())
    if advice.startswith("there are") and len(shape_files()) > LONGEST_LIST:
        advice = "'heuristan shapes' lists the shapes, and a file is given with its ending"
    return f"there is no shape or file {shown(name)}; {advice}"


def _read_folder(place: Path, pieces: PieceSet | None) -> Found:
    files = outline_files(place)
    first = next(files, None)
    if first is None:
        raise InputError(f"{place}: this folder has no file of outlines; {_advice()}")
    return chain.from_iterable(map(partial(_read_one_of, pieces=pieces), chain([first], files)))


def _read_one_of(path: Path, pieces: PieceSet | None) -> Found:
    """Yield the puzzles of one file among several; if it cannot be used, that is a refusal."""
    try:
        yield from _read_file(path, pieces)
    except InputError as fault:
        yield Refusal(path.stem, str(fault))


def _holds_outlines(path: Path) -> bool:
    has_ending = path.suffix.lower() in _endings()
    try:
        head = read_head(path)
    except InputError:
        return has_ending
    if _own_output(head):
        return False
    kind = None if has_ending else format_of(head)
    return has_ending or (kind is not None and kind is not PROSE_LIKE)


@cache
def _endings() -> frozenset[str]:
    return frozenset(ending for kind in formats() for ending in kind.endings)


def _advice() -> str:
    return f"outlines are read from {', '.join(kind.title for kind in formats())}"


_TABLES = (".csv", ".tsv")


def _read_file(path: Path, pieces: PieceSet | None) -> Found:
    file, pages = with_pages(path)
    head = read_head(file, "an outline")
    own = _own_output(head)
    if own:
        raise InputError(f"{path}: this is not an outline but {own}")
    kind = format_of(head)
    if pages is not None and not (kind is not None and kind.is_picture):
        raise InputError(f"{path}: pages are chosen of a PDF or TIFF, and this is neither; give {file}")
    if kind is not None and not _is_prose(kind, path, head):
        return kind.read(path, pieces)
    check_text(path, head, _advice())
    what = "this is XML, but not SVG" if head.lstrip().startswith(b"<") else "the file has no known format"
    advice = "name two columns x and y" if path.suffix.lower() in _TABLES else _advice()
    raise InputError(f"{path}: {what}; {advice}")


def _is_prose(kind: Format, path: Path, head: bytes) -> bool:
    """Return whether a file only looks like YAML, as programs do: it has another ending, and no key of a shape."""
    endings = ("", ".txt", *kind.endings)
    return kind is PROSE_LIKE and path.suffix.lower() not in endings and not _KEY.search(head)


_OWN_OUTPUT: Mapping[frozenset[str], str] = {
    frozenset({"event"}): "a trace; draw it with 'heuristan show'",
    frozenset({"verdict"}): "verdicts; give the outlines that they are about",
    frozenset({"solver"}): "results; give the outlines that they are of",
    frozenset({"heuristan", "solvers"}): "a comparison; give the outlines that it is of",
    frozenset({"id", "advice"}): "a hint; give the outline that it is for",
    frozenset({"kind", "pieces"}): "an edge-matching puzzle; solve it with 'heuristan edgematching solve'",
}
"""What the first object of a file that heuristan wrote holds, by keys of it, all of which are there.

The results of all systems are among them.
"""


def _own_output(head: bytes) -> str | None:
    """Describe what heuristan wrote into a file of JSON that starts with these bytes; None for anything else."""
    if not re.match(rb'\s*(\[\s*)?\{\s*"', head):
        return None
    keys: set[str] = set()
    for key in first_keys(head.decode("utf-8", "replace")):
        if key == "type":
            return None
        keys.add(key)
    return next((what for wanted, what in _OWN_OUTPUT.items() if wanted <= keys), None)
