"""Questions of a person at the table: for a hint, and for a verdict on some pieces."""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from heuristan.common.faults import InputError
from heuristan.tangram.api.given import Source, Vertices, path_of, polygon_of
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result, ResultPiece
from heuristan.tangram.verification.claims.claims import Claim, LaidPiece, Unreadable

if TYPE_CHECKING:
    import shapely

    from heuristan.tangram.verification.judging import Verdict

Piece: TypeAlias = "str | ResultPiece | tuple[str | None, shapely.Polygon | Vertices]"
"""A piece where it lies: as `ResultPiece`, as its name (or None) with its polygon or vertices, or as one line of text
like "square 0,0 1,0 1,1 0,1"."""

Claimed: TypeAlias = "Result | Source | Mapping[str, Any] | Iterable[Piece]"
"""A result: a `Solution`, a file, the value of a JSON object, or pieces where they lie."""


Reveal: TypeAlias = Literal["vertex", "piece", "place"]
"""How much a hint reveals: where to look; also which piece goes there; also how it lies."""


@dataclass(frozen=True)
class Hint:
    """A hint; it prints as its words."""

    advice: Any
    """The advice as a value: a dataclass of `heuristan.teaching.hinting`."""
    words: str
    fields: Mapping[str, Any]
    """The same as data, as ``heuristan hint --format json`` writes it."""

    @property
    def kind(self) -> str:
        """One of "hint", "solved" (nothing is left to place), "take-back", "unsolvable" and "unknown"."""
        return str(self.fields["advice"])

    def as_json(self) -> dict[str, Any]:
        return dict(self.fields)

    def __str__(self) -> str:
        return self.words


def verdict_on(puzzle: Puzzle, result: Claimed) -> "Verdict":
    """Return the verdict of the judge on a result."""
    from heuristan.tangram.verification.judging import judge

    return judge(puzzle, _claim(puzzle, result))


def _claim(puzzle: Puzzle, result: Claimed) -> Claim:
    from heuristan.tangram.verification.claims.polygons import ResultError
    from heuristan.tangram.verification.claims.reading import claim_from

    if isinstance(result, Result):
        solutions = result.searched.all if result.searched else ()
        return Claim(result.id, result.status, _pieces(result.pieces), 1, tuple(map(_pieces, solutions)))
    if isinstance(result, str | os.PathLike):
        return _in_file(puzzle, os.fspath(result))
    if not isinstance(result, Mapping):
        if not isinstance(result, Iterable):
            raise InputError(f"{result!r} is not a result; give a Solution, a file, a JSON value or pieces")
        return Claim(None, "solved", _pieces(result), 1)
    try:
        return claim_from(json.loads(json.dumps(dict(result))))  # tuples are lists in JSON
    except (ResultError, TypeError) as fault:
        raise InputError(f"the result cannot be read: {fault}") from None


def _in_file(puzzle: Puzzle, path: str) -> Claim:
    from heuristan.tangram.verification.claims.reading import read_results

    found = read_results(path_of(path, "result.json"))
    own = found if len(found) == 1 else [each for each in found if each.id == puzzle.id]
    if len(own) != 1:
        raise InputError(f"{path}: {len(own) or 'none'} of its {len(found)} results are of {puzzle.id!r}; give one")
    if isinstance(own[0], Unreadable):
        raise InputError(own[0].message)
    return own[0]


def _pieces(pieces: Iterable[Piece]) -> tuple[LaidPiece, ...]:
    return tuple(map(laid, pieces))


def laid(piece: Piece) -> LaidPiece:
    """Return a piece as the judge reads it.

    Raises:
        ValueError: if it is not one.
    """
    if isinstance(piece, ResultPiece):
        return LaidPiece(piece.piece, piece.vertices)
    if isinstance(piece, str):
        from heuristan.tangram.verification.claims.notation import laid_piece

        return laid_piece(piece)
    try:
        if not isinstance(piece, Iterable):
            raise TypeError("it is not a pair")
        name, shape = piece
        ring = getattr(getattr(shape, "exterior", None), "coords", shape)
        (vertices,) = polygon_of([ring])
    except (TypeError, ValueError) as fault:
        raise ValueError(
            f"{piece!r} is not a piece ({fault}); give a name with a polygon or vertices, or text like 'square 0,0 ...'"
        ) from None
    return LaidPiece(name, tuple(vertices))
