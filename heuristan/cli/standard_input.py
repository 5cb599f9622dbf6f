"""Standard input as a source like files."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from heuristan.cli.failing import fail
from heuristan.common.faults import InputError
from heuristan.common.files import INPUT_FILE, STANDARD_INPUT

T = TypeVar("T")

NAME = "stdin"
"""Its name in messages, and the id of what has none."""


def or_standard_input(read: Callable[[str], Iterable[T]]) -> Callable[[str], Iterator[T]]:
    """Return a reader of one source that reads standard input for "-"; nothing of it is read before it is asked for.

    Refusals among what is read are dataclasses with a message.
    """

    def reading(source: str) -> Iterator[T]:
        if source != STANDARD_INPUT:
            yield from read(source)
            return
        try:
            yield from map(_renamed, read(str(INPUT_FILE)))
        except InputError as fault:
            raise InputError(_named(str(fault))) from None

    return reading


def refuse_reading_twice(sources: Sequence[str], results: str, what: str) -> None:
    """End the command if both sources and results come from standard input."""
    if results == STANDARD_INPUT and STANDARD_INPUT in sources:
        fail(f"{what} and results cannot both be read from standard input; name a file for one of them")


def _renamed(item: Any) -> Any:
    """Return a refusal with the name of standard input instead of its path; anything else as it is."""
    message = getattr(item, "message", None)
    return item if message is None else replace(item, message=_named(message))


def _named(message: str) -> str:
    return message.replace(str(INPUT_FILE), NAME)
