"""Edge-matching puzzles of polygons that may be moved but not turned, solved by semidefinite programs.

After Kovalsky, Glasner and Basri (2014), sections 5.2.2 and 6.2 and Appendix B. `model` has the puzzle that all modules
take; `polygon_json` and `outcome` are its files, `cutting` makes random puzzles, `semidefinite` is Algorithm 2 over the
programs of `relaxation`, `corner_search` is exhaustive search, and `area_judge` imports no solver. `corner_hints` and
`pictures` show them. Nothing here imports the squares and cubes. Begin with `model`, then `semidefinite`.
"""
