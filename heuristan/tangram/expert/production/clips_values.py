"""Values of CLIPS in Python, and the functions of CLIPS that need nothing but their arguments.

A value is a number, a symbol, a string, TRUE or FALSE, a fact; several are a tuple. Only FALSE is false.
"""

from collections.abc import Callable, Mapping
from typing import Any

from heuristan.tangram.expert.production.clips_notation import Symbol, written


def flat(*values: Any) -> tuple[Any, ...]:
    """Return values in a row, those of several in place."""
    found: list[Any] = []
    for value in values:
        if type(value) is tuple:
            found += value
        else:
            found.append(value)
    return tuple(found)


def _member(value: Any, values: tuple[Any, ...]) -> int | bool:
    return values.index(value) + 1 if value in values else False


def _delete(values: tuple[Any, ...], first: int, last: int) -> tuple[Any, ...]:
    if not (type(first) is type(last) is int and 1 <= first <= last <= len(values)):
        raise ValueError(f"delete$: there are no places {shown(first)} to {shown(last)} among {len(values)}")
    return values[: first - 1] + values[last:]


PURE: Mapping[str, Callable[..., Any]] = {
    "create$": flat,
    "length$": lambda values: len(values),
    "nth$": lambda n, values: values[n - 1] if 0 < n <= len(values) else Symbol("nil"),
    "member$": _member,
    "first$": lambda values: values[:1],
    "rest$": lambda values: values[1:],
    "delete$": _delete,
    "subseq$": lambda values, first, last: values[max(first, 1) - 1 : last],
    "insert$": lambda values, at, *new: values[: at - 1] + flat(*new) + values[at - 1 :],
    "subsetp": lambda some, all_: set(some) <= set(all_),
    "implode$": lambda values: " ".join(map(shown, values)),
    "str-cat": lambda *values: "".join(str(each) if isinstance(each, str) else shown(each) for each in values),
    "sym-cat": lambda *values: Symbol("".join(str(e) if isinstance(e, str) else shown(e) for e in values)),
    "min": min,
    "max": max,
    "abs": abs,
    "div": lambda a, b: int(a / b) if (a < 0) != (b < 0) else a // b,
    "mod": lambda a, b: a - b * int(a / b),
    "/": lambda a, *others: _divided(a, others),
    "integer": int,
    "float": float,
    "numberp": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integerp": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "symbolp": lambda value: isinstance(value, Symbol | bool),
    "stringp": lambda value: isinstance(value, str) and not isinstance(value, Symbol),
    "multifieldp": lambda value: isinstance(value, tuple),
    "upcase": lambda value: type(value)(value.upper()),
    "lowcase": lambda value: type(value)(value.lower()),
    "str-length": len,
    "str-index": lambda part, value: value.find(part) + 1 or False,
    "fact-index": lambda fact: fact.index,
    "fact-slot-value": lambda fact, slot: fact[slot],
}
"""The functions of CLIPS that need nothing but their arguments."""


def _divided(value: float, others: tuple[float, ...]) -> float:
    for other in others:
        value = value / other
    return value


def printed(value: Any) -> str:
    """Return a value as the actions of CLIPS that print show it."""
    if isinstance(value, str):
        return {"crlf": "\n", "tab": "\t"}.get(value, str(value))
    return f"({shown(value)})" if isinstance(value, tuple) else shown(value)


def shown(value: Any) -> str:
    """Return a value as CLIPS prints it."""
    if isinstance(value, tuple):
        return " ".join(map(shown, value))
    return f"<Fact-{value.index}>" if hasattr(value, "template") else written(value)
