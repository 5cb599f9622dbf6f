"""Pictures cut into jigsaw puzzles, together with the truth: where each piece belongs.

Begin with `saw`, which cuts the pieces out; `files` finds the picture and writes the pieces. No solver reads what is
written here about the truth.
"""

from heuristan.jigsaw.cutting.files import bundled, load_source, write_folder
from heuristan.jigsaw.cutting.saw import Cut, Recipe, cut, grid_for

__all__ = ["Cut", "Recipe", "bundled", "cut", "grid_for", "load_source", "write_folder"]
