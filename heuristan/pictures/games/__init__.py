"""Figures of games: solved figures, each piece by its place, angle and flip (docs/formats/games.md).

Begin with `levels_of_games`, which takes lines and objects as people write them; `conventions` finds which point of a
piece has its place. `figure_files` reads the files of gTans and Peces.
"""
