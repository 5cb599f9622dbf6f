"""Shared parts of all ways to run a ranking: the steps, and the result of a run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.pieces.composites import arranged
from heuristan.tangram.pieces.sets import Placement
from heuristan.tangram.trace.events import Status


@dataclass(frozen=True)
class Step:
    """An extracted match, and the rule that took it."""

    rule: RankedRule
    match: Match


@dataclass(frozen=True)
class SolvedPiece:
    """A piece of the solution: its place, and the step and the rule by which it was extracted."""

    placement: Placement
    step: int
    rule: str


Accepts: TypeAlias = Callable[[Sequence[Placement]], bool]
"""Returns whether pieces that cover everything are a solution: where a puzzle has nearness, they may not be."""


Opinion: TypeAlias = Callable[[], str | None]
"""Returns why somebody else finds that the puzzle has no solution, or None; it is asked once, after much was undone."""


def no_opinion() -> None:
    return None


UNDEALT = "the pieces left over cannot be dealt out to the composites held"
UNSOUND = "the pieces fit nearly, and cannot be put so that they touch, do not overlap, and fill what was drawn"


def so_far(steps: int) -> str:
    """Describe how far an attempt came."""
    return f"after {steps} extraction{'' if steps == 1 else 's'}"


def accepts_all(_: Sequence[Placement]) -> bool:
    return True


@dataclass(frozen=True)
class Run:
    """The result of a run."""

    status: Status
    pieces: tuple[SolvedPiece, ...]
    entry_point: int | None
    extractions: int
    backtracks: int
    message: str


def released(steps: Sequence[Step], last: State, tracer: Tracer) -> tuple[SolvedPiece, ...] | None:
    """Return the pieces of a solution: those extracted, and those dealt out to the composites held.

    Returns:
        None if the pieces left over cannot be dealt out.
    """
    deal = last.abeyance.deal(last.stock)
    if deal is None:
        return None
    chosen = {entry.step: pieces for entry, pieces in zip(last.abeyance.lists, deal, strict=True)}
    solved: list[SolvedPiece] = []
    for number, step in enumerate(steps, 1):
        placement = step.match.placement
        placements: tuple[Placement, ...] = (placement,)
        if step.match.kind == "composite":
            placements = arranged(placement.name, chosen[number], placement, last.setting.pieces)
            tracer.composite_released(number, placement.name, placements)
        solved += [SolvedPiece(each, number, step.rule.name) for each in placements]
    return tuple(solved)
