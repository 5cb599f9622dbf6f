"""The costs of joints: how well two sides fit by shape, by colour, or by both.

Begin with `costs`, which lists the measures. `joints` says which sides may meet, `frame` and `sides` bring them into a
common frame, `shape`, `contrast` and `gradient` measure, `weighing` and `learned` combine. It imports pieces only.
"""
