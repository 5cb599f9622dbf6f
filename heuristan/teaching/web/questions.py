"""Questions about a position, answered in words and pictures."""

from typing import Any

from heuristan.teaching.stepping import ChoiceError, Consultation, Told
from heuristan.teaching.stepping.answering import SECONDS
from heuristan.teaching.stepping.completing import prospect
from heuristan.teaching.web.models import Agenda, AskRequest, Check, Facts, How, Question, WhatIf, Why, WhyNot
from heuristan.teaching.web.sessions import Sessions


class Questions:
    """Answers questions."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def ask(self, request: AskRequest) -> dict[str, Any]:
        """Answer a question in words, with a picture in SVG if there is one."""
        told = _told(Consultation(self._sessions.at(request)), request.question)
        return {"words": list(told.paragraphs), "svg": told.svg or None}


def _told(consultation: Consultation, question: Question) -> Told:
    """Answer a question.

    Raises:
        ChoiceError: if it is about something that is not there.
    """
    match question:
        case Check():
            return Told((prospect(consultation.session, SECONDS).words,))
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
