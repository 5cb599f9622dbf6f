"""Algorithm 1 (section 5.2.1), iterated linear programs over bistochastic matrices, and what follows it.

`linear_programs` makes the equations and programs and has HiGHS solve them, and `iterating` is the loop. Where that
stands still, `fixing` fixes pieces in the order of programs and undoes them, with the kernel of `searching`. Begin with
`iterating`.
"""
