"""Algorithm 1 (section 5.2.1), iterated linear programs over bistochastic matrices, and what follows it.

`bases` makes the equations, `program` the linear program, `highs` solves it, and `iterating` is the loop. Where that
stands still, `fixing` fixes pieces in the order of programs (`window`) and undoes them; `levels` lays them, with the
kernel of `searching`. Begin with `iterating`.
"""
