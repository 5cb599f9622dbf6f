"""The film of a run as a JSON value: scenes, shots, and tables of the points and texts that they name by number."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from heuristan.common.plane import Ring, Spot, Stretch
from heuristan.common.web.film import VERSION, Film, Points, Table, filled
from heuristan.common.web.film import player_page as page_of
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.explain.opening import asked_by, describe_start, title
from heuristan.tangram.explain.searched import ExplainedSearch
from heuristan.tangram.explain.steps import Steps
from heuristan.tangram.explain.text import in_brief
from heuristan.tangram.explain.words import NARROW, REGIONS, Place, capital, plural, spoken
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.render.story import tone_of
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.kept_path import Path, Situation, attempts
from heuristan.teaching.player.engine_answers import LOST, Answers, Replay
from heuristan.teaching.player.scenes import Scene, Scenes, Shot, scenes_of
from heuristan.teaching.texts.translating import LANGUAGES, in_words, patterns_of, texts_of

MOST_SCENES = 250
"""Maximum number of scenes, besides those that lead to the end: each takes some 0.8 kB of a page."""
_ALSO = ("solved", "Language", *(place for row in REGIONS for place in row))
"""Texts that players share with other pages."""
MOST_ASKED = 40
"""Maximum number of scenes at which the engine is asked: each takes some 4 kB of a page, and a tenth of a second."""


class _Asked(NamedTuple):
    """What the engine says of the scenes of a run."""

    answers: Mapping[int, Answers]
    """By the number of the scene."""
    note: str = ""
    """Why it could not be asked everywhere."""


def film_of(
    events: trace.Trace,
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
    film = _Filming(events, cut, _asked(events, cut, ranking) if answers is None else _Asked(answers)).film()
    moment = cut.moment_of(_match(events, opens_at)) if opens_at is not None else None
    return film if moment is None else film | {"opens": moment}


def player_page(events: trace.Trace, ranking: Ranking | None = None, *, opens_at: int | None = None) -> str:
    """Return a page that plays a run step by step; it needs no server and no network.

    Args:
        events: the trace of one run.
        ranking: its ranking, for what the engine says; that of its name if not given.
        opens_at: the number of the match at which the page opens, of all that were taken; the start if not given.
    """
    film = film_of(events, ranking=ranking, opens_at=opens_at)
    return page_of(
        film | {"languages": {each: _texts(film, each) for each in LANGUAGES}, "patterns": patterns_of("de")}
    )


def _texts(film: Film, language: str) -> dict[str, Any]:
    """Return the texts of a player in a language; of rules, those that the film has."""
    parts = (part for rule in film["rules"] for part in rule["text"].removesuffix(".").split("; "))
    own = {*_ALSO, *(rule["title"] for rule in film["rules"]), *(part[0].lower() + part[1:] for part in parts if part)}
    texts = texts_of(language, "pieces", "player", "patterns")
    texts |= {text: entry for text, entry in texts_of(language).items() if text in own}
    shape = shape_files().get(film["title"])
    if shape is not None:
        title = read_shape(shape).title
        texts[in_words(film["title"])] = texts_of(language).get(title, title)
    return texts


def _match(events: trace.Trace, number: int) -> trace.MatchTaken | None:
    """Return a match of a run by its number, from 1; None if there are fewer."""
    taken = (event for event in events if isinstance(event, trace.MatchTaken))
    return next(islice(taken, number - 1, None), None)


def _asked(events: trace.Trace, cut: Scenes, ranking: Ranking | None) -> _Asked:
    """Ask the engine at the scenes that lead to the end, then at the others, as far as a page has room."""
    replay = Replay.of(cut, ranking)
    if isinstance(replay, str):
        return _Asked({}, replay)
    kept = {id(taken) for attempt in attempts(events) for taken in attempt.taken}
    first = sorted(cut.scenes, key=lambda scene: scene.taken is not None and id(scene.taken) not in kept)
    found = [(scene.number, replay.answers(scene)) for scene in first[:MOST_ASKED]]
    answers = {number: said for number, said in found if said is not None}
    return _Asked(answers, LOST if len(answers) < len(found) else "")


class _Filming:
    """Writes the scenes of a run as JSON values."""

    def __init__(self, events: trace.Trace, cut: Scenes, asked: _Asked) -> None:
        self._events = events
        self._cut = cut
        self._asked = asked
        self._words = _words_of(events, cut)
        self._points = Points()
        self._texts = Table()
        self._names = Table()
        read = cut.puzzle
        self._rules = {rule.name: line for line, rule in enumerate(read.rules)} if read else {}

    def film(self) -> Film:
        read = self._cut.puzzle
        scenes = [filled(self._scene(scene)) for scene in self._cut.scenes]
        shots = [filled(self._shot(shot)) for shot in self._cut.shots]
        ended = trace.first(self._events, trace.Ended)
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
                {"title": title(rule), "text": capital(asked_by(rule)), "refutes": rule.refutes}
                for rule in (read.rules if read else ())
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
            case trace.MatchUndone() as undone:
                return f"Step {undone.step} is put back, the {spoken(undone.name)}: {undone.reason}."
            case trace.AttemptStuck() as stuck:
                return f"Stuck: {stuck.reason}."
            case trace.Ended() as ended:
                return f"{ended.status.capitalize()}: {ended.message}."
            case trace.CompositeReleased():
                return "The pieces left over are dealt out to the composites that are held."
        return None

    def _scene(self, scene: Scene) -> dict[str, Any]:
        words = self._words[scene.number]
        taken, events = scene.taken, scene.events
        read = self._cut.puzzle
        left = taken.remaining if taken else () if scene.solution else (read.outline if read else ())
        now = Situation(tuple(events), (), 0)
        numbered = now.numbered.vertices if now.numbered else ()
        return {
            "heading": words.heading,
            "text": words.text,
            "attempt": scene.attempt,
            "parent": scene.parent,
            "taken": self._taken(scene),
            "pieces": self._laid(scene.solution.pieces) if scene.solution else None,
            "released": [
                self._laid(event.pieces, event.step) for event in events if isinstance(event, trace.CompositeReleased)
            ],
            "left": [self._ring(ring) for ring in left],
            "lines": [self._stretch(line) for line in now.drawn.lines],
            "removed": [self._ring((line.start, line.end)) for line in now.drawn.removed],
            "internal": [self._stretch(line) for line in now.internal_edges],
            "vertices": [[each.number, self._point(each.spot), each.type[0:5]] for each in numbered],
            "held": self._held(scene),
            "tried": sorted({self._line(event.rule) for event in events if isinstance(event, trace.RuleTried)}),
            "ruledOut": [
                self._listed(self._line(e.rule), e.matches) for e in events if isinstance(e, trace.MatchesRuledOut)
            ],
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
        match = taken if isinstance(taken, trace.MatchTaken) else None
        others = match.preferred_to if match else ()
        overruled = match.overruled.match if match and match.overruled else None
        return filled(
            {
                "name": self._names.place(taken.name),
                "step": taken.step,
                "composite": taken.kind == "composite",
                "rule": self._line(taken.rule),
                "why": taken.rule if taken.rule not in self._rules else None,
                "ring": self._ring(taken.vertices),
                "instead": self._ring(overruled.vertices) if overruled else None,
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

    def _laid(self, pieces: Iterable[trace.PlacedPiece], step: int = 0) -> list[Any]:
        """Return pieces with a number of how many equal ones came before; and the step that they are part of."""
        seen: Counter[str] = Counter()
        laid = []
        for placed in pieces:
            laid.append([self._names.place(placed.piece), self._ring(placed.vertices), seen[placed.piece]])
            seen[placed.piece] += 1
        return [step, laid] if step else laid

    def _held(self, scene: Scene) -> list[Any]:
        """Return the abeyance lists as they stand: step, composite, and the sets of pieces that can still make it."""
        lists: dict[int, trace.CompositeHeld | trace.AbeyanceShortened] = {}
        for each in self._cut.way_to(scene):
            for event in each.events:
                if isinstance(event, trace.CompositeHeld | trace.AbeyanceShortened):
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

    def _listed(self, line: int, matches: Sequence[trace.Candidate]) -> list[Any]:
        """Return the matches of a rule: name, ring and grades of each."""
        return [line, [[self._names.place(each.name), self._ring(each.vertices), each.grades] for each in matches]]

    def _ring(self, ring: Ring) -> list[int]:
        return self._points.of_ring(ring)

    def _stretch(self, line: Stretch) -> list[int]:
        return self._ring((line.start, line.end))

    def _point(self, spot: Spot) -> int:
        return self._ring((spot,))[0]


def _about(read: trace.PuzzleRead) -> str:
    """Return what a run is of; a search has no ranking."""
    parts = (plural(read.sets, "set") + " of pieces", read.ranking, read.way)
    return capital(", ".join(part for part in parts if part)) + "."


def _name(name: str) -> dict[str, Any]:
    """Return a piece or composite as people read it, and its tones: of the first of equal ones, the second ..."""
    tones = [tone_of(name, earlier) for earlier in range(4)]
    return {"name": spoken(name), "tones": [[tone.fill, tone.hatch, tone.ink] for tone in tones]}


class _Words(NamedTuple):
    """What is said of a scene."""

    heading: str
    text: str


def _words_of(events: trace.Trace, cut: Scenes) -> dict[int, _Words]:
    """Return the words of each scene by its number.

    Args:
        events: the trace of one run.
        cut: the run taken apart.
    """
    place = Place.of(cut.puzzle)
    told, steps = dict(_of_steps(events, place)), Steps(Path.of(events), place)
    return {
        scene.number: _with_solution(told.get(id(scene.taken)) or _of(scene, cut, steps), scene) for scene in cut.scenes
    }


def _with_solution(words: _Words, scene: Scene) -> _Words:
    """Add that a scene is a solution, if it was reached piece by piece."""
    found = trace.first(scene.events, trace.SolutionFound)
    return _Words(words.heading, f"{words.text} This is solution {found.number}.".strip()) if found else words


def _of_steps(events: trace.Trace, place: Place) -> Iterator[tuple[int, _Words]]:
    """Yield the words of each extraction that its attempt kept, with the identity of its event."""
    for attempt in attempts(events):
        path = Path.of(events, attempt)
        for taken, words in zip(path.taken, Steps(path, place).describe(), strict=True):
            yield id(taken), _Words(*words)
    run = ExplainedSearch.of(events, place)
    for placed, words in zip(run.placed, run.steps(), strict=True):
        yield id(placed), _Words(*words)


def _of(scene: Scene, cut: Scenes, steps: Steps) -> _Words:
    """Return the words of a scene that no attempt kept, or that begins one."""
    if scene.solution is not None:
        like = scene.solution.like
        same = "" if like == scene.solution.number else f" A symmetry of the outline takes solution {like} to it."
        return _Words(
            f"Solution{NARROW}{scene.solution.number}", capital(f"{plural(len(scene.solution.pieces), 'piece')}.{same}")
        )
    if isinstance(scene.taken, trace.MatchTaken):
        return _of_undone(scene, scene.taken, cut, steps)
    start = " ".join(describe_start(Situation(tuple(scene.events), (), 0), steps.place))
    if scene.started is None or scene.started.number == 1:
        return _Words("The outline", start)
    first = steps.path.rank.get(scene.started.rule, 1)
    return _Words(f"Attempt{NARROW}{scene.started.number}, which begins with rule{NARROW}{first}", start)


def _of_undone(scene: Scene, taken: trace.MatchTaken, cut: Scenes, steps: Steps) -> _Words:
    before = cut.scenes[scene.parent].events if scene.parent is not None else []
    numbered = trace.every(before, trace.VerticesNumbered)
    reason = ""
    if scene.put_back:
        reason = f" It is put back later: {steps.place.reason(scene.put_back.rstrip('.'))}."
    return _Words(steps.heading(taken, Situation(numbered, (), 0)), steps.taker(taken) + reason)
