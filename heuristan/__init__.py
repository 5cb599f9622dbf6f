"""heuristan: tangram puzzles solved by ranked rules, after Deutsch and Hayes (1972).

    >>> from heuristan import Puzzle
    >>> Puzzle.from_name("convex-square").solve().status
    'solved'

`Puzzle` and its `Solution` are for people (docs/python.md). `read_outlines`, `solve` and `solve_exactly` are what they
are made of. Names are imported when they are used, so that ``import heuristan`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from heuristan.version import __version__

if TYPE_CHECKING:
    from heuristan.api import Puzzle, Solution, recognition_sheet
    from heuristan.expert.ranking_file import RankingError, read_ranking
    from heuristan.outlines.files import OutlineFileError, Refusal
    from heuristan.outlines.piece_sets import PieceSetError, read_piece_set
    from heuristan.outlines.reading import read_outlines
    from heuristan.pipeline.exact import solve_exactly
    from heuristan.pipeline.expert import solve
    from heuristan.pipeline.result import Result
    from heuristan.puzzle import OutlineError

__all__ = [
    "OutlineError",
    "OutlineFileError",
    "PieceSetError",
    "Puzzle",
    "RankingError",
    "Refusal",
    "Result",
    "Solution",
    "__version__",
    "read_outlines",
    "read_piece_set",
    "read_ranking",
    "recognition_sheet",
    "solve",
    "solve_exactly",
]

_HOMES = {
    "OutlineError": "heuristan.puzzle",
    "OutlineFileError": "heuristan.outlines.files",
    "PieceSetError": "heuristan.outlines.piece_sets",
    "Puzzle": "heuristan.api",
    "RankingError": "heuristan.expert.ranking_file",
    "Refusal": "heuristan.outlines.files",
    "Result": "heuristan.pipeline.result",
    "Solution": "heuristan.api",
    "read_outlines": "heuristan.outlines.reading",
    "read_piece_set": "heuristan.outlines.piece_sets",
    "read_ranking": "heuristan.expert.ranking_file",
    "recognition_sheet": "heuristan.api",
    "solve": "heuristan.pipeline.expert",
    "solve_exactly": "heuristan.pipeline.exact",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'heuristan' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
