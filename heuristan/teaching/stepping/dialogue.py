"""A line that a person types: done in the session and its engine, answered, and completed on a terminal."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.common.words import paragraph
from heuristan.tangram.expert.production.clips_notation import forms_of
from heuristan.tangram.expert.production.watching import WATCHED
from heuristan.tangram.explain.steps import figure
from heuristan.teaching.asking.standing import stored_in
from heuristan.teaching.stepping import shell_commands
from heuristan.teaching.stepping.consultation import Consultation, Told
from heuristan.teaching.stepping.naming import line_named
from heuristan.teaching.stepping.offered import ChoiceError
from heuristan.teaching.stepping.prospect import prospect
from heuristan.teaching.stepping.session import Session
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import OF_RULES, CommandError, Typed
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
IN_CLIPS = "The engine, as in the shell of CLIPS, with or without parentheses:"
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
    "step": "go",
}
"""What commands are called in CLIPS, and here."""
_ALL = -1
"""The number of a command that goes all the way."""
_DIGITS = 6


def read(line: str) -> Typed | None:
    """Read a line; None if it is empty, or begins with '#' or ';'.

    Raises:
        CommandError: if it is not a command.
        InputError: if its parentheses are not balanced.
    """
    text = line.strip()
    if not text or text.startswith(("#", ";")):
        return None
    in_parentheses = text.startswith("(")
    if in_parentheses and len(list(forms_of(text))) != 1:
        raise CommandError("write one command a line")
    written = text if in_parentheses else f"({text})"
    word, *more = written[1:-1].split(maxsplit=1)
    if not in_parentheses and _is_number(word):
        return Typed("take", text)
    name = SAME_AS.get(word.lower(), word.lower())
    if name not in NAMES and not in_parentheses:
        raise CommandError(f"there is no command {shown(word)}; {nearest(word.lower(), NAMES)} ('help' lists them)")
    return Typed(name, more[0].rstrip() if more else "", in_parentheses, written)


def drives(command: Typed) -> bool:
    """Return whether a command lets the engine do something, as long as that may take."""
    return command.name in ("go", "finish") or command.name not in _ANSWERS


def answer(shell: Shell, command: Typed) -> Told:
    """Do what a command says that neither reads nor writes a file, and answer.

    Raises:
        CommandError: if it cannot be done.
        ChoiceError: if there is no match, step or rule with that number.
        InputError: if there is a fault in what was typed in CLIPS notation; then nothing was done.
    """
    in_clips = f"({command.name})" if command.in_parentheses else ""
    name = in_clips if in_clips in shell_commands.ANSWERS else command.name
    if name in (*_ALONE, *shell_commands.ALONE) and command.rest:
        raise CommandError(f"nothing may follow '{command.name}'; leave {shown(command.rest)} out")
    do = _ANSWERS.get(name) or shell_commands.ANSWERS.get(name, shell_commands.evaluated)
    found = do(shell, command)
    return found if isinstance(found, Told) else Told(tuple(found))


def _take(shell: Shell, command: Typed) -> Told:
    return _moved(shell, shell.session.take(_number(command.rest, "the number of a match, as in 'take 1'")))


def _back(shell: Shell, command: Typed) -> Told:
    count, session = _count(command, "a number of steps", "all"), shell.session
    after = session.taken_back(session.steps if count == _ALL else count or 1)
    taken = [event for event in SessionWords(session).path.taken if event.step > after.steps]
    return _moved(
        shell, after, [f"Step {event.step} is taken back: {paragraph(figure(event))}." for event in taken[::-1]]
    )


def _rule(shell: Shell, command: Typed) -> Told:
    """Apply a rule, or say why it has nothing."""
    line = line_named(shell.session, _rule_named(shell, command.rest, "rule 5"))
    after = shell.session.apply(line)
    return Consultation(shell.session).why_not(line + 1) if after is None else _moved(shell, after)


def _moved(shell: Shell, after: Session, said: Iterable[str] | None = None) -> Told:
    """Do in the engine what was done in the session, and describe where it is then."""
    shell.move(after)
    words = SessionWords(shell.session)
    return Told((*(words.step() if said is None else said), "", *words.now()))


def _go(shell: Shell, command: Typed) -> Told:
    """Let the engine take a number of matches out, or all."""
    steps = shell.steps(None if command.name == "finish" else _count(command, "a number of steps") or 1)
    described = (text for each in steps for text in SessionWords(each).step())
    return Told((*described, "", *SessionWords(steps[-1]).now()))


def _list(shell: Shell, command: Typed) -> Iterator[str]:
    words, number = SessionWords(shell.session), _count(command, "the place of a rule", "rest")
    return words.now() if number is None else words.of_rest() if number == _ALL else words.of_rule(number)


_LAID = re.compile(r"(?P<figure>.+?)\s+at\s+(?:(?:vertex|node)\s+)?(?P<vertex>\S+)", re.IGNORECASE)


def _why(shell: Shell, command: Typed) -> Told:
    second, _, rest = command.rest.partition(" ")
    if second.lower() != "not":
        return shell.consultation.why(_count(command, "the number of a match", example=1))
    word, _, laid = _without_rule(rest).partition(" ")
    rule, consultation = _rule_named(shell, word, "why not 5"), Consultation(shell.session)
    if not laid:
        return consultation.why_not(rule)
    found = _LAID.fullmatch(laid.strip())
    if found is None:
        raise CommandError(
            f"{shown(laid)} does not say where; add a vertex, as in 'why not {rule} square at 3', or leave it out "
            "to ask about the whole rule"
        )
    return consultation.why_not(rule, found["figure"], _number(found["vertex"], "the number of a vertex"))


def _what_if(shell: Shell, command: Typed) -> Told:
    rule = re.fullmatch(r"if\s+(.*\S)\s+first", command.rest, re.IGNORECASE)
    if rule is None:
        raise CommandError("ask 'what if RULE first', as in 'what if 7 first'")
    return Consultation(shell.session).what_if(_rule_named(shell, rule[1], "what if 7 first"))


def _rule_named(shell: Shell, words: str, example: str) -> str:
    """Return the name of a line of the ranking; a rule of the engine that is no line is refused."""
    name = _without_rule(words)
    if not name:
        raise CommandError(f"name a rule by its number or its name, as in '{example}'")
    if shell.is_live and name in shell.live.system.rules and name not in shell.live.line_of:
        raise ChoiceError(f"{name} is no line of the ranking; 'matches {name}' lists what its conditions accept")
    return name


def _without_rule(words: str) -> str:
    return re.sub(r"^rule\s+(?=\S)", "", words.strip(), flags=re.IGNORECASE)


def _count(command: Typed, what: str, whole: str = "", example: int = 2) -> int | None:
    """Return the number that follows a command, if any; a word may stand for all."""
    if not command.rest:
        return None
    if command.rest.lower() == whole:
        return _ALL
    also = f", or '{command.name} {whole}'" if whole else ""
    return _number(command.rest, f"{what}, as in '{command.name} {example}'{also}")


def _number(words: str, what: str) -> int:
    if not _is_number(words) or len(words) > _DIGITS:
        raise CommandError(f"{shown(words)} is not {what}")
    return int(words)


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdecimal()


_WIDEST = max(map(len, HELP)) + 1


def help_lines(commands: Mapping[str, str] = HELP) -> Iterator[str]:
    """Write commands, each with its description."""
    return (paragraph(meaning, f"  {usage:{_WIDEST}} ", " " * (_WIDEST + 3)) for usage, meaning in commands.items())


_ANSWERS: Mapping[str, Callable[[Shell, Typed], Told | Iterable[str]]] = {
    "take": _take,
    "back": _back,
    "go": _go,
    "finish": _go,
    "list": _list,
    "rule": _rule,
    "why": _why,
    "what": _what_if,
    "how": lambda shell, command: Consultation(shell.session).how(_count(command, "the number of a step")),
    "facts": lambda shell, command: shell.consultation.facts(command.rest),
    "agenda": lambda shell, _: shell.consultation.agenda(),
    "check": lambda shell, _: (paragraph(prospect(shell.session).words),),
    "help": lambda *_: (*help_lines(), IN_CLIPS, *help_lines(shell_commands.HELP)),
}
_ALONE = ("finish", "agenda", "check", "help", "quit")
"""The commands that nothing may follow."""
_IN_FILES = ("save", "load", "save-facts", "load-facts", "dribble")
NAMES = (*_ANSWERS, "quit", *_IN_FILES, *(name for name in shell_commands.ANSWERS if not name.startswith("(")))
"""The commands that need no parentheses."""


def next_words(shell: Shell, line: str) -> tuple[str, ...]:
    """Return the words that may take the place of the last word of a line, which may be empty.

    Args:
        shell: the session; its rules, figures and vertices are what questions name.
        line: what was typed so far.
    """
    *before, begun = line.lstrip().split(" ")
    typed = [word.lower() for word in before]
    follow = (follow(shell) for words, follow in _FOLLOW if _is_like(typed, words.split()))
    return tuple(word for word in next(follow, ()) if word.startswith(begun))


def _is_like(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words were typed; ``*`` stands for any word."""
    return len(typed) == len(words) and all(b in ("*", a) for a, b in zip(typed, words, strict=True))


def _rules(shell: Shell) -> Iterable[str]:
    return (rule.name for rule in shell.session.ranking.rules)


_FOLLOW: Sequence[tuple[str, Callable[[Shell], Iterable[str]]]] = (
    ("", lambda _: sorted({*NAMES, *SAME_AS})),
    ("facts", lambda _: sorted(KINDS)),
    ("rule", _rules),
    ("list", lambda _: ("rest",)),
    ("back", lambda _: ("all",)),
    ("why", lambda _: ("not",)),
    ("why not", _rules),
    ("why not *", lambda shell: dict.fromkeys(figure.name for figure in stored_in(shell.session.now.state))),
    ("why not * *", lambda _: ("at",)),
    ("why not * * at", lambda shell: map(str, sorted(shell.session.now.state.array.numbers_now.values()))),
    ("what", lambda _: ("if",)),
    ("what if", _rules),
    ("what if *", lambda _: ("first",)),
    *((name, lambda shell: shell.live.system.rules) for name in OF_RULES),
    *((name, lambda _: (*WATCHED, "all")) for name in ("watch", "unwatch")),
)
"""What may follow the words that were typed."""
