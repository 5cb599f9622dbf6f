"""The expert system: facts of a puzzle, matches, ranked rules, and the two ways to run them.

It imports `outlines` (sets of pieces) and below, and nothing of the exact solver. Begin with `state` (extension lines,
subpuzzles and matches of what is left) and `ranking`; `production` runs the rules on experta, `backtracking` and
`published` are the two ways. `evidence` and `preferences` are tables of what rules may ask for besides grades.
"""
