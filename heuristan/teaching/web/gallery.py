"""The gallery: every shape that ships, with its outline."""

from functools import cache
from typing import Any

from heuristan.tangram.outlines.reading import IMPOSSIBLE, shape_files
from heuristan.tangram.outlines.shape import read_shape
from heuristan.teaching.web.puzzles import rings_of


@cache
def gallery() -> dict[str, Any]:
    """Return the shapes in the order of their names."""
    found = []
    for name, path in sorted(shape_files().items()):
        shape = read_shape(path)
        found.append(
            {
                "shape": name,
                "title": shape.title,
                "source": shape.source,
                "difficulty": shape.difficulty,
                "set": shape.puzzle.pieces.name,
                "sets": shape.puzzle.sets,
                "possible": path.parent.name != IMPOSSIBLE,
                "rings": rings_of(shape.puzzle),
            }
        )
    return {"shapes": found}
