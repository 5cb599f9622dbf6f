"""Readers and writers of outlines: from files to puzzles, and from puzzles to files.

It imports the puzzle and what is below it, and `heuristan.common`; no solver, no trace. Begin with `reading`; `formats`
has the tables of all readers and writers (docs/add-a-format.md). Readers of floats make
drawings, and `puzzle_of` makes puzzles of those: exact ones by `snapping`, others by `tolerant`. Readers of exact
lengths (`shape`, `walk`) go through `exact_rings`.
"""
