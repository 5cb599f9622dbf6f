"""The expert system: facts of a puzzle, matches, ranked rules, and the ways to run them.

It imports `outlines` (sets of pieces) and below, and nothing of the exact solver. Begin with `state` (extension lines,
subpuzzles, vertex array and matches of what is left) and `ranking`. `control` is a run in progress, with `published`
and `backtracking` as its ways; `runs` drives it by one of two engines: `chooser` goes over the lines of a ranking in a
loop, `engine` has them as rules over a working memory, on experta, with the matcher in `rete`. `acceptance` says why a
line does not take a match and in which order it takes several. `evidence` and `preferences` are tables of what rules
may ask for besides grades.
"""
