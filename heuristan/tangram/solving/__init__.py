"""From a puzzle to a result with its trace, by each of the solvers.

It imports the solvers and the judge. Begin with `program`, the one page that everything goes through; `shortcuts` calls
it for one puzzle.
"""
