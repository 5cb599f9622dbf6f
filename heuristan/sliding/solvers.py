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
