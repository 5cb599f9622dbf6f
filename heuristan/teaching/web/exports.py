"""Files to take away."""

import json
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.tangram.explain import explain
from heuristan.tangram.outlines.writing.forms import FORMS
from heuristan.tangram.pieces.sets import Placements
from heuristan.tangram.render import DrawingError, filmstrip_svg, solution_svg
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.result import Result, ResultPieces, own_pieces
from heuristan.tangram.trace.lines import dumps
from heuristan.teaching.player.page import player_page
from heuristan.teaching.stepping import Session
from heuristan.teaching.web.models import ExportRequest
from heuristan.teaching.web.puzzles import puzzle_given
from heuristan.teaching.web.rankings import text_of
from heuristan.teaching.web.runs import Runs
from heuristan.teaching.web.sessions import Sessions


class File(NamedTuple):
    """A file to take away."""

    ending: str
    media: str
    text: str


TYPES = {
    "geojson": "application/geo+json",
    "svg": "image/svg+xml",
    "wkt": "text/plain; charset=utf-8",
    "yaml": "application/yaml",
}


class Exports:
    """Writes files."""

    def __init__(self, sessions: Sessions, runs: Runs) -> None:
        self._sessions = sessions
        self._runs = runs

    def export(self, request: ExportRequest) -> File:
        """Write a file of a position, of a whole run, or of the puzzle or ranking alone.

        Raises:
            InputError: if there is nothing yet to write.
            OutlineError: if the format cannot hold the outline.
        """
        if request.what == "outline":
            return File(request.form, TYPES[request.form], FORMS[request.form].text(puzzle_given(request.puzzle)))
        if request.what == "ranking":
            return File("yaml", TYPES["yaml"], text_of(request.ranking))
        if request.run:
            puzzle = puzzle_given(request.puzzle)
            result = self._runs.result(puzzle, request.ranking, request.solver, request.way)
        else:
            result = _by_hand(self._sessions.at(request))
        try:
            return _written(request.what, result)
        except DrawingError as fault:
            raise InputError(str(fault)) from None


def _written(what: str, result: Result) -> File:
    match what:
        case "trace":
            return File("jsonl", "application/x-ndjson", dumps(result.trace))
        case "result":
            return File("json", "application/json", json.dumps(result.as_json(), ensure_ascii=False, indent=2) + "\n")
        case "player":
            return File("html", "text/html; charset=utf-8", player_page(result.trace))
        case "explanation":
            return File("txt", "text/plain; charset=utf-8", explain(result.trace) + "\n")
        case "filmstrip":
            return File("svg", TYPES["svg"], filmstrip_svg(result.trace))
    return File("svg", TYPES["svg"], solution_svg(result.trace))


def _by_hand(session: Session) -> Result:
    """Return what was done by hand as a result: solved, or stuck where it stands."""
    status = session.status or "stuck"
    return Result(
        id=session.puzzle.id,
        status=status,
        solver="expert",
        ranking=session.ranking.name,
        seconds=0.0,
        entry_point=None,
        extractions=session.steps + session.undone,
        backtracks=session.undone,
        message=f"{status} by hand in {plural(session.steps, 'step')}",
        pieces=_own(session),
        trace=session.trace,
    )


def _own(session: Session) -> ResultPieces:
    """Return the pieces of a solution, in the outline's own coordinates."""
    placements, how = [each.placement for each in session.pieces], [(each.step, each.rule) for each in session.pieces]
    if not session.puzzle.reading:
        return own_pieces(session.puzzle, Placements.of(session.puzzle.pieces, placements), how)
    contacts = Contacts(session.puzzle, session.gate)
    return contacts.own(placements, how) if placements and contacts.accepts(placements) else ()
