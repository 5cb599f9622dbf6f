"""Questions to the engine where it stands: its facts, its agenda, and why a rule does not take a match.

Begin with `standing`; words are made of the answers in `assisting.stepping`.
"""
