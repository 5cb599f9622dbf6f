"""Whole runs, of a ranking or a search; and files to take away: of runs, of positions, and worksheets."""

import json
from typing import Any, Literal, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.words import plural
from heuristan.tangram.api import Puzzle
from heuristan.tangram.explain import explain
from heuristan.tangram.outlines.formats import FORMS
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import Placements
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.render.story import DrawingError
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.result import Result, ResultPieces, own_pieces
from heuristan.tangram.solving.shortcuts import options_of
from heuristan.tangram.trace.events import PuzzleRead
from heuristan.tangram.trace.lines import dumps
from heuristan.teaching.player.film import film_of, player_page
from heuristan.teaching.stepping import Session
from heuristan.teaching.texts.translating import Translator
from heuristan.teaching.web.in_legs import ring_in_legs
from heuristan.teaching.web.messages import ExportRequest, RunRequest, WorksheetRequest
from heuristan.teaching.web.requested import puzzle_given, ranking_given, text_of
from heuristan.teaching.web.sessions import Sessions


class File(NamedTuple):
    """A file to take away."""

    ending: str
    media: str
    text: str | bytes


TYPES = {
    "geojson": "application/geo+json",
    "svg": "image/svg+xml",
    "wkt": "text/plain; charset=utf-8",
    "yaml": "application/yaml",
}


class Runs:
    """Runs rankings and searches, and writes files."""

    def __init__(self, limit: float, sessions: Sessions) -> None:
        self._limit = limit
        self._sessions = sessions

    def run(self, request: RunRequest) -> dict[str, Any]:
        """Run once, and return how it ended, its film, and what it took."""
        puzzle = puzzle_given(request.puzzle)
        result = self.result(puzzle, request, request.want)
        searched = result.searched.as_json() if result.searched else {}
        return {
            "status": result.status,
            "message": result.message,
            "solver": result.solver,
            "ranking": result.ranking,
            "seconds": round(result.seconds, 6),
            "nodes": result.searched.nodes if result.searched else result.extractions,
            "undone": result.backtracks,
            "solutions": searched.get("solutions"),
            "pieces": [{"piece": each.piece, "ring": ring_in_legs(puzzle, each.vertices)} for each in result.pieces],
            "film": film_of(result.trace, None if request.answers else {}) if _is_shown(result) else None,
        }

    def result(
        self, puzzle: Puzzle, of: RunRequest | ExportRequest, want: Literal["first", "count"] = "first"
    ) -> Result:
        """Return the result of a run."""
        return solve_puzzle(puzzle, options_of(of.solver, ranking_given(of.ranking), of.way, None, want, self._limit))

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
        if request.run and request.rules.strip():
            raise InputError("a whole run has no rules of one's own: go on to the end first, and take that away")
        if request.run:
            result = self.result(puzzle_given(request.puzzle), request)
        else:
            result = _by_hand(self._sessions.at(request))
        try:
            return _written(request.what, result)
        except DrawingError as fault:
            raise InputError(str(fault)) from None


def _is_shown(result: Result) -> bool:
    """Return whether the trace of a result begins with a puzzle, so that there is something to show."""
    return any(isinstance(event, PuzzleRead) for event in result.trace[:1])


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
    """Return a session as a result: solved, or stuck where it stands."""
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


def worksheet(request: WorksheetRequest) -> File:
    """Make a worksheet of some shapes that ship, from easy to hard.

    Raises:
        InputError: if a shape is not there or cannot be on a worksheet, or no font has the letters of the language.
        MissingExtraError: if typst is not installed.
    """
    from heuristan.teaching.worksheets.paging import LEG, PAPERS, SHORTEST_LEG
    from heuristan.teaching.worksheets.sheet_puzzles import candidates
    from heuristan.teaching.worksheets.typesetting import FontError, Worksheet, in_page_order, leg_for, require_typst

    require_typst()
    files, paper = shape_files(), PAPERS[request.paper]
    unknown = [name for name in request.shapes if name not in files]
    if unknown:
        raise InputError(f"there is no shape {unknown[0]!r}; choose shapes of the gallery")
    shapes = [read_shape(files[name]) for name in dict.fromkeys(request.shapes)]
    left_out: list[str] = []
    found = list(candidates(((each.title, each.puzzle) for each in shapes), paper, SHORTEST_LEG, left_out.append))
    if left_out:
        raise InputError(left_out[0])
    found.sort(key=lambda puzzle: puzzle.difficulty.score)
    leg = min(LEG, leg_for(found, paper))
    puzzles, title = in_page_order(found, leg, paper), Translator(request.language)("Tangram puzzles")
    sheet = Worksheet(puzzles, title, "heuristan", paper, leg, request.hints, request.solutions, request.language)
    try:
        return File("pdf", "application/pdf", sheet.pdf())
    except FontError as fault:
        raise InputError(str(fault)) from None
