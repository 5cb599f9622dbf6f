"""Search for squares and cubes: exact backtracking, and CP-SAT in another process.

Both start from `heuristan.edgematching.candidates` and import nothing of `relaxing`. Begin with `backtracking`.
"""
