"""The film of a run: what a page needs to play a trace step by step, and the page itself.

Begin with `film`, which makes both from a trace; `scenes` takes the trace apart, `engine_answers` asks the engine at
each state, `widget` is the player in a notebook.
"""
