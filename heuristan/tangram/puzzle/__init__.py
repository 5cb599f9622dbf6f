"""A puzzle: an exact outline, its pieces, and where it lies in the coordinates it came from.

It imports `lattice`, `boundary` and `pieces`. Begin with `puzzle`; `drawing` is what a reader found before a puzzle is
made of it.
"""
