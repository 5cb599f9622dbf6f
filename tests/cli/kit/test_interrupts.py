"""Ctrl-C between the writing of a result and its counting: what is told and what is kept are the same."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from signal import SIGINT, default_int_handler, raise_signal, signal
from typing import Any

import pytest
from shared.commands import Run

from heuristan.cli.kit.interrupts import interrupt, interrupts_put_off
from heuristan.cli.kit.writers import Lines
from heuristan.cli.tangram.convert import _File


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


def in_a_block(presses: int, fault: Exception | None = None) -> list[int]:
    """Press Ctrl-C in a block; return [1] if the block came to its end, [] if not."""
    done: list[int] = []
    with suppress(KeyboardInterrupt), interrupts_put_off():
        for _ in range(presses):
            raise_signal(SIGINT)
        if fault is not None:
            raise fault
        done.append(1)
    return done


def pressed() -> None:
    with interrupts_put_off():
        raise_signal(SIGINT)


def test_it_comes_at_the_end_of_the_block() -> None:
    assert in_a_block(1) == [1]
    with pytest.raises(KeyboardInterrupt):
        pressed()


def test_pressed_again_it_comes_at_once() -> None:
    assert in_a_block(2) == []


def test_after_the_block_it_comes_at_once_again() -> None:
    in_a_block(0)
    with pytest.raises(KeyboardInterrupt):
        raise_signal(SIGINT)


def test_an_error_in_the_block_is_told() -> None:
    with pytest.raises(BrokenPipeError):
        in_a_block(1, BrokenPipeError())


@pytest.mark.parametrize(
    ("words", "writer", "name", "told"),
    [
        ("solve cat swan --format jsonl --output o.jsonl", Lines, "one", "interrupted after 1 outline;"),
        ("convert cat swan o.geojsonl", _File, "put", "; 1 of them are kept in"),
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


def test_the_usual_handler_is_as_before() -> None:
    signal(SIGINT, default_int_handler)
    assert in_a_block(1) == []
