"""Pictures cut into jigsaw puzzles, with what is true of them: where each piece belongs."""

from heuristan.jigsaw.cutting.cutting import Cut, cut, cut_sheet
from heuristan.jigsaw.cutting.recipe import Recipe, grid_for
from heuristan.jigsaw.cutting.sources import bundled, load_source
from heuristan.jigsaw.cutting.writing import write_folder, write_sheet

__all__ = ["Cut", "Recipe", "bundled", "cut", "cut_sheet", "grid_for", "load_source", "write_folder", "write_sheet"]
