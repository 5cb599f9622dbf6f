"""The session of a request, replayed from its moves: where it stands, and questions about it.

The moves of a request lead to the same session whoever sends them, and whenever.
"""

import re
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from heuristan.common.faults import InputError, LineError
from heuristan.tangram.expert.production.clips_notation import Form, Part, Symbol, fault, forms_of
from heuristan.tangram.explain.words import capital, plural, spoken
from heuristan.teaching.player.engine_answers import Answers, answers_of, offers_of
from heuristan.teaching.player.film import MOST_SCENES, film_of
from heuristan.teaching.player.scenes import scenes_of
from heuristan.teaching.stepping import Choice, ChoiceError, Consultation, Session, Told
from heuristan.teaching.stepping.offered import nearest_choice
from heuristan.teaching.stepping.prospect import prospect
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import defined_in
from heuristan.teaching.web.messages import (
    Agenda,
    Apply,
    AskRequest,
    Back,
    Check,
    Facts,
    Finish,
    Firings,
    Go,
    How,
    Move,
    Position,
    Question,
    Take,
    WhatIf,
    Why,
    WhyNot,
)
from heuristan.teaching.web.requested import puzzle_given, ranking_given

MOST_KEPT = 128
"""Maximum number of sessions that a worker keeps."""
MOST_ENGINES = 8
"""Maximum number of engines that it keeps."""
MOST_FIRED = 20_000
"""Maximum number of rules that fire for one extraction."""
SECONDS = 1.0
"""Time limit of the search for whether what is left can be filled, if nobody asked for it."""
SAME = 1e-4
"""Distance in legs below which a vertex of a request, which has five decimals, and of a match are the same point."""
_NAME = re.compile(r"[\w$*+/<>=!?.@,:-]+")
_TAKEN = re.compile(r"FIRE +\d+ go-on:")

T = TypeVar("T")


class LiveSession:
    """A session whose engine is live: with rules of the reader's own, and with what fired between two extractions."""

    def __init__(self, position: Position) -> None:
        """Begin with the session of a request in which nothing was done.

        Args:
            position: the request; its rules of the reader's own are in CLIPS notation.

        Raises:
            LineError: if there is a fault in them.
        """
        self._fired: list[str] = []
        self.shell = Shell(_begun(position), self._fired.append, most=MOST_FIRED)
        self.shell.watched = frozenset({"rules"})
        if position.rules.strip():
            _define(self.shell, position.rules)

    def move(self, move: Move) -> None:
        """Make a move.

        Raises:
            ChoiceError: if it cannot be made.
        """
        self._fired.clear()
        if isinstance(move, Go | Finish):
            self.shell.steps(move.count if isinstance(move, Go) else None)
        else:
            self.shell.move(moved(self.shell.session, move))
        if isinstance(move, Back):
            self._fired.append("(the last move took a step back)")

    def firings(self) -> Iterator[str]:
        """Say what fired from the extraction before the last one on."""
        if not self._fired:
            count = capital(plural(self.shell.live.fired, "rule"))
            yield f"{count} fired before the first choice. Take a step, and ask again for what fires between two."
            return
        taken = [place for place, line in enumerate(self._fired) if _TAKEN.match(line)]
        yield from self._fired[taken[-2] + 1 if len(taken) > 1 else 0 :]


class Sessions:
    """Replays moves, and answers; the last sessions are kept, so that a further move is one step."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Session] = OrderedDict()
        self._live: OrderedDict[bytes, LiveSession] = OrderedDict()

    def at(self, position: Position) -> Session:
        """Return the session in which everything of a request is done.

        Raises:
            InputError: if the puzzle or the ranking cannot be used.
            OutlineError: if the outline is not one of a puzzle.
            LineError: if the text of the ranking cannot be used.
            ChoiceError: if a move cannot be made; the message says why.
        """
        if position.rules.strip():
            return self._live_at(position).shell.session
        keys = _keys(position)
        done = _last_kept(keys, self._kept)
        session = self._kept.get(keys[done]) or _begun(position)
        for move in position.moves[done:]:
            session = moved(session, move)
        _keep(self._kept, keys[-1], session, MOST_KEPT)
        return session

    def step(self, position: Position) -> dict[str, Any]:
        """Return the film of what was done, with the offers of the scene where it stands."""
        session = self.at(position)
        trace = session.trace
        now = scenes_of(trace).shortened(MOST_SCENES).shots[-1].scene
        offers = offers_of(session, session.puzzle.in_legs)
        preferred = session.offers.preferred if session.now.state.boundary else None
        return {
            "film": film_of(trace, {now: Answers(offers, {}, ())}),
            "scene": now,
            "steps": session.steps,
            "undone": session.undone,
            "status": session.status or "open",
            "short": [each.to_json() for each in SessionWords(session).short()] if session.steps else [],
            "next": preferred.number if preferred is not None else None,
            "pieces": [each.match.placement.name for each in (session.offers.choices if offers else ())],
        }

    def inspect(self, position: Position) -> dict[str, Any]:
        """Return what is lacking to the rules that find nothing, the facts, and whether what is left can be filled."""
        session = self.at(position)
        answers = answers_of(Consultation(session), session.puzzle.in_legs)
        hope = prospect(session, SECONDS)
        return {
            "lacking": sorted(answers.lacking.items()),
            "facts": answers.facts,
            "fillable": hope.fillable,
            "right": hope.steps,
            "words": hope.words,
        }

    def ask(self, request: AskRequest) -> dict[str, Any]:
        """Answer a question in words, in a short form and with a picture in SVG if there are such."""
        if isinstance(request.question, Firings):
            return {"words": list(self._live_at(request).firings()), "short": [], "svg": None}
        is_live = bool(request.rules.strip())
        consultation = self._live_at(request).shell.consultation if is_live else Consultation(self.at(request))
        told = _told(consultation, request.question)
        short = [each.to_json() for each in told.short]
        return {"words": list(told.paragraphs), "short": short, "svg": told.svg or None}

    def _live_at(self, position: Position) -> LiveSession:
        """Return the live session in which everything of a request is done.

        An engine goes on from where it stands, and is not kept where it stood.

        Raises:
            LineError: if there is a fault in the rules.
            ChoiceError: if a move cannot be made.
        """
        keys = _keys(position)
        done = _last_kept(keys, self._live)
        live = self._live.pop(keys[done], None) or LiveSession(position)
        for move in position.moves[done:]:
            live.move(move)
        _keep(self._live, keys[-1], live, MOST_ENGINES)
        return live

    def forget(self) -> None:
        """Give the memory of all sessions back."""
        self._kept.clear()
        self._live.clear()


def _last_kept(keys: Sequence[bytes], kept: Mapping[bytes, object]) -> int:
    """Return after how many moves the last session is kept; 0 if none is."""
    return next((n for n in range(len(keys) - 1, -1, -1) if keys[n] in kept), 0)


def _keep(kept: OrderedDict[bytes, T], key: bytes, session: T, most: int) -> None:
    kept[key] = session
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


def _begun(position: Position) -> Session:
    return Session.begun(puzzle_given(position.puzzle), ranking_given(position.ranking))


def _keys(position: Position) -> list[bytes]:
    """Return a key of the start, and one of the position after each move."""
    given = position.model_dump_json(include={"puzzle", "ranking", "rules"})
    keys = [sha256(given.encode()).digest()]
    for move in position.moves:
        keys.append(sha256(keys[-1] + move.model_dump_json().encode()).digest())
    return keys


def moved(session: Session, move: Move) -> Session:
    """Return the session after a move.

    Raises:
        ChoiceError: if it cannot be made.
    """
    match move:
        case Take(number=None):
            return session.taking(_lying(session, move))
        case Take(number=int(number)):
            return session.take(number)
        case Apply(line=line):
            return Consultation(session).rule(line + 1).session
        case Back(count=count):
            return session.taken_back(count)
        case Go(count=count):
            return _gone(session, count)
        case Finish():
            return _gone(session, None)
    raise AssertionError(move)


def _gone(session: Session, count: int | None) -> Session:
    steps = list(islice(session.finished(), count))
    if not steps:
        raise ChoiceError("no rule finds a match here; take a step back, or take a piece that no rule takes")
    return steps[-1]


def _lying(session: Session, move: Take) -> Choice:
    """Return the offered match that lies at a ring."""
    assert move.ring is not None
    choices = session.offers.choices if session.now.state.boundary else ()
    names = ((each, each.match.placement.name) for each in choices)
    named = (each for each, name in names if move.piece in (None, name, spoken(name)))
    found = nearest_choice(named, move.ring, session.puzzle.in_legs, SAME)
    if found is None:
        raise ChoiceError("there is no match at that place; nothing of the sort is offered now")
    return found


def _told(consultation: Consultation, question: Question) -> Told:
    """Answer a question.

    Raises:
        ChoiceError: if it is about something that is not there.
    """
    match question:
        case Check():
            return Told((prospect(consultation.session).words,))
        case How(step=step):
            return consultation.how(step)
        case Why(number=number) if number is None or consultation.session.now.state.boundary:
            return consultation.why(number)
    if not consultation.session.now.state.boundary:
        raise ChoiceError("nothing is left of the outline, so no rule is tried; take a step back and ask again")
    match question:
        case WhyNot(line=line, piece=piece, vertex=vertex):
            return consultation.why_not(line + 1, piece or "", vertex)
        case WhatIf(line=line):
            return consultation.what_if(line + 1)
        case Facts(kind=kind):
            return consultation.facts(kind or "")
        case Agenda():
            return consultation.agenda()
    raise AssertionError(question)


def _define(shell: Shell, rules: str) -> None:
    """Take in rules; a fault in them has its line."""
    try:
        for form in forms_of(rules):
            _check_names(form, form.line)
        list(defined_in(shell, rules))
    except InputError as wrong:
        line = re.match(r"line (\d+): (.*)", str(wrong), re.DOTALL)
        raise LineError(int(line[1]) if line else 1, line[2] if line else str(wrong)) from wrong


def _check_names(part: Part, line: int) -> None:
    """Refuse strings that are no names, because requests come from strangers."""
    if isinstance(part, Form):
        for each in part.items:
            _check_names(each, part.line)
    elif isinstance(part, Symbol) and not _NAME.fullmatch(part):
        raise fault(line, f"{part} is no name; names have letters, digits and hyphens")
