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
    from heuristan.common.faults import InputError
    from heuristan.tangram.api import Puzzle, Solution, recognition_sheet
    from heuristan.tangram.expert.ranking_file import RankingError, read_ranking
    from heuristan.tangram.outlines.piece_sets import PieceSetError, read_piece_set
    from heuristan.tangram.outlines.reading import read_outlines
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import OutlineError
    from heuristan.tangram.solving.exact import solve_exactly
    from heuristan.tangram.solving.expert import solve
    from heuristan.tangram.solving.result import Result

__all__ = [
    "InputError",
    "OutlineError",
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
    "OutlineError": "heuristan.tangram.puzzle.puzzle",
    "InputError": "heuristan.common.faults",
    "PieceSetError": "heuristan.tangram.outlines.piece_sets",
    "Puzzle": "heuristan.tangram.api",
    "RankingError": "heuristan.tangram.expert.ranking_file",
    "Refusal": "heuristan.tangram.puzzle.drawing",
    "Result": "heuristan.tangram.solving.result",
    "Solution": "heuristan.tangram.api",
    "read_outlines": "heuristan.tangram.outlines.reading",
    "read_piece_set": "heuristan.tangram.outlines.piece_sets",
    "read_ranking": "heuristan.tangram.expert.ranking_file",
    "recognition_sheet": "heuristan.tangram.api",
    "solve": "heuristan.tangram.solving.expert",
    "solve_exactly": "heuristan.tangram.solving.exact",
}


_FORMER = {"OutlineFileError": "InputError"}
"""Names of the first version, which still work."""


def __getattr__(name: str) -> Any:
    name = _FORMER.get(name, name)
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'heuristan' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
