"""The claims of a result: pieces in places, and a status. Nothing in it is trusted."""

from dataclasses import dataclass
from typing import TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.results import Status

Spot: TypeAlias = tuple[float, float]
"""A point in the outline's own coordinates."""


class ResultFileError(InputError):
    """Results that cannot be used as a whole; names file, line, fault and the smallest fix."""


@dataclass(frozen=True)
class LaidPiece:
    """A polygon that a result says is a piece."""

    name: str | None
    """The name that the result gives it; None if it gives none."""
    vertices: tuple[Spot, ...]
    """Its vertices in order, in either direction, the first not repeated."""


@dataclass(frozen=True)
class Claim:
    """A result that could be read."""

    id: str | None
    """Id of its outline; None if the result does not say."""
    status: Status
    """The status that it claims; "solved" if the result is pieces alone."""
    pieces: tuple[LaidPiece, ...]
    line: int
    """The line in its file where it begins, from 1."""
    all: tuple[tuple[LaidPiece, ...], ...] = ()
    """Every solution, if the result lists them."""


@dataclass(frozen=True)
class Unreadable:
    """One bad result among many."""

    id: str | None
    message: str
    """File, line, fault and fix."""
    line: int
