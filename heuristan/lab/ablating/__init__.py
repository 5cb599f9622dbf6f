"""The differences of two rankings, and the worth of each.

Begin with `mixing`, which says what a difference is and makes rankings that have some of them; `ablation` runs them.
It imports the evaluators of `searching`, and `statistics`.
"""
