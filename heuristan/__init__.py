"""heuristan: tangram puzzles solved by ranked rules, after Deutsch and Hayes (1972).

    >>> from heuristan import read_outlines, solve
    >>> puzzle = next(read_outlines("convex-square"))
    >>> solve(puzzle).status
    'solved'

Names are imported when they are used, so that ``import heuristan`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from heuristan.version import __version__

if TYPE_CHECKING:
    from heuristan.expert.ranking_file import read_ranking
    from heuristan.outlines.reading import read_outlines
    from heuristan.pipeline.exact import solve_exactly
    from heuristan.pipeline.expert import solve
    from heuristan.pipeline.result import Result
    from heuristan.puzzle import Puzzle

__all__ = ["Puzzle", "Result", "__version__", "read_outlines", "read_ranking", "solve", "solve_exactly"]

_HOMES = {
    "Puzzle": "heuristan.puzzle",
    "Result": "heuristan.pipeline.result",
    "read_outlines": "heuristan.outlines.reading",
    "read_ranking": "heuristan.expert.ranking_file",
    "solve": "heuristan.pipeline.expert",
    "solve_exactly": "heuristan.pipeline.exact",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'heuristan' has no attribute {name!r}")
