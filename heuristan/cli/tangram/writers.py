"""How results are written: as words, as JSON, as pictures."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO

import click

from heuristan.cli.kit.failing import fail, write
from heuristan.cli.kit.json_lines import line_of

if TYPE_CHECKING:
    from heuristan.tangram.solving.result import Result

TEXTS = ("text", "json", "jsonl")
PICTURES = ("svg", "png", "filmstrip-svg", "filmstrip-png")
BY_SUFFIX = {".svg": "svg", ".png": "png", ".json": "json", ".jsonl": "jsonl", ".txt": "text"}


def format_for(output: Path | None, form: str | None) -> str:
    """The format asked for, else the one that the output's ending stands for, else text."""
    if form is not None or output is None or str(output) == os.devnull:
        return form or "text"
    ending = output.suffix.lower()
    if ending not in ("", *BY_SUFFIX):
        fail(f"{output}: no format ends in {ending}; use {', '.join(BY_SUFFIX)}, or say which with --format")
    return BY_SUFFIX.get(ending, "text")


class Writer(Protocol):
    """Writes results one by one; whoever asks for them flushes the stream."""

    def one(self, result: "Result") -> None: ...

    def end(self) -> None: ...


class Lines:
    """A line a result."""

    def __init__(self, stream: TextIO, line: "Callable[[Result], str]") -> None:
        self._stream = stream
        self._line = line

    def one(self, result: "Result") -> None:
        self._stream.write(self._line(result) + "\n")

    def end(self) -> None:
        """Nothing is open."""


class JsonArray:
    """Results as one JSON array, which is closed even when the work is interrupted."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._opening = "[\n"

    def one(self, result: "Result") -> None:
        self._stream.write(self._opening + as_json(result))
        self._opening = ",\n"

    def end(self) -> None:
        self._stream.write("\n]\n" if self._opening == ",\n" else "[]\n")


class Picture:
    """One result as a picture: into a file, with its words on the terminal, or on standard output alone."""

    def __init__(self, stream: TextIO, form: str, output: Path | None) -> None:
        self._stream = stream
        self._form = form
        self._output = output

    def one(self, result: "Result") -> None:
        if self._output is not None or result.status == "refused":
            click.echo(words(result))
        if result.status == "refused":
            return
        from heuristan.cli.tangram.pictures import picture

        drawn = picture(result.trace, self._form)
        if self._output is not None:
            write(self._output, drawn)
            click.echo(f"\nThe picture is in {self._output}.")
        elif isinstance(drawn, str):
            self._stream.write(drawn)
        else:
            fail("a PNG picture needs a file; add --output FILE.png")

    def end(self) -> None:
        """Nothing is open."""


def writer_for(form: str, stream: TextIO, output: Path | None, *, many: bool) -> Writer:
    """The writer for a format."""
    if form in PICTURES:
        return Picture(stream, form, output)
    if form == "jsonl":
        return Lines(stream, lambda result: line_of(result.as_json()))
    if form == "json":
        return JsonArray(stream) if many else Lines(stream, as_json)
    return Lines(stream, in_short if many else words)


def as_json(result: "Result") -> str:
    return json.dumps(result.as_json(), ensure_ascii=False, indent=2)


def words(result: "Result") -> str:
    """Every step in words."""
    if result.status == "refused":
        return in_short(result)
    from heuristan.tangram.explain import explain

    return explain(result.trace)


def in_short(result: "Result") -> str:
    count = result.searched.count if result.searched else None
    distinct = f"; {count.distinct:,} up to symmetry" if count is not None and count.tilings else ""
    return f"{result.id}: {result.status}: {result.message}{distinct}"
