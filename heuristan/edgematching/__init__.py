"""Edge-matching puzzles by convex relaxation, after Kovalsky, Glasner and Basri (2014), and by search.

Squares and cubes whose places are known beforehand are here (Algorithm 1, linear programs, in `relaxing`; what solves
the same puzzles by search, in `searching`); polygons that may lie anywhere (Algorithm 2, semidefinite programs) are in
`polygons`. The judge sees the puzzle and the result alone, and nothing of what solves.
"""
