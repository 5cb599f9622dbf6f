"""Files to play with: one page for one puzzle, which needs no Python, no server and no network.

Begin with `play_file`, which makes the page; `known_solutions` works out beforehand what its hints follow.
"""
