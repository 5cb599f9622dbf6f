"""``--output`` and ``--format``: which files and folders are written, and in which format."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import wraps
from itertools import chain, count
from pathlib import Path
from typing import Any, NamedTuple, Self, TextIO

import click

from heuristan.cli.echoing import echo, is_quiet, say
from heuristan.cli.failing import STANDARD_OUTPUT, check_link, check_place, fail, write, writing
from heuristan.cli.sources import files_of_pattern
from heuristan.common.files import real

LONGEST_NAME = 100


def is_folder(name: str) -> bool:
    """Return whether an output is a folder: one that is there, or a name that ends like one."""
    return name.endswith(("/", os.sep)) or os.path.isdir(name)


def check_folder(path: Path) -> None:
    """Check before any work that a folder is there or can be made, and that files can be written into it."""
    check_link(path)
    if path.exists() and not path.is_dir():
        fail(f"{path}: this is a file, not a folder; choose another name")
    if not path.exists() and not path.parent.is_dir():
        fail(f"{path}: cannot be made a folder ({path.parent} is not there); choose another place")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        fail(f"{path}: cannot be written (permission denied); choose another place")


class Folder:
    """A folder with a file for each of several things, named by their ids; it is made where it is missing."""

    def __init__(self, path: Path, ending: str, read: Iterable[Path] = ()) -> None:
        """Take a place; nothing is written yet.

        Args:
            path: the folder.
            ending: the ending of every file, with its dot.
            read: files that are read and must not be overwritten.
        """
        self.path = path
        self._ending = ending
        self._read = {real(each) for each in read}
        self._used: set[str] = set()

    def __enter__(self) -> None:
        try:
            self.path.mkdir(exist_ok=True)
        except OSError as fault:
            fail(f"{self.path}: cannot be made a folder ({fault.strerror or fault}); choose another place")

    def put(self, id: str, made: str | bytes) -> None:
        """Write a file named by an id; a text ends with a line break."""
        path = self.path / f"{self._name_for(id)}{self._ending}"
        if real(path) in self._read:
            fail(f"{path}: the file is read as well and would be lost; choose another folder")
        write(path, made.rstrip("\n") + "\n" if isinstance(made, str) else made)

    def _name_for(self, id: str) -> str:
        """Return a name that every system takes, and that no thing before has."""
        plain = re.sub(r"[^\w.-]+", "-", id, flags=re.ASCII)[:LONGEST_NAME].strip("-.") or "outline"
        names = chain([plain], (f"{plain}-{number}" for number in count(2)))
        name = next(name for name in names if name.lower() not in self._used)
        self._used.add(name.lower())
        return name

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


class LateFile:
    """One file, or standard output, that is opened when there is something to write, and ended whatever happens."""

    def __init__(self, path: Path | None, before: str = "", between: str = "", after: str = "") -> None:
        self.path = path
        self._before, self._between, self._after = before, between, after
        self._stack = ExitStack()
        self._stream: TextIO | None = None

    def __enter__(self) -> Self:
        return self

    def put(self, id: str, made: str) -> None:  # noqa: ARG002 - as a folder takes it
        """Write the text of one of several things."""
        if self._stream is None:
            self._stream = self._stack.enter_context(writing(self.path))
            self._stack.callback(self._stream.write, self._after)
            self._stream.write(self._before)
        else:
            self._stream.write(self._between)
        self._stream.write(made)
        self._stream.flush()

    def __exit__(self, *ended: Any) -> None:
        self._stack.__exit__(*ended)


TEXTS = ("text", "json", "jsonl")
"""Formats for several results."""
PICTURES = ("svg", "png", "filmstrip-svg", "filmstrip-png")
"""Formats for one result, drawn."""
PLAYER = "html"
"""The format for one result, played step by step on a page."""
PLAY = "play"
"""The format for one puzzle, to be played on a page."""
IN_CHARACTERS = ("printout", "vertex-array")
"""Formats for one result, drawn in characters."""

ENDINGS = {
    ".filmstrip.svg": "filmstrip-svg",
    ".filmstrip.png": "filmstrip-png",
    ".printout.txt": "printout",
    ".vertices.txt": "vertex-array",
    ".txt": "text",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".svg": "svg",
    ".png": "png",
    ".play.html": "play",
    ".html": "html",
}
"""The format of each ending; the longest ending that fits decides."""

TO_PLAY = (".play", ".play.html")
"""The endings of folders and files to play with, which `play/` and `play.html` have too."""

IN_FOLDERS = "png"
"""The format of files in a folder, if none is given."""


class Output(NamedTuple):
    """Something that is written: where to (None for standard output), and in which format."""

    path: Path | None
    form: str
    is_folder: bool = False
    """True for a folder with a file for each result."""

    @property
    def ending(self) -> str:
        """The ending of files in this format, with its dot."""
        return next(ending for ending, form in ENDINGS.items() if form == self.form)

    @property
    def is_picture(self) -> bool:
        return self.form not in (*TEXTS, "csv")

    @property
    def is_binary(self) -> bool:
        return self.form.endswith("png")

    def write(self, made: str | bytes, words: str = "") -> None:
        """Write what is made to the file, and say so in words if they are given; or print it."""
        if self.path is None:
            echo(made, nl=False)
            return
        write(self.path, made)
        if words:
            say(words)


Outputs = tuple[Output, ...]


def paths_of(outputs: Outputs) -> list[Path | None]:
    return [output.path for output in outputs]


def output_options(
    forms: Sequence[str], what: str = "results", *, with_folders: bool = False
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds ``--output`` and ``--format``; the command gets the parameter `outputs`.

    Args:
        forms: the formats that the command writes.
        what: what is written, for the help.
        with_folders: whether a folder with a file for each result is taken.
    """
    folder = " A folder (a name that ends in /) gets a file for each, PNG unless --format says otherwise."
    output = click.option(
        "--output",
        type=click.Path(),
        multiple=True,
        metavar="FILE|FOLDER" if with_folders else "FILE",
        help=f"File for the {what}, in the format of its ending; - is standard output.{folder * with_folders} "
        "Repeatable.",
    )
    form = click.option(
        "--format",
        "form",
        type=click.Choice(list(forms)),
        help="Format of the output.  [default: by the ending of --output, else text]",
    )

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def with_outputs(output: tuple[str, ...], form: str | None, **others: Any) -> Any:
            return function(outputs=outputs_of(output, form, forms, with_folders=with_folders), **others)

        return output(form(with_outputs))

    return decorate


def outputs_of(paths: Sequence[str], form: str | None, forms: Sequence[str], *, with_folders: bool = False) -> Outputs:
    """Return the outputs that the options ask for, standard output if there is no path; or fail with the reason.

    Args:
        paths: the values of ``--output``.
        form: the value of ``--format``.
        forms: the formats that the command writes; the first is the default.
        with_folders: whether a path may be a folder.
    """
    if form is not None and len(paths) > 1:
        fail("--format is for one --output; with several, the ending of each is its format")
    found = tuple(_output(name, form, forms, with_folders=with_folders) for name in paths or [str(STANDARD_OUTPUT)])
    if sum(output.path is None for output in found) > 1:
        fail("standard output would be written twice; give one --output -")
    for output in found:
        if output.path is not None:
            (check_folder if output.is_folder else check_place)(output.path)
        elif output.is_binary:
            fail("a PNG picture needs a file; add --output FILE.png")
    return found


def _output(name: str, form: str | None, forms: Sequence[str], *, with_folders: bool) -> Output:
    path = Path(name)
    if path == STANDARD_OUTPUT:
        return Output(None, form or forms[0])
    if with_folders and is_folder(name):
        return Output(path, form or (PLAY if _is_to_play(path, forms) else IN_FOLDERS), is_folder=True)
    return Output(path, form or form_of(path, forms))


def form_of(path: Path, forms: Sequence[str]) -> str:
    """Return the format of a file by its ending, the first format if there is no ending; fail if it is not known."""
    if str(path) == os.devnull:
        return forms[0]
    if _is_to_play(path, forms):
        return PLAY
    name = path.name.lower()
    form = next((form for ending, form in ENDINGS.items() if name.endswith(ending)), None)
    if form is None and not path.suffix:
        return forms[0]
    if form is None or form not in forms:
        endings = ", ".join(ending for ending, known in ENDINGS.items() if known in forms)
        fail(f"{path}: no format ends in {path.suffix}; use {endings}, or say which with --format")
    return form


def _is_to_play(path: Path, forms: Sequence[str]) -> bool:
    return PLAY in forms and f".{path.name.lower()}".endswith(TO_PLAY)


def refuse_reading_from(outputs: Outputs, reads: Iterable[str]) -> None:
    """Refuse to write into a folder that is read, or that holds a file which is read and could be overwritten.

    Args:
        outputs: what is written.
        reads: files, folders and patterns that are read; names of anything else are ignored.
    """
    folders = {real(output.path): output for output in outputs if output.path and output.is_folder}
    for path in (Path(name) for source in reads for name in (source, *files_of_pattern(source)) if name):
        if path.is_dir() and real(path) in folders:
            fail(f"{path}: the folder is read as well, and its files could be lost; choose another folder")
        output = folders.get(real(path.parent))
        if output is not None and path.is_file() and path.name.lower().endswith(output.ending):
            fail(f"{output.path}: {path.name} is read from this folder and could be lost; choose another folder")


def with_words(outputs: Outputs) -> Outputs:
    """Return the outputs, and standard output for words where pictures go into files and nothing else goes there."""
    is_needed = any(output.is_picture for output in outputs) and all(output.path for output in outputs)
    return (Output(None, "text"), *outputs) if is_needed and not is_quiet() else outputs


def are_seen(outputs: Outputs) -> bool:
    """Return whether results come up on a terminal one by one, where a bar would be in their way."""
    return sys.stdout.isatty() and any(output.path is None or output.is_picture for output in outputs)


def kept_in(outputs: Outputs) -> str:
    """Return the end of a message after Ctrl-C: the files that hold what is done, if there are any."""
    files = [str(output.path) for output in outputs if output.path is not None and not output.is_picture]
    return f"; what is done is kept in {' and '.join(files)}" if files else ""


def check_one(outputs: Outputs, what: str = "outline", advice: str = "give one, or write jsonl", *, many: bool) -> None:
    """Fail if there are several results, and a picture, which shows one, is among the outputs.

    Args:
        outputs: what is written; a folder has a picture for each.
        what: what a picture shows one of.
        advice: what to do instead.
        many: whether there are several.
    """
    picture = next((output for output in outputs if output.is_picture and not output.is_folder), None)
    if many and picture is not None:
        name = picture.path or picture.form
        fail(f"{name}: a picture is of one {what}, and there are several; {advice}")


def drawn_as(form: str, svg: str) -> str | bytes:
    """Return a drawing in the format of a picture."""
    if not form.endswith("png"):
        return svg
    from heuristan.common.svg.png import to_png

    return to_png(svg)
