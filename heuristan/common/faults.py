"""Faults that end a command without a traceback: of input, whichever system raises them, and of heuristan itself.

An unexpected error becomes one line for people; a traceback is shown only where it is asked for.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import PurePath
from types import ModuleType
from typing import TypeVar

from heuristan.common.memory import allowed, ran_out

LONGEST_LIST = 16
"""Maximum number of known words that a message lists."""


class InputError(ValueError):
    """A file or source that cannot be used; the message names the file, the line, the fault and the smallest fix."""


class LineError(ValueError):
    """A fault in a text, with its line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class MissingExtraError(ImportError):
    """A library that comes with an extra is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        """Make the error.

        Args:
            what: the library, or several, as users call them.
            extra: the extra of heuristan that installs it.
        """
        super().__init__(what, extra)  # keep the arguments themselves, so that the error can be pickled
        self.extra = extra

    def __str__(self) -> str:
        what, extra = self.args
        return f"this needs {what}; install it with: {installing(extra)}"


def installing(extra: str) -> str:
    """Return the command that installs an extra where heuristan runs, also if its environment is not activated."""
    from shutil import which

    found = which("pip")
    is_own = found is not None and PurePath(found).parent == PurePath(sys.executable).parent
    return f"{'pip' if is_own else f'{sys.executable} -m pip'} install {_requirement(extra)}"


def _requirement(extra: str) -> str:
    """Return what pip takes: heuristan from where it was installed, since an index may have another of its name."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from shlex import quote
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution("heuristan").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        told = {}
    url = str(told.get("url", ""))
    if url.startswith("file:"):
        editable = "--editable " if told.get("dir_info", {}).get("editable") else ""
        return editable + quote(f"{url2pathname(urlsplit(url).path)}[{extra}]")
    vcs = told.get("vcs_info", {}).get("vcs")
    return quote(f"heuristan[{extra}] @ {vcs}+{url}" if vcs else f"heuristan[{extra}]")


def require(module: str, what: str, extra: str) -> ModuleType:
    """Import a module that comes with an extra.

    Args:
        module: the module's full name.
        what: the library, as users call it.
        extra: the extra that installs it.

    Raises:
        MissingExtraError: if the module cannot be imported.
        MemoryError: if there is too little memory to load it.
    """
    try:
        return import_module(module)
    except ImportError as fault:
        if ran_out(fault):
            raise MemoryError from fault
        raise MissingExtraError(what, extra) from None


def nearest(word: str, words: Iterable[str]) -> str:
    """Return the end of a message about an unknown word: the nearest known word, or else the known words."""
    from difflib import SequenceMatcher, get_close_matches

    known = list(words)
    small, word = {each.casefold(): each for each in known}, word.casefold()
    close = get_close_matches(word, small, n=len(small) or 1, cutoff=0.5)
    if close:
        # of equally similar words ("skater" and "cat" for "kat") take the one of the same length
        best = max(close, key=lambda each: (SequenceMatcher(None, each, word).ratio(), -abs(len(each) - len(word))))
        return f"did you mean '{small[best]}'?"
    more = f" and {len(known) - LONGEST_LIST} more" if len(known) > LONGEST_LIST else ""
    return f"there are {', '.join(known[:LONGEST_LIST])}{more}" if known else "there are none"


T = TypeVar("T")
R = TypeVar("R")

DEBUG = "HEURISTAN_DEBUG"
"""The environment variable that asks for tracebacks. Processes inherit it; the option ``--debug`` sets it."""

_LONGEST = 200
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
    brief = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
    return f"an error of heuristan itself ({brief}{_place(fault)}); please report it{_address()}; --debug shows more"


def _place(fault: BaseException) -> str:
    """Return the last line of heuristan on the way to an error."""
    from traceback import extract_tb

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
