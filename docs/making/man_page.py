"""The manual page, in the notation of man(7), with every command: what `man heuristan` shows."""

import inspect
import re
from collections.abc import Iterable, Iterator

import click
from marked import DOCS

from heuristan.cli import app
from heuristan.cli.commands import USUAL
from heuristan.version import __version__

FILE = DOCS / "man" / "heuristan.1"
"""The wheel installs it as share/man/man1/heuristan.1."""
COMPLETION = (
    ("bash, in ~/.bashrc", 'eval "$(_HEURISTAN_COMPLETE=bash_source heuristan)"'),
    ("zsh, in ~/.zshrc", 'eval "$(_HEURISTAN_COMPLETE=zsh_source heuristan)"'),
    ("fish, in config.fish", "_HEURISTAN_COMPLETE=fish_source heuristan | source"),
)
ENVIRONMENT = (
    ("COLUMNS", "how wide lines are, at most 100 letters."),
    ("HEURISTAN_DEBUG", "with 1, the traceback of an unexpected error is shown, as with --debug."),
)


def man_page(commands: Iterable[tuple[str, click.Command, click.Context]]) -> str:
    """Return the page with some commands, each with its whole name and the context that it is called in."""
    return "\n".join(map(_line, _lines(commands))) + "\n"


def _lines(commands: Iterable[tuple[str, click.Command, click.Context]]) -> Iterator[str]:
    about = inspect.cleandoc(app.help or "").split("\n\n")
    yield f'.TH HEURISTAN 1 "" "heuristan {__version__}" "User Commands"'
    yield from (".SH NAME", f"heuristan - {_plain(about[0]).removesuffix('.')}")
    yield from (".SH SYNOPSIS", ".B heuristan", "COMMAND [OPTIONS] ...")
    yield ".SH DESCRIPTION"
    for paragraph in about[1:]:
        yield from (_plain(paragraph), ".PP")
    yield ".SH COMMANDS"
    for name, command, context in commands:
        yield from (f'.SS "{_plain(name)}"', f".B {_plain(' '.join(command.collect_usage_pieces(context)))}", ".PP")
        yield _plain(command.get_short_help_str(200))
        for option in (each for each in command.get_params(context) if isinstance(each, click.Option)):
            record = option.get_help_record(context)
            yield from (".TP", f".B {_plain(record[0])}", _plain(record[1])) if record else ()
    yield from (".SH EXIT STATUS", "0 and 1 as each command says with --help; " + _plain(USUAL))
    yield ".SH ENVIRONMENT"
    for name, words in ENVIRONMENT:
        yield from (".TP", f".B {name}", _plain(words))
    yield ".SH COMPLETION"
    for shell, line in COMPLETION:
        yield from (".TP", f".B {_plain(shell)}", _plain(line))


def _plain(text: str) -> str:
    """Return a text in one line, with what man would take for a command or for another letter escaped."""
    words = re.sub(r"\s+", " ", text.replace("\b", "")).strip()
    return words.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq")


def _line(line: str) -> str:
    """Escape a line of text that begins as a command of man does."""
    return f"\\&{line}" if line.startswith("'") or re.match(r"\.(?![A-Z]{1,2}\b)", line) else line
