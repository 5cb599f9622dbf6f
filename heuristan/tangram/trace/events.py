"""The trace: everything that happened, as frozen events in order.

Pictures, explanations and experiments are made from the trace alone; `trace.lines` writes and reads it.
Positions are in small legs, y up, in the lattice's position;
`PuzzleRead.frame` takes them to the outline's own coordinates.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, sin
from typing import ClassVar, Literal, TypeAlias, TypeVar

from heuristan.common.plane import Ring, Spot, Stretch
from heuristan.common.results import Status as Status

Grade: TypeAlias = Literal["E", "M", "X", "O"]
Way: TypeAlias = Literal[
    "as published", "with retry", "with backtracking", "by hand", "exhaustively", "as Ford searches"
]

RESTARTING: tuple[Way, ...] = ("as published", "with retry")
"""Ways of runs that make an attempt from each entry point."""

SEARCHING: tuple[Way, ...] = ("exhaustively", "as Ford searches")
"""Ways of runs that place pieces without a ranking, and so without attempts."""


Connection: TypeAlias = tuple[int, int, Literal["edge", "extension line"]]
"""The numbers of two neighbouring vertices or nodes, and what joins them; the interior is on its left."""


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

    def legs(self, spot: Spot) -> Spot:
        """Return a point of the outline's own coordinates, in legs: the inverse of `own`."""
        u, v = spot[0] - self.origin[0], spot[1] - self.origin[1]
        v = -v if self.y_down else v
        c, s = cos(self.angle) / self.scale, sin(self.angle) / self.scale
        return c * u + s * v, c * v - s * u

    def describe(self, spot: Spot) -> str:
        """Return a point in legs for a message: in the outline's own coordinates."""
        x, y = (round(u, 6) + 0.0 for u in self.own(spot))
        return f"({x:.6g}, {y:.6g})"


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
    supports: tuple[Connection, ...] = ()
    """The connections that it lies on, from its start to its end."""


@dataclass(frozen=True)
class NumberedVertex:
    """A vertex of what is left, or a node. Where subpuzzles touch in a point, each has a vertex with its number."""

    number: int
    """A point keeps its number while matches are taken out."""
    spot: Spot
    type: Literal["convex", "concave", "node on an edge", "node inside"]
    subpuzzle: int
    """The number of its subpuzzle, from 1; the first of several if it lies between them."""


@dataclass(frozen=True)
class Candidate:
    """A match that a rule found and that was not taken."""

    name: str
    vertices: Ring
    grades: str


@dataclass(frozen=True)
class Overruled:
    """What the ranking would have done where a person took another match."""

    rule: str | None
    """The rule that would have taken one; None if no rule found one."""
    match: Candidate | None


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
    """Preference among several matches; after a comma stands what decides between equal ones."""
    repeat: bool
    """Whether it is applied again until it yields nothing, before the rules above it are tried again."""
    evidence: str | None = None
    """The evidence that a match must have besides its grades."""
    refutes: bool = False
    """Whether the rule extracts nothing, but rules out the matches that have the evidence."""
    evidence_words: str = ""
    """The evidence in words, as part of a sentence about the pieces that the rule takes or rules out."""
    prefer_words: tuple[str, ...] = ()
    """The preferences in words, in their order."""
    clips: str = ""
    """Rules of one's own in CLIPS notation, which choose its matches; grades and preferences say nothing then."""
    equal_rank: bool = False
    """Whether it has the rank of the rule before it: what they prefer decides among the matches of both."""


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
    """1 for E1."""
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
class VerticesNumbered(Event):
    """The vertices and nodes of what is left were numbered and connected to their neighbours."""

    vertices: tuple[NumberedVertex, ...]
    """By number: the outline's vertices clockwise from the leftmost, topmost one, then nodes, then what came later."""
    connections: tuple[Connection, ...]
    """Extension lines once, internal edges in both directions."""

    @property
    def numbers(self) -> dict[Spot, int]:
        """The number of each point."""
        return {vertex.spot: vertex.number for vertex in self.vertices}


@dataclass(frozen=True)
class RuleTried(Event):
    """A rule was tried and took nothing; after an undoing in the same state, of the pieces at one vertex alone."""

    rule: str


@dataclass(frozen=True)
class MatchesRuledOut(Event):
    """A rule found that no solution has some matches; no rule takes them any more in this attempt."""

    rule: str
    matches: tuple[Candidate, ...]


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
    """Its vertex with the smallest number."""
    sides: tuple[Side, ...]
    preferred_to: tuple[Candidate, ...]
    remaining: tuple[Ring, ...]
    """The outline that is left."""
    numbers: tuple[int | None, ...] = ()
    """Of each of its vertices: the number of the vertex or node in which it lies."""
    overruled: Overruled | None = None
    """What the ranking would have done, if a person chose this match against it."""

    @property
    def grades(self) -> str:
        return "".join(sorted((side.grade for side in self.sides), key="EMXO".index))


@dataclass(frozen=True)
class PiecePlaced(Event):
    """A piece of a solution that a search found, in the order in which it was placed."""

    step: int
    name: str
    vertices: Ring
    vertex: Spot
    """The vertex of the outline where it was laid."""
    fits: int
    """Number of pieces that fitted there, each way to lay one counted; 0 if the search does not count them."""
    remaining: tuple[Ring, ...]
    """The outline that is left."""

    # the same fields as a match, so that renderers can draw either
    kind: ClassVar[Literal["piece", "composite"]] = "piece"
    sides: ClassVar[tuple[Side, ...]] = ()
    grades: ClassVar[str] = ""

    @property
    def rule(self) -> str:
        """Why it was placed."""
        return (
            "" if self.fits == 0 else "the only piece that fits" if self.fits == 1 else f"one of {self.fits} that fit"
        )


@dataclass(frozen=True)
class SolutionFound(Event):
    """A search for all solutions found one; the first also has an event for each piece."""

    number: int
    """In the order in which they were found, from 1."""
    like: int
    """The first solution that a symmetry of the outline takes to this one; its own number if there is none before."""
    pieces: tuple[PlacedPiece, ...]


@dataclass(frozen=True)
class SolutionsCounted(Event):
    """A search for all solutions counted what it found."""

    tilings: int
    """Number of solutions with equal pieces interchangeable."""
    told_apart: int
    """Equal pieces distinguished: every way to lay every single piece."""
    distinct: int
    """Up to the symmetries of the outline as well; a lower bound if the count is not complete."""
    complete: bool
    """Whether these are all; otherwise the time was over, and there may be more."""

    @property
    def unique(self) -> bool | None:
        """Whether there is one solution up to symmetry; None if that is not known."""
        return self.distinct == 1 if self.complete else False if self.distinct > 1 else None


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
    """A match was put back (backtracking, retry), and will not be tried here again."""

    step: int
    rule: str
    name: str
    reason: str


@dataclass(frozen=True)
class AttemptStuck(Event):
    """An attempt came to an end without a solution."""

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
    before: str = ""
    """A clause: what another solver came to before, if one was asked first."""


Trace: TypeAlias = tuple[Event, ...]
Taken: TypeAlias = MatchTaken | PiecePlaced
"""An event that takes something from the outline."""
Kind = TypeVar("Kind", bound=Event)


def every(events: Iterable[Event], kind: type[Kind]) -> tuple[Kind, ...]:
    """Return the events of a kind, in order."""
    return tuple(event for event in events if isinstance(event, kind))


def first(events: Iterable[Event], kind: type[Kind]) -> Kind | None:
    """Return the first event of a kind; None if there is none."""
    return next((event for event in events if isinstance(event, kind)), None)


def kept_events(events: Iterable[Event]) -> Trace:
    """Return the events that led straight to the end: attempts given up and matches undone are left out.

    Of a run that was not solved, the attempt that came furthest, the first of several; `kept_path` has them all.
    """
    events = tuple(events)
    kept = [without_undone(part) for part in parts_of(events)]
    ended = [event.status for event in events if isinstance(event, Ended)]
    if not kept:
        return ()
    return kept[-1] if ended[-1:] == ["solved"] else max(kept, key=_extracted)


def parts_of(events: Iterable[Event]) -> list[Trace]:
    """Return everything between the beginning and the end of a run, attempt by attempt; a search is one part."""
    parts: list[list[Event]] = []
    for event in events:
        if isinstance(event, PuzzleRead | Ended):
            continue
        if isinstance(event, AttemptStarted) or not parts:
            parts.append([])
        parts[-1].append(event)
    return list(map(tuple, parts))


def without_undone(events: Iterable[Event]) -> Trace:
    """Return the events of an attempt without the matches that were undone, and without what followed them."""
    kept: list[Event] = []
    for event in events:
        if isinstance(event, MatchUndone):
            _put_back(kept, event.step)
        else:
            kept.append(event)
    return tuple(kept)


def _put_back(attempt: list[Event], step: int) -> None:
    """Drop the match last taken at a step, and everything after it."""
    taken = [i for i, event in enumerate(attempt) if isinstance(event, MatchTaken) and event.step == step]
    if taken:
        del attempt[taken[-1] :]


def _extracted(attempt: Iterable[Event]) -> int:
    return sum(isinstance(event, MatchTaken) for event in attempt)


def is_one_run(events: Sequence[Event]) -> bool:
    """Return whether these are events of one run: it begins with the puzzle, and nothing follows its end."""
    begins = [i for i, event in enumerate(events) if isinstance(event, PuzzleRead)]
    ends = [i for i, event in enumerate(events) if isinstance(event, Ended)]
    return begins == [0] and ends in ([], [len(events) - 1])
