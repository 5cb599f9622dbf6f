"""Shortest solutions: iterative deepening A* (Korf, 1985) with three estimates. Begin with `search`.

`estimates` makes the tables of Manhattan distances and linear conflicts, `patterns` the additive pattern databases
(Korf and Felner, 2002), `kernel` holds the loops, in plain Python that numba can compile, and `search` runs them within
a limit. It imports `heuristan.sliding.boards` and `solvers`, and no other solver.
"""
