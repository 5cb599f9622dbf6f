"""Everything that can be asked of a worker, whole runs and files to take away among it; and answers as bytes."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError

from heuristan.common.faults import InputError, LineError, MissingExtraError, describe_unexpected
from heuristan.common.json_text import check_depth
from heuristan.common.proportions import mcnemar, paired_difference, wilson
from heuristan.common.words import plural
from heuristan.tangram.api import Puzzle
from heuristan.tangram.explain import explain
from heuristan.tangram.outlines.formats import FORMS
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.tangram.pieces.sets import Placements
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.tangram.render.filmstrip import filmstrip_svg
from heuristan.tangram.render.solution import solution_svg
from heuristan.tangram.render.story import DrawingError
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.result import Result, ResultPieces, own_pieces
from heuristan.tangram.solving.shortcuts import options_of
from heuristan.tangram.trace.events import PuzzleRead
from heuristan.tangram.trace.lines import dumps
from heuristan.tangram.verification.claims import NotationError
from heuristan.tangram.verification.judging.verdict import Fault
from heuristan.teaching.hinting import PlacedError
from heuristan.teaching.player.film import film_of, player_page
from heuristan.teaching.stepping import ChoiceError, Session
from heuristan.teaching.texts.translating import Translator
from heuristan.teaching.web.in_legs import ring_in_legs, rounded
from heuristan.teaching.web.messages import (
    JSON,
    REQUESTS,
    AttemptsRequest,
    DifferenceRequest,
    ExportRequest,
    HintRequest,
    JudgeRequest,
    RunRequest,
    WorksheetRequest,
    as_json,
    in_words,
    misread_in_words,
)
from heuristan.teaching.web.requested import (
    checked,
    in_own_coordinates,
    puzzle_given,
    ranking_given,
    read,
    shown_puzzle,
    text_of,
)
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


SECONDS_OF_ATTEMPTS = 1.5
"""Time limit of a ranking on one shape, so that whoever tries them all does not hold a worker: shapes that ship take
0.2."""


def hint(request: HintRequest, limit: float) -> dict[str, Any]:
    """Say where a piece goes, as much of it as is asked for, within a time limit in seconds."""
    puzzle = puzzle_given(request.puzzle)
    placed = in_own_coordinates(puzzle, request.laid)
    found = puzzle.hint(placed, reveal=request.reveal, limit=limit)
    fields: Mapping[str, Any] = found.fields
    points = {key: ring_in_legs(puzzle, [fields[key]])[0] for key in ("vertex", "edge_to") if fields.get(key)}
    ring = {"vertices": ring_in_legs(puzzle, fields["vertices"])} if "vertices" in fields else {}
    return {**fields, **points, **ring, "words": found.words}


def judge(request: JudgeRequest) -> dict[str, Any]:
    """Say whether pieces are a solution, whoever laid them."""
    puzzle = puzzle_given(request.puzzle)
    verdict = puzzle.verify(in_own_coordinates(puzzle, request.laid))
    return verdict.as_json() | {"faults": [_in_legs(puzzle, fault) for fault in verdict.faults]}


def _in_legs(puzzle: Puzzle, fault: Fault) -> dict[str, Any]:
    """Return a fault with its place in legs, so that a board can show it."""
    told = fault.as_json()
    if "point" in told:
        told["point"] = ring_in_legs(puzzle, [told["point"]])[0]
    return told | ({"region": [[rounded(spot) for spot in ring] for ring in fault.region]} if fault.region else {})


def attempts(request: AttemptsRequest) -> dict[str, Any]:
    """Run a ranking as published, without undoing; say whether it solves in the first attempt, and in any."""
    ranking = ranking_given(request.ranking)
    options = options_of("expert", ranking, "published", None, "first", SECONDS_OF_ATTEMPTS)
    result = solve_puzzle(puzzle_given(request.puzzle), options)
    return {
        "first": result.status == "solved" and result.entry_point == 1,
        "any": result.status == "solved",
        "ended": result.status != "limit",
    }


def difference(request: DifferenceRequest) -> dict[str, Any]:
    """Return intervals of 95 % for two shares and their difference, and the p value of McNemar's test."""
    counts = request.both, request.only_first, request.only_second, request.neither
    of = sum(counts)
    return {
        "first": wilson(request.both + request.only_first, of),
        "second": wilson(request.both + request.only_second, of),
        "difference": paired_difference(*counts),
        "p": mcnemar(request.only_first, request.only_second),
    }


REFUSED = 422
"""The status of a request that is understood, and that nothing can be computed of."""
FAILED = 500

FAULTS = (InputError, OutlineError, ChoiceError, LineError, PlacedError, NotationError, MissingExtraError)
"""What is wrong with a request, in words that people read."""


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    data: bytes
    media: str = JSON
    ending: str | None = None
    """The ending of the file that it is to be saved as."""


class Answering:
    """Answers requests, one after another."""

    def __init__(self, limit: float) -> None:
        """Prepare for requests.

        Args:
            limit: time limit of a run, and of the search behind a hint, in seconds.
        """
        self._sessions = sessions = Sessions()
        runs = Runs(limit, sessions)
        self._answers: Mapping[str, Callable[[Any], Any]] = {
            "ranking": checked,
            "puzzle": shown_puzzle,
            "step": sessions.step,
            "inspect": sessions.inspect,
            "ask": sessions.ask,
            "run": runs.run,
            "hint": partial(hint, limit=limit),
            "judge": judge,
            "export": runs.export,
            "attempts": attempts,
            "difference": difference,
            "worksheet": worksheet,
        }

    def reply(self, fields: Mapping[str, Any], data: bytes) -> Reply:
        """Answer a request; whatever is wrong with it is said in words.

        Args:
            fields: what is asked, as ``do``, and the name of a file that is read.
            data: the request in JSON, or the file.
        """
        try:
            found = self._answer(fields, data)
        except ValidationError as fault:
            return Reply(REFUSED, misread_in_words(fault.errors()))
        except FAULTS as fault:
            line = fault.line if isinstance(fault, LineError) else None
            return message(REFUSED, str(fault), line)
        except (MemoryError, RecursionError):
            self._sessions.forget()
            return message(REFUSED, "this needs more memory than there is for it; give something smaller")
        except Exception as fault:
            return message(FAILED, describe_unexpected(fault))
        if isinstance(found, File):
            data = found.text if isinstance(found.text, bytes) else found.text.encode()
            return Reply(200, data, found.media, found.ending)
        return Reply(200, as_json(found))

    def _answer(self, fields: Mapping[str, Any], data: bytes) -> Any:
        do = fields["do"]
        if do == "read":
            return read(fields["name"], data, fields["pieces"])
        check_depth(data.decode(errors="replace"))
        return self._answers[do](REQUESTS[do].model_validate_json(data))


def message(status: int, words: str, line: int | None = None) -> Reply:
    """Return a message as an answer."""
    return Reply(status, in_words(words, line))
