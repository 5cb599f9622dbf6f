"""The sentences of the paper that outlines can test, and what the runs say to each. Begin with `sentences`.

`stored_runs` asks a results file, and runs again for what none holds; `scoreboard` weighs readings of the figures as
well, and makes the page.
"""
