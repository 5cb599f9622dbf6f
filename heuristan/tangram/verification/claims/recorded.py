"""The result that a trace tells of: what was laid in the end, in the outline's own coordinates."""

from heuristan.tangram.trace import events
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece


def claim_of(trace: events.Trace) -> Claim | None:
    """Return the result of one run; None if these are not the events of one run from its beginning to its end."""
    if not events.is_one_run(trace) or not isinstance(trace[-1], events.Ended):
        return None
    puzzle, ended = trace[0], trace[-1]
    assert isinstance(puzzle, events.PuzzleRead)
    pieces = [_own(piece, puzzle.frame) for event in events.kept_events(trace) for piece in _laid(event)]
    found = [event.pieces for event in trace if isinstance(event, events.SolutionFound)]
    every = tuple(tuple(_own(piece, puzzle.frame) for piece in solution) for solution in found)
    return Claim(puzzle.id, ended.status, tuple(pieces) if ended.status == "solved" else (), 1, every)


def _laid(event: object) -> tuple[events.PlacedPiece, ...]:
    if isinstance(event, events.CompositeReleased):
        return event.pieces
    if isinstance(event, events.MatchTaken | events.PiecePlaced) and event.kind == "piece":
        return (events.PlacedPiece(event.name, event.vertices),)
    return ()


def _own(piece: events.PlacedPiece, frame: events.Frame) -> LaidPiece:
    return LaidPiece(piece.piece, tuple(frame.own(spot) for spot in piece.vertices))
