"""A production system that reads rules in CLIPS notation, and knows nothing of tangrams.

Begin in `system`, the engine: experta's, with an agenda of ours, facts that depend on others (`logical`), and fact
numbers that are never used twice. `clips_notation` reads text into forms and constructs, `left_sides` makes experta's
conditions of patterns, and `right_sides` makes Python of expressions and actions.
"""
