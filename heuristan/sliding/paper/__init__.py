"""The paper as it is printed, with its errors: Algorithm 4, game initialization, and the strategies of section VI.

Only `--solver paper` solves boards with it; the tests show by exhaustive checks what fails. Begin with `strategies`.
It imports only `heuristan.sliding.boards`.
"""
