"""The pieces laid to a whole puzzle, given the costs of joints.

Begin with `border_first`, the paper's way; `board` counts rows and columns, and fills a grid, and `repair` corrects
wrong choices. `by_odds` lays the pieces of any puzzle, also if some are read wrongly, or what belongs together. It
imports `measures`, never `reading`.
"""
