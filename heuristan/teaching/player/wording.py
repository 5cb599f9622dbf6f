"""The words of a film: a heading and a text for each scene, as `explain` writes them."""

from collections.abc import Iterator
from typing import NamedTuple

from heuristan.tangram.explain.opening import describe_start
from heuristan.tangram.explain.path import Path, Situation
from heuristan.tangram.explain.searched import Searched
from heuristan.tangram.explain.steps import Steps
from heuristan.tangram.explain.words import NARROW, NO_PLACE, Place, capital, plural
from heuristan.tangram.trace.attempts import attempts
from heuristan.tangram.trace.events import MatchTaken, SolutionFound, Trace, VerticesNumbered
from heuristan.teaching.player.scenes import Scene, Scenes


class Words(NamedTuple):
    """What is said of a scene."""

    heading: str
    text: str


def words_of(events: Trace, cut: Scenes) -> dict[int, Words]:
    """Return the words of each scene by its number.

    Args:
        events: the trace of one run.
        cut: the run taken apart.
    """
    place = Place.of(cut.puzzle) if cut.puzzle else NO_PLACE
    told, steps = dict(_of_steps(events, place)), Steps(Path.of(events), place)
    return {scene.number: _said(told.get(id(scene.taken)) or _of(scene, cut, steps), scene) for scene in cut.scenes}


def _said(words: Words, scene: Scene) -> Words:
    """Add that a scene is a solution, if it was reached piece by piece."""
    found = next((event for event in scene.events if isinstance(event, SolutionFound)), None)
    return Words(words.heading, f"{words.text} This is solution {found.number}.".strip()) if found else words


def _of_steps(events: Trace, place: Place) -> Iterator[tuple[int, Words]]:
    """Yield the words of each extraction that its attempt kept, with the identity of its event."""
    for attempt in attempts(events):
        path = Path.of(events, attempt)
        for taken, words in zip(path.taken, Steps(path, place).describe(), strict=True):
            yield id(taken), Words(*words)
    run = Searched.of(events, place)
    for placed, words in zip(run.placed, run.steps(), strict=True):
        yield id(placed), Words(*words)


def _of(scene: Scene, cut: Scenes, steps: Steps) -> Words:
    """Return the words of a scene that no attempt kept, or that begins one."""
    if scene.solution is not None:
        like = scene.solution.like
        same = "" if like == scene.solution.number else f" A symmetry of the outline takes solution {like} to it."
        return Words(
            f"Solution{NARROW}{scene.solution.number}", capital(f"{plural(len(scene.solution.pieces), 'piece')}.{same}")
        )
    if isinstance(scene.taken, MatchTaken):
        return _of_undone(scene, scene.taken, cut, steps)
    start = " ".join(describe_start(Situation(tuple(scene.events), (), 0), steps.place))
    if scene.started is None:
        return Words("The outline", start)
    entry = f"from E{scene.started.entry_point}"
    return Words(f"Attempt{NARROW}{scene.started.number}, {entry}: the outline", start)


def _of_undone(scene: Scene, taken: MatchTaken, cut: Scenes, steps: Steps) -> Words:
    before = cut.scenes[scene.parent].events if scene.parent is not None else []
    numbered = tuple(event for event in before if isinstance(event, VerticesNumbered))
    reason = ""
    if scene.put_back:
        reason = f" It is put back later: {steps.place.reason(scene.put_back.rstrip('.'))}."
    return Words(steps.heading(taken, Situation(numbered, (), 0)), steps.taker(taken) + reason)
