"""A census as a Parquet file, a row for each shape, sorted by digest; and its counts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from heuristan.common.faults import InputError, require
from heuristan.common.files import made_whole, utf8_name
from heuristan.lab.census.described import MIRRORS, TURNS, Batch, digest_of
from heuristan.lab.census.outlining import CONTACTS, KEPT, RINGS, VERTICES
from heuristan.tangram.lattice.points import point
from heuristan.tangram.pieces.sets import TANGRAM, UNITS_A_LEG, PieceSet
from heuristan.tangram.puzzle.puzzle import Puzzle, make_puzzle

MEANINGS = {
    "digest": "32 hexadecimal digits that turned and mirrored copies share",
    "outline": "x and y of the vertices of each ring in small legs, the outer ring first and counter-clockwise",
    "vertices": "number of vertices of all rings",
    "holes": "number of holes",
    "contacts": "how often parts of the shape meet in a point alone",
    "turns": "number of turns that keep it: 1, 2 or 4",
    "mirrors": "number of mirrors that keep it: 0, 1, 2 or 4",
    "solutions": "number of ways to lay the pieces",
    "distinct": "number of those ways of which no symmetry of the shape takes one to another",
    "unique": "whether one way only is distinct",
}
"""The columns; the file has these words with them."""

Rings: TypeAlias = Sequence[Sequence[int]]
"""x and y of the vertices of each ring, in small legs."""


def puzzle_of(rings: Rings, id: str = "shape", *, sets: int = 1, pieces: PieceSet = TANGRAM) -> Puzzle:
    """Return a shape as a puzzle."""
    corners = (zip(ring[::2], ring[1::2], strict=True) for ring in rings)
    points = [tuple(point(UNITS_A_LEG * x, 0, UNITS_A_LEG * y, 0) for x, y in ring) for ring in corners]
    return make_puzzle(id, points, sets=sets, pieces=pieces)


MADE_OF = "heuristan:made_of"
"""The key under which a file says what the shapes are made of."""


def write(path: Path, batches: Iterable[Batch], made_of: str) -> None:
    """Write descriptions to a file, which gets its name when it is whole.

    Args:
        path: the file.
        batches: the descriptions.
        made_of: what the shapes are made of (`heuristan.lab.census.levels.Growth.made_of`).

    Raises:
        OSError: if the file cannot be written.
        MissingExtraError: if pyarrow is not installed.
    """
    require("pyarrow.parquet", "pyarrow", "lab")
    from pyarrow.parquet import ParquetWriter

    schema = _schema().with_metadata({MADE_OF: made_of})
    utf8_name(path)
    with made_whole(path) as part, ParquetWriter(part, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_table(_table(batch))


def _schema() -> Any:
    import pyarrow as pa

    small, text = pa.int16(), pa.string()
    types = {
        "digest": text,
        "outline": pa.list_(pa.list_(pa.int8())),
        "unique": pa.bool_(),
        "solutions": pa.int32(),
        "distinct": pa.int32(),
    }
    return pa.schema(
        [pa.field(name, types.get(name, small), False, {"meaning": words}) for name, words in MEANINGS.items()]
    )


def _table(batch: Batch) -> Any:
    import numpy as np
    import pyarrow as pa

    described = np.asarray(batch.described)
    solutions, distinct = np.asarray(batch.solutions).T
    rings = pa.ListArray.from_arrays(_offsets(batch.ends), pa.array(np.asarray(batch.coordinates), pa.int8()))
    kept = described[:, KEPT]
    turns, mirrors = (np.sum([kept >> bit & 1 for bit in bits], axis=0) for bits in (TURNS, MIRRORS))
    columns = {
        "digest": pa.array([digest_of(*keys) for keys in batch.keys]),
        "outline": pa.ListArray.from_arrays(_offsets(np.cumsum(described[:, RINGS])), rings),
        "vertices": described[:, VERTICES],
        "holes": described[:, RINGS] - 1,
        "contacts": described[:, CONTACTS],
        "turns": turns,
        "mirrors": mirrors,
        "solutions": solutions,
        "distinct": distinct,
        "unique": distinct == 1,
    }
    schema = _schema()
    return pa.table([_cast(columns[field.name], field.type) for field in schema], schema=schema)


def _cast(column: Any, kind: Any) -> Any:
    import pyarrow as pa

    return column if isinstance(column, pa.Array) else pa.array(column, kind)


def _offsets(ends: Any) -> Any:
    import numpy as np
    import pyarrow as pa

    return pa.array(np.concatenate([[0], np.asarray(ends)]), pa.int32())


def count(path: Path) -> int:
    """Return the number of shapes in a census.

    Raises:
        InputError: if the file is not a census.
        MissingExtraError: if pyarrow is not installed.
    """
    return int(_opened(path).metadata.num_rows)


def check_pieces(path: Path, made_of: str) -> None:
    """Check what the shapes of a census are made of.

    Raises:
        InputError: if the file is not a census, or is one of other pieces.
        MissingExtraError: if pyarrow is not installed.
    """
    found = (_opened(path).schema_arrow.metadata or {}).get(MADE_OF.encode(), b"").decode()
    if found != made_of:
        raise InputError(f"{path}: this is a census of other pieces; 'heuristan census' makes one of these")


def rows(path: Path, columns: Iterable[str] = tuple(MEANINGS), at_once: int = 20_000) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a census, so many at once.

    Args:
        path: the file.
        columns: the columns that are wanted.
        at_once: maximum number of rows.

    Raises:
        InputError: if the file is not a census.
        MissingExtraError: if pyarrow is not installed.
    """
    for batch in _opened(path).iter_batches(at_once, columns=list(columns)):
        yield batch.to_pylist()


def _opened(path: Path) -> Any:
    require("pyarrow.parquet", "pyarrow", "lab")
    import pyarrow as pa
    from pyarrow.parquet import ParquetFile

    if not path.exists():
        raise InputError(f"{path}: there is no such file; 'heuristan census --output {path}' makes one")
    try:
        file = ParquetFile(utf8_name(path))
    except (OSError, pa.ArrowException) as fault:
        raise InputError(
            f"{path}: this is not a census ({fault}); 'heuristan census --output FILE.parquet' makes one"
        ) from None
    missing = [name for name in MEANINGS if name not in file.schema_arrow.names]
    if missing:
        raise InputError(f"{path}: the columns {', '.join(missing)} are missing; 'heuristan census' makes such a file")
    return file


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
