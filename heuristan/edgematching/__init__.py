"""Edge-matching puzzles, after Kovalsky, Glasner and Basri (2014): by convex relaxation, and by search.

Squares and cubes whose places are known in advance are in the modules here: Algorithm 1 (linear programs) in
`relaxing`, search in `searching`, pictures in `render`. Polygons that may lie anywhere, for Algorithm 2 (semidefinite
programs), are in `polygons`, which has the same parts. `reading` reads files of both. What a file leaves open (turns,
the order of edges) is in `readings`, and `trying` tries it. The judges import no solver. `telling` has the reasons of
pieces in words, `player` the film, `hinting` says where one piece goes.

The package imports `heuristan.common` and nothing of the other systems; where tangram outlines become puzzles is the
command line's business (`heuristan.edgematching.commands.tangram_bridge`). Begin with `puzzle`, then `solving`.
"""
