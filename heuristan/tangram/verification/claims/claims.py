"""What a result claims: pieces in places, and a status. Nothing of it is believed yet."""

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
    """What it is called; None where the result does not say."""
    vertices: tuple[Spot, ...]
    """In order, in either direction, the first not repeated."""


@dataclass(frozen=True)
class Claim:
    """A result that could be read."""

    id: str | None
    """Of the outline that it is of; None where the result does not say."""
    status: Status
    """What it says of the outline; "solved" where the result is pieces alone."""
    pieces: tuple[LaidPiece, ...]
    line: int
    """Where it begins in its file, from 1."""
    all: tuple[tuple[LaidPiece, ...], ...] = ()
    """Every solution, where the result lists them."""


@dataclass(frozen=True)
class Unreadable:
    """One bad result among many."""

    id: str | None
    message: str
    """File, line, fault and fix."""
    line: int
