"""Search for squares, cubes, hexagons and triangles: exact backtracking.

It starts from `heuristan.edgematching.candidates` and imports nothing of `relaxing`. Begin with `backtracking`.
"""
