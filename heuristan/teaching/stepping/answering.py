"""Answers to commands: the session after a command, and the words to print."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from heuristan.common.words import paragraph
from heuristan.tangram.explain.steps import figure
from heuristan.tangram.trace.events import MatchTaken
from heuristan.teaching.stepping.asking import Consultation, Told
from heuristan.teaching.stepping.asking.named import line_named
from heuristan.teaching.stepping.commands import ALL, HELP, Command
from heuristan.teaching.stepping.completing import prospect
from heuristan.teaching.stepping.offers import ChoiceError
from heuristan.teaching.stepping.session import Session
from heuristan.teaching.stepping.words import SessionWords

SECONDS = 10.0
"""Time limit of the search of 'check'."""
_WIDEST = max(map(len, HELP)) + 1


@dataclass(frozen=True)
class Answer:
    """The answer to a command."""

    session: Session
    paragraphs: tuple[str, ...]
    svg: str = ""
    """A picture of the answer, if there is one."""


def answer(session: Session, command: Command) -> Answer:
    """Answer a command that does not write a file.

    Raises:
        ChoiceError: if there is no match, step or rule with that number.
    """
    match command.name, command.number:
        case "take", int(number):
            after = session.take(number)
            return Answer(after, (*SessionWords(after).step(), *_now(after)))
        case "go", number:
            return _gone(session, number or 1)
        case "finish", _:
            return _gone(session, None)
        case "back", number:
            return _back(session, session.steps if number == ALL else number or 1)
        case "rule", _:
            return _applied(session, command.about)
        case (("facts" | "agenda" | "why" | "why not" | "how" | "what if"), _):
            told = _told(Consultation(session), command)
            return Answer(session, told.paragraphs, told.svg)
        case "list", number:
            return Answer(session, tuple(_listed(session, number)))
        case "check", _:
            return Answer(session, (paragraph(prospect(session, SECONDS).words),))
        case _:
            return Answer(session, tuple(f"  {usage:{_WIDEST}} {meaning}" for usage, meaning in HELP.items()))


def _applied(session: Session, rule: str) -> Answer:
    """Apply a rule, or say why it has nothing."""
    consultation = Consultation(session)
    after = session.apply(line_named(session, rule))
    if after is None:
        told = consultation.why_not(rule)
        return Answer(session, told.paragraphs, told.svg)
    return Answer(after, (*SessionWords(after).step(), *_now(after)))


def _told(consultation: Consultation, command: Command) -> Told:
    """Answer a question."""
    match command.name:
        case "facts":
            return consultation.facts(command.about)
        case "agenda":
            return consultation.agenda()
        case "why not":
            return consultation.why_not(command.about, command.figure, command.number)
        case "how":
            return consultation.how(command.number)
        case "what if":
            return consultation.what_if(command.about)
        case _:
            return consultation.why(command.number)


def _now(session: Session) -> tuple[str, ...]:
    return ("", *SessionWords(session).now())


def _gone(session: Session, count: int | None) -> Answer:
    """Let the ranking take a number of steps, or all."""
    steps = tuple(islice(session.finished(), count))
    if not steps:
        raise ChoiceError(
            "no rule finds a match here; 'back' takes back the last step"
            if session.now.state.boundary
            else "nothing is left of the outline; 'back' takes back the last step"
        )
    described = (text for each in steps for text in SessionWords(each).step())
    return Answer(steps[-1], (*described, *_now(steps[-1])))


def _back(session: Session, count: int) -> Answer:
    after = session.taken_back(count)
    taken = [event for event in SessionWords(session).path.taken if event.step > after.steps]
    lines = (f"Step {event.step} is taken back: {_figure(event)}." for event in reversed(taken))
    return Answer(after, (*lines, *_now(after)))


def _figure(event: MatchTaken) -> str:
    return paragraph(figure(event))


def _listed(session: Session, number: int | None) -> Iterator[str]:
    words = SessionWords(session)
    return words.now() if number is None else words.of_rest() if number == ALL else words.of_rule(number)
