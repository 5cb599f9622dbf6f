"""Edge-matching puzzles of polygons that may be moved but not turned, solved by semidefinite programs.

After Kovalsky, Glasner and Basri (2014), sections 5.2.2 and 6.2 and Appendix B. `puzzle` is the value that all modules
take; `reading` and `results` are its files, `cutting` makes random puzzles, `solving` is Algorithm 2, `searching` is
exhaustive search, and `judge` imports no solver. Nothing here imports the squares and cubes. Begin with `puzzle`, then
`solving`.
"""
