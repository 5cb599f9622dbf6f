"""What is typed in CLIPS notation: recognised, and what stands in a command read."""

from collections.abc import Sequence
from typing import NamedTuple

from heuristan.common.quoting import shown
from heuristan.tangram.expert.production.clips_notation import Form, NotationFault, Part, Symbol, forms_of

CONSTRUCTS = ("defrule", "deftemplate", "deffunction", "deffacts")
SAME_AS = {
    "set-break": "break",
    "remove-break": "unbreak",
    "show-breaks": "breaks",
    "list-defrules": "rules",
    "list-deftemplates": "templates",
    "set-strategy": "strategy",
    "get-strategy": "strategy",
    "dribble-on": "dribble",
    "dribble-off": "dribble",
    "exit": "quit",
}
"""What commands are called in CLIPS, and here."""


class TypedFault(ValueError):
    """A command of the shell that cannot be done; the message says what is wrong and what mends it."""


class Typed(NamedTuple):
    """A command of the shell."""

    name: str
    form: Form
    text: str
    """As it was typed, with its parentheses."""
    in_parentheses: bool

    @property
    def rest(self) -> tuple[Part, ...]:
        """What follows the name."""
        return self.form.rest


def typed(line: str) -> Typed:
    """Read a command of the shell, with or without parentheses.

    Raises:
        NotationFault: if its parentheses are not balanced.
        TypedFault: if it is more than one command.
    """
    text = line.strip()
    is_bare = not text.startswith("(")
    if is_bare:
        text = f"({text})"
    forms = list(forms_of(text))
    if len(forms) != 1:
        raise TypedFault("write one command a line")
    form = forms[0]
    return Typed(SAME_AS.get(form.head, form.head), form, text, not is_bare)


def is_open(text: str) -> bool:
    """Return whether parentheses that a text opens are not closed yet."""
    begun = text.lstrip()
    if not begun.startswith(("(", *CONSTRUCTS)):
        return False
    try:
        list(forms_of(begun if begun.startswith("(") else f"({begun})"))
    except NotationFault as fault:
        return "is not closed" in str(fault)
    return False


def word_in(command: Typed, what: str, among: Sequence[str] | None = None) -> str:
    """Return the one word that follows a command.

    Raises:
        TypedFault: if there is none, or more than one, or another than those that may stand there.
    """
    found = command.rest
    if len(found) != 1 or isinstance(found[0], Form) or (among is not None and str(found[0]) not in among):
        options = f": {', '.join(among)}" if among else ""
        raise TypedFault(f"after '{command.name}' comes {what}{options}")
    return str(found[0])


def numbers_in(command: Typed) -> list[int]:
    """Return the numbers of facts that follow a command; ``f-12`` and ``12`` are the same.

    Raises:
        TypedFault: if something else follows, or nothing.
    """
    found = []
    for part in command.rest:
        word = str(part).removeprefix("f-") if isinstance(part, Symbol | int) else ""
        if not (word.isascii() and word.isdecimal()):
            raise TypedFault(f"{shown(str(part))} is not the number of a fact, as in '{command.name} 12'")
        found.append(int(word))
    if not found:
        raise TypedFault(f"'{command.name}' needs the number of a fact, as in '{command.name} 12'; 'facts KIND' has it")
    return found
