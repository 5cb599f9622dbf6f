"""Plots that all systems share, as SVG without ids, scripts or anything from elsewhere.

Begin with `intervals`, which draws values with their intervals. The same input gives the same picture.
"""
