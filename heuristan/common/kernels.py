"""Kernels: functions that run in plain Python, or compiled by numba where that is installed.

A *kernel* is a module whose functions keep to numbers, tables and loops. A table is a list in plain Python and a numpy
array where the kernel is compiled, so one source serves both *backends*, and both give the same results.

Compiling takes seconds, once; numba keeps the machine code on the disk, and loading numba takes half a second. Only
work on many outlines repays that, so everything runs in plain Python until a caller asks for more (`prefer_compiled`).
"""

import ast
import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache, partial
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias, TypeVar, cast, overload

from heuristan.common.interrupting import undisturbed

F = TypeVar("F", bound=Callable[..., Any])
R = TypeVar("R", bound=Sequence[int])
V = TypeVar("V")
T = TypeVar("T", bound=tuple[Any, ...])

Rows: TypeAlias = list[list[int]]
"""A table of integers."""

Matrix: TypeAlias = Sequence[Sequence[int]]
"""A table of integers that is only read."""


class Backend:
    """One way to run kernels, with the kind of tables that they work on: plain Python, whose tables are lists."""

    name = "plain"

    def of(self, function: F) -> F:
        """Return this backend's version of a kernel's function."""
        return function

    def integers(self, values: Sequence[int]) -> list[int]:
        """Return a table of integers; a table is returned as it is."""
        return _as_list(values)

    def rows(self, values: Sequence[R]) -> list[R]:
        """Return a table of rows of the same length, at least one; a table is returned as it is."""
        return _as_list(values)

    def floats(self, values: Sequence[float]) -> list[float]:
        """Return a table of floats."""
        return list(values)

    def empty_floats(self, count: int) -> list[float]:
        """Return a table of floats with any values."""
        return [0.0] * count

    def empty_complexes(self, count: int) -> list[complex]:
        """Return a table of complex numbers with any values."""
        return [0j] * count

    def empty_rows(self, rows: int, columns: int) -> Rows:
        """Return a table of rows of integers with any values."""
        return [[0] * columns for _ in range(rows)]

    def empty_integers(self, count: int) -> list[int]:
        """Return a table of integers with any values."""
        return [0] * count

    def copy(self, table: Rows) -> Rows:
        """Return a copy of a table of rows."""
        return [row[:] for row in table]

    def as_list(self, table: Sequence[V]) -> list[V]:
        """Return the numbers, or rows, of a table as a list."""
        return _as_list(table)

    def bundled(self, tables: T) -> T:
        """Return a named tuple of tables, which stay the same ones, in the way that functions take them at once."""
        return tables


def _as_list(values: Sequence[V]) -> list[V]:
    """Return the rows or numbers of a table of either backend, or of any sequence, as a list."""
    found: list[V] = values.tolist() if hasattr(values, "tolist") else list(values)
    return found


class _Compiled(Backend):
    """The backend that numba compiles: its tables are numpy arrays, typed as the lists of the plain one."""

    name = "compiled"

    def __init__(self) -> None:
        import numpy

        self._numpy: Any = numpy
        self._array: Any = numpy.ndarray
        self._functions: dict[Callable[..., Any], Any] = {}

    def of(self, function: F) -> F:
        found: F | None = self._functions.get(function)
        if found is None:
            dispatcher = compiled_function(function)
            if not dispatcher.signatures:
                return cast("F", partial(_called_first, dispatcher))
            found = self._functions[function] = machine_code(dispatcher)
        return found

    def integers(self, values: Sequence[int]) -> Any:
        if type(values) is self._array:
            return values
        return self._numpy.array(values, dtype=self._numpy.int64)

    def rows(self, values: Sequence[R]) -> Any:
        if type(values) is self._array:
            return values
        if not values:
            return self._numpy.empty((0, 4), self._numpy.int64)
        # numpy takes twice as long to find out that a list of tuples is a matrix
        width = len(values[0])
        flat = self._numpy.fromiter(chain.from_iterable(values), self._numpy.int64, width * len(values))
        return flat.reshape(-1, width)

    def floats(self, values: Sequence[float]) -> Any:
        return self._numpy.array(values, dtype=self._numpy.float64)

    def empty_floats(self, count: int) -> Any:
        return self._numpy.empty(count, dtype=self._numpy.float64)

    def empty_complexes(self, count: int) -> Any:
        return self._numpy.empty(count, dtype=self._numpy.complex128)

    def empty_rows(self, rows: int, columns: int) -> Any:
        return self._numpy.empty((rows, columns), dtype=self._numpy.int64)

    def empty_integers(self, count: int) -> Any:
        return self._numpy.empty(count, dtype=self._numpy.int64)

    def copy(self, table: Any) -> Any:
        return table.copy()

    def as_list(self, table: Any) -> list[V]:
        return list(table.tolist())

    def bundled(self, tables: T) -> T:
        from heuristan.common.bundles import bundled

        return bundled(tables)


def _called_first(dispatcher: Any, *arguments: Any) -> Any:
    """Call a function that is compiled by that, or loaded: without looking for garbage, which takes a tenth as long."""
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        return dispatcher(*arguments)
    finally:
        if is_enabled:
            gc.enable()


# room for the frames of all that it calls: by itself, CPython takes 16 kB at a time from the system, again and again
# where the compiler's loops lie across two of them, and gives it back
_called_first.__code__ = _called_first.__code__.replace(co_stacksize=1 << 17)

PLAIN = Backend()

_current = PLAIN


def current() -> Backend:
    """Return the backend in use."""
    return _current


def prefer_compiled() -> None:
    """Use the compiled backend from now on, if numba is installed."""
    global _current
    _current = compiled_backend() or PLAIN


@contextmanager
def use(backend: Backend) -> Iterator[None]:
    """Use a backend as long as the context lasts, to measure or to compare backends."""
    global _current
    before, _current = _current, backend
    try:
        yield
    finally:
        _current = before


@lru_cache(maxsize=1)
def compiled_backend() -> Backend | None:
    """Return the compiled backend, or None if numba is not installed."""
    return _Compiled() if has_numba() else None


class TableSequence(Sequence[V]):
    """Values kept as tables for kernels, and a sequence of tuples, which are made on first use."""

    @cached_property
    def listed(self) -> tuple[V, ...]:
        """The values as tuples."""
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
        return self.listed == (other.listed if isinstance(other, TableSequence) else other)

    def __hash__(self) -> int:
        return hash(self.listed)

    def __repr__(self) -> str:
        return repr(self.listed)


def has_numba() -> bool:
    """Return whether numba is installed and may compile; if so, load it."""
    try:
        with undisturbed():  # of an import that Ctrl-C ends, parts stay, with which numba fails ever after
            numba: Any = import_module("numba")
    except (ImportError, OSError):  # this also happens where memory is too small to load it
        return False
    return not numba.config.DISABLE_JIT


@lru_cache
def source_digest(kernel: ModuleType) -> str:
    """Return a digest of everything that is compiled into a kernel's functions: its source, and what it imports.

    It is part of the names under which numba keeps machine code: numba itself looks at the file of a function alone,
    not at the files of the functions and numbers that are compiled into it.
    """
    from hashlib import sha256

    sources = {module.__name__: Path(module.__file__ or "").read_bytes() for module in sources_of(kernel)}
    return sha256(b"\0".join(sources[name] for name in sorted(sources))).hexdigest()[:16]


def sources_of(kernel: ModuleType) -> set[ModuleType]:
    """Return a kernel and the modules of its own package that it imports, directly or through others."""
    found: set[ModuleType] = set()
    waiting = [kernel]
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += _imported(module)
    return found


def _imported(module: ModuleType) -> Iterator[ModuleType]:
    """Return the modules of its own package that a module imports by statements at its top level."""
    from importlib.util import resolve_name

    for statement in ast.parse(Path(module.__file__ or "").read_bytes()).body:
        if isinstance(statement, ast.Import):
            names = [each.name for each in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            source = resolve_name("." * statement.level + (statement.module or ""), module.__package__)
            names = [source, *(f"{source}.{each.name}" for each in statement.names)]
        else:
            continue
        yield from (sys.modules[name] for name in names if name in sys.modules and _is_of_package(name, module))


def _is_of_package(name: str, module: ModuleType) -> bool:
    """Return whether a name is that of a module of the same package, the topmost one, as a module."""
    return name.partition(".")[0] == module.__name__.partition(".")[0]


def is_cached(function: Callable[..., Any]) -> bool:
    """Return whether numba has machine code of a kernel's function on the disk, made from the sources as they are."""
    dispatcher = compiled_function(function)
    place = dispatcher.stats.cache_path
    return bool(place) and any(Path(place).glob(f"*.{dispatcher.py_func.__qualname__}-*.nbi"))


def _forgiving_cache(function: FunctionType) -> Any:
    """Return numba's cache of a function; where its files are damaged, they are emptied and made again.

    numba itself ends with the errors of pickle then, at every start.
    """
    usual: Any = import_module("numba.core.caching").FunctionCache

    class ForgivingCache(usual):  # type: ignore[misc] # numba has no types
        def load_overload(self, sig: Any, target_context: Any) -> Any:
            with undisturbed():  # numba fails ever after, too, if Ctrl-C comes while it registers what it knows
                target_context.refresh()
            try:
                return super().load_overload(sig, target_context)
            except Exception:  # a damaged pickle raises anything
                self.flush()
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            """Keep machine code, and take away that of former sources."""
            super().save_overload(sig, data)
            name, digest = function.__qualname__.rsplit("-", 1)
            for file in Path(self.cache_path).glob(f"*.{name}-*.nb[ic]"):
                if f".{name}-{digest}-" not in file.name:
                    with suppress(OSError):
                        file.unlink()

    return ForgivingCache(function)


def machine_code(dispatcher: Any) -> Any:
    """Return the machine code of a compiled function that has been called, and that always takes the same types.

    numba's dispatcher looks at the types of all tables at every call, which takes as long as a short function.
    """
    return dispatcher.get_overload(dispatcher.signatures[0])


@lru_cache
def compiled_function(function: Callable[..., Any]) -> Any:
    """Return the compiled version of a kernel's function, to be called from outside; its machine code is kept."""
    from numba import njit

    from heuristan.common.linking import OPTIONS

    kernel = sys.modules[function.__module__]
    inner = getattr(_compiled_kernel(kernel), function.__name__).py_func
    plain = FunctionType(inner.__code__, inner.__globals__, inner.__name__, inner.__defaults__, inner.__closure__)
    plain.__qualname__ = f"{function.__name__}-{source_digest(kernel)}"
    compiled: Any = njit(**OPTIONS)(plain)
    with suppress(RuntimeError):  # without a writable folder the function is compiled in each process
        compiled._cache = _forgiving_cache(plain)
    return compiled


@lru_cache
def _compiled_kernel(kernel: ModuleType) -> ModuleType:
    """Return a second module from a kernel's source, whose functions are compiled and call each other so.

    What it imports from other modules of its package is compiled there.
    """
    from inspect import unwrap

    from numba import njit

    from heuristan.common.linking import INNER, INNER_OPTIONS, link_whole_programs, of_any_number

    link_whole_programs()
    module = _second_module(kernel)
    for name, function in list(vars(module).items()):
        plain = unwrap(function) if callable(function) else None  # unwrap it from its cache of results, if it has one
        if not isinstance(plain, FunctionType):
            continue
        if plain.__module__ == module.__name__:
            plain.__qualname__ = f"{name}-{source_digest(kernel)}{INNER}"
            setattr(module, name, of_any_number(njit(**INNER_OPTIONS)(plain)))
        elif _is_of_package(plain.__module__, kernel):
            setattr(module, name, getattr(_compiled_kernel(sys.modules[plain.__module__]), plain.__name__))
    return module


def _second_module(kernel: ModuleType) -> ModuleType:
    from importlib.util import module_from_spec, spec_from_file_location

    name = f"{kernel.__name__}_compiled"
    spec = spec_from_file_location(name, kernel.__file__)
    if spec is None or spec.loader is None:
        raise ImportError(f"the source of {kernel.__name__} cannot be found")
    module = sys.modules[name] = module_from_spec(spec)
    tree = _WithNumbers(kernel).visit(ast.parse(Path(kernel.__file__ or "").read_bytes()))
    exec(compile(tree, str(kernel.__file__), "exec"), vars(module))
    return module


class _WithNumbers(ast.NodeTransformer):
    """Puts integers in the place of their names: numba looks up, types and lowers each name as an object."""

    def __init__(self, kernel: ModuleType) -> None:
        self._names = vars(kernel)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        is_constant = isinstance(node.ctx, ast.Load) and node.id.isupper()
        return _number_or(node, self._names.get(node.id) if is_constant else None)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        owner = self._names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(owner, ModuleType):
            return _number_or(node, getattr(owner, node.attr))
        self.generic_visit(node)
        return node


def _number_or(node: ast.expr, value: object) -> ast.expr:
    return ast.copy_location(ast.Constant(value), node) if type(value) is int else node
