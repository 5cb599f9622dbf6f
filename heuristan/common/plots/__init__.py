"""Plots that all systems share, as SVG without ids, scripts or anything from elsewhere.

`comparison_svg` puts solvers side by side on the same puzzles, a mark for each run; `intervals_svg` draws values with
their intervals: begin with `comparison` and `intervals`. `curves` draws
shares that rise, `clouds` two values of many things. Both give the same picture for the same input.
"""
