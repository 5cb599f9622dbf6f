"""Sliding tiles: states, plans and shortest solutions, after Liu and Liu (2017).

A board is some rows of tiles and one blank; a move slides the blank to the cell on its left, below it, on its right or
above it. What stands where:

- `boards`, `parity`, `notation`: states and moves, which of them can be solved, and how they are written.
- `paper`: the algorithms and strategies as they are printed, faults and all.
- `tree`: the breadth-first tree of small boards. `searching`: the shortest solutions of larger ones.
- `planning`: the planner for any size. `generating`: boards at random. `solving`: all methods behind one door.
- `judging`: the judge, which shares nothing with the solvers but the notation. `drawing`: the pictures.
"""
