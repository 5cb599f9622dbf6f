"""Jigsaw puzzles assembled from pictures of their pieces, after Bartle and Lu.

Begin with `solving`, which takes pieces to a result. In the order of the work: `cutting` makes puzzles from pictures,
`reading` finds the pieces in pictures, `measures` gives the costs of joints, `assembly` lays the pieces, `results` is
the format of an assembly in files, `judging` checks one, `assembled` makes its picture and film, `hinting` names the
surest joint. It imports `heuristan.common` and no other system; the judge imports neither `measures` nor `assembly`.
"""
