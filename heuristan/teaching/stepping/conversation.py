"""A line that a person types: done in the session and its engine, and answered."""

from collections.abc import Iterable, Sequence

from heuristan.tangram.expert.production.watching import WATCHED
from heuristan.teaching.stepping import dialogue
from heuristan.teaching.stepping.dialogue import Answer, Command
from heuristan.teaching.stepping.offered import ChoiceError
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import HELP, NAMES, OF_RULES, answered
from heuristan.teaching.stepping.typed_forms import SAME_AS, Typed, typed

IN_CLIPS = "The engine, as in the shell of CLIPS, with or without parentheses:"
_TWICE = ("facts", "agenda")
"""The commands that in parentheses are those of CLIPS, and without them answer in words."""


def read(line: str) -> Command | Typed | None:
    """Read a line; None if it is empty, or begins with '#' or ';'.

    Raises:
        CommandError: if it is not a command.
        InputError: if its parentheses are not balanced.
    """
    text = line.strip()
    if not text or text.startswith(("#", ";")):
        return None
    word = text.split(maxsplit=1)[0]
    if not text.startswith("("):
        name = SAME_AS.get(word.lower(), word.lower())
        if name in NAMES and name != "step":
            return typed(text)
        if not word.isdecimal() and name not in (*NAMES, *dialogue.NAMES, "what"):
            raise dialogue.no_command(word, (*dialogue.NAMES, *NAMES))
        return dialogue.parsed(_in_words(text, name))
    command = typed(text)
    is_here = command.name == "step" or command.name in dialogue.NAMES
    return dialogue.parsed(_in_words(text[1:-1], command.name)) if is_here and command.name not in _TWICE else command


def _in_words(text: str, name: str) -> str:
    """Return a line with the name that a command has here."""
    first, space, rest = text.strip().partition(" ")
    return f"{'go' if name == 'step' else name if first.lower() in SAME_AS else first}{space}{rest}"


def drives(command: Command | Typed) -> bool:
    """Return whether a command lets the engine do something, as long as that may take."""
    return isinstance(command, Typed) or command.name in ("go", "finish")


def answer(shell: Shell, command: Command | Typed) -> Answer:
    """Answer a command that neither reads nor writes a file.

    Raises:
        ChoiceError: if there is no match, step or rule with that number.
        TypedFault: if a command of CLIPS cannot be done.
        InputError: if there is a fault in what was typed in CLIPS notation.
    """
    if isinstance(command, Typed):
        paragraphs = answered(shell, command)
        return Answer(shell.session, paragraphs)
    if command.name in ("go", "finish"):
        return _gone(shell, None if command.name == "finish" else command.number or 1)
    if command.name in ("why not", "what if", "rule"):
        _check_line(shell, command.about)
    if command.name == "help":
        return Answer(shell.session, (*dialogue.help_lines(), IN_CLIPS, *dialogue.help_lines(HELP)))
    # what is asked about facts the live engine answers
    consultation = shell.consultation if command.name in (*_TWICE, "why") else None
    found = dialogue.answer(shell.session, command, consultation)
    if found.session is not shell.session:
        shell.move(found.session)
    return found


def _check_line(shell: Shell, rule: str) -> None:
    """Refuse the name of a rule of the engine that is no line of the ranking.

    Raises:
        ChoiceError: if it is one.
    """
    if shell.is_live and rule in shell.live.system.rules and rule not in shell.live.line_of:
        raise ChoiceError(f"{rule} is no line of the ranking; 'matches {rule}' lists what its conditions accept")


def _gone(shell: Shell, count: int | None) -> Answer:
    """Let the engine take a number of matches out, or all."""
    steps = shell.steps(count)
    described = (text for each in steps for text in SessionWords(each).step())
    return Answer(steps[-1], (*described, "", *SessionWords(steps[-1]).now()))


def next_words(shell: Shell, line: str) -> Sequence[str]:
    """Return the words that may take the place of the last word of a line, which may be empty."""
    *before, begun = line.lstrip().split(" ")
    words: Iterable[str] | None = None
    if not before:
        words = sorted({*NAMES, *dialogue.next_words(shell.session, "")})
    elif len(before) == 1 and before[0] in OF_RULES:
        words = shell.live.system.rules
    elif len(before) == 1 and before[0] in ("watch", "unwatch"):
        words = (*WATCHED, "all")
    if words is None:
        return dialogue.next_words(shell.session, line)
    return tuple(word for word in words if word.startswith(begun))
