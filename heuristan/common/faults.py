"""Faults that end a command without a traceback, whichever system raises them, and the words that they share."""

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType

from heuristan.common.memory import ran_out

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
        super().__init__(what, extra)  # the arguments themselves, so that it can be sent to another process
        self.extra = extra

    def __str__(self) -> str:
        what, extra = self.args
        return f"this needs {what}; install it with: {installing(extra)}"


def installing(extra: str) -> str:
    """Return the command that installs an extra where heuristan runs, also if its environment is not activated."""
    import sys
    from pathlib import Path
    from shutil import which

    found = which("pip")
    is_own = found is not None and Path(found).parent == Path(sys.executable).parent
    return f"{'pip' if is_own else f'{sys.executable} -m pip'} install 'heuristan[{extra}]'"


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
    close = get_close_matches(word, known, n=len(known) or 1, cutoff=0.5)
    if close:
        # of words that are as like, such as "skater" and "cat" to "kat", the one of the same length is meant
        best = max(close, key=lambda each: (SequenceMatcher(None, each, word).ratio(), -abs(len(each) - len(word))))
        return f"did you mean '{best}'?"
    more = f" and {len(known) - LONGEST_LIST} more" if len(known) > LONGEST_LIST else ""
    return f"there are {', '.join(known[:LONGEST_LIST])}{more}" if known else "there are none"
