"""Unexpected errors: faults of heuristan itself, as one line for people; a traceback only where it is asked for."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import PurePath
from traceback import extract_tb
from typing import TypeVar

from heuristan.common.faults import InputError, MissingExtraError
from heuristan.common.memory import allowed, ran_out

T = TypeVar("T")
R = TypeVar("R")

DEBUG = "HEURISTAN_DEBUG"
"""The environment variable that asks for tracebacks. Processes inherit it; the option ``--debug`` sets it."""

LONGEST = 200
"""Maximum number of letters of an error's own words."""

PACKAGE = "heuristan"


def is_debugging() -> bool:
    """Return whether unexpected errors end the work with their traceback."""
    return os.environ.get(DEBUG, "") not in ("", "0")


def or_refused(solve: Callable[[T], R], refuse: Callable[[T, str], R]) -> Callable[[T], R]:
    """Return a function that solves a puzzle, or refuses it where heuristan itself has an error; others then go on.

    Args:
        solve: solves a puzzle; faults of input and missing extras are its own to report.
        refuse: makes the result of a puzzle that could not be solved, with the reason.
    """

    def solved(puzzle: T) -> R:
        try:
            return solve(puzzle)
        except (InputError, MissingExtraError):
            raise
        except Exception as fault:
            if is_debugging():
                raise
            return refuse(puzzle, describe_unexpected(fault))

    return solved


@contextmanager
def unexpected_as(kind: Callable[[str], Exception], *expected: type[Exception]) -> Iterator[None]:
    """Raise an error of heuristan itself as a fault of the one input that is read, so that others go on.

    Args:
        kind: the fault; the reason is its argument.
        expected: the faults of input that are no errors of heuristan.
    """
    try:
        yield
    except Exception as fault:
        if is_debugging() or isinstance(fault, (InputError, MissingExtraError, *expected)):
            raise
        raise kind(describe_unexpected(fault)) from fault


def describe_unexpected(fault: BaseException) -> str:
    """Return what an error of heuristan itself is, where it is from, and where to report it, in one line."""
    if isinstance(fault, MissingExtraError):
        return str(fault)
    if ran_out(fault):
        own = allowed(sys.maxsize)
        limit = "" if own == sys.maxsize else f", of which {own >> 20} MiB are allowed (ulimit -v)"
        return f"the memory ran out{limit}; take fewer or smaller puzzles at once"
    words = f"{type(fault).__name__}: {' '.join(str(fault).split())}".rstrip(": ")
    brief = words if len(words) <= LONGEST else f"{words[:LONGEST]}…"
    return f"an error of heuristan itself ({brief}{_place(fault)}); please report it{_address()}; --debug shows more"


def _place(fault: BaseException) -> str:
    """Return the last line of heuristan on the way to an error."""
    for frame in reversed(extract_tb(fault.__traceback__)):
        parts = PurePath(frame.filename).parts
        if PACKAGE in parts:
            start = len(parts) - parts[::-1].index(PACKAGE)
            return f", in {'/'.join(parts[start:])} line {frame.lineno}"
    return ""


def _address() -> str:
    """Return where errors are reported, as the installed package says."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        addresses = metadata(PACKAGE).get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    named = dict(address.split(", ", 1) for address in addresses)
    address = named.get("Issues")
    return f" at {address}" if address else ""
