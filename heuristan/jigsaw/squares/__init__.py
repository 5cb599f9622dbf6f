"""Square pieces without tabs, assembled by their colours alone, after Gallagher (2012).

Begin with `laying`, which makes a rectangle; `colours` gives the costs of joints, `tree` joins pieces to blocks, the
most certain pair first.
"""

from heuristan.jigsaw.squares.laying import lay_squares

__all__ = ["lay_squares"]
