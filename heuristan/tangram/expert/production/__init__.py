"""A production system that reads rules in CLIPS notation, and knows nothing of tangrams.

`notation` reads text into forms and constructs, `left_sides` makes experta's conditions of patterns, `right_sides`
makes Python of expressions and actions, and `system` is the engine: experta's, with the parts of its own, facts that depend on others (`logical`), and fact numbers that are never used twice.
Begin in `system`.
"""
