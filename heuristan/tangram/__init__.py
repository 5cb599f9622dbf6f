"""The tangram system, after Deutsch and Hayes (1972): from an outline to a solution that explains itself.

It imports `heuristan.common` and nothing of the other systems. The rooms, from the bottom up: `trace` (what happened),
`lattice` (exact numbers), `boundary` (the outline as a chain), `pieces`, `puzzle`, `outlines` (readers and writers),
`verification` (the judge), `expert` and `exact` (two ways to solve, which share no search), `solving` (one outline to
one result), `render` and `explain` (which see the trace alone), `assisting` (hints and steps), `lab` (thousands of
outlines) and `api` (the public face).

Begin with `heuristan.tangram.solving.program`: it leads from a puzzle to a result in a few lines.
"""
