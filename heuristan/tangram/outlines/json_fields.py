"""Fields that outlines in JSON share: id, number of sets, set of pieces, and points where no outline is read.

Who has such points is told, because they may be a figure.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from heuristan.common.faults import nearest
from heuristan.common.json_text import in_words
from heuristan.common.quoting import shown
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.pieces.sets import PieceSet
from heuristan.tangram.puzzle.puzzle import MOST_SETS, OutlineError

Json: TypeAlias = Any

LONGEST_TEXT = 200
"""Maximum length of a text, in characters."""

FEWEST = 3
"""Minimum number of points of a figure."""


def id_from(value: Json) -> str | None:
    """Return the id of an outline, if a value is one that can be printed on a line."""
    is_id = isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= LONGEST_TEXT
    return value if is_id else None


def sets_from(value: Json) -> int | None:
    """Return a number of sets of pieces; None if there is no value.

    Raises:
        OutlineError: if it is not one.
    """
    if value is None:
        return None
    is_whole = isinstance(value, int | float) and not isinstance(value, bool) and value == value // 1
    if not is_whole or not 1 <= value <= MOST_SETS:
        raise OutlineError(f"'sets' is {in_words(value)}; write a whole number from 1 to {MOST_SETS}, or leave it out")
    return int(value)


def set_from(value: Json) -> PieceSet | None:
    """Return the set of pieces of a name; None if there is no value.

    Raises:
        OutlineError: if no set that ships with heuristan has that name.
    """
    if value is None:
        return None
    names = piece_set_names()
    if value not in names:
        raise OutlineError(f"'set' is {in_words(value)}; {nearest(str(value), names)}")
    return read_piece_set(value)


def points_besides(
    table: Mapping[str, Any], read: tuple[str, ...], fix: str = ""
) -> Iterator[tuple[str, OutlineError]]:
    """Yield the keys of a table, other than those that are read, under which there are points, each with its fault.

    Args:
        table: an object of JSON.
        read: the keys that are read, or hold what the author says of the outline.
        fix: what to do, as a command.
    """
    for key, value in table.items():
        if key not in read and _holds_points(value):
            yield key, OutlineError(f"there are points under {shown(key)} too, which are not read; {fix}")


def _holds_points(value: Any) -> bool:
    waiting = [value]
    while waiting:
        here = waiting.pop()
        inner = [*here.values()] if isinstance(here, dict) else here if isinstance(here, list) else []
        if isinstance(here, list) and sum(map(_is_point, here)) >= FEWEST:
            return True
        waiting += inner
    return False


def _is_point(value: Any) -> bool:
    if isinstance(value, dict):
        return {"x", "y"} <= {key.lower() for key in value}
    return isinstance(value, list) and len(value) > 1 and all(type(number) in (int, float) for number in value[:2])
