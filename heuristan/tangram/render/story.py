"""The story of a run that pictures draw: its kept path, step by step, read from the trace, in its tones."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_lowercase
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.plane import Ring
from heuristan.common.svg.palette import GREEN, PINK, SKY, VERMILION, YELLOW, Tone, colour_of, tone_in
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.events import Event, Taken
from heuristan.tangram.trace.kept_path import Path, Situation, attempt_of

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


def toned(names: Iterable[str]) -> Iterator[Tone]:
    """Yield the tone of each piece of a row, by their names."""
    earlier: Counter[str] = Counter()
    for name in names:
        yield tone_of(name, earlier[name])
        earlier[name] += 1


def _is_composite(name: str) -> bool:
    """Return whether a name has lengths, as those of composites do and those of pieces do not."""
    return any(letter.isdigit() for letter in name)


class DrawingError(InputError):
    """A trace without an outline."""


class Tile(NamedTuple):
    """A piece, or a composite whose pieces are not known, in its place."""

    label: str
    """Its place in the order of extraction: ``4``, or ``4a`` for the first piece of a composite."""
    name: str
    ring: Ring
    tone: Tone
    inner: bool = False
    """Whether it is part of a composite."""


class StoryStep(NamedTuple):
    """An extraction, and the state before it."""

    taken: Taken
    before: Situation
    outline: tuple[Ring, ...]
    """The outline that there was."""
    tone: Tone
    tiles: tuple[Tile, ...]
    """The piece, or the pieces of the composite, or the composite if they are not known."""


class Story(NamedTuple):
    """A run as pictures show it."""

    puzzle: trace.PuzzleRead
    path: Path
    """What is drawn: the attempt that a reader asked for, else the one that solved the puzzle or came furthest."""
    steps: tuple[StoryStep, ...]
    counted: trace.SolutionsCounted | None
    """The number of solutions that a search found, if it went on for all."""

    @property
    def start(self) -> Situation:
        """The situation before the first extraction."""
        return self.path.situations[0]

    @property
    def left(self) -> tuple[Ring, ...]:
        """The outline that is left at the end."""
        return self.steps[-1].taken.remaining if self.steps else self.puzzle.outline

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return tuple(tile for step in self.steps for tile in step.tiles)

    def title_of(self, rule: str) -> str:
        """Return the title of a rule, or its name if the ranking does not have it."""
        found = self.path.by_name.get(rule)
        return found.title if found else rule

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
        chosen, ended = self.path.chosen, self.path.ended
        if chosen is not None and (chosen.solved or chosen.stuck):
            return "solved" if chosen.solved else "stuck"
        return ended.status if ended else "unfinished"


def story_of(events: Sequence[Event], attempt: int | None = None) -> Story:
    """Return the story of a run.

    Args:
        events: its whole trace.
        attempt: the number of the attempt to draw; if None, the one that solved the puzzle or came furthest.

    Raises:
        AttemptError: if the run does not have the attempt.
        DrawingError: if the trace holds no outline.
    """
    path = Path.of(tuple(events), None if attempt is None else attempt_of(events, attempt))
    if path.puzzle is None or not any(path.puzzle.outline):
        raise DrawingError("the trace holds no outline, so there is nothing to draw")
    return Story(path.puzzle, path, tuple(_steps(path.puzzle, path)), trace.first(events, trace.SolutionsCounted))


def _steps(puzzle: trace.PuzzleRead, path: Path) -> Iterator[StoryStep]:
    """Yield the extractions in order, each with the state before it."""
    released = {event.step: event for situation in path.situations for event in situation.released}
    seen: Counter[str] = Counter()
    outline = puzzle.outline
    for taken, before in zip(path.extracted, path.situations, strict=False):
        tiles = _tiles(taken, released.get(taken.step), seen)
        tone = tiles[0].tone if taken.kind == "piece" else tone_of(taken.name, 0)
        yield StoryStep(taken, before, outline, tone, tiles)
        outline = taken.remaining


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
