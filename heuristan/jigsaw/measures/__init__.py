"""The costs of joints: how well two sides fit by shape, by colour, or by both.

Begin with `costs`, which lists the measures. `joints` says which sides may meet, `sides` brings them into a common
frame, `costs` and `outlines` measure, `learned` weighs. It imports pieces only.
"""
