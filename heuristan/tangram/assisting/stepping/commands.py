"""The commands that a person types, as values."""

from typing import NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.plain_yaml import shown

HELP = {
    "NUMBER": "take the match with that number",
    "back [N]": "take back the last step, or the last N; 'back all' begins again",
    "go [N]": "take the step that the ranking would take, or N of them",
    "finish": "let the ranking go on until the puzzle is solved or no rule finds a match",
    "list [N]": "list what is left and offered; every match of rule N; 'list rest' for the pieces that no rule takes",
    "why N": "explain match N as if it were taken",
    "check": "search whether what is left can still be filled, and if not, how far to go back",
    "save FILE": "write what was done as a trace, for 'heuristan show FILE'",
    "help": "this list",
    "quit": "end the session; so does the end of the input",
}
"""Each command with its description."""

NAMES = ("take", *(usage.split()[0] for usage in HELP if usage != "NUMBER"))
ALL = -1
"""The number of a command that goes all the way."""
_NUMBERED = {"back": "a number of steps", "go": "a number of steps", "list": "the place of a rule"}
"""Commands that a number may follow, and the name of the number."""
_WORDS = {"back": "all", "list": "rest"}
"""Words that may replace the number."""
_DIGITS = 6


class CommandError(ValueError):
    """A line that is not a command; the message says what is wrong, and names the nearest command."""


class Command(NamedTuple):
    """A command: its name and argument."""

    name: str
    number: int | None = None
    """Number of steps, or of a match or rule; `ALL` for all or the rest."""
    file: str = ""


def parsed(line: str) -> Command | None:
    """Parse a line; None if it is empty, or begins with '#'.

    Raises:
        CommandError: if it is not a command.
    """
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if not word or word.startswith("#"):
        return None
    if _is_number(word):
        return Command("take", _number(word, rest, "the number of a match"))
    name = word.lower()
    if name not in NAMES:
        raise CommandError(f"there is no command {shown(word)}; {nearest(name, NAMES)} ('help' lists them)")
    if name == "save":
        if not rest:
            raise CommandError("'save' needs the name of a file, as in 'save run.jsonl'")
        return Command(name, file=rest)
    if name in ("take", "why"):
        return Command(name, _number(rest, "", f"the number of a match, as in '{name} 1'"))
    if name in _NUMBERED:
        return Command(name, _optional(name, rest))
    if rest:
        raise CommandError(f"nothing may follow '{name}'; leave {shown(rest)} out")
    return Command(name)


def _optional(name: str, rest: str) -> int | None:
    if not rest:
        return None
    if rest.lower() == _WORDS.get(name):
        return ALL
    also = f", or '{name} {_WORDS[name]}'" if name in _WORDS else ""
    return _number(rest, "", f"{_NUMBERED[name]}, as in '{name} 2'{also}")


def _number(word: str, rest: str, what: str) -> int:
    """Parse a number; nothing may follow it."""
    if not _is_number(word) or len(word) > _DIGITS or rest:
        raise CommandError(f"{shown(f'{word} {rest}'.strip())} is not {what}")
    return int(word)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()
