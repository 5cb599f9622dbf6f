"""A position as a page shows it: at once the board and what the rules offer, and then what takes longer to say."""

from typing import Any

from heuristan.teaching.player.asking import Answers, answers_of, offers_of
from heuristan.teaching.player.film import MOST_SCENES, film_of
from heuristan.teaching.player.scenes import scenes_of
from heuristan.teaching.stepping import Consultation
from heuristan.teaching.stepping.completing import prospect
from heuristan.teaching.web.models import Position
from heuristan.teaching.web.sessions import Sessions

SECONDS = 1.0
"""Time limit of the search for whether what is left can be filled."""


class Steps:
    """Answers where a position stands."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    def step(self, position: Position) -> dict[str, Any]:
        """Return the film of what was done, with the offers of the scene where it stands."""
        session = self._sessions.at(position)
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
            "next": preferred.number if preferred is not None else None,
            "pieces": [each.match.placement.name for each in (session.offers.choices if offers else ())],
        }

    def inspect(self, position: Position) -> dict[str, Any]:
        """Return what is lacking to the rules that find nothing, the facts, and whether what is left can be filled."""
        session = self._sessions.at(position)
        answers = answers_of(Consultation(session), session.puzzle.in_legs)
        hope = prospect(session, SECONDS)
        return {
            "lacking": sorted(answers.lacking.items()),
            "facts": answers.facts,
            "fillable": hope.fillable,
            "right": hope.steps,
            "words": hope.words,
        }
