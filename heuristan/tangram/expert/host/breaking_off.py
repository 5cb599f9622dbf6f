"""Messages about rules that fail or never end."""

from heuristan.common.faults import InputError

MOST = 50_000
"""Maximum number of rules that fire for one extraction; one takes some hundred."""


def endless(fired: int) -> str:
    """Say that rules fire without an end."""
    return f"{fired:,} rules fired without an end: some rule makes itself fire again; change it"


def in_words(fault: BaseException) -> str:
    """Say what is wrong with something that the engine was to do."""
    words = str(fault) or type(fault).__name__
    if isinstance(fault, InputError):
        return words
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
