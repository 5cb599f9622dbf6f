"""Pictures of squares, hexagons and cubes: puzzles and solutions, the iterates of Algorithm 1.

It imports the model and the shared SVG helpers, and nothing that solves. Begin with `grids`.
"""
