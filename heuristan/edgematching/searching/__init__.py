"""Search for squares and cubes: exact backtracking.

Both start from `heuristan.edgematching.candidates` and import nothing of `relaxing`, which lays pieces with
the kernel of backtracking. Begin with `backtracking`.
"""
