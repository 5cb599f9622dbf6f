"""What the engine says of the scenes of a run: every match that a rule offers, what the others lack, and its facts."""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from heuristan.common.plane import Spot
from heuristan.tangram.expert.host.driving import STORED
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import catalogue, ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.tracing import rule_as_traced
from heuristan.tangram.lattice.points import Point
from heuristan.tangram.outlines.piece_sets import piece_set_names, read_piece_set
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.ring_lists import nested_polygons
from heuristan.tangram.puzzle.drawing import Drawing
from heuristan.tangram.puzzle.puzzle import Frame, OutlineError, Puzzle
from heuristan.tangram.solving.as_read import readings_from
from heuristan.tangram.trace import events as trace
from heuristan.tangram.trace.events import Candidate, MatchTaken, PuzzleRead
from heuristan.teaching.asking.standing import Standing
from heuristan.teaching.player.scenes import Scene, Scenes
from heuristan.teaching.stepping import Choice, Consultation, Session
from heuristan.teaching.stepping.offered import nearest_choice
from heuristan.teaching.stepping.working_memory import KINDS, FactWords

REACH = 0.2
"""Maximum distance in legs of the vertices of a match from those in a trace, of which the nearest match is taken.

In an exact run the distance is that of twelve decimals. In the run of a drawing the trace has the pieces of a solution
where they truly lie, and the outline as it was read, from which it is read again here: either moves a vertex by no
more than a reading may move those of a drawing (`outlines.tolerant.readings.TOLERANCE`). The shortest side of a
piece is five times as long, so that no match is taken for one that lies elsewhere.
"""
UNKNOWN_RULES = (
    "The ranking is not among those that come with heuristan, so the engine could not be asked what other rules find; "
    "a page that is made while the run is solved has that."
)
UNREADABLE = "The outline could not be read again from the trace, so the engine could not be asked what rules find."
LOST = "The engine could be asked in a part of the states alone: the run was not followed through all of its choices."
READINGS = 3
"""Maximum number of readings of a drawing that are tried."""


class Offer(NamedTuple):
    """The matches that a rule offers."""

    line: int | None
    """The place of the rule in the ranking, from 0; None for pieces that fit and that no rule takes."""
    matches: tuple[Candidate, ...]
    """Their grades are those of the sides in their order."""


class Answers(NamedTuple):
    """What the engine says of a state."""

    offers: tuple[Offer, ...]
    lacking: dict[int, str]
    """For each rule that finds nothing, by its place from 0: the condition that no match passes."""
    facts: tuple[tuple[str, str, str], ...]
    """The working memory: number, kind and text of each fact; stored figures, which never change, are left out."""


def answers_of(consultation: Consultation, spot: Callable[[Point], Spot]) -> Answers:
    """Ask the engine about the state of a session.

    Args:
        consultation: the session.
        spot: takes a point of the lattice to the coordinates of the film.
    """
    session = consultation.session
    if not session.now.state.boundary:
        return Answers((), {}, ())
    standing = Standing(consultation.place)
    facts = tuple(_facts(FactWords(consultation.names, standing)))
    lacking = consultation.lacking(session.offers.without_match, standing)
    return Answers(offers_of(session, spot), lacking, facts)


def offers_of(session: Session, spot: Callable[[Point], Spot]) -> tuple[Offer, ...]:
    """Return what the rules offer in the state of a session, in the order of the numbers by which matches are taken.

    Args:
        session: the session.
        spot: takes a point of the lattice to the coordinates of the film.
    """
    if not session.now.state.boundary:
        return ()

    def candidates(choices: tuple[Choice, ...]) -> tuple[Candidate, ...]:
        return tuple(_candidate(choice.match, spot) for choice in choices)

    offers = session.offers
    found = (Offer(offer.line, candidates(offer.choices)) for offer in offers.by_rule)
    rest = (Offer(None, candidates(offers.rest.choices)),) if offers.rest.choices else ()
    return (*found, *rest)


def _candidate(match: Match, spot: Callable[[Point], Spot]) -> Candidate:
    return Candidate(match.placement.name, tuple(map(spot, match.placement.ring)), match.side_grades)


def _facts(words: FactWords) -> Iterator[tuple[str, str, str]]:
    for kind in KINDS:
        if kind not in STORED:
            for fact in words.facts(kind):
                yield words.number(fact), kind, words.text(fact)


class Replay:
    """A run replayed scene by scene, so that the engine can be asked at each."""

    def __init__(self, scenes: Scenes, puzzle: Puzzle, ranking: Ranking, frame: trace.Frame) -> None:
        self._scenes = scenes
        self._spot = puzzle.own
        # words name points in the outline's own coordinates, as those of the run did
        self._puzzle = replace(puzzle, frame=_after(puzzle.frame, frame), drawing=None, reading=None)
        self._ranking = ranking
        self._sessions: dict[int, Session | None] = {}
        self._known: dict[Hashable, Answers] = {}

    @classmethod
    def of(cls, scenes: Scenes, ranking: Ranking | None = None) -> "Replay | str":
        """Replay the run of a trace; if that is impossible, return why, or an empty text for a search.

        Args:
            scenes: the run.
            ranking: its ranking; that of its name if not given.
        """
        read = scenes.puzzle
        if read is None or not read.rules:
            return ""
        ranked = _ranked(read, ranking)
        if ranked is None:
            return UNKNOWN_RULES
        found = [cls(scenes, puzzle, ranked, read.frame) for puzzle in _puzzles_of(read)]
        if not found:
            return UNREADABLE
        # take the first reading of a drawing in which the whole run can be repeated, if there is one
        return next((replay for replay in found if replay.follows_to_the_end), found[0])

    @property
    def follows_to_the_end(self) -> bool:
        """Whether the run can be followed from its beginning to its end."""
        scenes = self._scenes
        return self._session(scenes.scenes[scenes.shots[-1].scene]) is not None

    def answers(self, scene: Scene) -> Answers | None:
        """Return what the engine says of a scene; None where the run cannot be followed."""
        session = self._session(scene)
        if session is None:
            return None
        now = session.now
        # attempts go through the same states again and again
        key = now.state, now.line, now.ruled_out
        if key not in self._known:
            self._known[key] = answers_of(Consultation(session), self._spot)
        return self._known[key]

    def _session(self, scene: Scene) -> Session | None:
        if scene.number not in self._sessions:
            before = self._scenes.scenes[scene.parent] if scene.parent is not None else None
            self._sessions[scene.number] = self._continued(scene, before) if before else self._begun(scene)
        return self._sessions[scene.number]

    def _begun(self, scene: Scene) -> Session | None:
        session, entries = Session.begun(self._puzzle, self._ranking), self._ranking.entry_lines
        entry = scene.started.entry_point - 1 if scene.started else 0
        return replace(session, moments=(session.now._replace(line=entries[entry]),)) if entry < len(entries) else None

    def _continued(self, scene: Scene, before: Scene) -> Session | None:
        session, taken = self._session(before), scene.taken
        if session is None or not isinstance(taken, MatchTaken):
            return None
        named = (choice for choice in session.offers.choices if choice.match.name == taken.name)
        found = nearest_choice(named, taken.vertices, self._spot, REACH)
        return session.taking(found) if found else None


def _after(inner: Frame, outer: trace.Frame) -> Frame:
    """Compose two frames; the inner one does not mirror."""
    return Frame(inner.scale * outer.scale, inner.angle + outer.angle, outer.own(inner.origin), outer.y_down)


def _puzzles_of(read: PuzzleRead) -> Iterator[Puzzle]:
    """Yield the puzzle of a trace, or readings of it if it is of a drawing; none if its pieces are not known here."""
    stock = dict(read.stock)
    sets = (read_piece_set(name) for name in piece_set_names())
    pieces = next((each for each in sets if dict(each.stock(read.sets)) == stock), None)
    if pieces is None:
        return
    try:
        puzzle = puzzle_of(Drawing(read.id, nested_polygons(read.outline), sets=read.sets), pieces)
        yield from islice(readings_from(puzzle), READINGS)
    except OutlineError:
        return


def _ranked(read: PuzzleRead, ranking: Ranking | None) -> Ranking | None:
    """Return the ranking of a trace with the lines that backtracking adds; None if it is not known.

    Args:
        read: the beginning of the trace.
        ranking: the ranking; that of the name if not given.
    """
    if ranking is None:
        if read.ranking not in ranking_names():
            return None
        ranking = read_ranking(read.ranking)
    known = {rule_as_traced(rule): rule for rule in (*catalogue().values(), *ranking.rules)}
    if any(rule not in known for rule in read.rules):
        return None
    return replace(ranking, rules=tuple(known[rule] for rule in read.rules))
