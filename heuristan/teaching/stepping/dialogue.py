"""The commands that a person types: parsed, answered, and completed on a terminal."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.common.words import paragraph
from heuristan.tangram.explain.steps import figure
from heuristan.teaching.asking.standing import stored_in
from heuristan.teaching.stepping.consultation import Consultation, Told
from heuristan.teaching.stepping.naming import line_named
from heuristan.teaching.stepping.prospect import prospect
from heuristan.teaching.stepping.session import Session
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.working_memory import KINDS

HELP = {
    "NUMBER": "take the match with that number",
    "back [N]": "take back the last step, or the last N; 'back all' begins again",
    "go [N]": "take the step that the ranking would take, or N of them",
    "finish": "let the ranking go on until the puzzle is solved or no rule finds a match",
    "list [N]": "list what is left and offered; every match of rule N; 'list rest' for the pieces that no rule takes",
    "rule RULE": "apply that rule now, whatever stands above it; a rule is named by its number or its name",
    "why [N]": "explain match N, or the one that fires next, as if it were taken, with the facts that support it",
    "why not RULE [PIECE at VERTEX]": "tell the first condition of that rule that fails, for a figure laid at a vertex",
    "how [STEP]": "follow a step back to the outline: match, rule, edges and extension lines, where these came from",
    "what if RULE first": "tell what the run would do from here if that rule stood first",
    "facts [KIND]": "show the working memory: how many facts there are of each kind, or every fact of one",
    "agenda": "show the conflict set: every match of every rule, and what fires next",
    "check": "search whether what is left can still be filled, and if not, how far to go back",
    "save FILE": "write what was done as a trace, for 'heuristan show FILE'",
    "help": "this list",
    "quit": "end the session; so does the end of the input",
}
"""Each command with its description."""

_TWO_WORDS = ("why not", "what if")
NAMES = (
    "take",
    *dict.fromkeys(usage.split()[0] for usage in HELP if usage != "NUMBER" and usage[:7] not in _TWO_WORDS),
    *_TWO_WORDS,
)
ALL = -1
"""The number of a command that goes all the way."""
_NUMBERED = {
    "back": "a number of steps",
    "go": "a number of steps",
    "list": "the place of a rule",
    "why": "the number of a match",
    "how": "the number of a step",
}
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
    about: str = ""
    """The rule, or the kind of facts, that is asked about."""
    figure: str = ""
    """The piece or composite that is asked about; the number is then that of a vertex."""


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
    if name in ("why", "what"):
        return _asked(name, rest)
    if name not in NAMES:
        raise no_command(word, NAMES)
    if name == "save":
        if not rest:
            raise CommandError("'save' needs the name of a file, as in 'save run.jsonl'")
        return Command(name, file=rest)
    return _with_argument(name, rest)


def no_command(word: str, names: Iterable[str]) -> CommandError:
    """Return what is said of a word that is not among the names of commands."""
    return CommandError(f"there is no command {shown(word)}; {nearest(word.lower(), names)} ('help' lists them)")


def _with_argument(name: str, rest: str) -> Command:
    """Return a command of one word, with what follows it."""
    if name == "take":
        return Command(name, _number(rest, "", f"the number of a match, as in '{name} 1'"))
    if name == "rule":
        return Command(name, about=_rule(rest, "rule 5"))
    if name == "facts":
        return Command(name, about=rest)
    if name in _NUMBERED:
        return Command(name, _optional(name, rest))
    if rest:
        raise CommandError(f"nothing may follow '{name}'; leave {shown(rest)} out")
    return Command(name)


_LAID = re.compile(r"(?P<figure>.+?)\s+at\s+(?:(?:vertex|node)\s+)?(?P<vertex>\S+)", re.IGNORECASE)


def _asked(name: str, rest: str) -> Command:
    """Parse what follows 'why' or 'what'."""
    second, _, more = rest.partition(" ")
    if name == "what":
        rule = re.fullmatch(r"(.*\S)\s+first", more.strip(), re.IGNORECASE)
        if second.lower() != "if" or rule is None:
            raise CommandError("ask 'what if RULE first', as in 'what if 7 first'")
        return Command("what if", about=_rule(rule[1], "what if 7 first"))
    if second.lower() != "not":
        return Command(name, _optional(name, rest))
    rule_word, laid = _first_rule(more.strip())
    if not laid:
        return Command("why not", about=rule_word)
    found = _LAID.fullmatch(laid)
    if found is None:
        raise CommandError(
            f"{shown(laid)} does not say where; add a vertex, as in 'why not {rule_word} square at 3', or leave it out "
            "to ask about the whole rule"
        )
    return Command(
        "why not", _number(found["vertex"], "", "the number of a vertex"), about=rule_word, figure=found["figure"]
    )


def _first_rule(words: str) -> tuple[str, str]:
    """Return the rule that a line begins with, and the rest."""
    first, _, rest = words.partition(" ")
    if first.lower() == "rule" and rest.strip():
        first, _, rest = rest.strip().partition(" ")
    return _rule(first, "why not 5"), rest.strip()


def _rule(word: str, example: str) -> str:
    if not word:
        raise CommandError(f"name a rule by its number or its name, as in '{example}'")
    return re.sub(r"^rule\s+(?=\S)", "", word, flags=re.IGNORECASE)


def _optional(name: str, rest: str) -> int | None:
    if not rest:
        return None
    if rest.lower() == _WORDS.get(name):
        return ALL
    also = f", or '{name} {_WORDS[name]}'" if name in _WORDS else ""
    return _number(rest, "", f"{_NUMBERED[name]}, as in '{name} {1 if name == 'why' else 2}'{also}")


def _number(word: str, rest: str, what: str) -> int:
    """Parse a number; nothing may follow it."""
    if not _is_number(word) or len(word) > _DIGITS or rest:
        raise CommandError(f"{shown(f'{word} {rest}'.strip())} is not {what}")
    return int(word)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


_WIDEST = max(map(len, HELP)) + 1


def help_lines(commands: Mapping[str, str] = HELP) -> Iterator[str]:
    """Write commands, each with its description."""
    return (paragraph(meaning, f"  {usage:{_WIDEST}} ", " " * (_WIDEST + 3)) for usage, meaning in commands.items())


@dataclass(frozen=True)
class Answer:
    """The answer to a command."""

    session: Session
    paragraphs: tuple[str, ...]
    svg: str = ""
    """A picture of the answer, if there is one."""


def answer(session: Session, command: Command, consultation: Consultation | None = None) -> Answer:
    """Answer a command that neither writes a file nor asks the engine to go on.

    Args:
        session: the session.
        command: the command.
        consultation: what answers questions, if there is one already.

    Raises:
        ChoiceError: if there is no match, step or rule with that number.
    """
    match command.name, command.number:
        case "take", int(number):
            after = session.take(number)
            return Answer(after, (*SessionWords(after).step(), *_now(after)))
        case "back", number:
            return _back(session, session.steps if number == ALL else number or 1)
        case "rule", _:
            return _applied(session, command.about)
        case "list", number:
            return Answer(session, tuple(_listed(session, number)))
        case "check", _:
            return Answer(session, (paragraph(prospect(session).words),))
        case _:
            found = _told(consultation or Consultation(session), command)
            return Answer(session, found.in_short_first, found.svg)


def _applied(session: Session, rule: str) -> Answer:
    """Apply a rule, or say why it has nothing."""
    consultation = Consultation(session)
    after = session.apply(line_named(session, rule))
    if after is None:
        found = consultation.why_not(rule)
        return Answer(session, found.paragraphs, found.svg)
    return Answer(after, (*SessionWords(after).step(), *_now(after)))


def _told(consultation: Consultation, command: Command) -> Told:
    """Answer a question."""
    match command.name:
        case "facts":
            return consultation.facts(command.about)
        case "agenda":
            return consultation.agenda()
        case "why not":
            return consultation.why_not(command.about, command.figure, command.number)
        case "how":
            return consultation.how(command.number)
        case "what if":
            return consultation.what_if(command.about)
        case _:
            return consultation.why(command.number)


def _now(session: Session) -> tuple[str, ...]:
    return ("", *SessionWords(session).now())


def _back(session: Session, count: int) -> Answer:
    after = session.taken_back(count)
    taken = [event for event in SessionWords(session).path.taken if event.step > after.steps]
    lines = (f"Step {event.step} is taken back: {paragraph(figure(event))}." for event in reversed(taken))
    return Answer(after, (*lines, *_now(after)))


def _listed(session: Session, number: int | None) -> Iterator[str]:
    words = SessionWords(session)
    return words.now() if number is None else words.of_rest() if number == ALL else words.of_rule(number)


def next_words(session: Session, line: str) -> tuple[str, ...]:
    """Return the words that may take the place of the last word of a line, which may be empty.

    Args:
        session: the session; its rules, figures and vertices are what questions name.
        line: what was typed so far.
    """
    *before, begun = line.lstrip().split(" ")
    typed = [word.lower() for word in before]
    follow = (follow(session) for words, follow in _FOLLOW if _is_like(typed, words.split()))
    return tuple(word for word in next(follow, ()) if word.startswith(begun))


def _is_like(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words were typed; ``*`` stands for any word."""
    return len(typed) == len(words) and all(b in ("*", a) for a, b in zip(typed, words, strict=True))


def _rules(session: Session) -> Iterable[str]:
    return (rule.name for rule in session.ranking.rules)


_FOLLOW: Sequence[tuple[str, Callable[[Session], Iterable[str]]]] = (
    ("", lambda _: sorted({name.split()[0] for name in NAMES})),
    ("facts", lambda _: sorted(KINDS)),
    ("rule", _rules),
    ("list", lambda _: ("rest",)),
    ("back", lambda _: ("all",)),
    ("why", lambda _: ("not",)),
    ("why not", _rules),
    ("why not *", lambda session: dict.fromkeys(figure.name for figure in stored_in(session.now.state))),
    ("why not * *", lambda _: ("at",)),
    ("why not * * at", lambda session: map(str, sorted(session.now.state.array.numbers_now.values()))),
    ("what", lambda _: ("if",)),
    ("what if", _rules),
    ("what if *", lambda _: ("first",)),
)
"""What may follow the words that were typed."""
