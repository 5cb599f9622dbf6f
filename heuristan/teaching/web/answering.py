"""Everything that can be asked of a worker, and answers as bytes with their status."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from pydantic import ValidationError

from heuristan.common.faults import InputError, LineError, MissingExtraError, describe_unexpected
from heuristan.common.json_text import check_depth
from heuristan.common.proportions import mcnemar, paired_difference, wilson
from heuristan.tangram.api import Puzzle
from heuristan.tangram.puzzle.puzzle import OutlineError
from heuristan.tangram.solving.program import solve_puzzle
from heuristan.tangram.solving.shortcuts import options_of
from heuristan.tangram.verification.claims import NotationError
from heuristan.tangram.verification.judging.verdict import Fault
from heuristan.teaching.hinting import PlacedError
from heuristan.teaching.stepping import ChoiceError
from heuristan.teaching.web.exports import File, Runs, worksheet
from heuristan.teaching.web.in_legs import ring_in_legs, rounded
from heuristan.teaching.web.messages import (
    JSON,
    REQUESTS,
    AttemptsRequest,
    DifferenceRequest,
    HintRequest,
    JudgeRequest,
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
)
from heuristan.teaching.web.sessions import Sessions

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
