"""The planner: the paper's strategies, repaired and extended to any size. Begin with `planner`.

The dimension is reduced step by step (Liu and Liu, section VI, Strategy 1): the tiles of a row or column at the rim go
home and are not touched again, until 2 x 3 cells are left. `lines` brings a row or column home, by tables or by
carrying; `planner` chooses and puts the stages together.

It imports `heuristan.sliding.boards`, and no other solver.
"""
