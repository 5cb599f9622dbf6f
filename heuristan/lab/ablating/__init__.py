"""The differences of two rankings, and the worth of each.

Begin with `ablation`, which says what a difference is, makes rankings that have some of them, and runs them. It imports
the evaluators of `searching`, and `statistics`.
"""
