"""Pictures of assemblies and of pieces: the whole, its stages, an animation, and single pieces as they were read.

Begin with `assembled`. `warping` finds where the corners of pieces go, `painting` puts pieces on one picture, `png`
writes files, `stages` draws the film strip, `pieces` single pieces. Nothing here imports a solver or the judge.
"""
