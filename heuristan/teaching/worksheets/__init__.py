"""Worksheets: a PDF of puzzles to scale, with the pieces to cut out and the solutions.

Begin with `typesetting`, which makes the PDF by `sheet.typ`: of `sheet_puzzles`, drawn there and put on
pages by `paging`. It may import everything of the tangram; only the command line imports it.
"""
