"""What the judge says of results of outlines: verdicts with places."""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common import results
from heuristan.common.plane import Ring, Spot

Kind: TypeAlias = Literal["count", "name", "shape", "turn", "place", "overlap", "outside", "gap", "status", "other"]


@dataclass(frozen=True)
class Fault(results.Fault):
    """One thing that is wrong with a result of an outline."""

    kind: Kind
    pieces: tuple[int, ...] = ()
    """The places in the result, from 1, of the pieces that it is about."""
    area: float | None = None
    """Its area in legs squared."""
    distance: float | None = None
    """Its length in legs."""
    point: Spot | None = None
    """A point of the place, in the outline's own coordinates."""
    region: tuple[Ring, ...] = ()
    """The place itself, in legs in the lattice's position: for pictures."""

    def as_json(self) -> dict[str, Any]:
        """Return the fault without its region and without what does not apply."""
        fields = super().as_json() | {"pieces": list(self.pieces)}
        measures = {"area": self.area, "distance": self.distance}
        fields |= {name: float(f"{number:.6g}") for name, number in measures.items() if number is not None}
        return fields | ({"point": [round(u, 12) for u in self.point]} if self.point else {})


class JudgedBoard(NamedTuple):
    """What a picture of a judged result shows, in legs in the lattice's position."""

    outline: tuple[Ring, ...]
    pieces: tuple[tuple[str, Ring], ...]
    angle: float
    """The angle by which the outline is turned in its own coordinates, in radians."""


@dataclass(frozen=True, repr=False)
class Verdict(results.Verdict):
    """What the judge says of one result of an outline."""

    faults: tuple[Fault, ...] = ()
    board: JudgedBoard | None = None
    within: float | None = None
    """Allowance for pieces of a drawing, in legs; None if the verdict is exact."""

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as the command line writes it."""
        return super().as_json() | ({"within": self.within} if self.within is not None else {})
