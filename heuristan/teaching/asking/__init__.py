"""A run that a person drives, and questions to its engine: facts, agenda, why a rule does not take a match, what if.

Begin with `live_run`, then `standing`, the engine right before a choice. Words are made of the answers in `stepping`.
"""
