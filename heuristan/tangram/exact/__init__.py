"""Exhaustive search: it finds every solution of a puzzle, or proves that there is none.

It imports `verification` and below, and nothing of the expert system, so that their agreement is evidence. Begin with
`search`; `kernel` is the search itself, and `region` says what is filled, and why a region has no solution. Its
baseline, Ford's method, is in the laboratory.
"""
