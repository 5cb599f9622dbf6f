"""Standard input as a source like files."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from glob import glob
from itertools import chain, islice
from pathlib import Path
from typing import Any, TypeVar

from heuristan.cli.progress import moving_line
from heuristan.common.faults import InputError, MissingExtraError, describe_unexpected, is_debugging
from heuristan.common.files import INPUT_FILE, STANDARD_INPUT, inside

T = TypeVar("T")
R = TypeVar("R")

NAME = "stdin"
"""The source's name in messages, and the id of outlines without one."""


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


def _renamed(item: Any) -> Any:
    """Return a refusal with the name of standard input instead of its path; anything else as it is."""
    message = getattr(item, "message", None)
    return item if message is None else replace(item, message=_named(message))


def _named(message: str) -> str:
    return message.replace(str(INPUT_FILE), NAME)


def read_all(
    sources: Sequence[str],
    read: Callable[[str], Iterable[T]],
    refuse: Callable[[str, str], R],
    files_in: Callable[[Path], Sequence[str]] | None = None,
    is_written: Callable[[str], bool] = lambda _: False,
) -> Iterator[T | R]:
    """Yield what is read from each source, one after the other while it is asked for.

    Args:
        sources: files, folders, quoted patterns like 'drawings/*.svg', or names that `read` knows.
        read: the reader of one source.
        refuse: makes a refusal of an id and a reason, for a source that cannot be used among several.
        files_in: the sources within a folder, if `read` does not take folders itself; it may raise InputError.
        is_written: says whether a pattern that fits no file is a puzzle that is written out.

    Raises:
        InputError: if the only source cannot be used; where it breaks off, its end is refused.
        MissingExtraError: if the only source needs what is not installed.
    """
    for source in sources:
        try:
            names = names_of(source, files_in, is_written)
        except InputError as fault:
            if len(sources) == 1:
                raise
            yield refuse(id_of(source), str(fault))
            continue
        is_only = len(sources) == 1 and names == [source]
        for name in names:
            is_alone = is_only
            try:
                for found in read(name):
                    is_alone = False
                    yield found
            except (InputError, MissingExtraError) as fault:
                if is_alone:
                    raise
                yield refuse(id_of(name), str(fault))
            except Exception as fault:  # an error of heuristan itself with one source must not end the others
                if is_alone or is_debugging():
                    raise
                yield refuse(id_of(name), f"{name}: {describe_unexpected(fault)}")


def names_of(
    source: str,
    files_in: Callable[[Path], Sequence[str]] | None = None,
    is_written: Callable[[str], bool] = lambda _: False,
) -> list[str]:
    """Return the sources that one stands for: the files of a folder or pattern, else itself.

    Args:
        source: the source.
        files_in: the sources within a folder, if folders are opened.
        is_written: says whether a pattern that fits no file is a puzzle that is written out.

    Raises:
        InputError: if a pattern fits no file, or as `files_in` raises it.
    """
    found = files_of_pattern(source) if is_pattern(source) else [source]
    if not found and is_written(source):
        return [source]
    if not found:
        raise InputError(f"{source}: no file fits this pattern; check the path")
    if files_in is None:
        return found
    return [each for name in found for each in (files_in(Path(name)) if os.path.isdir(name) else [name])]


def files_of_folder(folder: Path, holds: Callable[[Path], bool], missing: str) -> list[str]:
    """Return the files directly in a folder that hold what is wanted, by their names; hidden files do not count.

    Args:
        folder: the folder.
        holds: says whether a file holds it.
        missing: the fault if none does, and the fix.

    Raises:
        InputError: if none does, or if the folder cannot be read.
    """
    try:
        files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as fault:
        raise InputError(f"{folder}: cannot be read ({fault.strerror or fault})") from None
    found = [str(path) for path in inside(folder, filter(holds, files))]
    if not found:
        raise InputError(f"{folder}: {missing}")
    return found


def is_pattern(source: str) -> bool:
    """Return whether a source is a pattern and not the name of a file."""
    return any(mark in source for mark in "*?[") and not os.path.exists(source)


def files_of_pattern(source: str) -> list[str]:
    """Return the files and folders that fit a pattern, in order; none if it is not a pattern."""
    return sorted(glob(source, recursive=True)) if is_pattern(source) else []


def id_of(source: str) -> str:
    """Return the id of a source that could not be read: its name without folder and ending, fit for a terminal."""
    name = Path(source).stem
    return name if name.isprintable() and name.strip() and len(name) <= 200 else repr(name[:200])


def peek(items: Iterable[T]) -> tuple[Iterator[T], bool]:
    """Return the items, and whether there are several; no more than two of them are read."""
    found = iter(items)
    with moving_line():  # pictures take a while to read
        first = list(islice(found, 2))
    return chain(first, found), len(first) > 1
