"""The tangram system, after Deutsch and Hayes (1972): from an outline to a solution that explains itself.

It imports `heuristan.cli` and `heuristan.common`, and no other room. Inside, from the bottom up: `trace` (what
happened), `lattice` (exact numbers), `boundary` (the outline as a chain), `pieces`, `puzzle`, `outlines` (readers and
writers), `verification` (the judge), `expert` and `exact` (two ways to solve, which share no search), `solving` (one
outline to one result), `render` and `explain` (which see the trace alone), `api` (the public face) and `commands`.

Begin with `heuristan.tangram.solving.program`: it leads from a puzzle to a result in a few lines.
"""
