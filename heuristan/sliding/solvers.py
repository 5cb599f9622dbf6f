"""Names of the solvers and estimates, in a module of their own so that the command line starts without numpy."""

from typing import Literal, TypeAlias

Solver: TypeAlias = Literal["auto", "plan", "optimal", "paper"]
SOLVERS: tuple[Solver, ...] = ("auto", "plan", "optimal", "paper")
Estimate: TypeAlias = Literal["distances", "conflicts", "patterns"]
ESTIMATES: tuple[Estimate, ...] = ("distances", "conflicts", "patterns")
READINGS = ("printed", "direct", "repaired")
"""The ways of reading the paper's strategies."""

AUTO_LIMIT = 60.0
"""Seconds after which `auto` ends its search for a shortest solution and takes the plan, if no limit is given."""
