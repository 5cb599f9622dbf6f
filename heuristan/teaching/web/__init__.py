"""The page where people do it: the server behind ``heuristan serve``.

Nothing of a person is kept here: every request says the puzzle, the ranking and the moves made so far, so that a link
can carry them all. `app` is the server, which checks and hands on; what is computed is computed in worker processes,
which may be killed: begin there with `answering`, the table of what can be asked.

server: `app`, `security`, `files` (the front end), `pool`, `queueing`. Worker: `worker`, `answering`, and a module for
each thing that is asked. Both: `models`.
"""
