"""Corpora: outlines to try rankings on, from files and folders, each outline once."""

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from heuristan.common.faults import InputError
from heuristan.tangram.lab.describing import outline_row
from heuristan.tangram.lab.filtering import Filter
from heuristan.tangram.lab.tables import TABLES
from heuristan.tangram.outlines.geojson_files import LINE_SUFFIXES
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.digests import digest
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

SHAPES = "shapes"
"""The corpus of shapes that ship with heuristan, of the seven tans."""

AT_ONCE = 128
"""Outlines that conditions are asked of together: one by one, that would take longer than the reading."""

Split: TypeAlias = Literal["training", "test", "all"]


class Outline(NamedTuple):
    """An outline of a corpus."""

    digest: str
    puzzle: Puzzle


@dataclass(frozen=True)
class Choice:
    """Which outlines of a corpus are taken."""

    split: Split = "all"
    sets: int | None = None
    families: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    """Conditions on columns of the table `outlines`, or on properties: all of them must hold."""
    most: int | None = None
    """If given, so many at most: always the same ones of the same outlines, drawn by their digests."""
    seed: int = 0
    """Of that draw."""


@dataclass
class Corpus:
    """The outlines that are taken from some sources, read while they are asked for."""

    sources: Sequence[str]
    choice: Choice = field(default_factory=Choice)
    read: int = 0
    """Outlines read so far."""
    taken: int = 0
    """Of these, those that were taken."""
    twice: int = 0
    """Of these, those that had been there before."""
    refused: list[Refusal] = field(default_factory=list)
    """What was no outline."""

    def __iter__(self) -> Iterator[Outline]:
        for outline in self._drawn() if self.choice.most is not None else self._chosen():
            self.taken += 1
            yield outline

    def expected(self) -> int:
        """How many outlines will be taken in all, as far as can be said now."""
        listed = self._listed if self.choice.most is None else min(self.choice.most, self._listed)
        if self.choice.most is not None or not self.taken:
            return max(self.taken, listed)
        return max(self.taken, round(self.taken * max(1.0, self._listed / self.read)))

    def __post_init__(self) -> None:
        for source in self.sources:
            self._check(source)
        self._filter = Filter(self.choice.where)
        self._listed = sum(map(_count, self.sources))

    def _check(self, source: str) -> None:
        """Look at what can be known before work begins: a wrong name is told at once."""
        if source != SHAPES and not Path(source).is_dir():
            read_outlines(source)

    def _drawn(self) -> Iterator[Outline]:
        """A number of the outlines, whatever their order in the files."""
        assert self.choice.most is not None
        chosen = heapq.nsmallest(self.choice.most, self._chosen(), key=lambda outline: self._lot(outline.digest))
        yield from chosen

    def _lot(self, digest: str) -> bytes:
        return blake2b(f"{self.choice.seed} {digest}".encode(), digest_size=16).digest()

    def _chosen(self) -> Iterator[Outline]:
        is_any = self.choice.split == "all" and not self.choice.families and not self.choice.where
        return self._new() if is_any else self._that_meet(self._new())

    def _new(self) -> Iterator[Outline]:
        """The outlines that were not there before."""
        seen: set[int] = set()
        for found in self._all():
            self.read += 1
            if isinstance(found, Refusal):
                self.refused.append(found)
            elif self.choice.sets in (None, found.sets):
                name = digest(found)
                number = int(name, 16)  # a third of the memory of the text
                if number in seen:
                    self.twice += 1
                else:
                    seen.add(number)
                    yield Outline(name, found)

    def _that_meet(self, outlines: Iterator[Outline]) -> Iterator[Outline]:
        """Those that are of the split and the families and meet the conditions."""
        choice, names = self.choice, TABLES["outlines"].names
        split, family = names.index("split"), names.index("family")
        while batch := list(islice(outlines, AT_ONCE)):
            rows = [outline_row(outline.puzzle, outline.digest) for outline in batch]
            for outline, row, is_kept in zip(batch, rows, self._filter.keeps(rows), strict=True):
                is_of_split = choice.split in ("all", row[split])
                if is_kept and is_of_split and (not choice.families or row[family] in choice.families):
                    yield outline

    def _all(self) -> Iterator[Puzzle | Refusal]:
        for source in self.sources:
            if source == SHAPES:
                yield from _read_each(shape_names())
            elif Path(source).is_dir():
                yield from _read_each(map(str, _files(Path(source))))
            else:
                yield from read_outlines(source)


def _read_each(sources: Iterable[str]) -> Iterator[Puzzle | Refusal]:
    """The outlines of several sources; one that cannot be used is a refusal."""
    for source in sources:
        try:
            yield from read_outlines(source)
        except InputError as fault:
            yield Refusal(Path(source).stem, str(fault))


def _files(folder: Path) -> list[Path]:
    """The files of a folder and of those in it, hidden ones left out.

    Raises:
        InputError: there are none.
    """
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(folder)))
    if not found:
        raise InputError(f"{folder}: the folder has no files; give one with outlines")
    return found


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _count(source: str) -> int:
    """About how many outlines a source has: lines are counted, other files are taken for one."""
    if source == SHAPES:
        return len(shape_names())
    path = Path(source)
    if path.is_dir():
        return sum(_count(str(file)) for file in _files(path))
    if path.suffix.lower() not in LINE_SUFFIXES or not path.is_file():
        return 1
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))
