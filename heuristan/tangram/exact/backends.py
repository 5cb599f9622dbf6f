"""The search in plain Python, and its backend: the same source compiled by numba, where that is installed.

Compiling takes seconds, once; numba keeps the outcome on the disk. The twins differ in nothing but their
tables, lists of objects or numpy arrays, and take the same steps.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar

from heuristan.common import kernels
from heuristan.tangram.exact import kernel
from heuristan.tangram.exact.rows import Board, Outline, Row, Tables

R = TypeVar("R", bound=Row)
GoOn = Callable[[Tables, Board, Outline, int], int]
Values = Sequence[Sequence[int]]
"""The fields of rows, in order."""


class SearchBackend:
    """A search with the kind of tables that it works on: the plain one, whose tables are lists."""

    name = "plain"
    tables: kernels.Backend = kernels.PLAIN
    """Tables of numbers."""
    go_on: GoOn = staticmethod(kernel.go_on)
    at_once = 1000
    """Number of nodes between two looks at the clock: about a tenth of a second."""

    def rows(self, kind: type[R], count: int) -> list[R]:
        return [kind() for _ in range(count)]

    def fill(self, table: list[R], values: Values) -> None:
        """Write the first rows of a table."""
        for row, fields in zip(table, values, strict=False):
            for name, value in zip(row.fields, fields, strict=True):
                setattr(row, name, value)

    def use_machine_code(self) -> None:
        """Do nothing: plain Python has no machine code."""


class Compiled(SearchBackend):
    """Tables are numpy arrays."""

    name = "compiled"
    at_once = 100_000

    def __init__(self, tables: kernels.Backend, dispatcher: Any) -> None:
        self.tables = tables
        self.go_on: GoOn = dispatcher
        self.dispatcher = dispatcher

    def use_machine_code(self) -> None:
        """Call the machine code itself from now on, once a search has been made."""
        self.go_on = kernels.machine_code(self.dispatcher)

    def rows(self, kind: type[Row], count: int) -> Any:
        import numpy

        return numpy.zeros(count, dtype=[(name, numpy.int64) for name in kind.fields])

    def fill(self, table: Any, values: Values) -> None:
        import numpy

        # all fields have one type, so the table is also a matrix, which numpy fills faster than records
        width = len(table.dtype.names)
        flat = numpy.fromiter(chain.from_iterable(values), numpy.int64, width * len(values))
        table.view(numpy.int64)[: len(flat)] = flat


PLAIN = SearchBackend()


def fastest() -> SearchBackend:
    """Return the compiled search where numba is installed, else the plain one."""
    return compiled() or PLAIN


@lru_cache(maxsize=1)
def compiled() -> Compiled | None:
    """Return the compiled search, if numba is installed."""
    tables = kernels.compiled_backend()
    return Compiled(tables, kernels.compiled_function(kernel.go_on)) if tables else None


PATIENCE = 2000
"""Number of nodes after which loading the compiled search is worth its time."""
PATIENCE_UNCOMPILED = 100_000
"""Number of nodes after which even compiling it is worth its time."""


def must_compile() -> bool:
    """Return whether the search has to be compiled first, because the disk has no machine code of its sources."""
    return kernels.has_numba() and not kernels.is_cached(kernel.go_on)
