"""Every snug tangram: each shape that pieces make on one square grid, joined along whole sides of their unit triangles.

Begin with `levels`, which grows shapes piece by piece; `grid` says what a piece is there, `described` what is known of
a shape, and `table` writes all of them.
"""
