"""Ways to write an outline badly, or only otherwise: each keeps what is meant, as far as digits go."""

from cmath import rect
from collections.abc import Callable
from dataclasses import dataclass
from math import pi
from random import Random
from typing import TypeAlias

from shared.wild.outlines import Polygons, Ring, Spot, Wild


@dataclass(frozen=True)
class Similarity:
    """A turn, a scale and a move."""

    factor: complex = 1.0
    shift: complex = 0.0

    def of(self, spot: Spot) -> Spot:
        z = complex(*spot) * self.factor + self.shift
        return z.real, z.imag

    @property
    def leg(self) -> float:
        return abs(self.factor)


@dataclass(frozen=True)
class Written:
    """An outline as it was written, and the tiling in the same coordinates."""

    wild: Wild
    polygons: Polygons
    similarity: Similarity
    off: float
    """Maximum error of a vertex, in legs, by noise and rounding."""

    @property
    def tiling(self) -> list[tuple[str, Ring]]:
        return [(name, [self.similarity.of(spot) for spot in ring]) for name, ring in self.wild.tiling]


Edit: TypeAlias = Callable[[Random, Ring], Ring]


@dataclass(frozen=True)
class Change:
    """Changes of an outline, made one after the other in this order."""

    apart: float = 1.0
    """Probability that rings are apart in a point where parts meet."""
    edits: tuple[Edit, ...] = ()
    noise: float = 0.0
    """Maximum move of a vertex, in legs."""
    is_turned: bool = False
    decades: tuple[float, float] = (0.0, 0.0)
    """Range of the logarithm of the length of a leg."""
    farthest: float = 0.0
    """Maximum shift in either direction, in the outline's own unit."""
    digits: int | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the outline that is written lies on the lattice, as far as anybody can see."""
        return self.noise <= 1e-5 and self.digits is None

    def write(self, wild: Wild, seed: int = 0) -> Written:
        random = Random(f"{wild.seed} {seed}")
        leg = 10 ** random.uniform(*self.decades)
        turn = random.uniform(-pi, pi) if self.is_turned else 0.0
        shift = complex(random.uniform(-self.farthest, self.farthest), random.uniform(-self.farthest, self.farthest))
        similarity = Similarity(rect(leg, turn), shift)

        def own(spot: Spot) -> Spot:
            noise = rect(random.uniform(0, self.noise), random.uniform(-pi, pi))
            x, y = similarity.of((spot[0] + noise.real, spot[1] + noise.imag))
            return (x, y) if self.digits is None else (round(x, self.digits), round(y, self.digits))

        polygons = [[self._written(random, ring, own) for ring in part] for part in wild.with_rings(self.apart)]
        rounding = 0.0 if self.digits is None else 0.75 * 10.0**-self.digits / leg
        return Written(wild, polygons, similarity, self.noise + rounding)

    def _written(self, random: Random, ring: Ring, own: Callable[[Spot], Spot]) -> Ring:
        for edit in self.edits:
            ring = edit(random, ring)
        return [own(spot) for spot in ring]


def with_needless(random: Random, ring: Ring) -> Ring:
    """Add vertices within edges."""
    found: Ring = []
    for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True):
        shares = sorted(random.random() for _ in range(random.choice((0, 0, 1, 1, 2))))
        found += [(a, b), *((a + share * (c - a), b + share * (d - b)) for share in shares)]
    return found


def with_doubled(random: Random, ring: Ring) -> Ring:
    """Write some vertices twice or three times."""
    return [spot for spot in ring for _ in range(random.choice((1, 1, 2, 3)))]


def perhaps_reversed(random: Random, ring: Ring) -> Ring:
    return ring[::-1] if random.random() < 0.7 else ring


def begun_elsewhere(random: Random, ring: Ring) -> Ring:
    first = random.randrange(len(ring))
    return ring[first:] + ring[:first]


def with_spikes(random: Random, ring: Ring) -> Ring:
    """Run a little way along an edge, back, and on: a slit without width."""
    found = list(ring)
    at = random.randrange(len(ring))
    (a, b), (c, d) = ring[at], ring[(at + 1) % len(ring)]
    share = random.uniform(0.2, 0.8)
    found[at + 1 : at + 1] = [(a + share * (c - a), b + share * (d - b)), (a, b)]
    return found


EVERY_EDIT = (with_needless, with_doubled, perhaps_reversed, begun_elsewhere)

CHANGES = {
    "as it is": Change(),
    "rings joined in points": Change(apart=0.0),
    "rings joined in some points": Change(apart=0.5),
    "needless vertices": Change(edits=(with_needless,)),
    "needless vertices, begun at one": Change(edits=(with_needless, begun_elsewhere)),
    "doubled vertices": Change(edits=(with_doubled,)),
    "an edge there and back": Change(edits=(with_spikes,)),
    "reversed": Change(edits=(perhaps_reversed,)),
    "begun elsewhere": Change(edits=(begun_elsewhere,)),
    "turned": Change(is_turned=True),
    "scaled by 1e-6 to 1e6": Change(decades=(-6, 6)),
    "moved by 1e7": Change(farthest=1e7),
    "turned, scaled, moved, all edits": Change(0.5, EVERY_EDIT, 0.0, True, (-2, 4), 1e5),
    **{
        f"rounded to {digits} decimals": Change(is_turned=True, decades=(0, 1), farthest=30, digits=digits)
        for digits in (6, 5, 4, 3, 2)
    },
    "rounded to 2 decimals, a leg of 0.1": Change(is_turned=True, decades=(-1, -1), digits=2),
    "rounded to 2 decimals, a leg of 0.01": Change(is_turned=True, decades=(-2, -2), digits=2),
    **{
        f"noise of {noise:g}": Change(is_turned=True, noise=noise)
        for noise in (1e-9, 1e-7, 1e-5, 1e-4, 2e-4, 1e-3, 0.005, 0.01, 0.02)
    },
    **{f"noise of {noise:g}, all edits": Change(0.5, EVERY_EDIT, noise, True, (-1, 3), 1e3) for noise in (0.005, 0.02)},
    "rounded to 4 decimals, all edits": Change(0.5, EVERY_EDIT, 0.0, True, (0, 2), 1e3, 4),
}
