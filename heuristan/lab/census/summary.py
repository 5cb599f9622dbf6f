"""Counts of a census: by kind, by vertices, by symmetry, by number of solutions."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from heuristan.lab.census.described import MIRRORS, TURNS, Batch
from heuristan.lab.census.outlining import CONTACTS, KEPT, RINGS, VERTICES

READ_2004 = 4_842_205
"""The snug tangrams that are simple polygons, as Read (2004) counted them."""


@dataclass
class Summary:
    """Counts of shapes."""

    kinds: Counter[tuple[bool, bool]] = field(default_factory=Counter)
    """By whether there are holes, and contacts."""
    vertices: Counter[int] = field(default_factory=Counter)
    """Of simple polygons."""
    symmetries: Counter[tuple[int, int]] = field(default_factory=Counter)
    """By the number of turns and mirrors."""
    solutions: Counter[int] = field(default_factory=Counter)
    unique: int = 0
    """Number of shapes with one solution up to symmetry."""

    @property
    def all(self) -> int:
        return self.kinds.total()

    @property
    def simple(self) -> int:
        """Number of shapes that are simple polygons: without holes, no parts that meet in a point alone."""
        return self.kinds[False, False]

    def counting(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Yield batches, and count their shapes on the way."""
        import numpy as np

        for batch in batches:
            described = np.asarray(batch.described)
            holes, contacts = described[:, RINGS] > 1, described[:, CONTACTS] > 0
            kept = described[:, KEPT]
            turns, mirrors = (np.sum([kept >> bit & 1 for bit in bits], axis=0) for bits in (TURNS, MIRRORS))
            self.kinds.update(zip(holes.tolist(), contacts.tolist(), strict=True))
            self.vertices.update(described[~(holes | contacts), VERTICES].tolist())
            self.symmetries.update(zip(turns.tolist(), mirrors.tolist(), strict=True))
            solutions, distinct = np.asarray(batch.solutions).T
            self.solutions.update(solutions.tolist())
            self.unique += int((distinct == 1).sum())
            yield batch

    def as_json(self) -> dict[str, object]:
        """Return the counts as a JSON value."""
        return {
            "shapes": self.all,
            "simple": self.simple,
            "touching": self.kinds[False, True],
            "holes": self.kinds[True, False] + self.kinds[True, True],
            "vertices": {str(number): count for number, count in sorted(self.vertices.items())},
            "symmetries": [
                {"turns": turns, "mirrors": mirrors, "shapes": count}
                for (turns, mirrors), count in sorted(self.symmetries.items())
            ],
            "unique": self.unique,
            "solutions": {str(number): count for number, count in sorted(self.solutions.items())},
        }
