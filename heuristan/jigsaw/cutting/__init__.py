"""Pictures cut into jigsaw puzzles, together with the truth: where each piece belongs.

Begin with `saw`; `lines`, `tabs` and `shapes` make the outlines of pieces, `stamping` cuts them out, `wear` ages them,
`sheet` lays them on one picture, `photographing` on a table, `writing` writes the files, `sources` finds the picture.
No solver reads what is written here about the truth.
"""

from heuristan.jigsaw.cutting.photo import Photo
from heuristan.jigsaw.cutting.recipe import Recipe, grid_for
from heuristan.jigsaw.cutting.saw import Cut, cut, cut_sheet
from heuristan.jigsaw.cutting.sources import bundled, load_source
from heuristan.jigsaw.cutting.writing import write_folder, write_sheet

__all__ = [
    "Cut",
    "Photo",
    "Recipe",
    "bundled",
    "cut",
    "cut_sheet",
    "grid_for",
    "load_source",
    "write_folder",
    "write_sheet",
]
