"""Sliding tiles: states, plans and shortest solutions, after Liu and Liu (2017).

A board has rows of tiles and one blank; a move slides the blank to the cell on its left, below it, on its right or
above it. Begin reading with `boards`, then `solving`, which calls all solvers. The package imports nothing of the other
systems, only `heuristan.common`:

- `boards`, `parity`, `notation`, `files`: states and moves, which boards can be solved, and how boards are written.
- `paper`: the algorithms and strategies as they are printed, with their errors.
- `tree`: the breadth-first tree of small boards. `searching`: shortest solutions of larger ones.
- `planning`: the planner for any size. `generating`: random boards. `solving`: all solvers behind one function.
- `judging`: the judge, which shares only the notation with the solvers. `render`: the pictures.
- `telling`: the reasons of moves in words. `player`: the film of a solution. `hinting`: the next move.
"""
