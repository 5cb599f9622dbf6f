"""Edge-matching puzzles of polygons that may be moved but not turned, solved by semidefinite programs.

After Kovalsky, Glasner and Basri (2014), sections 5.2.2, 6.2 and 6.3 and Appendix B. `puzzle` is the value that all
modules take; `reading` and `results` are its files, `outlines` and `cutting` make puzzles, `solving` is Algorithm 2,
`judge` is the judge, which knows none of them.
"""
