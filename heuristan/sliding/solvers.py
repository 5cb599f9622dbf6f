"""Names of the solvers and estimates, in a module of their own so that the command line starts without numpy."""

from typing import Literal, TypeAlias

BestFirst: TypeAlias = Literal["breadth-first", "a-star", "weighted-a-star", "greedy"]
Search: TypeAlias = Literal[BestFirst, "ida-star"]
SEARCHES: tuple[Search, ...] = ("breadth-first", "a-star", "weighted-a-star", "greedy", "ida-star")
Solver: TypeAlias = Literal["auto", "plan", "optimal", Search, "paper"]
SOLVERS: tuple[Solver, ...] = ("auto", "plan", "optimal", *SEARCHES, "paper")
ESTIMATING: tuple[Solver, ...] = ("auto", "optimal", "a-star", "weighted-a-star", "greedy", "ida-star")
"""The solvers that take an estimate."""
Estimate: TypeAlias = Literal["distances", "conflicts", "patterns"]
ESTIMATES: tuple[Estimate, ...] = ("distances", "conflicts", "patterns")
READINGS = ("printed", "direct", "repaired")
"""The ways of reading the paper's strategies."""

AUTO_LIMIT = 60.0
"""Seconds after which `auto` ends its search for a shortest solution and takes the plan, if no limit is given."""
SHORT_LIMIT = 5.0
"""The same for a board of which most take days, because it is large or numba is missing."""
MANY_LIMIT = 30.0
"""Seconds for all such boards of a run together."""
NEAR = 60
"""Maximum number of steps that all tiles of such a board are from home, else it is not searched: of boards of 5 x 5 to
8 x 8, none with more than 50 was solved in `SHORT_LIMIT`."""
