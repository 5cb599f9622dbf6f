"""The sentences of the paper that outlines can test, and what the runs say to each. Begin with `sentences`.

`stored_runs` asks a results file, and runs again for what none holds; `signatures` weighs readings of the figures,
`scoreboard` makes the page.
"""
