"""Shortest solutions: iterative deepening A* (Korf, 1985). Begin with `ida_star`.

It estimates by Manhattan distances, linear conflicts and pattern databases; `kernel` holds the loops, in plain Python
that numba can compile. It imports `heuristan.sliding.boards` and
`results`, and no other solver.
"""
