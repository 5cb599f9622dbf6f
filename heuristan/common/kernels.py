"""Kernels in plain Python, and their twins: the same source compiled by numba, where that is installed.

A *kernel* is a module whose functions keep to numbers, tables and loops. A table is a list in plain Python and a numpy
array where the kernel is compiled: one source serves both, and both come to the same.

Compiling takes seconds, once; numba keeps the outcome on the disk, and loading numba takes half a second. That is for
those who have many outlines before them. So all is plain until one of them asks for more (`use_compiled`).
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isfunction, unwrap
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeAlias, TypeVar, cast, overload

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Sequence[int])
V = TypeVar("V")

Rows: TypeAlias = list[list[int]]
"""A table of integers."""

Matrix: TypeAlias = Sequence[Sequence[int]]
"""The same, only to be read."""


class Twin(Protocol):
    """Kernels of one kind, with the kind of tables that they work on. Their types are those of the plain ones."""

    name: str

    def __hash__(self) -> int: ...

    def of(self, function: F) -> F:
        """The function of a kernel."""

    def integers(self, values: Sequence[int]) -> list[int]:
        """A table of integers; as it is, if it is one already."""

    def rows(self, values: Sequence[R]) -> list[R]:
        """A table of rows of the same length, one at least; as it is, if it is one already."""

    def floats(self, values: Sequence[float]) -> list[float]: ...

    def fractions(self, count: int) -> list[float]:
        """A table of so many floats, whatever they are."""

    def places(self, count: int) -> list[complex]:
        """A table of so many complex numbers, whatever they are."""

    def blank(self, rows: int, columns: int) -> Rows: ...

    def room(self, count: int) -> list[int]:
        """A table of so many numbers, whatever they are."""

    def copy(self, table: Rows) -> Rows: ...

    def listed(self, table: Sequence[V]) -> list[V]:
        """The numbers, or rows, of a table."""


class _Plain:
    """Tables are lists."""

    name = "plain"

    def of(self, function: F) -> F:
        return function

    def integers(self, values: Sequence[int]) -> list[int]:
        return _listed(values)

    def rows(self, values: Sequence[R]) -> list[R]:
        return _listed(values)

    def floats(self, values: Sequence[float]) -> list[float]:
        return list(values)

    def fractions(self, count: int) -> list[float]:
        return [0.0] * count

    def places(self, count: int) -> list[complex]:
        return [0j] * count

    def blank(self, rows: int, columns: int) -> Rows:
        return [[0] * columns for _ in range(rows)]

    def room(self, count: int) -> list[int]:
        return [0] * count

    def copy(self, table: Rows) -> Rows:
        return [row[:] for row in table]

    def listed(self, table: Sequence[V]) -> list[V]:
        return _listed(table)


def _listed(values: Sequence[V]) -> list[V]:
    """The rows or numbers of a table of either kind, or of what is to be one."""
    found: list[V] = values.tolist() if hasattr(values, "tolist") else list(values)
    return found


class _Compiled:
    """Tables are numpy arrays."""

    name = "compiled"

    def __init__(self) -> None:
        import numpy

        self._numpy: Any = numpy
        self._functions: dict[Callable[..., Any], Any] = {}

    def of(self, function: F) -> F:
        found: F | None = self._functions.get(function)
        if found is None:
            dispatcher = getattr(compiled_kernel(sys.modules[function.__module__]), function.__name__)
            if not dispatcher.signatures:
                return cast("F", dispatcher)  # its first call compiles it, or loads it
            found = self._functions[function] = settled(dispatcher)
        return found

    def integers(self, values: Sequence[int]) -> Any:
        if type(values) is self._numpy.ndarray:
            return values
        return self._numpy.array(values, dtype=self._numpy.int64)

    def rows(self, values: Sequence[R]) -> Any:
        if type(values) is self._numpy.ndarray:
            return values
        if not values:
            return self._numpy.empty((0, 4), self._numpy.int64)
        # numpy takes twice as long to find out that a list of tuples is a matrix
        width = len(values[0])
        flat = self._numpy.fromiter(chain.from_iterable(values), self._numpy.int64, width * len(values))
        return flat.reshape(-1, width)

    def floats(self, values: Sequence[float]) -> Any:
        return self._numpy.array(values, dtype=self._numpy.float64)

    def fractions(self, count: int) -> Any:
        return self._numpy.empty(count, dtype=self._numpy.float64)

    def places(self, count: int) -> Any:
        return self._numpy.empty(count, dtype=self._numpy.complex128)

    def blank(self, rows: int, columns: int) -> Any:
        return self._numpy.empty((rows, columns), dtype=self._numpy.int64)

    def room(self, count: int) -> Any:
        return self._numpy.empty(count, dtype=self._numpy.int64)

    def copy(self, table: Any) -> Any:
        return table.copy()

    def listed(self, table: Any) -> list[V]:
        return list(table.tolist())


PLAIN: Twin = _Plain()

_in_use = PLAIN


def in_use() -> Twin:
    """The kernels that are worth using now."""
    return _in_use


def use_compiled() -> None:
    """Use compiled kernels from now on, if numba is installed."""
    global _in_use
    _in_use = compiled() or PLAIN


@contextmanager
def using(twin: Twin) -> Iterator[None]:
    """Use kernels of one kind as long as the context lasts, to measure or to compare them."""
    global _in_use
    before, _in_use = _in_use, twin
    try:
        yield
    finally:
        _in_use = before


@lru_cache(maxsize=1)
def compiled() -> Twin | None:
    """The compiled kernels, if numba is installed."""
    return _Compiled() if numba_is_here() else None


class Tabled(Sequence[V]):
    """Values kept as tables, which kernels take; a tuple is made of them where somebody looks at one."""

    @cached_property
    def listed(self) -> tuple[V, ...]:
        raise NotImplementedError

    @overload
    def __getitem__(self, place: int) -> V: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[V, ...]: ...

    def __getitem__(self, place: int | slice) -> V | tuple[V, ...]:
        return self.listed[place]

    def __iter__(self) -> Iterator[V]:
        return iter(self.listed)

    def __len__(self) -> int:
        return len(self.listed)

    def __eq__(self, other: object) -> bool:
        return self.listed == (other.listed if isinstance(other, Tabled) else other)

    def __hash__(self) -> int:
        return hash(self.listed)

    def __repr__(self) -> str:
        return repr(self.listed)


def numba_is_here() -> bool:
    """Whether numba is installed; it is loaded then."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


KERNELS = (
    "tangram/lattice/points.py",
    "tangram/lattice/framing.py",
    "tangram/boundary/cover.py",
    "tangram/boundary/kernel.py",
    "tangram/outlines/kernel.py",
    "tangram/exact/rows.py",
    "tangram/exact/kernel.py",
)
"""All files that anything compiled has its source in."""


@lru_cache(maxsize=1)
def _state() -> str:
    """The state of the sources of all kernels.

    It is part of the names by which numba keeps what it compiled: numba itself looks at the file of a function alone,
    not at those of the functions and numbers that are compiled into it.
    """
    folder = Path(__file__).parents[1]
    return sha256(b"\0".join((folder / name).read_bytes() for name in KERNELS)).hexdigest()[:16]


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether numba has kept a function of a kernel on the disk, compiled from the sources as they are.

    All kernels are compiled in one run as a rule, and anew where any of them has changed.
    """
    kernel = compiled_kernel(sys.modules[function.__module__])
    place = Path(getattr(kernel, function.__name__).stats.cache_path)
    return any(place.glob(f"*.{function.__name__}-{_state()}-*.nbi"))


_UNCOUNTED: dict[str, Any] = {"_nrt": False}
"""Without numba's runtime, which makes tables and frees them: kernels make none. With it every call of a function
counts up, and down again, who has each of its tables in hand, which takes half of the time of a search."""


def settled(dispatcher: Any) -> Any:
    """The compiled code itself of a function that has been called, and whose arguments keep their types for ever.

    numba looks at the types of all tables at every call, which takes as long as a short function.
    """
    return dispatcher.get_overload(dispatcher.signatures[0])


@lru_cache
def compiled_kernel(kernel: ModuleType) -> ModuleType:
    """The source of a kernel once more, as a module of its own: its functions are compiled, and call each other so.

    What it has from other modules of this package is compiled there.
    """
    from numba import njit

    module = _again(kernel)
    for name, function in list(vars(module).items()):
        plain = unwrap(function) if callable(function) else None  # without the store of its results, if it has one
        if isfunction(plain) and plain.__module__ == module.__name__:
            plain.__qualname__ = f"{name}-{_state()}"
            setattr(module, name, njit(cache=True, **_UNCOUNTED)(plain))
        elif isfunction(plain) and plain.__module__.startswith(f"{_PACKAGE}."):
            setattr(module, name, getattr(compiled_kernel(sys.modules[plain.__module__]), plain.__name__))
    return module


_PACKAGE = __name__.partition(".")[0]


def _again(kernel: ModuleType) -> ModuleType:
    name = f"{kernel.__name__}_compiled"
    spec = spec_from_file_location(name, kernel.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"the source of {kernel.__name__} cannot be found")
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
