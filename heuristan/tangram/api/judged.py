"""A verdict that shows itself: the pieces as they lie, and what is wrong."""

from dataclasses import dataclass, fields

from heuristan.tangram.render.faults import STYLES, FaultMark, faults_svg
from heuristan.tangram.verification.judging import Verdict


@dataclass(frozen=True, repr=False)
class ShownVerdict(Verdict):
    """A verdict, which a notebook draws."""

    @classmethod
    def of(cls, verdict: Verdict) -> "ShownVerdict":
        """Return a verdict as one that shows itself."""
        return cls(**{field.name: getattr(verdict, field.name) for field in fields(Verdict)})

    def _repr_svg_(self) -> str | None:
        return verdict_svg(self)


def verdict_svg(verdict: Verdict) -> str | None:
    """Return the picture of a verdict: the pieces as they lie, and what is wrong; None if they lie nowhere."""
    board = verdict.board
    if board is None:
        return None
    # a picture shows the first solution, so faults of the others are left out
    marks = [FaultMark(fault.kind, fault.region) for fault in verdict.faults if fault.kind in STYLES and fault.region]
    words = [line.strip() for line in verdict.lines]
    return faults_svg(verdict.id, board.outline, board.pieces, board.angle, marks, words)
