"""The pieces laid to a whole puzzle, given the costs of joints: the border, the interior, repair.

Begin with `assembling`. `dimensions` counts rows and columns; `ring`, `strips`, `held_karp` and `border` arrange the
border; `board` and `pockets` fill the interior; `repair` corrects both. `partial` lays what belongs together, from
`fragments`; `by_odds` lays pieces of which some are read wrongly. It imports `measures`, never `reading`.
"""
