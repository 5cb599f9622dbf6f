"""The page where people do it, behind ``heuristan serve``: what can be asked, and its answers.

Nothing of a person is kept: every request says the puzzle, the ranking and the moves made so far, so that a link can
carry them all. Begin with `answering`, the table of what can be asked: it takes a request as bytes and returns the
answer as bytes, and knows of no server. `messages` has the forms of requests; `requested` and `sessions` answer
them. Pages of `play_pages` ask nothing. What only a server needs is in `service`, the front end in the folder `page`.
"""
