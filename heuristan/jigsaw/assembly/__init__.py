"""The pieces laid to a whole puzzle, given the costs of joints: the border, the interior, repair.

Begin with `assembling`. `dimensions` counts rows and columns; `border` arranges the border; `board` fills the interior;
`repair` corrects both. `fragments` lays what belongs together; `by_odds` lays pieces of which some are read wrongly.
It imports `measures`, never `reading`.
"""
