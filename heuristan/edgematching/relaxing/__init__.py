"""Algorithm 1 (section 5.2.1): iterated linear programs over bistochastic matrices.

`bases` makes the equations, `program` the linear program, `highs` solves it, and `iterating` is the loop. It imports
the model of puzzles and `candidates`, and nothing of `searching`. Begin with `iterating`.
"""
