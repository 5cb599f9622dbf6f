"""The scenes of a run: every state that it came to, as a tree, and the shots in which a reader goes through them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, TypeAlias

from heuristan.tangram.trace import events as trace

ShotKind: TypeAlias = Literal["start", "taken", "undone", "stuck", "released", "solution", "ended"]


@dataclass
class Scene:
    """A state of the run: the whole outline, or what an extraction leaves."""

    number: int
    """Its place in the order in which the run came to it, from 0."""
    attempt: int
    """The number of its attempt, from 1; 0 in a search."""
    parent: int | None = None
    """The scene before the extraction; None for a whole outline."""
    taken: trace.Taken | None = None
    """The extraction that led to it."""
    solution: trace.SolutionFound | None = None
    """The solution of a search for all of them that it shows, instead of an extraction."""
    started: trace.AttemptStarted | None = None
    """The attempt that it begins."""
    events: list[trace.Event] = field(default_factory=list)
    """What happened in it, until the next extraction."""
    put_back: str | None = None
    """Why its extraction was undone; None if it was not."""

    @property
    def step(self) -> int:
        """Number of extractions that led to it."""
        return self.taken.step if self.taken else 0


class Shot(NamedTuple):
    """A moment of the film: something that happened, and the scene that stands after it."""

    kind: ShotKind
    scene: int
    event: trace.Event | None = None
    put_back: int | None = None
    """The scene whose extraction was undone, if one was."""


class Scenes(NamedTuple):
    """A run taken apart."""

    puzzle: trace.PuzzleRead | None
    scenes: tuple[Scene, ...]
    shots: tuple[Shot, ...]
    left_out: int = 0
    """Number of scenes that are left out of a long run."""

    def shortened(self, most: int) -> "Scenes":
        """Leave out the later scenes of a long run, except those that lead to its end.

        Args:
            most: the maximum number of scenes, besides those that lead to the end.
        """
        if len(self.scenes) <= most or not self.shots:
            return self
        last = self.way_to(self.scenes[self.shots[-1].scene])
        chosen = sorted({*range(most), *(scene.number for scene in last)})
        place = {number: i for i, number in enumerate(chosen)}
        scenes = (self.scenes[number] for number in chosen)
        shown = {None, *place}
        shots = (shot for shot in self.shots if shot.scene in place and shot.put_back in shown)
        return self._replace(
            scenes=tuple(replace(s, number=place[s.number], parent=_of(place, s.parent)) for s in scenes),
            shots=tuple(shot._replace(scene=place[shot.scene], put_back=_of(place, shot.put_back)) for shot in shots),
            left_out=len(self.scenes) - len(chosen),
        )

    def moment_of(self, event: trace.Event | None) -> int | None:
        """Return the number of the shot of an event, from 1; None if there is no such shot."""
        return next((moment for moment, shot in enumerate(self.shots, 1) if shot.event is event is not None), None)

    def way_to(self, scene: Scene) -> list[Scene]:
        """Return the scenes from the whole outline to a scene, both included."""
        found = [scene]
        while (parent := found[-1].parent) is not None:
            found.append(self.scenes[parent])
        return found[::-1]


def _of(place: Mapping[int, int], number: int | None) -> int | None:
    return None if number is None else place[number]


def scenes_of(events: Iterable[trace.Event]) -> Scenes:
    """Take a run apart.

    Args:
        events: the trace of one run, which may break off.
    """
    cutting = _Cutting()
    for event in events:
        cutting.add(event)
    return Scenes(cutting.puzzle, tuple(cutting.scenes), tuple(cutting.shots))


class _Cutting:
    """Cuts a trace into scenes and shots."""

    def __init__(self) -> None:
        self.puzzle: trace.PuzzleRead | None = None
        self.scenes: list[Scene] = []
        self.shots: list[Shot] = []
        self._now: Scene | None = None

    def add(self, event: trace.Event) -> None:
        match event:
            case trace.PuzzleRead():
                self.puzzle = event
            case trace.AttemptStarted():
                self._begin(event)
            case trace.MatchTaken() | trace.PiecePlaced():
                here = self._here
                self._open(event, Scene(len(self.scenes), here.attempt, here.number, event), "taken")
            case trace.SolutionFound() if event.number > 1 or self._here.step < len(event.pieces):
                self._open(event, Scene(len(self.scenes), 0, solution=event), "solution")
            case trace.MatchUndone():
                self._put_back(event)
            case trace.AttemptStuck():
                self.shots.append(Shot("stuck", self._here.number, event))
            case trace.Ended():
                self.shots.append(Shot("ended", self._here.number, event))
            case _:
                self._happened(event)

    @property
    def _here(self) -> Scene:
        """The scene where the run is; the whole outline if a search has not begun with an attempt."""
        if self._now is None:
            self._open(None, Scene(0, 0), "start")
        assert self._now is not None
        return self._now

    def _begin(self, event: trace.AttemptStarted) -> None:
        self._open(event, Scene(len(self.scenes), event.number, started=event), "start")

    def _open(self, event: trace.Event | None, scene: Scene, kind: ShotKind) -> None:
        self._now = scene
        self.scenes.append(scene)
        self.shots.append(Shot(kind, scene.number, event))

    def _put_back(self, event: trace.MatchUndone) -> None:
        scene = self._here
        while scene.step != event.step and scene.parent is not None:
            scene = self.scenes[scene.parent]
        if scene.parent is None:
            return  # the trace breaks off at its beginning
        scene.put_back = event.reason
        self._now = self.scenes[scene.parent]
        self.shots.append(Shot("undone", self._now.number, event, scene.number))

    def _happened(self, event: trace.Event) -> None:
        here = self._here
        if isinstance(event, trace.CompositeReleased) and not any(
            isinstance(e, trace.CompositeReleased) for e in here.events
        ):
            self.shots.append(Shot("released", here.number, event))
        here.events.append(event)
