"""The search in plain Python, and its twin: the same source compiled by numba, where that is installed.

Compiling takes half a minute, once; numba keeps the outcome on the disk. The twins differ in nothing but their
tables, lists of objects or numpy arrays, and take the same steps.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Protocol, TypeVar

from heuristan import twins
from heuristan.exact import kernel
from heuristan.exact.rows import Board, Row, Tables
from heuristan.twins import compiled_kernel, is_kept, numba_is_here, settled

R = TypeVar("R", bound=Row)
V = TypeVar("V")
GoOn = Callable[[Tables, Board, int], int]
Values = Sequence[Sequence[int]]
"""The fields of rows, in order."""


class Twin(Protocol):
    """A search with the kind of tables that it works on. Their types are those of the plain ones."""

    name: str
    go_on: GoOn
    at_once: int
    """Nodes to look at between two glances at the clock: a tenth of a second or so."""

    def numbers(self, values: Iterable[int]) -> list[int]: ...

    def rows(self, kind: type[R], count: int) -> list[R]: ...

    def matrix(self, rows: int, columns: int) -> list[list[int]]: ...

    def fill(self, table: list[R], values: Values) -> None: ...

    def set(self, table: list[V], values: Sequence[Any]) -> None:
        """Write the first numbers, or rows, of a table; they may be one of another twin."""

    def read(self, table: list[int]) -> list[int]: ...

    def copied(self, matrix: list[list[int]]) -> list[list[int]]: ...

    def settle(self) -> None: ...

    def __hash__(self) -> int: ...


class Plain:
    """Tables are lists."""

    name = "plain"
    go_on: GoOn = staticmethod(kernel.go_on)
    at_once = 1000

    def numbers(self, values: Iterable[int]) -> list[int]:
        return list(values)

    def rows(self, kind: type[R], count: int) -> list[R]:
        return [kind() for _ in range(count)]

    def matrix(self, rows: int, columns: int) -> list[list[int]]:
        return twins.PLAIN.blank(rows, columns)

    def fill(self, table: list[R], values: Values) -> None:
        """Write the first rows of a table."""
        for row, fields in zip(table, values, strict=False):
            for name, value in zip(row.fields, fields, strict=True):
                setattr(row, name, value)

    def set(self, table: list[V], values: Sequence[Any]) -> None:
        table[: len(values)] = twins.PLAIN.listed(values)

    def read(self, table: list[int]) -> list[int]:
        return table

    def copied(self, matrix: list[list[int]]) -> list[list[int]]:
        return [row[:] for row in matrix]

    def settle(self) -> None:
        """There is nothing to do."""


class Compiled:
    """Tables are numpy arrays."""

    name = "compiled"
    at_once = 100_000

    def __init__(self, dispatcher: Any) -> None:
        self.go_on: GoOn = dispatcher
        self.dispatcher = dispatcher

    def settle(self) -> None:
        """Call the compiled code itself from now on: a search has been made."""
        self.go_on = settled(self.dispatcher)

    def numbers(self, values: Iterable[int]) -> Any:
        import numpy

        return numpy.array(list(values), dtype=numpy.int64)

    def rows(self, kind: type[Row], count: int) -> Any:
        import numpy

        return numpy.zeros(count, dtype=[(name, numpy.int64) for name in kind.fields])

    def matrix(self, rows: int, columns: int) -> Any:
        import numpy

        return numpy.zeros((rows, columns), dtype=numpy.int64)

    def fill(self, table: Any, values: Values) -> None:
        import numpy

        # all fields are of one type, so the table is a matrix as well, which numpy fills sooner than records
        width = len(table.dtype.names)
        flat = numpy.fromiter(chain.from_iterable(values), numpy.int64, width * len(values))
        table.view(numpy.int64)[: len(flat)] = flat

    def set(self, table: Any, values: Sequence[Any]) -> None:
        table[: len(values)] = values

    def read(self, table: Any) -> list[int]:
        return list(table.tolist())

    def copied(self, matrix: Any) -> Any:
        return matrix.copy()


PLAIN: Twin = Plain()


def fastest() -> Twin:
    """The compiled search where numba is installed, else the plain one."""
    return compiled() or PLAIN


@lru_cache(maxsize=1)
def compiled() -> Compiled | None:
    """The compiled search, if numba is installed."""
    return Compiled(compiled_kernel(kernel).go_on) if numba_is_here() else None


PATIENCE = 2000
"""Nodes that a search looks at before the compiled one is worth loading, ..."""
PATIENCE_UNCOMPILED = 100_000
"""... or even compiling."""


def must_compile() -> bool:
    """Whether the search and the other kernels have to be compiled first, as the disk holds none of their sources."""
    return numba_is_here() and not is_kept(kernel.go_on)
