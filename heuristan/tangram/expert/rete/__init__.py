"""A matcher for experta that joins by hash: a Rete network whose memories are tables (Forgy 1982, Doorenbos 1995).

It knows rules and facts, and nothing of tangrams. Begin with `matcher`; `conditions` reads the left sides of rules,
and `nodes` keep the partial matches.
"""
