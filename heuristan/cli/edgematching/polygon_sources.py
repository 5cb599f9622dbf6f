"""What a command is given: files of polygon puzzles, and tangram outlines in any format, by file or by name."""

import os
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.cli.edgematching.tangram_outlines import puzzle_from
from heuristan.common.faults import InputError
from heuristan.common.files import read_head, read_text
from heuristan.common.json_text import JsonTextError, read_json, tokens
from heuristan.common.plain_yaml import shown
from heuristan.edgematching.faults import PuzzleFileError
from heuristan.edgematching.polygons.puzzle import PolygonPuzzle, PolygonPuzzleError
from heuristan.edgematching.polygons.reading import KIND, LONGEST, read_polygons
from heuristan.tangram.outlines.reading import format_of, read_outlines
from heuristan.tangram.puzzle.drawing import Refusal

EXACT_LIMIT = 60.0
"""Seconds that the exact solver may take to find the orientations; an outline of one set needs milliseconds."""


class Refused(NamedTuple):
    """A puzzle among others that cannot be used."""

    id: str
    message: str


def holds_polygons(source: str) -> bool:
    """Whether a source is of polygons or tangram outlines, by its name, how it begins, and what its first object has.

    What does not exist and looks like the name of a shape is taken for one.
    """
    if not os.path.exists(source):
        return os.path.basename(source) == source and not os.path.splitext(source)[1]
    if os.path.isdir(source):
        return True
    try:
        head = read_head(Path(source))
    except InputError:
        return False
    if head.lstrip()[:1] in (b"{", b"["):
        keys = _first_object(Path(source)) or dict.fromkeys(re.findall('"(rows)"', head.decode(errors="replace")))
        return _kind(Path(source), head) in (KIND, None) and "rows" not in keys
    return format_of(head) is not None


def _first_object(path: Path) -> dict[str, Any]:
    """The first object of a JSON file: the only one, or of a list, or of lines. Empty if there is none."""
    try:
        text = read_text(path, LONGEST, "split it")
    except InputError:
        return {}
    for part in (text, text.lstrip().partition("\n")[0]):
        try:
            value = read_json(part)
        except JsonTextError:
            continue
        first = value[0] if isinstance(value, list) and value else value
        return first if isinstance(first, dict) else {}
    return {}


def _kind(path: Path, head: bytes) -> object:
    """What the "kind" of the first object of a JSON file says; None if it has none, as GeoJSON."""
    if found := _first_object(path):
        return found.get("kind")
    # what is broken further on should be said to be a broken puzzle
    depth = 0
    for (_, key), (_, value) in pairwise(tokens(head.decode(errors="replace"))):
        depth += (key in "[{") - (key in "]}")
        if key == '"kind"' and depth == 1:
            return value.strip('"')
    return None


def puzzles_of(sources: Iterable[str], seed: int = 0) -> Iterator[PolygonPuzzle | Refused]:
    """The puzzles of some sources, one after the other.

    Args:
        sources: files, folders of shapes, or names of shapes.
        seed: of the order of the pieces of an outline's puzzle.

    Raises:
        InputError: a source cannot be used as a whole.
        PuzzleFileError: the same.
    """
    known: set[str] = set()
    for source in sources:
        for found in _puzzles_in(source, seed):
            if found.id in known and isinstance(found, PolygonPuzzle):
                message = f"{source}: the id {shown(found.id)} stands twice; results could not be told apart"
                yield Refused(found.id, message)
            else:
                yield found
            known.add(found.id)


def _puzzles_in(source: str, seed: int) -> Iterator[PolygonPuzzle | Refused]:
    if _is_of_polygons(source):
        for found in read_polygons(Path(source)):
            yield found if isinstance(found, PolygonPuzzle) else Refused("", str(found))
    else:
        yield from _of_outlines(source, seed)


def _is_of_polygons(source: str) -> bool:
    if not os.path.isfile(source):
        return False
    try:
        head = read_head(Path(source))
    except InputError as fault:
        raise PuzzleFileError(source, str(fault).removeprefix(source).lstrip(": ")) from None
    return head.lstrip()[:1] in (b"{", b"[") and _kind(Path(source), head) is not None


def _of_outlines(source: str, seed: int) -> Iterator[PolygonPuzzle | Refused]:
    for outline in read_outlines(source):
        if isinstance(outline, Refusal):
            yield Refused(outline.id, outline.message)
            continue
        try:
            yield puzzle_from(outline, seed, EXACT_LIMIT)
        except PolygonPuzzleError as fault:
            yield Refused(outline.id, str(fault))
