"""The judge's answer: faults with their places, doubtful pieces, and how much is as in the truth."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common import results

FaultKind: TypeAlias = Literal["piece", "place", "border", "joint", "fit", "turn", "truth"]
"""piece: it is unknown, missing or there twice. place: it is empty, taken twice or outside. border: a flat side lies
inside, or another one outside. joint: two sides do not fit. fit: another piece fits better there. turn: an upright
piece is turned. truth: the truth is another one."""


@dataclass(frozen=True)
class Fault(results.Fault):
    """One thing that is wrong with an assembly."""

    kind: FaultKind
    piece: str | None = None
    """The piece that it is about, if it is about one."""
    place: tuple[int, int] | None = None
    """The row and column that it is about, if it is about one place."""

    def as_json(self) -> dict[str, Any]:
        """Return the fault as verdicts in JSON have it, without what does not apply."""
        row, column = self.place or (None, None)
        fields = {"piece": self.piece, "row": row, "column": column}
        return super().as_json() | {key: value for key, value in fields.items() if value is not None}


def fault_at(place: tuple[int, int], kind: FaultKind, message: str, piece: str | None = None) -> Fault:
    """Return a fault at a place; its message begins with the place."""
    row, column = place
    return Fault(kind, f"row {row}, column {column}: {message}", piece, place)


class Agreement(NamedTuple):
    """How much of an assembly is as in the truth."""

    pieces: int
    """Number of pieces at the right place in the right turn, after the whole is turned so that most are."""
    of_pieces: int
    neighbours: int
    """Number of joints of the truth that are there."""
    of_neighbours: int

    @property
    def is_perfect(self) -> bool:
        """Whether every piece is right."""
        return self.pieces == self.of_pieces

    @property
    def words(self) -> str:
        """The numbers in words."""
        return f"{self.pieces} of {self.of_pieces} pieces and {self.neighbours} of {self.of_neighbours} neighbours"


@dataclass(frozen=True)
class Verdict(results.Verdict):
    """What the judge says of one assembly."""

    faults: tuple[Fault, ...] = ()
    doubtful: tuple[str, ...] = ()
    """Pieces that the sides cannot tell from others at their places."""
    agreement: Agreement | None = None

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as the command line writes it."""
        found = super().as_json()
        if self.doubtful:
            found["doubtful"] = list(self.doubtful)
        if self.agreement is not None:
            found["truth"] = {"perfect": self.agreement.is_perfect, **self.agreement._asdict()}
        return found
