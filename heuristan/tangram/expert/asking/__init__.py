"""Questions to the engine where it stands: its facts, its agenda, and why a rule does not take a match.

Begin with `standing`. Words are made of the answers elsewhere.
"""
