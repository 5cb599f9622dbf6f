"""Pictures: film strips and films of solutions, and the distribution of the states of a board.

Begin with `films`. It draws results and the state space, and imports no solver.
"""
