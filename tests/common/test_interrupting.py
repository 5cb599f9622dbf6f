"""Ctrl-C deferred until a block ends."""

from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIG_IGN, SIGINT, default_int_handler, raise_signal, signal
from typing import Any

import pytest
from shared.commands import Run

from heuristan.cli.outputs import LateFile
from heuristan.cli.writers import Lines
from heuristan.common.interrupting import interrupt, undisturbed


@pytest.fixture(autouse=True)
def _usual() -> Iterator[None]:
    before = signal(SIGINT, default_int_handler)
    yield
    signal(SIGINT, before)


def pressed(times: int, done: list[str], *, unless_again: bool = False) -> None:
    """Press Ctrl-C in a block."""
    with undisturbed(unless_again=unless_again):
        for _ in range(times):
            raise_signal(SIGINT)
        done.append("block")


@pytest.mark.parametrize(("times", "unless_again"), [(1, False), (2, False), (1, True)])
def test_it_comes_when_the_block_ends(times: int, unless_again: bool) -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        pressed(times, done, unless_again=unless_again)
    assert done == ["block"]


def test_pressed_again_it_comes_at_once_where_that_is_wanted() -> None:
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        pressed(2, done, unless_again=True)
    assert not done


def test_it_comes_when_the_outermost_block_ends() -> None:
    done: list[str] = []

    @undisturbed()
    def work() -> None:
        pressed(1, done)
        done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["block", "outer"]


@pytest.mark.parametrize("unless_again", [False, True])
def test_it_comes_at_once_afterwards(unless_again: bool) -> None:
    pressed(0, [], unless_again=unless_again)
    with pytest.raises(KeyboardInterrupt):
        raise_signal(SIGINT)


def test_an_error_in_the_block_is_told() -> None:
    def broken() -> None:
        with undisturbed(unless_again=True):
            raise_signal(SIGINT)
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        broken()


def test_a_process_that_ignores_it_goes_on() -> None:
    signal(SIGINT, SIG_IGN)
    done: list[str] = []
    pressed(2, done, unless_again=True)
    assert done == ["block"]


@pytest.fixture(autouse=True)
def _noted() -> Iterator[None]:
    usual = signal(SIGINT, interrupt)
    yield
    signal(SIGINT, usual)


def pressing(function: Callable[..., None]) -> Callable[..., None]:
    """Press Ctrl-C as soon as a function has done its work."""

    def pressed(*arguments: Any) -> None:
        function(*arguments)
        raise_signal(SIGINT)

    return pressed


@pytest.mark.parametrize(
    ("words", "writer", "name", "told"),
    [
        ("solve cat swan --format jsonl --output o.jsonl", Lines, "one", "interrupted after 1 outline;"),
        ("convert cat swan o.geojsonl", LateFile, "put", "; 1 of them are kept in"),
    ],
    ids=["solve", "convert"],
)
def test_what_is_written_is_counted(
    words: str,
    writer: type,
    name: str,
    told: str,
    heuristan: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, name, pressing(getattr(writer, name)))
    outcome = heuristan(*words.split())
    file = Path(words.split()[-1])
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1
    assert told in outcome.err
