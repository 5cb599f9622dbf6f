"""What comes of a command: the session after it, and the words to say."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from heuristan.tangram.assisting.stepping.commands import ALL, HELP, Command
from heuristan.tangram.assisting.stepping.completing import UndecidedError, can_be_filled, last_hopeful
from heuristan.tangram.assisting.stepping.offers import ChoiceError
from heuristan.tangram.assisting.stepping.session import Session
from heuristan.tangram.assisting.stepping.words import Telling
from heuristan.tangram.explain.steps import figure
from heuristan.tangram.explain.text import paragraph
from heuristan.tangram.explain.words import counted
from heuristan.tangram.trace.events import MatchTaken

SECONDS = 10.0
"""The most that 'check' searches."""


@dataclass(frozen=True)
class Answer:
    """What came of a command."""

    session: Session
    paragraphs: tuple[str, ...]


def answer(session: Session, command: Command) -> Answer:
    """What comes of a command that needs no file.

    Raises:
        ChoiceError: there is no match, step or rule with that number.
    """
    match command.name, command.number:
        case "take", int(number):
            after = session.take(number)
            return Answer(after, (*Telling(after).step(), *_now(after)))
        case "go", number:
            return _gone(session, number or 1)
        case "finish", _:
            return _gone(session, None)
        case "back", number:
            return _back(session, session.steps if number == ALL else number or 1)
        case "why", int(number):
            return Answer(session, tuple(Telling(session).why(session.offers.numbered(number))))
        case "list", number:
            return Answer(session, tuple(_listed(session, number)))
        case "check", _:
            return Answer(session, (paragraph(_checked(session)),))
        case _:
            return Answer(session, tuple(f"  {usage:10} {meaning}" for usage, meaning in HELP.items()))


def _now(session: Session) -> tuple[str, ...]:
    return ("", *Telling(session).now())


def _gone(session: Session, most: int | None) -> Answer:
    """The steps that the ranking takes, so many at most."""
    steps = tuple(islice(session.finished(), most))
    if not steps:
        raise ChoiceError(
            "no rule finds a match here; 'back' takes back the last step"
            if session.now.state.boundary
            else "nothing is left of the outline; 'back' takes back the last step"
        )
    told = (text for each in steps for text in Telling(each).step())
    return Answer(steps[-1], (*told, *_now(steps[-1])))


def _back(session: Session, count: int) -> Answer:
    after = session.taken_back(count)
    taken = [event for event in Telling(session).path.taken if event.step > after.steps]
    told = (f"Step {event.step} is taken back: {_figure(event)}." for event in reversed(taken))
    return Answer(after, (*told, *_now(after)))


def _figure(event: MatchTaken) -> str:
    return paragraph(figure(event))


def _listed(session: Session, number: int | None) -> Iterator[str]:
    telling = Telling(session)
    return telling.now() if number is None else telling.of_rest() if number == ALL else telling.of_rule(number)


def _checked(session: Session) -> str:
    """Whether what is left can be filled, and if not, how far to go back."""
    if session.puzzle.nearness:
        return "The outline is drawn, so an exact search cannot say it; try 'finish', or take back and choose again."
    try:
        if can_be_filled(session.now.state, SECONDS):
            return "Yes: what is left can be filled, as a search shows."
        steps = last_hopeful(session, SECONDS)
    except UndecidedError:
        return f"It was not found out in {SECONDS:g} seconds."
    if steps is None:
        return "No, and no step is to blame: the outline has no solution."
    right = f"the first {counted(steps, 'step')} can stay" if steps else "no step can stay"
    back = "back all" if not steps else f"back {session.steps - steps}"
    return f"No: what is left cannot be filled, as a search shows; {right} ('{back}')."
