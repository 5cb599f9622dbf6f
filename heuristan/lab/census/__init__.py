"""Every snug tangram: each shape that pieces make on one square grid, joined along whole sides of their unit triangles.

Begin with `levels`, which grows shapes piece by piece; `described` finds their outlines, symmetries and solutions, and
`census_file` writes all of them; `census_runs` runs rankings on them. `growing`, `outlining` and `tilings` are the
kernels.
"""
