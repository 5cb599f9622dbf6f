"""The laboratory: rankings run on thousands of outlines, with the results in one DuckDB file.

It imports everything of the tangram but `api` and `assisting`. Begin with `running`: `corpora` reads the outlines,
`tasks` solves them on `executors`, `store` keeps the rows. `reporting` makes tables and plots of them, `searching`
looks for better rankings, `comparing` measures solvers side by side, `generating` makes outlines.
"""
