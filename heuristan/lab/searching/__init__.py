"""The search for better rankings, on training outlines only. Begin with `racing`.

A *space* says what may change, by moves from ranking to ranking; an *evaluator* runs rankings on outlines and
remembers; a *race* gives a candidate only as many outlines as it takes to see that it is hopeless.
"""
