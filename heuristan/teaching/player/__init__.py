"""The film of a run: what a page needs to play a trace step by step, and the page itself.

Begin with `film`, which makes it from a trace; `scenes` takes the trace apart, `asking` asks the engine at each state,
`page` puts the film and the player of `heuristan.common.web` into one file.
"""
