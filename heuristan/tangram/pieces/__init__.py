"""Sets of pieces, pieces in their places, and the composites that several pieces make.

It imports `lattice` and `boundary`. Begin with `sets`; `tiling` has necessary conditions that a region must meet.
"""
