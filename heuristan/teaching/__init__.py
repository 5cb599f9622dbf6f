"""Teaching: hints, steps, questions, the player, the page, worksheets and the course.

`hinting` reveals one piece, `stepping` lets a person choose every match and ask about it, by what `asking` knows of
the engine; `player` makes the page that plays a run, `web` serves the page to step, play and compare in, `worksheets`
prints puzzles, `course` has what the notebooks of docs/course/ use. Begin with `hinting`. It is the highest room, which
may import all others.
"""
