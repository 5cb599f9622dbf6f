"""Pictures of squares and cubes: puzzles and solutions, the iterates of Algorithm 1, plots of runs.

It imports the model and the shared SVG helpers, and nothing that solves. Begin with `puzzle`.
"""
