"""Sets of pieces, pieces in their places, and the composites that several pieces make.

Imports `lattice` and `boundary`. Begin with `sets`; `infeasible` has the necessary conditions that a region must meet.
"""
