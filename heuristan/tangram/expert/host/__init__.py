"""The run as text: what the rules in `rules/run` ask of Python, and real CLIPS, which runs them. Begin with `run_text`.

Facts are the memory: whatever a run needs is in a fact, and a right side changes facts. What geometry must compute is a
*host function* with arguments and a result (`laid_figures`, `looking`); `recording` makes the trace of facts. A state
is a cache of the facts that describe it (`fact_states`): it can be made again from them at any moment.
"""
