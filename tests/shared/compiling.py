"""Large kernels compiled before many tests run: processes that need one at the same time would each compile it."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from heuristan.common.kernels import PLAIN, Backend, compiled_backend, has_numba, is_cached, use
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.puzzle import Puzzle

MANY = 2000
"""Number of tests of which some need each kernel."""


def _cat() -> Puzzle:
    (puzzle,) = (each for each in read_outlines("cat") if isinstance(each, Puzzle))
    return puzzle


def _search(_: Backend) -> None:
    from heuristan.tangram.exact.backends import compiled
    from heuristan.tangram.exact.search import search

    search(_cat(), backend=compiled())


def _laboratory(backend: Backend) -> None:
    from heuristan.lab.quick.as_published import solve_quickly
    from heuristan.tangram.expert.ranking_file import read_ranking

    solve_quickly(_cat(), read_ranking("deutsch-hayes-1972"), backend=backend)


def _geometry(backend: Backend) -> None:
    from heuristan.tangram.outlines.snapping import snap
    from heuristan.tangram.solving.shortcuts import solve

    with use(backend):
        solve(_cat())
        snap("a rectangle", [[[(0.0, 0.0), (4.0, 0.0), (4.0, 2.0), (0.0, 2.0)]]], 1, True)


KERNELS: Mapping[str, Callable[[Backend], None]] = {"search": _search, "geometry": _geometry, "laboratory": _laboratory}
BY_NIGHT = {"laboratory"}
"""What takes a minute, and few tests need."""


def compile_kernels(claims: Path, *, all_of_them: bool) -> None:
    """Compile those kernels of which no other process of this run says in a folder that it does."""
    backend = compiled_backend()
    for name, compile_now in KERNELS.items() if backend else ():
        if name in BY_NIGHT and not all_of_them:
            continue
        try:
            (claims / f"compiling-{name}").mkdir()
        except FileExistsError:
            continue
        with use(PLAIN):  # a search that took long prefers compiled kernels from then on
            compile_now(backend)


def leave_uncompiled(kernel: Callable[..., Any], config: pytest.Config) -> None:
    """Skip a test that would have to compile for long, but with --all; and one that cannot compile."""
    if not has_numba():
        pytest.skip("numba is not installed")
    if not (config.option.all or is_cached(kernel)):
        pytest.skip("the disk has no machine code of it, and compiling takes long: run --all")
