"""The pieces laid to a whole puzzle, given the costs of joints.

Begin with `by_odds`, which lays the pieces of any puzzle, also if some are read wrongly; `fragments` lays what belongs
together, and `repair` corrects wrong choices. `assembling` is the paper's way: `dimensions` counts rows and columns,
`border` arranges the border, `board` fills the interior. It imports `measures`, never `reading`.
"""
