"""The paper as it is printed, faults and all: Algorithm 4 (twice), Corollary 2, and the strategies of section VI.

Nothing here is used to solve a board but by `--method paper`; the tests show by exhaustive check what fails.
"""
