"""The names of methods and estimates: what the command line offers before anything heavy is imported."""

from typing import Literal, TypeAlias

Method: TypeAlias = Literal["auto", "plan", "optimal", "paper"]
METHODS: tuple[Method, ...] = ("auto", "plan", "optimal", "paper")
Estimate: TypeAlias = Literal["distances", "conflicts", "patterns"]
ESTIMATES: tuple[Estimate, ...] = ("distances", "conflicts", "patterns")
