"""The story of a run that pictures draw: its kept path, step by step, read from the trace, in its tones."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.plane import Ring, Stretch
from heuristan.common.svg.palette import GREEN, PINK, SKY, VERMILION, YELLOW, Tone, colour_of, tone_in
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.attempts import Attempt, attempt_of
from heuristan.tangram.trace.events import Event, MatchTaken, PiecePlaced, kept_events

_TANS = {
    "large-triangle": SKY,
    "medium-triangle": PINK,
    "small-triangle": YELLOW,
    "square": VERMILION,
    "parallelogram": GREEN,
}
_COMPOSITE = "#d9d0f0"


def tone_of(name: str, earlier: int) -> Tone:
    """Return the tone of a piece or composite of which a number of equal ones came before."""
    return tone_in(_TANS.get(name) or (_COMPOSITE if _is_composite(name) else colour_of(name)), earlier)


def _is_composite(name: str) -> bool:
    """Return whether a name has lengths, as those of composites do and those of pieces do not."""
    return any(letter.isdigit() for letter in name)


Taken: TypeAlias = MatchTaken | PiecePlaced
"""An event that takes something from the outline."""


class DrawingError(InputError):
    """A trace without an outline."""


@dataclass(frozen=True)
class Tile:
    """A piece, or a composite whose pieces are not known, in its place."""

    label: str
    """Its place in the order of extraction: ``4``, or ``4a`` for the first piece of a composite."""
    name: str
    ring: Ring
    tone: Tone
    inner: bool = False
    """Whether it is part of a composite."""


@dataclass(frozen=True)
class StoryStep:
    """An extraction, and the state before it."""

    taken: Taken
    before: tuple[Ring, ...]
    """The outline that there was."""
    drawn: trace.ExtensionLinesDrawn
    internal_edges: tuple[Stretch, ...]
    tone: Tone
    tiles: tuple[Tile, ...]
    """The piece, or the pieces of the composite, or the composite if they are not known."""
    attempt: trace.AttemptStarted | None
    """The attempt that this extraction begins."""
    numbered: trace.VerticesNumbered | None = None
    """The numbers of the vertices and nodes that there were."""


@dataclass(frozen=True)
class Story:
    """A run as pictures show it."""

    puzzle: trace.PuzzleRead
    drawn: trace.ExtensionLinesDrawn
    """Extension lines of the whole outline."""
    numbered: trace.VerticesNumbered | None
    """The numbers of its vertices and nodes; None in traces of searches."""
    steps: tuple[StoryStep, ...]
    left: tuple[Ring, ...]
    """The outline that is left at the end."""
    ended: trace.Ended | None
    stuck: trace.AttemptStuck | None
    """How the attempt that is drawn stuck, if it did."""
    attempts: int
    counted: trace.SolutionsCounted | None
    """The number of solutions that a search found, if it went on for all."""
    chosen: Attempt | None = None
    """The attempt that is drawn, if a reader asked for one."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for step in self.steps for tile in step.tiles)

    def title_of(self, rule: str) -> str:
        """Return the title of a rule, or its name if the ranking does not have it."""
        return next((ranked.title for ranked in self.puzzle.rules if ranked.name == rule), rule)

    @property
    def is_search(self) -> bool:
        """Whether pieces were placed by a search, without a ranking."""
        return self.puzzle.way in trace.SEARCHING

    @property
    def restarts(self) -> bool:
        """Whether the run has entry points to choose from; with backtracking there is only one."""
        return self.puzzle.way in trace.RESTARTING

    @property
    def status(self) -> str:
        """How the run ended, or the attempt that a reader asked for."""
        if self.chosen is not None and (self.chosen.solved or self.chosen.stuck):
            return "solved" if self.chosen.solved else "stuck"
        return self.ended.status if self.ended else "unfinished"


def story_of(events: Sequence[Event], attempt: int | None = None) -> Story:
    """Return the story of a run.

    Args:
        events: its whole trace.
        attempt: the number of the attempt to draw; if None, the one that solved the puzzle or came furthest.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline.
    """
    puzzle = trace.first(events, trace.PuzzleRead)
    if puzzle is None or not any(puzzle.outline):
        raise DrawingError("the trace holds no outline, so there is nothing to draw")
    chosen = None if attempt is None else attempt_of(events, attempt)
    kept = chosen.kept if chosen else kept_events(events)
    steps = _steps(puzzle, kept)
    drawn = trace.first(kept, trace.ExtensionLinesDrawn) or _NO_LINES
    ended = trace.first(events, trace.Ended)
    left = steps[-1].taken.remaining if steps else puzzle.outline
    stuck = trace.first(kept, trace.AttemptStuck)
    attempts = sum(isinstance(event, trace.AttemptStarted) for event in events)
    counted = trace.first(events, trace.SolutionsCounted)
    numbered = trace.first(kept, trace.VerticesNumbered)
    return Story(puzzle, drawn, numbered, steps, left, ended, stuck, attempts, counted, chosen)


_NO_LINES = trace.ExtensionLinesDrawn((), (), ())


def _steps(puzzle: trace.PuzzleRead, kept: Sequence[Event]) -> tuple[StoryStep, ...]:
    """Return the extractions in order, each with the state before it."""
    released = {event.step: event for event in kept if isinstance(event, trace.CompositeReleased)}
    seen: Counter[str] = Counter()
    steps: list[StoryStep] = []
    before, drawn, attempt = puzzle.outline, _NO_LINES, None
    numbered: trace.VerticesNumbered | None = None
    internal_edges: tuple[Stretch, ...] = ()
    for event in kept:
        match event:
            case trace.AttemptStarted():
                attempt = event
            case trace.ExtensionLinesDrawn():
                drawn = event
            case trace.SubpuzzlesSeparated():
                internal_edges = event.internal_edges
            case trace.VerticesNumbered():
                numbered = event
            case MatchTaken() | PiecePlaced():
                tiles = _tiles(event, released.get(event.step), seen)
                tone = tiles[0].tone if event.kind == "piece" else tone_of(event.name, 0)
                steps.append(StoryStep(event, before, drawn, internal_edges, tone, tiles, attempt, numbered))
                before, attempt = event.remaining, None
    return tuple(steps)


def _tiles(taken: Taken, released: trace.CompositeReleased | None, seen: Counter[str]) -> tuple[Tile, ...]:
    if taken.kind == "piece" or released is None:
        whole = [(str(taken.step), taken.name, taken.vertices)]
    else:
        whole = [
            (f"{taken.step}{ascii_lowercase[i % 26]}", placed.piece, placed.vertices)
            for i, placed in enumerate(released.pieces)
        ]
    tiles: list[Tile] = []
    for label, name, ring in whole:
        known = taken.kind == "piece" or released is not None
        tiles.append(Tile(label, name, ring, tone_of(name, seen[name] if known else 0), len(whole) > 1))
        seen[name] += 1
    return tuple(tiles)
