"""The film of a run as a JSON value: scenes, shots, and tables of the points and texts that they name by number."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from heuristan.common.plane import Ring, Spot, Stretch
from heuristan.common.web.film import VERSION, Film, Points, Table, filled
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.explain.opening import line_of, title
from heuristan.tangram.explain.text import in_brief
from heuristan.tangram.explain.words import capital, plural, spoken
from heuristan.tangram.render.story import tone_of
from heuristan.tangram.trace.attempts import attempts
from heuristan.tangram.trace.events import (
    AbeyanceShortened,
    AttemptStuck,
    Candidate,
    CompositeHeld,
    CompositeReleased,
    Ended,
    ExtensionLinesDrawn,
    MatchesRuledOut,
    MatchTaken,
    MatchUndone,
    PlacedPiece,
    PuzzleRead,
    RuleTried,
    SubpuzzlesSeparated,
    Trace,
    VerticesNumbered,
)
from heuristan.teaching.player.asking import LOST, Answers, Asking
from heuristan.teaching.player.scenes import Scene, Scenes, Shot, scenes_of
from heuristan.teaching.player.wording import words_of

MOST_SCENES = 250
"""Maximum number of scenes, besides those that lead to the end: each takes some 0.8 kB of a page."""
MOST_ASKED = 40
"""Maximum number of scenes at which the engine is asked: each takes some 4 kB of a page, and a tenth of a second."""


class Asked(NamedTuple):
    """What the engine says of the scenes of a run."""

    answers: Mapping[int, Answers]
    """By the number of the scene."""
    note: str = ""
    """Why it could not be asked everywhere."""


def film_of(
    events: Trace,
    answers: Mapping[int, Answers] | None = None,
    ranking: Ranking | None = None,
    opens_at: int | None = None,
) -> Film:
    """Make the film of a run.

    Args:
        events: the trace of one run, of a ranking or a search; it may break off.
        answers: what the engine says of some scenes, by their numbers; if not given, the engine is asked.
        ranking: the ranking of the run, for the engine; that of its name if not given.
        opens_at: the number of the match at which the film opens, from 1 in all attempts; the start if not given.

    Returns:
        A JSON value.
    """
    cut = scenes_of(events).shortened(MOST_SCENES)
    film = _Filming(events, cut, _asked(events, cut, ranking) if answers is None else Asked(answers)).film()
    moment = cut.moment_of(_match(events, opens_at)) if opens_at is not None else None
    return film if moment is None else film | {"opens": moment}


def _match(events: Trace, number: int) -> MatchTaken | None:
    taken = (event for event in events if isinstance(event, MatchTaken))
    return next(islice(taken, number - 1, None), None)


def _asked(events: Trace, cut: Scenes, ranking: Ranking | None) -> Asked:
    """Ask the engine at the scenes that lead to the end, then at the others, as far as a page has room."""
    asking = Asking.of(cut, ranking)
    if isinstance(asking, str):
        return Asked({}, asking)
    kept = {id(taken) for attempt in attempts(events) for taken in attempt.taken}
    first = sorted(cut.scenes, key=lambda scene: scene.taken is not None and id(scene.taken) not in kept)
    found = [(scene.number, asking.answers(scene)) for scene in first[:MOST_ASKED]]
    answers = {number: said for number, said in found if said is not None}
    return Asked(answers, LOST if len(answers) < len(found) else "")


class _Filming:
    """Writes the scenes of a run as JSON values."""

    def __init__(self, events: Trace, cut: Scenes, asked: Asked) -> None:
        self._events = events
        self._cut = cut
        self._asked = asked
        self._words = words_of(events, cut)
        self._points = Points()
        self._texts = Table()
        self._names = Table()
        read = cut.puzzle
        self._rules = {rule.name: line for line, rule in enumerate(read.rules)} if read else {}

    def film(self) -> Film:
        read = self._cut.puzzle
        scenes = [filled(self._scene(scene)) for scene in self._cut.scenes]
        shots = [filled(self._shot(shot)) for shot in self._cut.shots]
        ended = next((event for event in self._events if isinstance(event, Ended)), None)
        return {
            "film": VERSION,
            "system": "tangram",
            "title": read.id if read else "a run",
            "about": _about(read) if read else "",
            "status": ended.status if ended else "unfinished",
            "brief": in_brief(self._events),
            "leftOut": self._cut.left_out,
            "note": self._asked.note,
            "rules": [
                {"title": title(rule), "text": line_of(place, rule), "refutes": rule.refutes}
                for place, rule in enumerate(read.rules if read else (), 1)
            ],
            "stock": [[self._names.place(name), count] for name, count in (read.stock if read else ())],
            "scenes": scenes,
            "shots": shots,
            "points": self._points.values(),
            "texts": self._texts.values(),
            "names": [_name(name) for name in self._names.values()],
        }

    def _shot(self, shot: Shot) -> dict[str, Any]:
        return {"kind": shot.kind, "scene": shot.scene, "text": self._said(shot)}

    def _said(self, shot: Shot) -> str | None:
        """Return what a shot says besides the words of its scene."""
        match shot.event:
            case MatchUndone() as undone:
                return f"Step {undone.step} is put back, the {spoken(undone.name)}: {undone.reason}."
            case AttemptStuck() as stuck:
                return f"Stuck: {stuck.reason}."
            case Ended() as ended:
                return f"{ended.status.capitalize()}: {ended.message}."
            case CompositeReleased():
                return "The pieces left over are dealt out to the composites that are held."
        return None

    def _scene(self, scene: Scene) -> dict[str, Any]:
        words = self._words[scene.number]
        taken, events = scene.taken, scene.events
        read = self._cut.puzzle
        left = taken.remaining if taken else () if scene.solution else (read.outline if read else ())
        parts, drawn, numbered = SubpuzzlesSeparated((), ()), ExtensionLinesDrawn((), (), ()), VerticesNumbered((), ())
        for event in events:
            match event:
                case SubpuzzlesSeparated():
                    parts = event
                case ExtensionLinesDrawn():
                    drawn = event
                case VerticesNumbered():
                    numbered = event
        return {
            "heading": words.heading,
            "text": words.text,
            "attempt": scene.attempt,
            "parent": scene.parent,
            "taken": self._taken(scene),
            "pieces": self._laid(scene.solution.pieces) if scene.solution else None,
            "released": [
                self._laid(event.pieces, event.step) for event in events if isinstance(event, CompositeReleased)
            ],
            "left": [self._ring(ring) for ring in left],
            "lines": [self._stretch(line) for line in drawn.lines],
            "removed": [self._stretch(Stretch(line.start, line.end)) for line in drawn.removed],
            "internal": [self._stretch(line) for line in parts.internal_edges],
            "vertices": [[vertex.number, self._point(vertex.spot), vertex.type[0:5]] for vertex in numbered.vertices],
            "held": self._held(scene),
            "tried": sorted({self._line(event.rule) for event in events if isinstance(event, RuleTried)}),
            "ruledOut": [self._listed(self._line(e.rule), e.matches) for e in events if isinstance(e, MatchesRuledOut)],
            "putBack": scene.put_back,
            **self._said_by_engine(scene),
        }

    def _line(self, rule: str) -> int:
        """Return the place of a rule in the ranking, from 0; -1 for one that the ranking does not have."""
        return self._rules.get(rule, -1)

    def _taken(self, scene: Scene) -> dict[str, Any] | None:
        taken = scene.taken
        if taken is None:
            return None
        others = taken.preferred_to if isinstance(taken, MatchTaken) else ()
        return filled(
            {
                "name": self._names.place(taken.name),
                "step": taken.step,
                "composite": taken.kind == "composite",
                "rule": self._line(taken.rule),
                "why": taken.rule if taken.rule not in self._rules else None,
                "ring": self._ring(taken.vertices),
                "sides": [[self._point(side.start), self._point(side.end), side.grade] for side in taken.sides],
                "others": self._listed(self._line(taken.rule), others)[1] if others else None,
                "earlier": self._earlier(scene),
            }
        )

    def _earlier(self, scene: Scene) -> int:
        """Return how many equal pieces were laid before, which have other tones."""
        assert scene.taken is not None
        before = (each.taken for each in self._cut.way_to(scene)[:-1])
        return sum(taken is not None and taken.name == scene.taken.name for taken in before)

    def _laid(self, pieces: Iterable[PlacedPiece], step: int = 0) -> list[Any]:
        """Return pieces with a number of how many equal ones came before; and the step that they are part of."""
        seen: Counter[str] = Counter()
        laid = []
        for placed in pieces:
            laid.append([self._names.place(placed.piece), self._ring(placed.vertices), seen[placed.piece]])
            seen[placed.piece] += 1
        return [step, laid] if step else laid

    def _held(self, scene: Scene) -> list[Any]:
        """Return the abeyance lists as they stand: step, composite, and the sets of pieces that can still make it."""
        lists: dict[int, CompositeHeld | AbeyanceShortened] = {}
        for each in self._cut.way_to(scene):
            for event in each.events:
                if isinstance(event, CompositeHeld | AbeyanceShortened):
                    lists[event.step] = event
        return [
            [
                step,
                self._names.place(held.composite),
                [[self._names.place(name) for name in names] for names in held.sets],
            ]
            for step, held in sorted(lists.items())
        ]

    def _said_by_engine(self, scene: Scene) -> dict[str, Any]:
        """Return what the engine says of a scene."""
        answers = self._asked.answers.get(scene.number)
        if answers is None:
            return {}
        return {
            "offers": [
                self._listed(-1 if offer.line is None else offer.line, offer.matches) for offer in answers.offers
            ],
            "lacking": [[line, self._texts.place(words)] for line, words in answers.lacking.items()],
            "facts": [
                [number, self._texts.place(kind), self._texts.place(text)] for number, kind, text in answers.facts
            ],
        }

    def _listed(self, line: int, matches: Sequence[Candidate]) -> list[Any]:
        """Return the matches of a rule: name, ring and grades of each."""
        return [line, [[self._names.place(each.name), self._ring(each.vertices), each.grades] for each in matches]]

    def _ring(self, ring: Ring) -> list[int]:
        return self._points.of_ring(ring)

    def _stretch(self, line: Stretch) -> list[int]:
        return self._ring((line.start, line.end))

    def _point(self, spot: Spot) -> int:
        return self._ring((spot,))[0]


def _about(read: PuzzleRead) -> str:
    """Return what a run is of; a search has no ranking."""
    parts = (plural(read.sets, "set") + " of pieces", read.ranking, read.way)
    return capital(", ".join(part for part in parts if part)) + "."


def _name(name: str) -> dict[str, Any]:
    """Return a piece or composite as people read it, and its tones: for the first of equal ones, the second ..."""
    tones = [tone_of(name, earlier) for earlier in range(4)]
    return {"name": spoken(name), "tones": [[tone.fill, tone.hatch, tone.ink] for tone in tones]}
