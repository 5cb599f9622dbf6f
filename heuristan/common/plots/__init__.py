"""Plots that all systems share, as SVG without ids, scripts or anything from elsewhere.

Begin with `comparison`, solvers side by side on the same puzzles, a mark for each run. `intervals` draws values with
their intervals, `curves` shares that rise and clouds of two values of many things; `frame` is what they share. The same
input gives the same picture.
"""
