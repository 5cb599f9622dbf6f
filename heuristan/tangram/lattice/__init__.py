"""Exact numbers and points of the tangram lattice.

It imports nothing but `heuristan.common`. Begin with `points`; `lengths` reads and writes exact lengths as text, and
`framing` takes lattice points to the outline's own coordinates.
"""
