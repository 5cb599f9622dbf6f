"""The pieces laid to a whole puzzle, given the costs of joints.

Begin with `by_odds`, which lays the pieces of any puzzle, also if some are read wrongly; `fragments` lays what belongs
together, and `repair` corrects wrong choices. `border_first` is the paper's way; `board` counts rows and columns, and
fills a grid. It imports `measures`, never `reading`.
"""
