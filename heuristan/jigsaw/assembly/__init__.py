"""The pieces laid to a whole puzzle, given the costs of joints: the border, the interior, repair.

Begin with `assembling`. `dimensions` counts rows and columns; `ring`, `strips`, `held_karp` and `border` arrange the
border; `board` and `pockets` fill the interior; `repair` corrects both. It imports `measures`, never `reading`.
"""
