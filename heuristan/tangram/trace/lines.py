"""A trace as JSON lines: every event is one line, with its name under ``event``, and reads back to an equal value.

What a line may hold is what the types of the events say, which are the schema; `laws` says what may follow what.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.json_text import JsonTextError, in_words, read_json
from heuristan.common.typed_json import UnfitError, typed
from heuristan.tangram.trace.events import Event, PuzzleRead, Trace
from heuristan.tangram.trace.laws import LawError, Run


class TraceError(ValueError):
    """A line that is not an event of a trace, or cannot follow those before it."""


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
        except (JsonTextError, UnfitError) as fault:
            raise TraceError(f"line {number} is not an event of a trace ({fault}); record one with --trace") from None


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        named = {"event": type(value).__name__} if isinstance(value, Event) else {}
        return named | {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _event(data: Any) -> Event:
    """Return the event that a JSON value is."""
    if not isinstance(data, dict) or "event" not in data:
        raise UnfitError('it has no key "event"')
    name = data.pop("event")
    if not isinstance(name, str) or name not in Event.kinds:
        raise UnfitError(f'"event" is {in_words(name)}; {nearest(str(name), Event.kinds)}')
    found: Event = typed(Event.kinds[name], data)
    return found
