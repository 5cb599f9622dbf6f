"""Pictures: film strips of stages and of moves, and the breadth-first tree with the distribution of its states.

Begin with `strips`. It draws results and trees, and imports no solver.
"""
