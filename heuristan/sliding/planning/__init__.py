"""The planner: the paper's strategies, repaired and extended to any size. Begin with `planner`.

The dimension is reduced step by step (Liu and Liu, section VI, Strategy 1): the tiles of a row or column at the rim go
home and are not touched again, until 2 x 3 cells are left. `parts` describes what is left, `position` holds the board
while moves are made, `macros` has tables of moves for a few tiles in a small window, `carrying` takes one tile across a
large board, `lines` brings a row or column home by both, and `planner` chooses and puts the stages together.

It imports `heuristan.sliding.boards` and `parity`, and no other solver.
"""
