"""Corpora: outlines to run rankings on, from files and folders, each outline once."""

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.faults import InputError
from heuristan.common.files import inside
from heuristan.lab.describing import outline_row
from heuristan.lab.filtering import Filter
from heuristan.lab.tables import TABLES
from heuristan.tangram.outlines.geojson import LINE_SUFFIXES
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.digests import digest
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

SHAPES = "shapes"
"""Name of the corpus of shapes that ship with heuristan."""

AT_ONCE = 128
"""Number of outlines whose conditions are tested together: one by one that would take longer than reading them."""

Split: TypeAlias = Literal["training", "test", "all"]


class Outline(NamedTuple):
    """An outline of a corpus."""

    digest: str
    puzzle: Puzzle


@dataclass(frozen=True)
class Choice:
    """A choice of outlines."""

    split: Split = "all"
    sets: int | None = None
    kinds: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    """Conditions on columns of the table `outlines`, or on properties; all of them must hold."""
    sample: int | None = None
    """Maximum number of outlines. They are drawn by their digests: always the same ones from the same outlines."""
    seed: int = 0
    """Seed of the sample."""


@dataclass
class Corpus:
    """The outlines of some sources that a choice takes, read while they are asked for.

    Of several sources those that cannot be used are refused, and the others are read.
    """

    sources: Sequence[str]
    choice: Choice = field(default_factory=Choice)
    read: int = 0
    """Number of outlines read so far."""
    taken: int = 0
    """Number of outlines taken so far."""
    twice: int = 0
    """Number of outlines that had been read before."""
    refused: list[Refusal] = field(default_factory=list)
    """Outlines and sources that cannot be used."""

    def __iter__(self) -> Iterator[Outline]:
        for outline in self._drawn() if self.choice.sample is not None else self._chosen():
            self.taken += 1
            yield outline

    def expected(self) -> int:
        """Return the number of outlines that will probably be taken."""
        listed = self._listed if self.choice.sample is None else min(self.choice.sample, self._listed)
        if self.choice.sample is not None or not self.taken:
            return max(self.taken, listed)
        return max(self.taken, round(self.taken * max(1.0, self._listed / self.read)))

    def __post_init__(self) -> None:
        self._filter = Filter(self.choice.where)
        self._listed = sum(_count(source) for source in self.sources if self._is_usable(source))

    def _is_usable(self, source: str) -> bool:
        """Return whether a source seems usable, so that a wrong name is reported before work begins.

        Raises:
            InputError: if the only source is not usable.
        """
        try:
            if Path(source).is_dir():
                _files(Path(source))
            elif source != SHAPES:
                read_outlines(source)
        except InputError:
            if len(self.sources) == 1:
                raise
            return False
        return True

    def _drawn(self) -> Iterator[Outline]:
        """Yield the sample, which does not depend on the order in the files."""
        assert self.choice.sample is not None
        chosen = heapq.nsmallest(self.choice.sample, self._chosen(), key=lambda outline: self._lot(outline.digest))
        yield from chosen

    def _lot(self, digest: str) -> bytes:
        return blake2b(f"{self.choice.seed} {digest}".encode(), digest_size=16).digest()

    def _chosen(self) -> Iterator[Outline]:
        is_any = self.choice.split == "all" and not self.choice.kinds and not self.choice.where
        return self._new() if is_any else self._that_meet(self._new())

    def _new(self) -> Iterator[Outline]:
        """Yield the outlines that were not read before."""
        seen: set[int] = set()
        for found in self._all():
            self.read += 1
            if isinstance(found, Refusal):
                self.refused.append(found)
            elif self.choice.sets in (None, found.sets):
                name = digest(found)
                number = int(name, 16)  # takes a third of the memory of the text
                if number in seen:
                    self.twice += 1
                else:
                    seen.add(number)
                    yield Outline(name, found)

    def _that_meet(self, outlines: Iterator[Outline]) -> Iterator[Outline]:
        """Yield the outlines of the split and the kinds that meet the conditions."""
        choice, names = self.choice, TABLES["outlines"].names
        split, kind = names.index("split"), names.index("kind")
        while batch := list(islice(outlines, AT_ONCE)):
            rows = [outline_row(outline.puzzle, outline.digest) for outline in batch]
            for outline, row, is_kept in zip(batch, rows, self._filter.keeps(rows), strict=True):
                is_of_split = choice.split in ("all", row[split])
                if is_kept and is_of_split and (not choice.kinds or row[kind] in choice.kinds):
                    yield outline

    def _all(self) -> Iterator[Puzzle | Refusal]:
        return _read_each(self.sources, _outlines_in) if len(self.sources) > 1 else _outlines_in(*self.sources)


def _outlines_in(source: str) -> Iterator[Puzzle | Refusal]:
    """Return the outlines of a source: the shapes that ship, a folder, or a file."""
    if source == SHAPES:
        return _read_each(shape_names(), read_outlines)
    if Path(source).is_dir():
        return _read_each(map(str, _files(Path(source))), read_outlines)
    return read_outlines(source)


def _read_each(sources: Iterable[str], read: Callable[[str], Iterator[Puzzle | Refusal]]) -> Iterator[Puzzle | Refusal]:
    """Yield the outlines of several sources; one that cannot be used becomes a refusal."""
    for source in sources:
        try:
            yield from read(source)
        except InputError as fault:
            yield Refusal(Path(source).stem, str(fault))


def _files(folder: Path) -> list[Path]:
    """Return the files in a folder and its folders, without hidden ones.

    Raises:
        InputError: if there are no files.
    """
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(folder)))
    if not found:
        raise InputError(f"{folder}: the folder has no files; give one with outlines")
    return inside(folder, found)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _count(source: str) -> int:
    """Return about how many outlines a source has: lines are counted, other files count for one."""
    if source == SHAPES:
        return len(shape_names())
    path = Path(source)
    if path.is_dir():
        return sum(_count(str(file)) for file in _files(path))
    if path.suffix.lower() not in LINE_SUFFIXES or not path.is_file():
        return 1
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
