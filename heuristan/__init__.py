"""heuristan: tangram puzzles solved by ranked rules, after Deutsch and Hayes (1972).

Begin with a shape that ships with heuristan, or with an outline of your own:

    >>> from heuristan import Puzzle, solve
    >>> solve("cat")
    <Solution of 'cat': solved with 6 extractions, 0 undone>
    >>> square = Puzzle.from_vertices([(0, 0), (2, 2), (0, 4), (-2, 2)])
    >>> square.solve("exact").status
    'solved'

A `Puzzle` comes from a name, a file, a picture, vertices or a polygon of shapely (`Puzzle.from_name`, `.from_file`,
`.from_image`, `.from_vertices`, `.from_shapely`); `read_outlines` reads many. `solve` and `Puzzle.solve` give a
`Solution`: its `status` is "solved", "stuck", "unsolvable" or "limit", and it is true if it is solved; it has the
`pieces`, can `explain` itself, and `save` writes its picture. `Puzzle.hint`, `Puzzle.count` and `Puzzle.verify` do what
their names say. In a notebook both show themselves.

    >>> solution = solve("cat", ranking="composites-first")
    >>> [(piece.step, piece.piece, piece.rule) for piece in solution.pieces][0]
    (1, 'parallelogram', 'pieces-2-3-edges')
    >>> solve("cat", "exact", want="count").searched.count.distinct
    2

What cannot be used raises an `InputError` (a file), `OutlineError` (coordinates), `RankingError` or `PieceSetError`.
All are ValueErrors whose message says what is wrong, where, and the smallest fix.

On the command line ``heuristan --help`` shows everything, three other puzzle systems included. docs/python.md goes on
from here; docs/architecture.md shows how the package is built. Names are imported when they are used, so that
``import heuristan`` is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from heuristan.version import __version__

if TYPE_CHECKING:
    from heuristan.common.faults import InputError
    from heuristan.tangram.api import (
        Puzzle,
        Solution,
        read_outlines,
        solve,
        solve_exactly,
    )
    from heuristan.tangram.expert.host.registered import host_function
    from heuristan.tangram.expert.ranking_entries import RankingError
    from heuristan.tangram.expert.ranking_file import read_ranking
    from heuristan.tangram.outlines.piece_sets import PieceSetError, read_piece_set
    from heuristan.tangram.puzzle.drawing import Refusal
    from heuristan.tangram.puzzle.puzzle import OutlineError
    from heuristan.teaching.stepping import Consultation

__all__ = [
    "Consultation",
    "InputError",
    "OutlineError",
    "PieceSetError",
    "Puzzle",
    "RankingError",
    "Refusal",
    "Solution",
    "__version__",
    "host_function",
    "read_outlines",
    "read_piece_set",
    "read_ranking",
    "solve",
    "solve_exactly",
]

_HOMES = {
    "Consultation": "heuristan.teaching.stepping",
    "InputError": "heuristan.common.faults",
    "OutlineError": "heuristan.tangram.puzzle.puzzle",
    "PieceSetError": "heuristan.tangram.outlines.piece_sets",
    "Puzzle": "heuristan.tangram.api",
    "RankingError": "heuristan.tangram.expert.ranking_entries",
    "Refusal": "heuristan.tangram.puzzle.drawing",
    "Solution": "heuristan.tangram.api",
    "host_function": "heuristan.tangram.expert.host.registered",
    "read_outlines": "heuristan.tangram.api",
    "read_piece_set": "heuristan.tangram.outlines.piece_sets",
    "read_ranking": "heuristan.tangram.expert.ranking_file",
    "solve": "heuristan.tangram.api",
    "solve_exactly": "heuristan.tangram.api",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'heuristan' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
