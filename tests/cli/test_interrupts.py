"""Ctrl-C between the writing of a result and its counting: what is told and what is kept are the same."""

from collections.abc import Callable, Iterator
from pathlib import Path
from signal import SIGINT, raise_signal, signal
from typing import Any

import pytest
from shared.commands import Run

from heuristan.cli.interrupts import interrupt
from heuristan.cli.writers import Lines
from heuristan.tangram.commands.convert import _File


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
