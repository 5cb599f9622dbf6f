"""Pictures of assemblies: the whole, its stages, an animation.

Begin with `assembled`, which puts the pieces on one picture; `png` writes files, `stages` draws the film strip. Nothing
here imports a solver or the judge.
"""
