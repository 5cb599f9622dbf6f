"""Rankings run on all shapes of a census, block after block; an interrupted survey goes on where it was.

Each block of a ranking is a file that gets its name when it is whole. When all blocks are there they are joined in
order, so the result is the same file however often the work was interrupted.
"""

import pickle
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import blake2b, file_digest
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from heuristan.common.faults import InputError, require
from heuristan.common.files import made_whole, utf8_name
from heuristan.common.kernels import PLAIN, compiled_backend, current, use
from heuristan.common.workers import done_by_processes
from heuristan.lab.census import census_file
from heuristan.lab.census.census_file import Rings, puzzle_of
from heuristan.lab.census.levels import Growth, pieces_of
from heuristan.lab.dispatch import LostError
from heuristan.lab.identity import ranking_digest, version
from heuristan.lab.schema import quoted
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve

WORTH_COMPILING = 1_000
"""Number of shapes for which kernels are compiled, or loaded."""


class Reached(NamedTuple):
    """The result of a ranking on a shape."""

    entry_point: int
    """The number of the attempt that solved it; 0 if none did."""
    extractions: int
    """In all attempts."""


class Block(NamedTuple):
    """Shapes that follow each other in a census, and the ranking to run on them."""

    number: int
    ranking: bytes
    """Pickled; a worker keeps it for the next block."""
    digests: tuple[str, ...]
    shapes: tuple[Rings, ...]


def run_block(block: Block) -> tuple[Block, list[Reached]]:
    """Run a ranking on each shape of a block."""
    ranking = _ranking(block.ranking)
    backend = compiled_backend() if len(block.shapes) >= WORTH_COMPILING else None
    with use(backend or current()):
        return block, [_outcome(puzzle_of(rings), ranking) for rings in block.shapes]


@lru_cache(maxsize=16)
def _ranking(data: bytes) -> Ranking:
    ranking: Ranking = pickle.loads(data)
    return ranking


def _outcome(puzzle: Puzzle, ranking: Ranking) -> Reached:
    result = solve(puzzle, ranking, way="published", traced=False)
    return Reached(result.entry_point or 0 if result.status == "solved" else 0, result.extractions)


AT_ONCE = 5_000
"""Number of shapes of a census in a block: some ten seconds of work."""
AHEAD = 2
"""Number of blocks that each process has ahead."""


class Survey:
    """One ranking on all shapes of a census."""

    def __init__(self, census: Path, ranking: Ranking, folder: Path, number: int | None = None) -> None:
        """Prepare to go on with a survey, or to begin.

        Args:
            census: the file of shapes.
            ranking: the ranking, run as published.
            folder: where results are; made if it is not there.
            number: how many shapes of the file are enough, rounded up to whole blocks; all if not given. They are in
                the order of their digests, so the first ones are a random sample.

        Raises:
            InputError: if the file is not a census of one set of tans.
            OSError: if the folder cannot be made.
        """
        census_file.check_pieces(census, Growth(*pieces_of(TANGRAM), PLAIN).made_of)
        count = census_file.count(census)
        self._blocks = -(-min(count, number or count) // AT_ONCE)
        self.total = min(count, self._blocks * AT_ONCE)
        self._is_whole = self.total == count
        self.ranking = ranking
        name = f"{ranking.name}-{ranking_digest(ranking)}"
        self.result = folder / f"{name}{'' if self._is_whole else f'-first-{self.total}'}.parquet"
        self._census = census
        self._parts = folder / "parts" / f"{name}-{version()}-{_digest_of(census)}"

    @property
    def is_done(self) -> bool:
        """Whether the result is there.

        Raises:
            InputError: if something else has its name.
        """
        if not self.result.exists():
            return False
        found = _meaning_of(self.result)
        if found is None:
            raise InputError(f"{self.result}: this is no result of a survey, or a damaged one; move it away")
        return found == self._meaning

    @property
    def _meaning(self) -> str:
        """The census and the rules of the result, as a key: others make another result."""
        return self._parts.name

    def run(self, jobs: int = 1) -> Iterator[int]:
        """Do the work, and yield after each block how many shapes are done, in earlier runs too.

        Another process may do the same, and end first.

        Raises:
            LostError: if a process ends while it works, again when it has the block alone, or fails.
            InputError: if a part is damaged.
            OSError: if a file cannot be written.
        """
        try:
            yield from self._run(jobs)
        except FileNotFoundError:
            if not self.is_done:
                raise
            yield self.total

    def _run(self, jobs: int) -> Iterator[int]:
        utf8_name(self._parts)
        self._parts.mkdir(parents=True, exist_ok=True)
        pickled = pickle.dumps(self.ranking)
        done = sum(map(self._has, range(self._blocks))) * AT_ONCE
        missing = self._missing(pickled)
        several = done_by_processes(missing, run_block, _lost, jobs, AHEAD)
        for block, reached in several if jobs > 1 else map(run_block, missing):
            _write(self._part(block.number), block, reached, self._meaning)
            done += AT_ONCE
            yield min(done, self.total)
        self._join()

    def _missing(self, ranking: bytes) -> Iterator[Block]:
        for number, rows in enumerate(islice(census_file.rows(self._census, SHAPE, AT_ONCE), self._blocks)):
            if not self._has(number):
                digests, outlines = (tuple(row[name] for row in rows) for name in SHAPE)
                yield Block(number, ranking, digests, outlines)

    def _part(self, number: int) -> Path:
        return self._parts / f"{number:06d}.parquet"

    def _has(self, number: int) -> bool:
        """Return whether a block is there, and whole: a machine that stops may leave a file without its end."""
        part = self._part(number)
        return part.exists() and _meaning_of(part) == self._meaning

    def _join(self) -> None:
        """Join the blocks in order, and remove the blocks of a whole census."""
        from pyarrow.parquet import ParquetWriter

        parts = [self._part(number) for number in range(self._blocks)]
        with (
            made_whole(self.result) as whole,
            ParquetWriter(whole, _schema(self._meaning), compression="zstd") as writer,
        ):
            for part in parts:
                writer.write_table(_read(part))
        if self._is_whole:
            for part in (*parts, *self._parts.glob(".*.part")):  # left by runs that were killed, or came late
                part.unlink(missing_ok=True)
            with suppress(OSError):  # something else may have that name
                self._parts.rmdir()


SHAPE = ("digest", "outline")


def _digest_of(census: Path) -> str:
    with census.open("rb") as file:
        return file_digest(file, partial(blake2b, digest_size=8)).hexdigest()


def _lost(block: Block, reason: str) -> tuple[Block, list[Reached]]:
    raise LostError(f"block {block.number} of the census: {reason}")


def _schema(meaning: str) -> Any:
    require("pyarrow.parquet", "pyarrow", "lab")
    import pyarrow as pa

    fields = [("digest", pa.string()), ("solved", pa.bool_()), ("entry_point", pa.int16()), ("extractions", pa.int32())]
    return pa.schema([pa.field(*each, nullable=False) for each in fields], {"survey": meaning})


def _write(path: Path, block: Block, outcomes: list[Reached], meaning: str) -> None:
    import pyarrow as pa
    from pyarrow.parquet import write_table

    schema = _schema(meaning)
    columns = [
        list(block.digests),
        [outcome.entry_point > 0 for outcome in outcomes],
        [outcome.entry_point for outcome in outcomes],
        [outcome.extractions for outcome in outcomes],
    ]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)]
    with made_whole(path) as part:
        write_table(pa.table(arrays, schema=schema), part, compression="zstd")


def _read(part: Path) -> Any:
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    try:
        return ParquetFile(part).read()
    except (OSError, pa.ArrowException) as fault:
        raise InputError(
            f"{part}: this part is damaged ({fault}); remove it, and the same command makes it again"
        ) from None


def _meaning_of(path: Path) -> str | None:
    """Return the key of census and rules in a file; None if it cannot be read."""
    import pyarrow as pa
    from pyarrow.parquet import read_schema

    try:
        kept: dict[bytes, bytes] = read_schema(path).metadata or {}
    except (OSError, pa.ArrowException):
        return None
    return kept.get(b"survey", b"").decode()


KIND = "CASE WHEN holes > 0 THEN 'holes' WHEN contacts > 0 THEN 'contacts' ELSE 'simple' END"
SYMMETRY = "CASE WHEN turns + mirrors = 1 THEN 'none' WHEN mirrors = 0 THEN 'turns' ELSE 'mirrors' END"
SOLUTIONS = "CASE WHEN solutions < 5 THEN solutions::VARCHAR WHEN solutions < 10 THEN '5 to 9' ELSE '10 or more' END"
GROUPS = {
    "kind": (KIND, "count(*) DESC"),
    "vertices": ("vertices", "part"),
    "symmetry": (SYMMETRY, "count(*) DESC"),
    "solutions": (SOLUTIONS, "min(solutions)"),
}
"""Groupings of rates: an expression over the columns of a census, and the order of its values."""


class CensusRate(NamedTuple):
    """Number of shapes of a group that a ranking solved."""

    ranking: str
    group: str
    shapes: int
    at_once: int
    """In the first attempt."""
    solved: int
    """In any."""


class Surveys:
    """Surveys of one census, for questions in SQL."""

    def __init__(self, census: Path, results: Mapping[str, Path]) -> None:
        """Open files.

        Args:
            census: the file of shapes.
            results: the file of each ranking's survey, by the ranking's name.
        """
        require("duckdb", "DuckDB", "lab")
        import duckdb

        self.names = list(results)
        self._connection: Any = duckdb.connect()
        self._connection.sql("SET enable_progress_bar = false")
        runs = " ".join(
            f"JOIN read_parquet({quoted(utf8_name(path))}) AS r{number} USING (digest)"
            for number, path in enumerate(results.values())
        )
        columns = ", ".join(
            f"r{number}.solved AS s{number}, r{number}.entry_point AS e{number}, r{number}.extractions AS x{number}"
            for number in range(len(results))
        )
        self._connection.execute(
            f"CREATE TABLE runs AS SELECT c.*, {columns} FROM read_parquet({quoted(utf8_name(census))}) AS c {runs}"
        )

    def rates(self, by: str | None = None) -> list[CensusRate]:
        """Return the rates of each ranking, over all shapes or by a group of `GROUPS`."""
        found: list[CensusRate] = []
        group, order = GROUPS[by] if by else ("'all'", "part")
        for number, name in enumerate(self.names):
            query = (
                f"SELECT {group} AS part, count(*), count(*) FILTER (e{number} = 1), count(*) FILTER (s{number}) "
                f"FROM runs GROUP BY part ORDER BY {order}"
            )
            found += [CensusRate(name, str(row[0]), *row[1:]) for row in self._rows(query)]
        return found

    def only(self) -> dict[str, int]:
        """Return how many shapes each ranking alone solved, and how many all and none did."""
        flags = [f"s{number}" for number in range(len(self.names))]
        sums = " + ".join(f"{flag}::INTEGER" for flag in flags)
        found = {"all": self.number(f"({sums}) = {len(flags)}"), "none": self.number(f"({sums}) = 0")}
        return found | {
            name: self.number(f"{flag} AND ({sums}) = 1") for name, flag in zip(self.names, flags, strict=True)
        }

    def shapes(self, where: str, order: str, most: int) -> list[dict[str, Any]]:
        """Return some shapes with the results on them, as records of the columns.

        Args:
            where: a condition over the columns of the census, and s0, e0, x0 and so on of the rankings.
            order: what they are sorted by; the digest decides between equal ones.
            most: maximum number.
        """
        found = self._connection.sql(f"SELECT * FROM runs WHERE {where} ORDER BY {order}, digest LIMIT {most}")
        return [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()]

    def number(self, where: str) -> int:
        """Return how many shapes meet a condition, written as for `shapes`."""
        return int(self._rows(f"SELECT count(*) FROM runs WHERE {where}")[0][0])

    def close(self) -> None:
        self._connection.close()

    def _rows(self, query: str) -> list[Any]:
        rows: list[Any] = self._connection.execute(query).fetchall()
        return rows
