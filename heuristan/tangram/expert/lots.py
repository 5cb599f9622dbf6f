"""Lots by which ties are broken at random, the same wherever a run is made. A kernel (`heuristan.common.kernels`)."""

MODULUS = 2147483647
FACTOR = 48271
"""Of the minimal standard generator (Park and Miller 1988); its numbers are mixed with others here."""


def lot(seed: int, vertices: int, figure: int, x: int, rising: int, y: int, falling: int) -> int:
    """Return a number that a seed gives a match: a figure moved so far, in an outline of so many vertices."""
    drawn = 1
    for number in (seed, vertices, figure, x, rising, y, falling):
        drawn = (drawn ^ number % MODULUS) % MODULUS * FACTOR % MODULUS
        drawn = (drawn ^ drawn >> 13) * FACTOR % MODULUS
    return drawn
