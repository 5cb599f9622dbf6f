"""Corpora: outlines to run rankings on, from files and folders, each outline once, and the conditions they must meet.

A condition is `made=human`, or a SQL expression over the columns of the table `outlines`.
"""

import heapq
import pickle
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, partial
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from heuristan.cli.sources import read_all
from heuristan.common.faults import InputError, require
from heuristan.common.files import inside
from heuristan.lab.columns import outline_row
from heuristan.lab.digests import DIGEST_SIZE, chosen_in_words, corpus_digest, digest
from heuristan.lab.schema import TABLES, mistake_in_words, quoted
from heuristan.lab.store import Row, shut_in
from heuristan.tangram.outlines.reading import read_outlines, shape_names
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


_EQUAL = re.compile(r"([A-Za-z_][\w-]*)=([^='\"()<>]*)")
"""A column or property and its value."""


class ConditionError(InputError):
    """A condition cannot be used."""


class Filter:
    """Conditions that outlines must meet."""

    def __init__(self, conditions: Sequence[str]) -> None:
        """Check the conditions.

        Raises:
            ConditionError: if one cannot be used.
        """
        self._conditions = [as_sql(condition) for condition in conditions]
        for written, condition in zip(conditions, self._conditions, strict=True):
            self._try(written, condition)

    def keeps(self, outlines: Sequence[Row]) -> list[bool]:
        """Return for each of some rows of the table `outlines` whether it meets all conditions."""
        if not self._conditions or not outlines:
            return [True] * len(outlines)
        return self._ask(" AND ".join(f"({each})" for each in self._conditions), outlines)

    def _ask(self, condition: str, outlines: Sequence[Row]) -> list[bool]:
        columns = list(map(list, zip(*outlines, strict=True)))
        return [bool(kept) for (kept,) in self._connection.execute(_over(condition), columns).fetchall()]

    def _try(self, written: str, condition: str) -> None:
        import duckdb

        try:
            found = self._ask(condition, [(None,) * len(TABLES["outlines"].columns)] * 2)
            reason = "" if len(found) == 2 else "it does not say one thing of each outline"
        except duckdb.Error as fault:
            reason = mistake_in_words(fault)
        if reason:
            columns = ", ".join(TABLES["outlines"].names)
            raise ConditionError(
                f"'{written}' is not a condition ({reason}); write it like made=human, or as SQL "
                f'like "vertices > 12" over the columns {columns}'
            ) from None

    @cached_property
    def _connection(self) -> "DuckDBPyConnection":
        require("duckdb", "DuckDB", "lab")
        import duckdb

        connection = duckdb.connect()
        shut_in(connection)
        return connection


def as_sql(condition: str) -> str:
    """Return a condition as SQL; `made=human` compares a column of the table, or else a property."""
    found = _EQUAL.fullmatch(condition.strip())
    if found is None:
        return condition
    name, value = found[1], quoted(found[2])
    if name in TABLES["outlines"].names and name != "properties":
        return f"CAST({name} AS VARCHAR) = {value}"
    return f"properties->>'{name}' = {value}"


def _over(condition: str) -> str:
    columns = TABLES["outlines"].columns
    lists = ", ".join(f"unnest(${i}::{column.type}[]) AS {column.name}" for i, column in enumerate(columns, 1))
    return f"SELECT CAST(({condition}) AS BOOLEAN) FROM (SELECT {lists})"


SHAPES = "shapes"
"""Name of the corpus of shapes that ship with heuristan."""

AT_ONCE = 128
"""Number of outlines whose conditions are tested together: one by one, testing takes longer than reading."""

Split: TypeAlias = Literal["training", "test", "all"]


class Outline(NamedTuple):
    """An outline of a corpus."""

    digest: str
    puzzle: Puzzle


class OutlineChoice(NamedTuple):
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

    Of several sources the unusable ones are refused, and the others are read.
    """

    sources: Sequence[str]
    choice: OutlineChoice = field(default_factory=OutlineChoice)
    read: int = 0
    """Number of outlines read so far."""
    digests: set[int] = field(default_factory=set)
    """The digests of all outlines read so far, as numbers: a number takes a third of the text's memory."""
    chosen: list[int] = field(default_factory=list)
    """The digests of the outlines taken so far."""
    twice: int = 0
    """Number of outlines that had been read before."""
    refused: list[Refusal] = field(default_factory=list)
    """Outlines and sources that cannot be used."""

    def __iter__(self) -> Iterator[Outline]:
        self.read = self.twice = 0  # each pass counts anew
        self.digests, self.chosen, self.refused = set(), [], []
        for outline in self._drawn() if self.choice.sample is not None else self._chosen():
            self.chosen.append(int(outline.digest, 16))
            yield outline

    @property
    def taken(self) -> int:
        """Number of outlines taken so far."""
        return len(self.chosen)

    @property
    def digest(self) -> str:
        """The digest of all outlines read so far."""
        return _digest(self.digests)

    @property
    def chosen_digest(self) -> str:
        """The digest of the outlines taken so far."""
        return _digest(self.chosen)

    @property
    def in_words(self) -> str:
        """The number of outlines taken so far, and the digests of these and of the corpus, in words."""
        return chosen_in_words(self.taken, self.chosen_digest, [self.digest])

    def __post_init__(self) -> None:
        self._filter = Filter(self.choice.where)
        if len(self.sources) == 1 and self.sources[0] != SHAPES and not Path(self.sources[0]).is_dir():
            read_outlines(self.sources[0])  # a wrong name is told before work begins

    def _drawn(self) -> Iterator[Outline]:
        """Yield the sample, which does not depend on the order in the files."""
        assert self.choice.sample is not None
        yield from heapq.nsmallest(self.choice.sample, self._chosen(), key=lambda each: self._lot(each.digest))

    def _lot(self, digest: str) -> bytes:
        return blake2b(f"{self.choice.seed} {digest}".encode(), digest_size=16).digest()

    def _chosen(self) -> Iterator[Outline]:
        is_any = self.choice.split == "all" and not self.choice.kinds and not self.choice.where
        return self._new() if is_any else self._that_meet(self._new())

    def _new(self) -> Iterator[Outline]:
        """Yield the outlines that were not read before."""
        for found in self._all():
            self.read += 1
            if isinstance(found, Refusal):
                self.refused.append(found)
                continue
            name = digest(found)
            number = int(name, 16)
            if number in self.digests:
                self.twice += 1
            else:
                self.digests.add(number)
                if self.choice.sets in (None, found.sets):
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
        return read_all(self.sources, _read, Refusal, _files)


def _digest(outlines: Iterable[int]) -> str:
    return corpus_digest(f"{number:0{2 * DIGEST_SIZE}x}" for number in outlines)


@contextmanager
def read_first(outlines: Iterable[Outline], folder: Path) -> Iterator[Iterator[Outline]]:
    """Read outlines to their end, and give them one by one from a file in a folder: each takes 40 kB of memory.

    Raises:
        OSError: if the folder has no room.
    """
    with TemporaryFile(dir=folder) as file:
        for outline in chain(outlines, [None]):
            pickle.dump(outline, file)
        file.seek(0)
        yield iter(partial(pickle.load, file), None)


def _read(source: str) -> Iterator[Puzzle | Refusal]:
    return chain.from_iterable(map(read_outlines, shape_names())) if source == SHAPES else read_outlines(source)


def _files(folder: Path) -> list[str]:
    """Return the files in a folder and its folders, without hidden ones.

    Raises:
        InputError: if there are no files.
    """
    if str(folder) == SHAPES:  # a checkout has a folder of that name
        return [SHAPES]
    found = sorted(path for path in folder.rglob("*") if path.is_file() and not _is_hidden(path.relative_to(folder)))
    if not found:
        raise InputError(f"{folder}: the folder has no files; give one with outlines")
    return list(map(str, inside(folder, found)))


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
