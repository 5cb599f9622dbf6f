"""Algorithm 1 (section 5.2.1): iterated linear programs over bistochastic matrices.

`linear_programs` makes the equations and programs and has HiGHS solve them, and `iterating` is the loop. Begin with
`iterating`.
"""
