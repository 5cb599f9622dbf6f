"""JSON read strictly, with the place of what is wrong: a text, or files with a value, a list of them, or one a line.

Depth is checked before a library reads a text: many libraries recurse, and some crash the process. A text of JSON,
YAML, WKT or SVG nests no deeper than a few dozen levels, and each reader has its own limit. JSON and WKT are counted
here; YAML and XML are read event by event, and stopped at theirs.
"""

import json
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple, NoReturn, TypeAlias

from heuristan.common.faults import InputError, LineError
from heuristan.common.files import read_text
from heuristan.common.plane import MAX_COORDINATE, Spot
from heuristan.common.quoting import shown

_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
"""A string of JSON; one without an end reaches to that of the text."""

_OTHERS = bytes(letter for letter in range(256) if letter not in b"()[]{}")
_SIGNS = bytes.maketrans(b"([{)]}", b"\1\1\1\xff\xff\xff")
"""Change of depth at a bracket, as a signed byte."""


def is_deeper(text: str, most: int, *, has_strings: bool = False) -> bool:
    """Return whether brackets, of whatever sort, nest deeper than a number of levels.

    So few brackets as most texts have cannot. Else the time grows with their number, 40 ns each, and ends where they
    nest too deep.

    Args:
        text: the text.
        most: the maximum number of levels.
        has_strings: whether brackets in strings, as JSON has them, do not count.
    """
    if sum(map(text.count, "([{")) <= most:
        return False
    data = text.encode("utf-8", "surrogatepass")
    if has_strings:
        data = _STRING.sub(b"", data)
    depth = 0
    for sign in data.translate(_SIGNS, _OTHERS):
        # what closes a bracket that is not open closes nothing
        depth = depth + 1 if sign == 1 else depth and depth - 1
        if depth > most:
            return True
    return False


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|-?Infinity|NaN')
_HALF = re.compile(r"\\u[dD][89abAB]\w\w(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]\w\w)\\u[dD][c-fC-F]\w\w")
_CONSTANTS = ("NaN", "Infinity", "-Infinity")

DEEPEST = 64
"""Maximum depth of lists and objects; the deepest files of GeoJSON have twenty."""

MOST_VALUES = 3_000_000
"""Maximum number of values: each takes up to 250 bytes of memory."""


Json: TypeAlias = Any
"""A value of JSON."""


class JsonTextError(LineError):
    """A fault in a JSON text, with its line."""


class _ConstantError(ValueError):
    pass


class _TwiceError(ValueError):
    pass


def read_json(text: str) -> Any:
    """Parse a JSON text.

    Raises:
        JsonTextError: if it is not JSON, has NaN or Infinity or the same key twice, nests too deep, or
            has half a surrogate pair.
    """
    check_depth(text)
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        raise JsonTextError(1, f"there are more than {MOST_VALUES:,} values; divide them among several files")
    try:
        found = _DECODER.decode(text)
    except json.JSONDecodeError as fault:
        place = f"column {fault.colno}"
        raise JsonTextError(fault.lineno, f"this is not JSON at {place}: {_lowered(fault.msg)}") from None
    except _ConstantError as fault:
        position = next(i for i, token in tokens(text) if token in _CONSTANTS)
        column = position - text.rfind("\n", 0, position)
        line = text.count("\n", 0, position) + 1
        raise JsonTextError(line, f"{fault} at column {column} is not JSON; write a finite number") from None
    except _TwiceError as fault:
        raise JsonTextError(1, str(fault)) from None
    except ValueError:  # Python refuses to read thousands of digits
        raise JsonTextError(1, "a number has too many digits; write fewer") from None
    half = _half_pair(text, found)
    if half is not None:
        line = text.count("\n", 0, half) + 1
        raise JsonTextError(line, "the text has half a surrogate pair; write the character itself")
    return found


def check_depth(text: str) -> None:
    """Check that a JSON text nests in no more than DEEPEST levels, before a library reads it.

    Raises:
        JsonTextError: if it nests deeper.
    """
    if _is_too_deep(text):
        raise JsonTextError(1, f"lists and objects nest too deep, in more than {DEEPEST} levels; flatten them")


def _is_too_deep(text: str) -> bool:
    return is_deeper(text, DEEPEST, has_strings=True)


def _half_pair(text: str, value: Any) -> int | None:
    """Return the place in a JSON text of half a surrogate pair, which no file can hold; None if there is none."""
    half = _HALF.search(text) if "\\u" in text else None
    if half is None:
        return None
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return half.start()
    return None


def tokens(text: str) -> Iterator[tuple[int, str]]:
    """Return the strings, brackets and constants of a JSON text, with their positions."""
    return ((match.start(), match[0]) for match in _TOKEN.finditer(text))


def lines_of_items(text: str, key: str) -> list[int]:
    """Return the lines on which the items of an object's list begin."""
    depth, is_here, last = 0, False, ""
    lines: list[int] = []
    line, counted = 1, 0
    for position, token in tokens(text):
        if token in "[{":
            depth += 1
            is_here = is_here or (depth == 2 and token == "[" and last == f'"{key}"')
            if is_here and depth == 3:
                line, counted = line + text.count("\n", counted, position), position
                lines.append(line)
        elif token in "]}":
            depth -= 1
            is_here = is_here and depth >= 2
        last = token
    return lines


def _refuse_constant(name: str) -> NoReturn:
    raise _ConstantError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _TwiceError(f"the key {shown(twice)} is there twice in one object; remove one")
    return value


def is_json(text: str | bytes) -> bool:
    """Return whether a text is JSON that nests no deeper than is read, and is read leniently."""
    try:
        text = text if isinstance(text, str) else text.decode()
        if _is_too_deep(text):
            return False
        json.loads(text)
    except ValueError:
        return False
    return True


def first_keys(text: str) -> Iterator[str]:
    """Yield the keys of the first object of a JSON text, up to what cannot be read or is cut off."""
    if _is_too_deep(text):
        return
    at = text.index("{") + 1
    try:
        while text[at := _next(text, at, " \t\r\n,")] == '"':
            key, at = _LENIENT.raw_decode(text, at)
            yield key
            _, at = _LENIENT.raw_decode(text, _next(text, at, " \t\r\n:"))
    except (ValueError, IndexError):
        return


def _next(text: str, at: int, passed: str) -> int:
    """Return the index of the first character from an index on that is not among those passed over."""
    while text[at] in passed:
        at += 1
    return at


def first_line(text: str) -> int:
    """Return the number of the first line that is not blank."""
    return text[: len(text) - len(text.lstrip())].count("\n") + 1


def in_words(value: Any) -> str:
    """Return a JSON value for a message."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, int) and abs(value) >= 10**15:
        return "a huge number"
    return shown(value) if isinstance(value, str) else json.dumps(value)


def position_of(value: Any, where: str, fault: type[ValueError]) -> Spot:
    """Return the position that a JSON value is: a list of two numbers, or of three of which the last does not count.

    Args:
        value: the value.
        where: its place, with which a message begins.
        fault: the error to raise if it is not a position.
    """
    if not isinstance(value, list) or len(value) < 2:
        raise fault(f"{where} is {in_words(value)}; write two numbers, like [2.0, 1.5]")
    if len(value) > 3:
        raise fault(f"{where} has {len(value)} numbers; write two, like [2.0, 1.5]")
    for number in value[:2]:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise fault(f"{where} has {in_words(number)} for a coordinate; write a number, without quotes")
        # integers first: one beyond the floats has no isfinite
        if abs(number) > MAX_COORDINATE or not isfinite(number):
            raise fault(f"{where} has a coordinate that is too large; write a number below {MAX_COORDINATE:g}")
    return float(value[0]), float(value[1])


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_object)
_LENIENT = json.JSONDecoder()


def _lowered(message: str) -> str:
    return message[:1].lower() + message[1:]


LARGEST = 64 * 1024 * 1024
"""Maximum size of a file in bytes: plans of all boards of 3 x 3 have 60 million, a thousand puzzles of 16 x 16 five."""

LINES = (".jsonl", ".ndjson")
"""Endings of files with a value a line."""


class Record(NamedTuple):
    """A JSON value of a file."""

    place: str
    """The file and the line or item, as messages name it: `file.jsonl:3`."""
    value: Any
    fault: str = ""
    """Reason why the line is not JSON; the value is None then."""


def read_records(path: Path) -> Sequence[Record]:
    """Read the values of a file, in its order; errors as of `parse_records`, also if the file cannot be read."""
    return parse_records(read_text(path, LARGEST), str(path))


def parse_records(text: str, name: str) -> Sequence[Record]:
    """Read the values of a text, in its order. Of several lines, one that is not JSON is a record with a fault.

    Args:
        text: the text.
        name: the name of its file, for messages; its ending may say that each line is a value.

    Raises:
        InputError: if the text is empty, or not JSON as a whole.
    """
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise InputError(f"{name}: there is nothing in it")
    if len(lines) > 1 and (name.lower().endswith(LINES) or not _record_of(lines[0][1], "").fault):
        return [_record_of(line, f"{name}:{number}") for number, line in lines]
    try:
        value = read_json(text)
    except JsonTextError as fault:
        raise InputError(f"{name}:{fault.line}: {fault.message}") from None
    if isinstance(value, list):
        if not value:
            raise InputError(f"{name}: the list is empty; it should hold objects")
        return [Record(f"{name}, item {number}", item) for number, item in enumerate(value, 1)]
    return [Record(name, value)]


def _record_of(line: str, place: str) -> Record:
    try:
        return Record(place, read_json(line))
    except JsonTextError as fault:
        return Record(place, None, fault.message)
