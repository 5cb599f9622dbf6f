"""Exhaustive search: it finds every solution, or proves that there is none. Nothing of the expert system is in it."""
