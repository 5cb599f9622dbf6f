"""The trace: everything that happened, as frozen events in order.

Pictures, explanations and experiments are made from the trace alone. Every event is one JSON line with its name under
``event`` and reads back to an equal value. Positions are in small legs, y up, in the lattice's position;
`PuzzleRead.frame` takes them to the outline's own coordinates.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from math import cos, isfinite, sin
from types import UnionType
from typing import Any, ClassVar, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Spot: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Spot, ...]
Grade: TypeAlias = Literal["E", "M", "X", "O"]
Status: TypeAlias = Literal["solved", "stuck", "unsolvable", "limit", "refused"]
Way: TypeAlias = Literal["as published", "with backtracking"]


class TraceError(ValueError):
    """A line that is no event of a trace."""


@dataclass(frozen=True)
class Frame:
    """From legs to the outline's own coordinates: turn (radians), scale, flip where y runs down, move."""

    scale: float
    angle: float
    origin: Spot
    y_down: bool

    def own(self, spot: Spot) -> Spot:
        c, s = self.scale * cos(self.angle), self.scale * sin(self.angle)
        u, v = c * spot[0] - s * spot[1], s * spot[0] + c * spot[1]
        return self.origin[0] + u, self.origin[1] + (-v if self.y_down else v)


@dataclass(frozen=True)
class Stretch:
    """A straight stretch of a line."""

    start: Spot
    end: Spot


@dataclass(frozen=True)
class RemovedLine:
    """An extension line that was drawn and removed again."""

    start: Spot
    end: Spot
    reason: str


@dataclass(frozen=True)
class Side:
    """A side of a match: its grade, and the stretches of it that are edge and extension line."""

    start: Spot
    end: Spot
    grade: Grade
    edges: tuple[Stretch, ...]
    extension_lines: tuple[Stretch, ...]


@dataclass(frozen=True)
class Candidate:
    """A match that the same rule offered and that was not taken."""

    name: str
    vertices: Ring
    grades: str


@dataclass(frozen=True)
class PlacedPiece:
    """A piece and where it lies."""

    piece: str
    vertices: Ring


@dataclass(frozen=True)
class Rule:
    """One line of the ranking: what it asks of a match, and which of several matches it takes."""

    name: str
    title: str
    kind: Literal["piece", "composite"]
    three_sided: str | None
    """The grades asked of a three-sided figure, best first; None if the rule takes none."""
    four_sided: str | None
    only: tuple[str, ...]
    """If not empty, the only figures it takes."""
    last: tuple[str, ...]
    """Figures that it takes only where it finds no other."""
    prefer: str
    repeat: bool
    """Whether it is applied again until it yields nothing, before the rules above it are tried again."""


@dataclass(frozen=True)
class Event:
    """Something that happened."""

    kinds: ClassVar[dict[str, type["Event"]]] = {}

    def __init_subclass__(cls) -> None:
        Event.kinds[cls.__name__] = cls


@dataclass(frozen=True)
class PuzzleRead(Event):
    """A run began: the outline, what there is to fill it with, and by which ranking, in which way."""

    id: str
    outline: tuple[Ring, ...]
    """Outer rings counter-clockwise, holes clockwise."""
    sets: int
    stock: tuple[tuple[str, int], ...]
    ranking: str
    rules: tuple[Rule, ...]
    """In rank order."""
    way: Way
    frame: Frame


@dataclass(frozen=True)
class AttemptStarted(Event):
    """A fresh attempt began (the first, or a restart), everything extracted so far put back."""

    number: int
    entry_point: int
    """1 for E1, the first rule."""
    rule: str


@dataclass(frozen=True)
class SubpuzzlesSeparated(Event):
    """What is left falls into parts that share no boundary."""

    subpuzzles: tuple[tuple[Ring, ...], ...]
    """For each its outer ring and its holes."""
    internal_edges: tuple[Stretch, ...]
    """Short extension lines from vertex to vertex, which count as edges (section 4.1)."""


@dataclass(frozen=True)
class ExtensionLinesDrawn(Event):
    """Extension lines as they stand now, new ones and what is left of old ones, and those removed just now."""

    lines: tuple[Stretch, ...]
    nodes: tuple[Spot, ...]
    removed: tuple[RemovedLine, ...]


@dataclass(frozen=True)
class RuleTried(Event):
    """A rule was tried and took nothing; after an undoing in the same state, of the pieces at one corner alone."""

    rule: str


@dataclass(frozen=True)
class MatchTaken(Event):
    """A match was extracted."""

    step: int
    """Its place in the order of extraction, from 1; a match taken after an undoing has the step of its place."""
    rule: str
    kind: Literal["piece", "composite"]
    name: str
    vertices: Ring
    vertex: Spot
    """The convex vertex where it was laid."""
    sides: tuple[Side, ...]
    preferred_to: tuple[Candidate, ...]
    remaining: tuple[Ring, ...]
    """The outline that is left."""

    @property
    def grades(self) -> str:
        return "".join(sorted((side.grade for side in self.sides), key="EMXO".index))


@dataclass(frozen=True)
class CompositeHeld(Event):
    """A composite was taken out; its abeyance list holds the sets of pieces that can still make it."""

    step: int
    composite: str
    sets: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class AbeyanceShortened(Event):
    """An abeyance list lost sets because pieces were taken."""

    step: int
    composite: str
    sets: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class CompositeReleased(Event):
    """The pieces left over were dealt out: what a held composite is made of."""

    step: int
    composite: str
    pieces: tuple[PlacedPiece, ...]


@dataclass(frozen=True)
class MatchUndone(Event):
    """A match was put back (backtracking), and will not be tried here again."""

    step: int
    rule: str
    name: str
    reason: str


@dataclass(frozen=True)
class AttemptStuck(Event):
    """The rules ran dry in an attempt."""

    number: int
    reason: str
    extracted: int
    remaining: tuple[Ring, ...]


@dataclass(frozen=True)
class Ended(Event):
    """The run ended."""

    status: Status
    entry_point: int | None
    """Of the attempt that solved it; None if none did."""
    extractions: int
    backtracks: int
    message: str


Trace: TypeAlias = tuple[Event, ...]


def kept_events(events: Iterable[Event]) -> tuple[Event, ...]:
    """The events that led straight to the end: attempts given up and matches undone are left out.

    Of a run that was not solved, the attempt that came furthest, the first of several.
    """
    attempts: list[list[Event]] = []
    solved = False
    for event in events:
        if isinstance(event, Ended):
            solved = event.status == "solved"
        if isinstance(event, PuzzleRead | Ended):
            continue
        if isinstance(event, AttemptStarted) or not attempts:
            attempts.append([])
        if isinstance(event, MatchUndone):
            _put_back(attempts[-1], event.step)
        else:
            attempts[-1].append(event)
    if not attempts:
        return ()
    return tuple(attempts[-1] if solved else max(attempts, key=_extracted))


def _put_back(attempt: list[Event], step: int) -> None:
    """Drop the match last taken at a step, and everything after it."""
    taken = [i for i, event in enumerate(attempt) if isinstance(event, MatchTaken) and event.step == step]
    if taken:
        del attempt[taken[-1] :]


def _extracted(attempt: Iterable[Event]) -> int:
    return sum(isinstance(event, MatchTaken) for event in attempt)


def is_one_run(events: Sequence[Event]) -> bool:
    """Whether these are events of one run: it begins with the puzzle, and nothing follows its end."""
    begins = [i for i, event in enumerate(events) if isinstance(event, PuzzleRead)]
    ends = [i for i, event in enumerate(events) if isinstance(event, Ended)]
    return begins == [0] and ends in ([], [len(events) - 1])


def dumps(events: Iterable[Event]) -> str:
    """A trace as JSON lines."""
    return "".join(json.dumps(_plain(event), ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)


def loads(text: str) -> Trace:
    """A trace from JSON lines.

    Raises:
        TraceError: a line is no event, with its number and what is wrong.
    """
    return tuple(_read_lines(text))


def _read_lines(text: str) -> Iterator[Event]:
    for number, line in enumerate(text.split("\n"), 1):  # splitlines would also break at U+2028 within a string
        if not line.strip():
            continue
        try:
            data = json.loads(line)
            kind = Event.kinds[data.pop("event")]
            yield _built(kind, data)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as fault:
            raise TraceError(f"line {number} is no event of a trace ({type(fault).__name__}: {fault})") from None


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
    """The value of a type hint from plain JSON data: the inverse of `_plain`."""
    if is_dataclass(hint) and isinstance(hint, type):
        return _built_dataclass(hint, data)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _built_tuple(arguments, data)
    if origin is Literal:
        if data not in arguments:
            raise TypeError(f"{data!r} is none of {arguments}")
        return data
    if origin in (UnionType, Union):
        return None if data is None else _built(arguments[0], data)
    return _built_scalar(hint, data)


def _built_dataclass(kind: type, data: Any) -> Any:
    if set(data) != {field.name for field in fields(kind)}:
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
        raise TypeError(f"{data!r} is no {kind.__name__}")
    if isinstance(data, float) and not isfinite(data):
        raise ValueError(f"{data} is no finite number")
    return data
