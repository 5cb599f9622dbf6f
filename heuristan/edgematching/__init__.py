"""Edge-matching puzzles, after Kovalsky, Glasner and Basri (2014): by convex relaxation, and by search.

Algorithm 1 (linear programs) is in `relaxing`, search in `searching`, pictures and films in `render`. Begin with
`puzzle`, then `solving`.

- `puzzle`, `candidates`: the places and the pieces, and which can lie where. `generating`: random puzzles.
- `files` reads files and texts, with `notation` (JSON) and `loose` (words of other programs).
- `readings`: what a file leaves open (turns, the order of edges), and trying it.
- `judge`, which imports no solver. `hinting`: reasons in words, and hints; `placing`: pieces that a person has placed.

The package imports `heuristan.common` and nothing of the other systems.
"""
