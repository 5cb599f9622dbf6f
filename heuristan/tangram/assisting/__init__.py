"""Help for a person at the table: `hinting` reveals one piece, `stepping` lets a person choose every match.

`difficulty` measures how hard a puzzle is for people. Begin with `hinting.advising`. It imports the solvers, their
traces, `explain` and `render`; only the command line and the rooms for people (API, page, worksheets) import it.
"""
