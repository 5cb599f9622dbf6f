"""Results as words, JSON, pictures and players; lines of JSON by orjson where it is installed, which is fast."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TextIO, TypeVar

from heuristan.cli.echoing import is_quiet
from heuristan.cli.failing import STANDARD_OUTPUT, note, writing, writing_whole
from heuristan.cli.outputs import PLAY, PLAYER, Folder, Output, Outputs, with_words
from heuristan.common.faults import InputError, MissingExtraError, describe_unexpected, is_debugging

if TYPE_CHECKING:
    from heuristan.common.web.film import Film

try:
    import orjson
except ImportError:  # numba comes with the extra `fast`
    orjson = None  # type: ignore[assignment]


def line_of(value: dict[str, Any]) -> str:
    """Return a value as JSON on one line, without spaces."""
    if orjson is not None:
        try:
            return orjson.dumps(value).decode()
        except TypeError:
            pass  # a name may hold half a pair of surrogates, which Python's own writer would let through
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


R = TypeVar("R")


class Writer(Generic[R]):
    """Writes results one by one to a stream."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def one(self, result: R) -> None:
        raise NotImplementedError

    def flush(self) -> None:
        self._stream.flush()

    def end(self) -> None:
        """Close what is open in the text, a bracket say."""


def fields_of(result: Any) -> dict[str, Any]:
    fields: dict[str, Any] = result.as_json()
    return fields


def indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def as_it_is(result: R, message: str) -> R:  # noqa: ARG001
    return result


def _failure(take: Callable[[R], object], result: R) -> str | None:
    """Give a result to what takes it; return the error of heuristan itself that this ended in."""
    try:
        take(result)
    except (OSError, InputError, MissingExtraError):
        raise
    except Exception as fault:
        if is_debugging():
            raise
        return describe_unexpected(fault)
    return None


@dataclass(frozen=True)
class Manner(Generic[R]):
    """The way in which results of a system are written in each format."""

    words: Callable[[R], str]
    """The text of the only result."""
    line: Callable[[R], str]
    """The text of one of several results, on one line."""
    draw: Callable[[R, str], str | bytes | None] | None = None
    """The picture of a result in a format; None where there is nothing to draw."""
    film: Callable[[R], "Film | None"] | None = None
    """The film of a result, which a page plays; None where there is nothing to show."""
    fields: Callable[[R], dict[str, Any]] = fields_of
    """The result as JSON."""
    document: Callable[[dict[str, Any]], str] = indented
    """The text of a JSON object that is easy to read."""
    together: Callable[[Output], Writer[R] | None] | None = None
    """Makes the writer of an output that shows all results in one picture; None for other outputs."""
    refuse: Callable[[R, str], R] = as_it_is
    """Makes what is written of a result where heuristan itself fails to write it, from the reason."""

    def give(self, result: R, takers: Iterable[Callable[[R], object]], what: str) -> R:
        """Give a result to all that take it; return it, or its refusal if heuristan itself failed at it.

        Such an error is told on standard error, and ends neither the other takers nor the results to come.

        Args:
            result: the result.
            takers: those that write or keep it.
            what: what the result is of, for messages.
        """
        given = result
        for take in takers:
            message = _failure(take, result)
            if message is not None:
                note(f"{what}: {message}")
                given = self.refuse(result, message)
                _failure(take, given)
        return given

    def explained(self) -> "Manner[R]":
        """Return the manner in which the words of the only result tell its whole run."""

        def told(result: R) -> str:
            from heuristan.common.web.film import film_in_words

            film = self.film(result) if self.film else None
            return self.words(result) if film is None else film_in_words(film)

        return replace(self, words=told)

    def drawn(self, result: R, form: str) -> str | bytes | None:
        """Return the picture of a result, or the page that plays it; None where there is nothing to draw."""
        if form == PLAYER and self.film:
            from heuristan.common.web.film import player_page

            film = self.film(result)
            return None if film is None else player_page(film)
        assert self.draw is not None, "formats without a picture are refused before"
        return self.draw(result, form)

    def writer(self, output: Output, stream: TextIO, *, many: bool) -> Writer[R]:
        """Return the writer for an output.

        Args:
            output: the file or standard output, and the format.
            stream: the open file; pictures open theirs themselves.
            many: whether there are several results.
        """
        if output.is_folder:
            return FileForEach(self, output, stream)
        if output.is_picture:
            whole = self.together(output) if self.together else None
            return whole or Picture(self, output, stream)
        if output.form == "jsonl":
            return Lines(stream, lambda result: line_of(self.fields(result)))
        if output.form == "json":
            write_one = lambda result: self.document(self.fields(result))  # noqa: E731
            return JsonArray(stream, write_one) if many else Lines(stream, write_one)
        return Lines(stream, self.line if many else self.words)


@contextmanager
def opened(outputs: Outputs, manner: Manner[R], *, many: bool) -> Iterator[Sequence[Writer[R]]]:
    """Open the writers of all outputs, and end them on the way out, whatever ended the work.

    Where a picture goes into a file and nothing to standard output, the words go there, unless ``--quiet`` is given.

    Args:
        outputs: where to write what.
        manner: how results are written.
        many: whether there are several results.
    """
    with ExitStack() as stack:
        writers: list[Writer[R]] = []
        for output in with_words(outputs):
            stream = stack.enter_context(_stream_of(output))
            writers.append(manner.writer(output, stream, many=many))
            stack.callback(writers[-1].end)
        yield writers


def _stream_of(output: Output) -> AbstractContextManager[TextIO]:
    """Open what is written to; a JSON text is of use only as a whole, lines one by one."""
    if output.is_picture or output.is_folder:
        return nullcontext(sys.stdout)
    if output.form == "json" and output.path not in (None, STANDARD_OUTPUT):
        return writing_whole(output.path)
    return writing(output.path)


class Lines(Writer[R]):
    """Writes a text and a line break for each result."""

    def __init__(self, stream: TextIO, text: Callable[[R], str]) -> None:
        super().__init__(stream)
        self._text = text

    def one(self, result: R) -> None:
        self._stream.write(self._text(result) + "\n")


class JsonArray(Lines[R]):
    """Writes results as one JSON array, which is closed even when the work is interrupted."""

    _opening = "[\n"

    def one(self, result: R) -> None:
        self._stream.write(self._opening + self._text(result))
        self._opening = ",\n"

    def end(self) -> None:
        self._stream.write("\n]\n" if self._opening == ",\n" else "[]\n")


class Picture(Writer[R]):
    """Draws one result into a file, or on standard output alone."""

    def __init__(self, manner: Manner[R], output: Output, stream: TextIO) -> None:
        super().__init__(stream)
        self._manner = manner
        self._output = output

    def one(self, result: R) -> None:
        drawn = self._manner.drawn(result, self._output.form)
        if drawn is not None:
            what = "page" if self._output.form in (PLAYER, PLAY) else "picture"
            self._output.write(drawn, f"\nThe {what} is in {self._output.path}.")
        elif self._output.path is None:
            self._stream.write(self._manner.words(result) + "\n")


class FileForEach(Writer[R]):
    """Writes a file for each result into a folder."""

    def __init__(self, manner: Manner[R], output: Output, stream: TextIO) -> None:
        super().__init__(stream)
        assert output.path is not None, "only a path is known to be a folder"
        self._manner = manner
        self._output = output
        self._folder = Folder(output.path, output.ending)
        self._is_used = False

    def one(self, result: R) -> None:
        made = self._made(result)
        if made is not None:
            with self._folder:
                self._folder.put(str(fields_of(result)["id"]), made)
            self._is_used = True

    def _made(self, result: R) -> str | bytes | None:
        if self._output.is_picture:
            return self._manner.drawn(result, self._output.form)
        if self._output.form == "text":
            return self._manner.words(result)
        fields = self._manner.fields(result)
        return line_of(fields) if self._output.form == "jsonl" else self._manner.document(fields)

    def end(self) -> None:
        if self._is_used and self._output.is_picture and not is_quiet():
            self._stream.write(f"\nThe pictures are in {self._output.path}{os.sep}\n")
