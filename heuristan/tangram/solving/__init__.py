"""From a puzzle to a result with its trace, by each of the solvers.

It imports the solvers and the judge. Begin with `expert` or `exact`; `approximate` tries the readings of a drawing in
turn, `contacts` puts its pieces where they truly lie, `batch` solves many outlines.
"""
