"""Files opened with care: a file that cannot be what is wanted is refused before anything reads it."""

import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import EBADF
from functools import lru_cache
from io import BufferedReader, RawIOBase, TextIOBase
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from heuristan.common.faults import InputError

if TYPE_CHECKING:
    from typing_extensions import Buffer

HEAD = 1024 * 1024
"""Number of bytes at the start of a file that show its format: its first line should be among them."""

RECORD_SEPARATOR = b"\x1e"
"""Starts each record of a JSON text sequence (RFC 7464), as GeoJSON has them too (RFC 8142)."""

STANDARD_INPUT = "-"
"""The source that stands for standard input."""

INPUT_FILE = Path("/dev/stdin")
"""The path that stands for standard input, on every system, where a path is taken."""

BYTE_ORDER_MARK = b"\xef\xbb\xbf"

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""First bytes of UTF-16 texts."""


def read_head(path: Path, wanted: str = "") -> bytes:
    """Return the start of a file, without a byte order mark.

    Args:
        path: the file.
        wanted: what the file should hold, like "an outline", for the message of an empty file.

    Raises:
        InputError: if the file is missing, not a regular file, not readable, or empty.
    """
    try:
        if not exists(path):
            raise InputError(f"{path}: there is no such file; check the path")
        if not is_file(path):
            raise InputError(f"{path}: this is not a regular file; give a file or a folder of files")
    except (OSError, ValueError) as fault:
        raise unreadable(path, fault) from None
    head = read_bytes(path, HEAD).removeprefix(BYTE_ORDER_MARK)
    if not head.strip():
        raise InputError(f"{path}: the file is empty{wanted and f'; it should hold {wanted}'}")
    return head


_WITH_PAGES = re.compile(r"(.+)#([^#/]*)", re.DOTALL)
_PAGES = re.compile(r"([1-9][0-9]{0,5})(?:-([1-9][0-9]{0,5}))?")


def with_pages(source: Path | str) -> tuple[Path, range | None]:
    """Return the file of a source, and the numbers of the pages of it that are chosen, as in book.pdf#3-7.

    None are chosen by other names, and by that of a file which is there.

    Raises:
        InputError: if the file exists and what follows # does not name pages.
    """
    name = str(source)
    parted = _WITH_PAGES.fullmatch(name)
    if parted is None or exists(name) or not os.path.isfile(parted[1]):
        return Path(source), None
    pages = _PAGES.fullmatch(parted[2])
    first, last = (int(pages[1]), int(pages[2] or pages[1])) if pages else (1, 0)
    if first > last:
        raise InputError(f"{name}: '#{parted[2]}' chooses no pages; write {parted[1]}#3, or {parted[1]}#3-7")
    return Path(parted[1]), range(first, last + 1)


def is_text(head: bytes) -> bool:
    """Return whether a file that starts with these bytes may be UTF-8 text."""
    return b"\0" not in head and not head.startswith(UTF_16)


def check_text(path: Path | str, head: bytes, advice: str = "it should be UTF-8 text") -> None:
    """Check the start of a file that should be text.

    Raises:
        InputError: if it is not UTF-8 text.
    """
    if head.startswith(UTF_16):
        raise InputError(f"{path}: the file is UTF-16 text; save it as UTF-8")
    if b"\0" in head:
        raise InputError(f"{path}: the file is binary; {advice}")


def unreadable(path: Path | str, fault: OSError | ValueError) -> InputError:
    """Return the error for a file that cannot be read; a fault that says so already is returned as it is."""
    if isinstance(fault, InputError):
        return fault
    return InputError(f"{path}: the file cannot be read ({getattr(fault, 'strerror', None) or fault})")


def read_bytes(source: Path | str, most: int) -> bytes:
    """Return the start of a file of any sort, or of standard input, up to a number of bytes.

    Raises:
        InputError: if the file cannot be read.
    """
    try:
        with opened(source, most) as file:
            return file.read(most)
    except (OSError, ValueError) as fault:
        raise unreadable(name_of(source), fault) from None


def exists(path: Path | str) -> bool:
    """Return whether there is a file or folder of this path; standard input is always there."""
    return is_input(path) or os.path.exists(path)


def is_file(path: Path | str) -> bool:
    """Return whether a path is that of a regular file, or of standard input."""
    return is_input(path) or os.path.isfile(path)


def is_input(source: Path | str) -> bool:
    """Return whether a source or a path stands for standard input."""
    return source == STANDARD_INPUT or Path(source) == INPUT_FILE


def opened(source: Path | str, kept: int = HEAD) -> BufferedReader:
    """Open a file for reading, or standard input from its start.

    Args:
        source: the file.
        kept: the number of bytes after which what is read of standard input cannot be read again.

    Raises:
        OSError: if it cannot be opened.
        InputError: if it is standard input, and closed.
    """
    return BufferedReader(_FromStart(_input_of(standard_input()), kept)) if is_input(source) else open(source, "rb")


class _Input:
    """Standard input, of which some of the start can be read again."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._start = bytearray()
        self._taken = 0

    def read(self, at: int, size: int, kept: int) -> bytes:
        if at < len(self._start):
            return bytes(self._start[at : at + size])
        if at < self._taken:
            raise InputError("its start cannot be read again; save it as a file, and give that")
        data = self._stream.read(size)
        self._taken += len(data)
        if at == len(self._start) < kept:
            self._start += data
        return data


class _FromStart(RawIOBase):
    """Standard input from its start on."""

    def __init__(self, given: _Input, kept: int) -> None:
        self._given = given
        self._kept = kept
        self._at = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "Buffer") -> int:
        room = memoryview(buffer)
        data = self._given.read(self._at, len(room), self._kept)
        room[: len(data)] = data
        self._at += len(data)
        return len(data)


@lru_cache(maxsize=1)
def _input_of(stream: BinaryIO) -> _Input:
    return _Input(stream)


def standard_input() -> BinaryIO:
    """Return standard input as bytes.

    Raises:
        InputError: if it is closed.
    """
    if sys.stdin is None:
        raise InputError("standard input is closed; give a file")
    return sys.stdin.buffer


def read_text(path: Path, longest: int, advice: str = "split it", wanted: str = "") -> str:
    """Return the whole of a UTF-8 text.

    Args:
        path: the file.
        longest: the maximum number of bytes.
        advice: the smallest fix for a longer text.
        wanted: what the file should hold, for the message of an empty file.

    Raises:
        InputError: if the file cannot be read, is empty, is longer, or is not UTF-8.
    """
    check_text(path, read_head(path, wanted))
    return read_any_text(path, longest, advice)


def read_any_text(source: Path | str, longest: int, advice: str = "split it") -> str:
    """Return the whole of a UTF-8 text: of a file of any sort, such as a pipe, or of standard input for "-".

    Args:
        source: the file.
        longest: the maximum number of bytes.
        advice: the smallest fix for a longer text.

    Raises:
        InputError: if the file cannot be read, is longer, or is not UTF-8.
    """
    name = name_of(source)
    try:
        with opened(source, longest + 1) as file:
            head = file.read(min(HEAD, longest + 1))
            check_text(name, head)  # a file that is not text is not read to its end
            data = (head + file.read(longest + 1 - len(head))).removeprefix(BYTE_ORDER_MARK)
    except (OSError, ValueError) as fault:
        raise unreadable(name, fault) from None
    if len(data) > longest:
        raise InputError(f"{name}: the file is larger than {longest // 1024} KiB; {advice}")
    try:
        return data.decode()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise InputError(f"{name}:{line}: the file is not UTF-8 text; save it as UTF-8") from None


def real(path: Path | str) -> Path:
    """Return the place that a name leads to through links; links in a circle lead nowhere, and are no error."""
    return Path(os.path.realpath(path))


def inside(folder: Path, found: Iterable[Path]) -> list[Path]:
    """Return files or folders that were found in a folder, which a stranger may have made.

    Raises:
        InputError: if one is a link that leads out of the folder: what is elsewhere is not theirs to show.
    """
    top, paths = real(folder), list(found)
    for path in paths:
        if path.is_symlink() and not real(path).is_relative_to(top):
            raise InputError(f"{path}: this link leads out of the folder; put what it leads to in its place")
    return paths


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that, whatever happens, it is there as it was before or as it should be, never a part of it.

    What is no file of its own, as a device, a pipe or a link, is written as it is; so is a file in a folder in which
    no other can be made.

    Raises:
        OSError: if it cannot be written.
    """
    with opened_whole(path) as file:
        file.write(data)


@contextmanager
def opened_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file that is written as `write_whole` does it; an error in the block leaves it as it was.

    Raises:
        OSError: if it cannot be written.
    """
    is_plain = path.is_file() or not path.exists()
    if not is_plain or path.is_symlink() or not os.access(path.parent, os.W_OK):
        with path.open("wb") as file:
            yield file
        return
    with made_whole(path) as part, part.open("wb") as file:
        yield file


@contextmanager
def made_whole(path: Path) -> Iterator[Path]:
    """Yield a place beside that of a file, for a file that gets its name when it is whole; a part of it is removed."""
    part = path.with_name(f".{os.urandom(8).hex()}.part")
    try:
        yield part
        if path.exists():
            shutil.copymode(path, part)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def keep_whole_lines(path: Path) -> None:
    """Cut off the end of a file of lines that is a part of one, if there is such an end."""
    if path.is_file():
        with path.open("rb+") as file:
            file.truncate(file.read().rfind(b"\n") + 1)


def utf8_name(path: Path) -> str:
    """Return the path of a file as UTF-8, as libraries in C++ want it.

    Raises:
        InputError: if its name is in another encoding.
    """
    name = str(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        raise InputError(
            f"{name}: the name is not UTF-8, so DuckDB and PyArrow cannot open the file; rename it"
        ) from None
    return name


def name_of(source: Path | str) -> str:
    """Return the name of a source for messages."""
    return "standard input" if source == STANDARD_INPUT else str(source)


Record: TypeAlias = tuple[int, bytes | None]
"""The number of a record's first line, and the record; None if it is too long."""


def records_of(file: BinaryIO, longest: int) -> Iterator[Record]:
    """Yield the records of a file: its lines, or the texts between record separators where it starts with one.

    Never more than one record is held, so that a file of any size can be read.
    """
    lines = _lines_of(file, longest)
    first = next(lines, None)
    if first is None:
        return iter(())
    is_sequence = first[1] is not None and first[1].startswith(RECORD_SEPARATOR)
    lines = chain([first], lines)
    return _joined(lines, longest) if is_sequence else lines


def _joined(lines: Iterator[Record], longest: int) -> Iterator[Record]:
    """Join each line that starts with a record separator with the lines up to the next such line."""
    start, record = 1, bytearray()
    for number, line in lines:
        if line is not None and line.startswith(RECORD_SEPARATOR):
            if record:
                yield start, bytes(record)
            start, record = number, bytearray()
        record += line or b""
        if line is None or len(record) > longest:
            yield start, None
            start, record = number + 1, bytearray()
    if record:
        yield start, bytes(record)


def _lines_of(file: BinaryIO, longest: int) -> Iterator[Record]:
    number, is_rest = 1, False
    while piece := file.readline(longest + 1 + len(BYTE_ORDER_MARK)):
        piece = piece.removeprefix(BYTE_ORDER_MARK) if number == 1 else piece
        is_whole = len(piece) <= longest or piece.endswith(b"\n")
        if not is_rest:
            yield number, piece if is_whole else None
        is_rest = not piece.endswith(b"\n")
        number += not is_rest


_PACKAGE = Path(__file__).parents[1]


def folder(name: str) -> Path:
    """Return the folder ``rules`` or ``shapes``: inside an installed wheel, or at the top of a checkout."""
    installed = _PACKAGE / "data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / name


def open_what_is_closed() -> None:
    """Open standard streams that were closed (>&-), or the next file would take their numbers.

    Standard input is empty then, standard error is thrown away, and what is written to standard output fails in words.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                place = os.open(os.devnull, os.O_RDWR)
                if place != number:
                    os.dup2(place, number)
                stream = os.fdopen(number, "r" if name == "stdin" else "w", closefd=False)
                setattr(sys, name, _Closed() if name == "stdout" else stream)


class _Closed(TextIOBase):
    """A stream that cannot be written to."""

    def write(self, text: str) -> int:  # noqa: ARG002
        raise OSError(EBADF, "it is closed")
