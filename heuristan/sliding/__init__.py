"""Sliding tiles: states, plans and shortest solutions, after Liu and Liu (2017).

A board has rows of tiles and one blank; a move slides the blank to the cell on its left, below it, on its right or
above it. Begin with `boards`, then `solving`, which calls all solvers. The package imports nothing of the other
systems, only `heuristan.common`; its `commands` import `heuristan.cli` too.

- `boards`: states and moves; which boards can be solved, and random ones that can.
- `files`: boards as text, as people and programs write them. `results`: answers.
- `planner`: the plan, for any size.
- `state_space`: the breadth-first tree of small boards. `searching`: shortest solutions of larger ones.
- `judge`: the judge, which shares only the notation with the solvers.
- `telling`: the reasons of moves in words, and hints. `board_films`: pictures and films.
"""
