"""The costs of joints: how well two sides fit by shape, by colour, or by both.

Begin with `costs`, which lists the measures. `sides` says which sides may meet, and brings them into a common frame. It
imports pieces only.
"""
