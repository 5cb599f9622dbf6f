"""Boards as programs write and print them: lists in brackets of any kind, with names and quotes, and tables."""

import re
from collections.abc import Iterator

from heuristan.common.quoting import shown
from heuristan.sliding.boards import BoardError
from heuristan.sliding.layouts import Line
from heuristan.sliding.objects import has_objects, lines_of_objects

_LIST = re.compile(r"[\[({][^\[\](){}]*[0-9][^\[\](){}]*[\s,;][^\[\](){}]*[\])}]")
_PART = re.compile(r"[\[({]|[\])}]|[^\[\](){}]+")
_DIMENSIONS = re.compile(r"\b([A-Za-z_]\w*+)(\s*\[\s*\w*\s*\])+")
"""A name with its dimensions, like `int[][]` or `tiles[3][3]`."""
_NAMED = re.compile(r"""(?:^|[\s"'])(?P<name>[A-Za-z][\w-]*)["']?\s*+[:=]\s*+[A-Za-z_. ]*+$""")
"""A name before a list, perhaps with what makes the list: `board = np.array`."""
_CODE = re.compile(r"""(?:[\s,;:.="']|[A-Za-z_]\w*+)*+""")
"""What stands between lists in a program: names, marks and no numbers. A name is taken whole (`*+`): all its cuts are
too many to be tried."""
_MARKS = " \t,;."
_QUOTED = re.compile(r"""(["'`])(.*?)\1""")
_LINES_OF_TABLES = "─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬"
_RULE = re.compile(rf"(?=.*?(?:[=\-{_LINES_OF_TABLES}]{{3}}|\+[=-]+\+))[\s|+:=\-{_LINES_OF_TABLES}]*+")
_AS_ASCII = str.maketrans("│┃║\xa0", "||| ")


def has_list(text: str) -> bool:
    """Return whether a text has a list: numbers between brackets."""
    return _LIST.search(text) is not None


def lines_in(text: str) -> Iterator[Line]:
    """Yield the lines of a text without comments, quotes, and rules of tables; each row of a list is a line.

    After a list of lists comes an empty line. A name of a list is a line like `name:`.

    Raises:
        BoardError: if brackets do not pair, or what is between them is not read; it has the line.
    """
    if has_objects(text):
        return lines_of_objects(text)
    return _plain_lines(text)


def _plain_lines(text: str) -> Iterator[Line]:
    lines = [
        line.partition("#")[0].rstrip(" \r") for line in text.replace("\r\n", "\n").translate(_AS_ASCII).split("\n")
    ]
    plain = "\n".join(lines)
    found = _of_lists(_DIMENSIONS.sub(r"\1", plain)) if has_list(plain) else map(Line, range(1, len(lines) + 1), lines)
    for line in found:
        if not _RULE.fullmatch(line.text):
            yield line._replace(text=_QUOTED.sub(lambda quoted: quoted[2].strip() or "_", line.text))


def _of_lists(text: str) -> Iterator[Line]:
    """Yield the lines of a text with lists."""
    parts = _PART.findall(text)
    number, nested, opened = 1, [False], [0]
    for part, after in zip(parts, [*parts[1:], ""], strict=True):
        if part in "[({":
            nested[-1] = True
            nested.append(False)
            opened.append(number)
        elif part in "])}":
            if len(nested) == 1:
                raise BoardError(f"{part} closes a list that does not begin; take it away").at(number)
            opened.pop()
            if nested.pop():
                yield Line(number, "")
        elif len(nested) > 1 and not nested[-1] and after and after in "])}":
            yield from _rows(part, number, is_row=len(nested) > 2)
        else:
            yield from _between(part, number, is_before=after != "" and after in "[({", is_within=len(nested) > 1)
        number += part.count("\n")
    if len(nested) > 1:
        raise BoardError("the list that begins here does not end; close its bracket").at(opened[-1])


def _rows(text: str, number: int, *, is_row: bool) -> Iterator[Line]:
    """Yield what is in an innermost list: a row of a list of lists, or a line each."""
    if is_row:
        yield Line(number, " ".join(text.split("\n")))
    else:
        yield from map(Line, range(number, number + text.count("\n") + 1), text.split("\n"))


def _between(text: str, number: int, *, is_before: bool, is_within: bool) -> Iterator[Line]:
    """Yield the lines between lists; the code that makes a list is passed over, but for its name."""
    named = _NAMED.search(text) if is_before else None
    lines = (text[: named.start()] if named else text).split("\n")
    for place, line in enumerate(lines):
        is_code = _CODE.fullmatch(line) is not None and ("=" in line or (is_before and line is lines[-1]))
        if not line.strip(_MARKS):
            if 0 < place < len(lines) - 1:
                yield Line(number + place, "")
        elif is_within and not is_code:
            raise BoardError(f"{shown(line.strip())} stands beside a list; write a list for each row").at(
                number + place
            )
        elif not is_code:
            yield Line(number + place, line)
    if named:
        here = number + text.count("\n")
        yield from (Line(here, ""), Line(here, f"{named['name']}:"))
