"""Shortest solutions: iterative deepening A* (Korf, 1985). Begin with `ida_star`.

It has Manhattan distances and linear conflicts, `pattern_databases` additive ones; `kernel` holds the loops, in plain
Python that numba can compile, and `ida_star` runs them within a limit. It imports `heuristan.sliding.boards` and
`results`, and no other solver.
"""
