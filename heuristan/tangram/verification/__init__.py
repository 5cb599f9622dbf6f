"""The judge of solutions. It imports no solver, so that its verdict is evidence.

Begin with `verify`, which decides in integers whether placements fill a puzzle. `claims` reads results that any program
made, `judging` says whether they are right and what is wrong with them.
"""
