"""The judge of solutions. It imports no solver, so that its verdict is evidence.

Begin with `in_integers`, which decides whether placements fill a puzzle. `claims` reads results of any program;
`judging` decides whether they are right, and finds what is wrong with them. It imports `outlines` and below.
"""
