"""Pictures of squares, hexagons, triangles and cubes: puzzles and solutions, the iterates of Algorithm 1, films.

Begin with `grids`, which imports the model alone; films have the reasons of `hinting`.
"""
