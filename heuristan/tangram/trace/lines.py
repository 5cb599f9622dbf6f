"""A trace as JSON lines: every event is one line, with its name under ``event``, and reads back to an equal value.

What a line may hold is what the types of the events say, which are the schema; `laws` says what may follow what.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from heuristan.common.faults import nearest
from heuristan.common.json_text import JsonTextError, in_words, read_json
from heuristan.tangram.trace.events import Event, PuzzleRead, Trace
from heuristan.tangram.trace.laws import LawError, Run

_SCALARS: Mapping[Any, str] = {
    bool: "true or false",
    int: "a whole number, not negative",
    float: "a finite number",
    str: "a text",
}
_LARGEST = 10**300
"""Maximum whole number that is read as a float; a larger one may be none."""


class TraceError(ValueError):
    """A line that is not an event of a trace, or cannot follow those before it."""


class _UnfitError(ValueError):
    """A value that its event does not have: what is wrong with it."""

    place = ""
    """The place of the value in the event, like `sides[0].start`; each level puts its part before it."""

    def __str__(self) -> str:
        return f"{self.place} {self.args[0]}".lstrip(" .")


def dumps(events: Iterable[Event]) -> str:
    """Return a trace as JSON lines."""
    return "".join(json.dumps(_plain(event), ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)


def loads(text: str) -> Trace:
    """Return a trace from JSON lines.

    Raises:
        TraceError: if a line is not an event; the message has its number, the place in it, and what is wrong.
    """
    return tuple(event for _, event in _read_lines(text))


def runs_in(text: str) -> Iterator[Trace]:
    """Yield the runs that a text tells of, one after the other, which follow the laws of runs.

    Whoever tells, draws, plays or judges a trace from elsewhere gets it from here.

    Raises:
        TraceError: as of `loads`, and if an event breaks a law.
    """
    run, events = Run(), list[Event]()
    for number, event in _read_lines(text):
        if isinstance(event, PuzzleRead) and events:
            yield tuple(events)
            run, events = Run(), []
        try:
            run.follow(event)
        except LawError as fault:
            kind = type(event).__name__
            raise TraceError(f"line {number}, {kind}: {fault}; record the trace again with --trace") from None
        events.append(event)
    if events:
        yield tuple(events)


def _read_lines(text: str) -> Iterator[tuple[int, Event]]:
    """Yield the events, each with the number of its line."""
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also break at U+2028 within a string
        if not line.strip():
            continue
        try:
            yield number, _event(read_json(line))
        except (JsonTextError, _UnfitError) as fault:
            raise TraceError(f"line {number} is not an event of a trace ({fault}); record one with --trace") from None


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


def _event(data: Any) -> Event:
    """Return the event that a JSON value is."""
    if not isinstance(data, dict) or "event" not in data:
        raise _UnfitError('it has no key "event"')
    name = data.pop("event")
    if not isinstance(name, str) or name not in Event.kinds:
        raise _UnfitError(f'"event" is {in_words(name)}; {nearest(str(name), Event.kinds)}')
    found: Event = _built_dataclass(Event.kinds[name], data)
    return found


def _built(hint: Any, data: Any) -> Any:
    """Return the value of a type hint from plain JSON data: the inverse of `_plain`."""
    if hint in _SCALARS:
        return _built_scalar(hint, data)
    if is_dataclass(hint) and isinstance(hint, type):
        return _built_dataclass(hint, data)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _built_tuple(arguments, data)
    if origin is Literal:
        if data not in arguments:
            raise _UnfitError(f"is {in_words(data)}; it must be one of {', '.join(arguments)}")
        return data
    assert origin in (UnionType, Union), "events have no other types"
    return None if data is None else _built(arguments[0], data)


def _built_dataclass(kind: type, data: Any) -> Any:
    if not isinstance(data, dict):
        raise _UnfitError(f"is {in_words(data)}; it must be an object")
    hints = _hints(kind)
    missing = next((field.name for field in fields(kind) if field.name not in data), None)
    if missing is not None:
        raise _UnfitError(f"lacks the key '{missing}'")
    other = next((name for name in data if name not in hints), None)
    if other is not None:
        raise _UnfitError(f"has no key {in_words(other)}; {nearest(other, [field.name for field in fields(kind)])}")
    return kind(**{name: _part(hints[name], item, f".{name}") for name, item in data.items()})


def _part(hint: Any, data: Any, place: str) -> Any:
    """Return a part of a value; a fault names its place in the whole."""
    try:
        return _built(hint, data)
    except _UnfitError as fault:
        fault.place = place + fault.place
        raise


def _built_tuple(arguments: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    if not isinstance(data, list):
        raise _UnfitError(f"is {in_words(data)}; it must be a list")
    if len(arguments) == 2 and arguments[1] is Ellipsis:
        arguments = arguments[:1] * len(data)
    if len(data) != len(arguments):
        raise _UnfitError(f"has {len(data)} values; it must have {len(arguments)}")
    return tuple(_part(hint, item, f"[{i}]") for i, (hint, item) in enumerate(zip(arguments, data, strict=True)))


def _built_scalar(kind: type, data: Any) -> Any:
    if kind is float and type(data) is int and abs(data) <= _LARGEST:
        data = float(data)
    if type(data) is not kind or not _is_number_of_events(data):
        raise _UnfitError(f"is {in_words(data)}; it must be {_SCALARS[kind]}")
    return data


def _is_number_of_events(value: Any) -> bool:
    """Return whether a value is no number, or one that events have: counts and finite lengths."""
    return isfinite(value) if isinstance(value, float) else not isinstance(value, int) or value >= 0
