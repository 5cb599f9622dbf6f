"""What the judge finds."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from heuristan.tangram.verification.claims.claims import Spot

Outcome: TypeAlias = Literal["right", "wrong", "unchecked", "unreadable"]
Kind: TypeAlias = Literal["count", "name", "shape", "turn", "place", "overlap", "outside", "gap", "status", "other"]
Ring: TypeAlias = tuple[Spot, ...]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a result."""

    kind: Kind
    message: str
    pieces: tuple[int, ...] = ()
    """The places in the result, from 1, of the pieces that it is about."""
    area: float | None = None
    """In legs squared."""
    distance: float | None = None
    """In legs."""
    point: Spot | None = None
    """A point of the place, in the outline's own coordinates."""
    region: tuple[Ring, ...] = ()
    """The place itself, in legs in the lattice's position: for pictures."""

    def as_json(self) -> dict[str, Any]:
        """What is said of it, without the region and what does not apply."""
        said: dict[str, Any] = {"kind": self.kind, "message": self.message, "pieces": list(self.pieces)}
        measures = {"area": self.area, "distance": self.distance}
        said |= {name: float(f"{number:.6g}") for name, number in measures.items() if number is not None}
        return said | ({"point": [round(u, 12) for u in self.point]} if self.point else {})


@dataclass(frozen=True)
class Board:
    """What a picture of a judged result shows, in legs in the lattice's position."""

    outline: tuple[Ring, ...]
    pieces: tuple[tuple[str, Ring], ...]
    angle: float
    """By which the outline is turned in its own coordinates, in radians."""


@dataclass(frozen=True)
class Verdict:
    """What the judge says of one result."""

    id: str
    outcome: Outcome
    status: str | None
    """What the result claims; None where it cannot be read."""
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    """What is worth knowing and no fault."""
    board: Board | None = None
    merit: str = ""
    """What is right about it, if it is right."""
    within: float | None = None
    """How far pieces may be off, in legs, where the outline is a drawing; None where the verdict is exact."""

    def as_json(self) -> dict[str, Any]:
        """The verdict as the command line writes it."""
        return {
            "id": self.id,
            "verdict": self.outcome,
            "status": self.status,
            "faults": [fault.as_json() for fault in self.faults],
            "notes": list(self.notes),
        } | ({"within": self.within} if self.within is not None else {})
