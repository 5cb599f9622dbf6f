"""The laboratory: rankings run on thousands of outlines, with the results in one DuckDB file.

It imports the core, `heuristan.tangram`, and no other room. Begin with `dispatch`: `corpora` reads the outlines,
`tasks` solves them, `store` keeps the rows. `reporting` makes tables and plots of them, `searching` looks for better
rankings, `scoring` weighs the sentences of the paper, `comparison` measures solvers side by side, `generating` makes
outlines, `census` counts them all and runs rankings on these. `digests` name an outline up to symmetry, `difficulty`
says how hard it is for people. `quick` has the kernels, `ford` the method of Ford (2022).
"""
