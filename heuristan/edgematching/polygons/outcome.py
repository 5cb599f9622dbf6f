"""The results of polygon puzzles, and the claims in results from files."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

from heuristan.common.faults import InputError
from heuristan.common.plane import Ring, Spot
from heuristan.common.quoting import shown
from heuristan.common.results import STATUSES, Status, status_of
from heuristan.edgematching.polygons.model import PolygonPuzzle, tidied
from heuristan.edgematching.results import Result


class Step(NamedTuple):
    """An iterate of Algorithm 2."""

    degree: int
    attempt: int
    """0 for the attempt from W = 0, as in the paper; then from random W."""
    objective: float
    """The sum of the eigenvalues that should vanish."""
    places: tuple[Spot, ...]
    """By how much each piece is moved."""


@dataclass(frozen=True)
class PolygonResult(Result):
    """The result for a puzzle of polygons."""

    places: tuple[Spot, ...] = ()
    """By how much each piece is moved from where the puzzle shows it; empty if it is not solved."""
    steps: tuple[Step, ...] = ()
    """The iterates of Algorithm 2."""

    @property
    def degree(self) -> int | None:
        """The degree of the last program."""
        return self.steps[-1].degree if self.steps else None

    def rings(self, puzzle: PolygonPuzzle) -> list[Ring]:
        """Return the pieces where they lie."""
        return [piece.moved(place) for piece, place in zip(puzzle.pieces, self.places, strict=True)]

    def as_json(self) -> dict[str, Any]:
        """Return the result as the command line writes it."""
        return super().as_json() | {
            "degree": self.degree,
            "iterations": len(self.steps),
            "places": [[tidied(x), tidied(y)] for x, y in self.places],
            "steps": [
                {
                    "degree": step.degree,
                    "attempt": step.attempt,
                    "objective": float(f"{step.objective:.6g}"),
                    "places": [[round(x, 4) + 0.0, round(y, 4) + 0.0] for x, y in step.places],
                }
                for step in self.steps
            ],
        }


class Claim(NamedTuple):
    """What a result from a file claims; nothing of it is believed."""

    status: Status
    places: tuple[Spot, ...]


def claim_of(fields: Mapping[str, Any]) -> Claim:
    """Return the claim of a result.

    Raises:
        InputError: if its status or places cannot be read.
    """
    status, places = status_of(fields.get("status")), fields.get("places", [])
    if status is None:
        raise InputError(f"'status' is {shown(fields.get('status'))}; it must be one of {', '.join(STATUSES)}")
    if not isinstance(places, list):
        raise InputError(f"'places' must be a list, [dx, dy] for each piece, not {shown(places)}")
    return Claim(status, tuple(_place(item, number) for number, item in enumerate(places, 1)))


def _place(item: Any, number: int) -> Spot:
    if isinstance(item, list) and len(item) == 2 and all(isinstance(u, int | float) for u in item):
        try:
            x, y = map(float, item)
        except OverflowError:
            x = y = float("inf")
        if isfinite(x) and isfinite(y):
            return x, y
    raise InputError(f"place {number} is {shown(item)}; write two finite numbers: [dx, dy]")
