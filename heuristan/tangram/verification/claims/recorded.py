"""The result that a trace tells of: what was laid in the end, in the outline's own coordinates."""

from heuristan.tangram.trace.events import (
    CompositeReleased,
    Ended,
    Frame,
    MatchTaken,
    PiecePlaced,
    PlacedPiece,
    PuzzleRead,
    SolutionFound,
    Trace,
    is_one_run,
    kept_events,
)
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece


def claim_of(events: Trace) -> Claim | None:
    """Return the result of one run; None if these are not the events of one run from its beginning to its end."""
    if not is_one_run(events) or not isinstance(events[-1], Ended):
        return None
    puzzle, ended = events[0], events[-1]
    assert isinstance(puzzle, PuzzleRead)
    pieces = [_own(piece, puzzle.frame) for event in kept_events(events) for piece in _laid(event)]
    found = [event.pieces for event in events if isinstance(event, SolutionFound)]
    every = tuple(tuple(_own(piece, puzzle.frame) for piece in solution) for solution in found)
    return Claim(puzzle.id, ended.status, tuple(pieces) if ended.status == "solved" else (), 1, every)


def _laid(event: object) -> tuple[PlacedPiece, ...]:
    if isinstance(event, CompositeReleased):
        return event.pieces
    if isinstance(event, MatchTaken | PiecePlaced) and event.kind == "piece":
        return (PlacedPiece(event.name, event.vertices),)
    return ()


def _own(piece: PlacedPiece, frame: Frame) -> LaidPiece:
    return LaidPiece(piece.piece, tuple(frame.own(spot) for spot in piece.vertices))
