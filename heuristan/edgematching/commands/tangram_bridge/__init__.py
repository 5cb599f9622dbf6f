"""The bridge from the tangram to edge-matching; systems do not import each other, so it is here.

`outlines` makes polygon puzzles of tangram outlines, `exact_verdict` has the tangram's exact judge check their
solutions. Only this package imports both systems. `exact_verdict` imports no solver. Begin with `outlines`.
"""
