"""Outlines unlike those of the package's own generator, with their tilings, and the ways to write them badly.

It shares no code with the package: its numbers are pairs of whole numbers, and its outlines are found by cancelling
sides. Begin with `outlines` and `changes`.
"""

from shared.wild.changes import CHANGES, Change, Similarity, Written
from shared.wild.outlines import Wild, wild_outline

__all__ = ["CHANGES", "Change", "Similarity", "Wild", "Written", "wild_outline"]
