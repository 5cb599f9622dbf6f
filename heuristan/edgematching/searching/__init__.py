"""Search for squares, cubes and hexagons: exact backtracking.

It starts from `heuristan.edgematching.candidates` and imports nothing of `relaxing`. Begin with `backtracking`.
"""
