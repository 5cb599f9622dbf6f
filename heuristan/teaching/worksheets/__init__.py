"""Worksheets: a PDF of puzzles to scale, with the pieces to cut out and the solutions.

Begin with `making`: `sources` has puzzles, `candidates` solves and measures them, `choosing` takes those of the
difficulty that is wanted, `paper` puts them on pages, `pictures` draws them, and `typesetting` makes the PDF of
`sheet.typ`. It may import everything of the tangram; only the command line imports it.
"""
