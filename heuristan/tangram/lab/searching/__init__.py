"""The search for better rankings, on training outlines alone.

A *space* says what may vary; a *candidate* is a point of it, and stands for a ranking; a *judge* runs rankings on
outlines and remembers; a *race* gives a candidate no more outlines than it takes to see that it is hopeless.
"""
