"""Numbers of the lattice in kernels: the projections of points, and where lines meet (`lattice.points`).

A kernel (`heuristan.common.kernels`).
"""

from heuristan.tangram.lattice.points import HALF_ROOT, ONE, parts


def halved(number: int) -> int:
    """Return a number divided by sqrt2, which is a lattice number."""
    a, b = parts(number)
    return b // 2 * ONE + a * HALF_ROOT


def doubled(number: int) -> int:
    """Return sqrt2 times a number."""
    a, b = parts(number)
    return b * ONE + 2 * a * HALF_ROOT


def along(u0: int, u1: int, u2: int, u3: int, direction: int) -> int:
    """Return the projection of a point on any direction."""
    k = direction & 7
    if k == 0:
        return u0
    if k == 1:
        return u1
    if k == 2:
        return u2
    if k == 3:
        return u3
    if k == 4:
        return -u0
    if k == 5:
        return -u1
    if k == 6:
        return -u2
    return -u3


def write_at(table: list[int], place: int, k: int, offset: int, position: int) -> None:
    """Write the point of a line at a position."""
    a, b, c, d = position, halved(position + offset), offset, halved(offset - position)
    for _ in range(k):
        a, b, c, d = -d, a, b, c
    table[place] = a
    table[place + 1] = b
    table[place + 2] = c
    table[place + 3] = d


def sign_of(a: int, b: int) -> int:
    """Return the sign of a + b/sqrt2."""
    if a == 0 and b == 0:
        return 0
    if a >= 0 and b >= 0:
        return 1
    if a <= 0 and b <= 0:
        return -1
    if 2 * a * a > b * b:
        return 1 if a > 0 else -1
    return 1 if b > 0 else -1


def crossing_position(k: int, offset: int, m: int, other: int) -> int:
    """Return the projection on direction k of the point where two lines meet that are not parallel."""
    j = (m - k) & 7
    if j == 2:
        return -other
    if j == 6:
        return other
    sine = offset if j in (1, 7) else -offset
    position = doubled(other) - sine
    return -position if j in (1, 3) else position
