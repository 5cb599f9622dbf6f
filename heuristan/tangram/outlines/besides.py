"""Points in JSON that stand where no outline is read: who has them is told, because they may be a figure."""

from collections.abc import Iterator, Mapping
from typing import Any

from heuristan.common.plain_yaml import shown
from heuristan.tangram.puzzle.puzzle import OutlineError

FEWEST = 3
"""Minimum number of points of a figure."""


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
