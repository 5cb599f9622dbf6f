"""The result of an outline, whoever solved it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from heuristan.common.kernels import PLAIN
from heuristan.tangram.pieces.sets import Placement, Placements
from heuristan.tangram.puzzle.drawing import Drawing, Origin
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.trace.events import SolutionsCounted, Status, Trace
from heuristan.tangram.trace.kept_path import Attempt, attempts
from heuristan.tangram.verification.in_integers import fault_of

Solver = Literal["expert", "exact", "ford"]

SHEET = "look at what was recognised with '--sheet FILE.png'"
"""Advice on a picture that has no solution as it was read, or cannot be read."""

UNMOVED = 1e-6
"""Distance up to which a vertex is said to be where it was, in legs: files round more."""


class UnsoundSolutionError(AssertionError):
    """A solver called something a solution that is not one: a bug, never an answer."""


class ResultPiece(NamedTuple):
    """A piece of a solution, in the outline's own coordinates."""

    piece: str
    step: int
    rule: str
    vertices: tuple[tuple[float, float], ...]

    def as_json(self) -> dict[str, Any]:
        return {"piece": self.piece, "step": self.step, "rule": self.rule, "vertices": self.vertices}


ResultPieces: TypeAlias = tuple[ResultPiece, ...]


@dataclass(frozen=True)
class Searched:
    """The part of a result that only an exhaustive search has."""

    nodes: int
    """Number of states that the search looked at."""
    depth: int
    """Maximum number of pieces placed at once."""
    count: SolutionsCounted | None = None
    """The number of solutions, if all were asked for."""
    all: tuple[ResultPieces, ...] = ()
    """Every solution, if they were kept."""

    def as_json(self) -> dict[str, Any]:
        fields: dict[str, Any] = {"nodes": self.nodes, "depth": self.depth}
        if self.count is not None:
            fields |= {"unique": self.count.unique, "solutions": dict(vars(self.count))}
        if self.all:
            fields["all"] = [[piece.as_json() for piece in pieces] for pieces in self.all]
        return fields


class AsRead(NamedTuple):
    """The reading of a drawing, as its result describes it."""

    origin: Origin
    nearness: float | None
    """Lines and points less far apart than this, in legs, were taken to be the same; None if it could not be read, or
    lies on the lattice."""
    moved: float | None
    """Maximum distance of a vertex of the drawing from the outline as it was read, in legs; None like `nearness`."""
    sets_tried: tuple[int, ...]
    """The numbers of sets of pieces that were tried."""
    notes: tuple[str, ...] = ()
    """Clauses: the number of sets that were tried and why, and where to look."""
    brief: str = ""
    """The ending of a drawing without a solution, in a clause; empty if it has one or was refused."""

    @property
    def words(self) -> str:
        """The source, the maximum error, what may have been misread, and the notes."""
        most = f" by more than {self.moved:.2g} legs" if (self.moved or 0) > UNMOVED else ""
        off = f", and no vertex of it was moved{most}" if self.moved is not None else ""
        within = f" to within {self.nearness:g} legs" if self.nearness else "" if self.nearness is None else " exactly"
        return "; ".join((f"read from {self.origin.kind}{within}{off}", *self.origin.remarks, *self.notes))

    def as_json(self) -> dict[str, Any]:
        return {
            "from": self.origin.kind,
            "nearness": self.nearness,
            "sets_tried": list(self.sets_tried),
            "moved": None if self.moved is None else round(self.moved, 6),
            "notes": list(self.notes),
            "suspicions": list(self.origin.suspicions),
            "left_out": list(self.origin.left_out),
        }


def read_once(puzzle: Puzzle) -> AsRead | None:
    """Return how a drawing was read, if no other reading was tried; None for an exact outline without remarks."""
    reading, drawing = puzzle.reading, puzzle.drawing
    if drawing is None or (reading is None and not drawing.origin.remarks):
        return None
    if reading is None:
        return AsRead(drawing.origin, None, None, ())
    return AsRead(drawing.origin, reading.nearness, reading.moved, (puzzle.sets,))


@dataclass(frozen=True)
class Result:
    """The result of an outline."""

    id: str
    """The outline's id."""
    status: Status
    """How it ended."""
    solver: Solver
    """Who solved it."""
    ranking: str | None
    """Name of the ranking; None for solvers without one."""
    seconds: float
    """Wall-clock time of solving alone."""
    entry_point: int | None
    """The entry point of the attempt that solved it, 1 for E1; None if none did."""
    extractions: int
    """Total number of pieces and composites taken out, or placed."""
    backtracks: int
    """Number of those that were put back."""
    message: str
    """What happened, in a line."""
    pieces: ResultPieces
    """The solution, in the order of extraction; empty if there is none."""
    trace: Trace = ()
    """Everything that happened."""
    searched: Searched | None = None
    """What a search counted, and all solutions if they were asked for; None for ranked rules."""
    reading: AsRead | None = None
    """The reading of the drawing; None where the outline was given exactly, and nothing is to be said of it."""

    @property
    def attempts(self) -> tuple[Attempt, ...]:
        """The attempts of the run in order, those that stuck included; a search has none."""
        return attempts(self.trace)

    def as_json(self) -> dict[str, Any]:
        """Return the result without its trace, as the command line writes it."""
        return {
            "id": self.id,
            "status": self.status,
            "solver": self.solver,
            "ranking": self.ranking,
            "seconds": round(self.seconds, 6),
            "entry_point": self.entry_point,
            "extractions": self.extractions,
            "backtracks": self.backtracks,
            "message": self.message,
            **({"reading": self.reading.as_json()} if self.reading else {}),
            **(self.searched.as_json() if self.searched else {}),
            "pieces": [piece.as_json() for piece in self.pieces],
        }


def refused(id: str, message: str, solver: Solver, ranking: str | None, drawing: Drawing | None = None) -> Result:
    """Return the result of an outline that is not a puzzle, with what it was read from if it is a drawing."""
    reading = AsRead(drawing.origin, None, None, ()) if drawing is not None else None
    if drawing is not None and drawing.origin.spot is not None:
        message = f"{message}; {SHEET}"
    return Result(id, "refused", solver, ranking, 0.0, None, 0, 0, message, (), reading=reading)


def checked(puzzle: Puzzle, placements: Sequence[Placement]) -> None:
    """Verify a solution, whoever found it.

    Raises:
        UnsoundSolutionError: if it is not one.
    """
    fault = fault_of(puzzle, placements)
    if fault is not None:
        raise UnsoundSolutionError(f"{puzzle.id}: {fault}")


def own_pieces(puzzle: Puzzle, placements: Placements, how: Iterable[tuple[int, str]]) -> ResultPieces:
    """Return pieces with their steps and rules, in the outline's own coordinates."""
    own, names, first, found = tuple(puzzle.own_each(placements.points)), puzzle.pieces.names, 0, []
    for (kind, end), (step, rule) in zip(PLAIN.rows(placements.placed), how, strict=True):
        found.append(ResultPiece(names[kind], step, rule, own[first:end]))
        first = end
    return tuple(found)
