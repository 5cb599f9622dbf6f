"""Messages about rules that fail or never end."""

from collections.abc import Iterator
from contextlib import contextmanager

from heuristan.common.clock import OutOfTime
from heuristan.common.faults import InputError
from heuristan.common.interrupting import ended_after
from heuristan.common.memory import at_most

MOST = 50_000
"""Maximum number of rules that fire for one extraction; one takes some hundred."""
MOST_MEMORY = 512 << 20
"""Maximum memory, in bytes, that rules of one's own may take in a run; those that ship take some twenty MiB."""
MOST_SECONDS = 15.0
"""Maximum number of seconds of the processor that a command may take; the longest run of a shape takes three."""


@contextmanager
def bounded() -> Iterator[None]:
    """Bound the time and the memory of what a person lets the engine do."""
    with ended_after(MOST_SECONDS), at_most(MOST_MEMORY):
        yield


def endless(fired: int) -> str:
    """Say that rules fire without an end."""
    return f"{fired:,} rules fired without an end: some rule makes itself fire again; change it"


def in_words(fault: BaseException) -> str:
    """Say what is wrong with something that the engine was to do."""
    words = str(fault) or type(fault).__name__
    if isinstance(fault, InputError):
        return words
    if isinstance(fault, OutOfTime):
        return f"it takes more than {MOST_SECONDS:g} seconds; a condition or an action has no end, or too much to do"
    if isinstance(fault, MemoryError):
        return f"it takes more than {MOST_MEMORY >> 20} MiB"
    if isinstance(fault, TypeError) and "argument" in words:
        return "a function is given too many values, or too few"
    if isinstance(fault, TypeError):
        return f"values do not go together ({words}); compare and compute numbers with numbers"
    if isinstance(fault, ZeroDivisionError):
        return "a number is divided by 0"
    if isinstance(fault, RecursionError):
        return "a function calls itself without an end"
    if isinstance(fault, KeyError):
        return f"the fact has no slot {fault.args[0]}" if fault.args else "the fact has no such slot"
    return f"{words}; what it is made of is not what the rules of a run expect"
