"""Standard input as a file, for readers that look at the start of a file before they read it whole."""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from heuristan.cli.kit.failing import fail
from heuristan.common.faults import InputError
from heuristan.common.files import STANDARD_INPUT, standard_input, unreadable

T = TypeVar("T")

NAME = "stdin"
"""The name of the file in messages, and the id of what has none."""


def or_standard_input(read: Callable[[str], Iterable[T]]) -> Callable[[str], Iterator[T]]:
    """Return a reader of one source that reads a copy of standard input for "-".

    Refusals among what is read are dataclasses with a message.
    """

    def reading(source: str) -> Iterator[T]:
        if source != STANDARD_INPUT:
            yield from read(source)
            return
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="heuristan-") as folder:
            file = Path(folder, NAME)
            try:
                _copy_to(file)
                yield from (_renamed(item, file) for item in read(str(file)))
            except InputError as fault:
                raise InputError(_named(str(fault), file)) from None

    return reading


def refuse_reading_twice(sources: Sequence[str], results: str, what: str) -> None:
    """End the command if both sources and results come from standard input."""
    if results == STANDARD_INPUT and STANDARD_INPUT in sources:
        fail(f"{what} and results cannot both be read from standard input; name a file for one of them")


def _copy_to(file: Path) -> None:
    try:
        with file.open("wb") as copy:
            shutil.copyfileobj(standard_input(), copy)
    except (OSError, ValueError) as fault:
        raise unreadable(NAME, fault) from None


def _renamed(item: Any, file: Path) -> Any:
    """Return a refusal with the name of the file instead of its place; anything else as it is."""
    message = getattr(item, "message", None)
    return item if message is None else replace(item, message=_named(message, file))


def _named(message: str, file: Path) -> str:
    return message.replace(str(file), NAME)
