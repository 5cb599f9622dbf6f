"""A trace as JSON lines: every event is one line, with its name under ``event``, and reads back to an equal value."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from heuristan.common.json_text import JsonTextError, read_json
from heuristan.tangram.trace.events import Event, Rule, Trace
from heuristan.tangram.trace.former_rules import with_words


class TraceError(ValueError):
    """A line that is not an event of a trace."""


def dumps(events: Iterable[Event]) -> str:
    """Return a trace as JSON lines."""
    return "".join(json.dumps(_plain(event), ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)


def loads(text: str) -> Trace:
    """Return a trace from JSON lines.

    Raises:
        TraceError: if a line is not an event; the message has its number and what is wrong.
    """
    return tuple(_read_lines(text))


def _read_lines(text: str) -> Iterator[Event]:
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also break at U+2028 within a string
        if not line.strip():
            continue
        try:
            data = read_json(line)
            kind = Event.kinds[data.pop("event")]
            yield _built(kind, data)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as fault:
            why = fault.message if isinstance(fault, JsonTextError) else f"{type(fault).__name__}: {fault}"
            why = why[:120]  # it may quote the line
            raise TraceError(f"line {number} is not an event of a trace ({why}); record one with --trace") from None


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        named = {"event": type(value).__name__} if isinstance(value, Event) else {}
        return named | {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _built(hint: Any, data: Any) -> Any:
    """Return the value of a type hint from plain JSON data: the inverse of `_plain`."""
    if is_dataclass(hint) and isinstance(hint, type):
        return _built_dataclass(hint, data)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _built_tuple(arguments, data)
    if origin is Literal:
        if data not in arguments:
            raise TypeError(f"{data!r} is not one of {arguments}")
        return data
    if origin in (UnionType, Union):
        return None if data is None else _built(arguments[0], data)
    return _built_scalar(hint, data)


def _built_dataclass(kind: type, data: Any) -> Any:
    if kind is Rule:
        data = with_words(data)
    known = {field.name for field in fields(kind)}
    # a trace recorded earlier may lack fields that the format has gained since
    if not {field.name for field in fields(kind) if field.default is MISSING} <= set(data) <= known:
        raise TypeError(f"{kind.__name__} has other fields")
    hints = _hints(kind)
    return kind(**{name: _built(hints[name], item) for name, item in data.items()})


def _built_tuple(arguments: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise TypeError("a list is missing")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        return tuple(_built(arguments[0], item) for item in data)
    return tuple(_built(a, item) for a, item in zip(arguments, data, strict=True))


def _built_scalar(kind: type, data: Any) -> Any:
    if kind is float and isinstance(data, int) and not isinstance(data, bool):
        data = float(data)
    if not isinstance(data, kind) or (kind is int and isinstance(data, bool)):
        raise TypeError(f"{data!r} is not a {kind.__name__}")
    if isinstance(data, float) and not isfinite(data):
        raise ValueError(f"{data} is not a finite number")
    return data
