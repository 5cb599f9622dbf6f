"""The production engine: facts, rules with patterns over them, an agenda, and one run from the outline to the end.

It imports the rest of `expert` and experta. Begin with `facts`, then `line_rules` (a line of a ranking as rules) and
`course` (what comes before and after a choice); `building` puts an engine together, `ranking_engine` is the engine.
"""
