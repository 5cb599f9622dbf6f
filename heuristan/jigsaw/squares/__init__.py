"""Square pieces without tabs, assembled by their colours alone, after Gallagher (2012).

`colours` gives the costs of joints, `tree` joins pieces to blocks, the most certain pair first, `laying` makes a
rectangle of them.
"""

from heuristan.jigsaw.squares.laying import lay_squares

__all__ = ["lay_squares"]
