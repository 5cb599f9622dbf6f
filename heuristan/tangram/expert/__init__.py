"""The expert system: facts of a puzzle, matches, ranked rules, and the ways to run them.

It imports `outlines` (sets of pieces) and below, and nothing of the exact solver. Begin with `state` (extension lines,
subpuzzles and matches of what is left) and `ranking`; `production` runs the rules on experta. `control` is a run in
progress, with `published` and `backtracking` as its ways; `driving` is the loop that asks the rules and calls its acts.
`evidence` and `preferences` are tables of what rules may ask for besides grades.
"""
