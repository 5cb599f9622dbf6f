"""What the rooms of heuristan offer one another without importing one another.

A room is a package of heuristan with a module `offers`. Its tables hold names only, and nothing is imported until it is
used: ORDER (its place among the rooms), COMMANDS (the module of each command and its summary), FORMATS (of outlines;
FIRST_FORMATS are tried before those of the core) and PROVIDES (functions and classes that other rooms may ask for). A
room that is not installed offers nothing.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from heuristan.common.faults import InputError

_PACKAGE = Path(__file__).parents[1]
CORE = "tangram"
"""The room that is asked first, so that what needs it alone loads nothing else."""


class MissingRoomError(InputError):
    """The room that provides something is not installed."""


def rooms() -> Iterator[ModuleType]:
    """Yield the tables of each room in their order; no table is loaded before that of the core has been looked at."""
    yield _offers_of(CORE)
    yield from _others()


def offered(table: str) -> Iterator[Any]:
    """Yield a table of each room that has it."""
    return (getattr(room, table) for room in rooms() if hasattr(room, table))


def find(name: str) -> Any:
    """Return what a room provides under a name; None if no room does."""
    for provides in offered("PROVIDES"):
        if name in provides:
            module, _, attribute = provides[name].partition(":")
            return getattr(import_module(module), attribute)
    return None


def provided(name: str, purpose: str) -> Any:
    """Return what a room provides under a name.

    Args:
        name: the key in PROVIDES.
        purpose: what it is for, the subject of the message: "a hint", say.

    Raises:
        MissingRoomError: if the room that provides it is not installed.
    """
    found = find(name)
    if found is None:
        raise MissingRoomError(f"{purpose} needs a part of heuristan that is not installed; install the whole")
    return found


@cache
def _others() -> tuple[ModuleType, ...]:
    # compiled modules may stand alone
    names = (path.parent.name for path in _PACKAGE.glob("*/offers.py*"))
    return tuple(sorted((_offers_of(name) for name in names if name != CORE), key=lambda offers: offers.ORDER))


def _offers_of(name: str) -> ModuleType:
    return import_module(f"{_PACKAGE.name}.{name}.offers")
