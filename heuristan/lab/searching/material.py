"""The outlines of a search: those that it uses, and those that are held out for the end; never a test outline."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import NamedTuple

from heuristan.lab.corpora import Outline
from heuristan.lab.splitting import meant_shape
from heuristan.tangram.puzzle.digests import split_of_shape
from heuristan.tangram.puzzle.puzzle import Puzzle

PARTS = 3
"""One of this number of parts is held out."""


class TuningOnTestError(AssertionError):
    """A test outline was about to be tuned on."""


class _Drawn(NamedTuple):
    """An outline with its lot, which decides the order."""

    lot: bytes
    puzzle: Puzzle


@dataclass(frozen=True)
class Material:
    """Training outlines in the order in which they are run, which is drawn by their digests and a seed."""

    searched: Mapping[int, Puzzle]
    """Outlines by number, from 0. The search compares rankings only on these."""
    held_out: Mapping[int, Puzzle]
    """A third of the shapes (an outline and its mirror images are on the same side), run when the search is over."""
    digests: tuple[str, ...]
    """Digests of all outlines, in order."""

    @classmethod
    def of(cls, outlines: Iterable[Outline], seed: int) -> "Material":
        """Divide outlines.

        Raises:
            TuningOnTestError: if one of them is not of the training split.
        """
        parts: tuple[list[_Drawn], list[_Drawn]] = [], []
        digests: list[str] = []
        for digest, puzzle in outlines:
            shape = meant_shape(puzzle)
            if split_of_shape(shape) != "training":
                raise TuningOnTestError(f"{puzzle.id} is a test outline; search on training outlines alone")
            lot = blake2b(f"{seed} {digest}".encode(), digest_size=16).digest()
            # the last bit decides the split
            parts[int(shape, 16) // 2 % PARTS == 0].append(_Drawn(lot, puzzle))
            digests.append(digest)
        searched, held_out = (
            {number: drawn.puzzle for number, drawn in enumerate(sorted(part, key=lambda drawn: drawn.lot))}
            for part in parts
        )
        return cls(searched, held_out, tuple(sorted(digests)))

    @cached_property
    def digest(self) -> str:
        """16 hex digits of the outlines, regardless of their order."""
        return blake2b(" ".join(self.digests).encode(), digest_size=8).hexdigest()
