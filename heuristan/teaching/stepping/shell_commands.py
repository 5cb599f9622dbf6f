"""What a person types: a line taken apart, and the commands of CLIPS's shell, what each does and its answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.expert.production.clips_notation import (
    Form,
    NotationFault,
    Symbol,
    Template,
    forms_of,
    no_slot,
)
from heuristan.tangram.expert.production.clips_values import shown as as_clips
from heuristan.tangram.expert.production.conflict_agenda import STRATEGIES
from heuristan.tangram.expert.production.watching import WATCHED, activation_line, fact_line
from heuristan.tangram.explain.words import capital, plural
from heuristan.teaching.asking.live_run import LiveRun, Ran
from heuristan.teaching.stepping.clips_words import MOST, matches_lines
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell

HELP = {
    "watch WHAT": f"print what happens while rules fire: {', '.join(WATCHED)}, or all; 'unwatch WHAT' no longer",
    "run [N]": "fire rules until none is left, or N of them",
    "step [N]": "fire rules until a match was taken out; the same as 'go'",
    "break RULE": "stop 'run' before that rule fires; 'unbreak RULE' no longer; 'breaks' lists them",
    "matches RULE": "list the facts that its conditions accept, its partial matches, and its activations",
    "(agenda)": "list the agenda as CLIPS does",
    "(facts [KIND])": "list the facts as CLIPS does, with values as rules see them",
    "rules": "list the rules; 'templates' lists the kinds of facts",
    "ppdefrule RULE": "print a rule; 'ppdeftemplate KIND' prints a kind of facts",
    "assert (FACT)": "bring facts in",
    "retract N": "take facts out, by their numbers",
    "modify N (SLOT VALUE)": "replace a fact by one with other values",
    "(defrule ...)": "bring a rule in; also deftemplate, deffunction, deffacts",
    "undefrule RULE": "take a rule out",
    "strategy [NAME]": "decide between rules of one salience by depth, breadth, lex, mea, or 'random SEED'",
    "load FILE": "bring rules in that stand in a file",
    "save-facts FILE": "write the working memory; 'load-facts FILE' takes it in",
    "dribble FILE": "write everything that is typed and answered to a file as well; 'dribble' alone ends that",
    "reset": "begin again; rules stay as they are",
    "undo": "take back what the last command did to the engine or the session",
}
"""Each command with its description."""
CONSTRUCTS = ("defrule", "deftemplate", "deffunction", "deffacts")
OF_RULES = ("break", "unbreak", "matches", "ppdefrule", "undefrule")
"""The commands after which the name of a rule comes."""


class CommandError(ValueError):
    """A line that is no command, or one that cannot be done; the message says what is wrong and what mends it."""


class Typed(NamedTuple):
    """A command: its name, and what follows."""

    name: str
    rest: str = ""
    in_parentheses: bool = False
    text: str = ""
    """The whole command, in parentheses."""

    @property
    def words(self) -> list[str]:
        """What follows, word by word."""
        return self.rest.split()

    @property
    def form(self) -> Form:
        """The command as CLIPS reads it.

        Raises:
            NotationFault: if its parentheses are not balanced.
        """
        return next(forms_of(self.text))


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


def file_named(command: Typed) -> str:
    """Return the name of the file that follows a command; it may stand in quotes.

    Raises:
        CommandError: if there is none.
    """
    if not command.rest:
        raise CommandError(f"'{command.name}' needs the name of a file, as in '{command.name} mine.txt'")
    return command.rest.strip('"')


def _word(command: Typed, what: str, among: Sequence[str] = ()) -> str:
    """Return the one word that follows a command, of some if they are given."""
    if len(command.words) != 1 or (among and command.rest not in among):
        options = f": {', '.join(among)}" if among else ""
        raise CommandError(f"after '{command.name}' comes {what}{options}")
    return command.rest


def _numbers(command: Typed, words: Sequence[str]) -> list[int]:
    """Return the numbers of facts that words are; ``f-12`` and ``12`` are the same."""
    found = [word.removeprefix("f-") for word in words]
    if not found:
        raise CommandError(
            f"'{command.name}' needs the number of a fact, as in '{command.name} 12'; 'facts KIND' has it"
        )
    if not all(word.isascii() and word.isdecimal() for word in found):
        raise CommandError(f"{shown(' '.join(words))} is not the number of a fact, as in '{command.name} 12'")
    return [*map(int, found)]


def evaluated(shell: Shell, command: Typed) -> Iterator[str]:
    """Do what an expression says, and answer its value."""
    if command.name == "bind":
        raise CommandError(
            "a variable lasts as long as the command in which it is bound; put what uses it into a deffunction"
        )
    try:
        with shell.doing("what was typed") as live:
            value = live.evaluate(command.form)
    except NotationFault as found:
        if found.words.startswith(f"there is no function {command.name};"):
            words = f"there is no function {command.name}, and no command"
            raise CommandError(f"{words}; {nearest(command.name, ANSWERS)} ('help' lists the commands)") from None
        raise
    if value is not None:
        yield as_clips(value)
    yield from filter(None, [shell.follow()])


def _watch(shell: Shell, command: Typed) -> Iterator[str]:
    what = _word(command, "what is to be watched", (*WATCHED, "all"))
    kinds = frozenset(WATCHED if what == "all" else (what,))
    shell.watched = shell.watched | kinds if command.name == "watch" else shell.watched - kinds
    yield f"Watched: {', '.join(each for each in WATCHED if each in shell.watched) or 'nothing'}."


def _run(shell: Shell, command: Typed) -> Iterator[str]:
    limit = command.rest if command.rest not in ("", "-1") else None
    if limit is not None and not (limit.isascii() and limit.isdecimal() and int(limit)):
        raise CommandError("after 'run' comes the number of rules that are to fire, as in 'run 10', or nothing")
    before = shell.session
    ran, why = shell.run(None if limit is None else int(limit))
    yield from _told(shell, ran, why)
    session = shell.session
    if session is not before and session.ended:
        yield from SessionWords(session).ending()
    elif session is not before and session.steps:
        yield next(SessionWords(session).step())


def _told(shell: Shell, ran: Ran, why: str) -> Iterator[str]:
    if ran.fault is not None:
        yield f"{capital(ran.words)}."
    fired = f"{plural(ran.fired, 'rule')} fired"
    if why == "interrupted":
        yield f"Interrupted: {fired}; what they did is kept, and 'undo' takes it back."
    else:
        yield from filter(None, [why])
        yield f"{capital(fired)}."
    if not ran.fired and not why:
        ended = "The run has ended; 'undo' and 'back' go back, 'reset' begins again."
        yield ended if shell.live.is_over else "The agenda is empty."
    yield from filter(None, [shell.follow()])


def _break(shell: Shell, command: Typed) -> Iterator[str]:
    rule = _rule(shell.live, command)
    if command.name == "break":
        shell.breaks.add(rule)
    elif rule not in shell.breaks:
        raise CommandError(f"'run' does not stop before {rule}; 'breaks' lists the rules before which it does")
    else:
        shell.breaks.remove(rule)
    yield f"'run' {'stops' if command.name == 'break' else 'does not stop'} before {rule} fires."


def _rule(live: LiveRun, command: Typed, name: str = "") -> str:
    """Return the name of the rule that follows a command, or of another one."""
    name = name or _word(command, "the name of a rule")
    if name not in live.system.rules:
        raise CommandError(f"there is no rule {shown(name)}; {nearest(name, live.system.rules)} ('rules' lists them)")
    return name


def _matches(shell: Shell, command: Typed) -> Iterator[str]:
    name, *more = command.words or ("", "")
    if more not in ([], ["verbose"]):
        raise CommandError("after 'matches' comes the name of a rule, and 'verbose' if everything is to be listed")
    return matches_lines(shell.live, _rule(shell.live, command, name), None if more or command.in_parentheses else MOST)


def _listed(names: Iterable[str], what: str) -> Iterator[str]:
    """List facts, activations or names, and say how many there are, as CLIPS does."""
    found = list(names)
    yield from found
    yield f"For a total of {len(found)} {what}{'' if len(found) == 1 else 's'}."


def _template(live: LiveRun, name: str) -> Template:
    known = {each.lower(): template for each, template in live.system.templates.items()}
    if name.lower() not in known:
        raise CommandError(f"there is no kind of facts {shown(name)}; {nearest(name, live.system.templates)}")
    return known[name.lower()]


def _assert(shell: Shell, command: Typed) -> Iterator[str]:
    facts = command.form.rest
    if not facts or not all(isinstance(part, Form) for part in facts):
        raise CommandError("after 'assert' comes a fact, as in 'assert (Evidence (kind mine) (match any))'")
    return _changed(shell, command.name, lambda live: live.evaluate(command.form))


def _modify(shell: Shell, command: Typed) -> Iterator[str]:
    if len(command.words) < 2:
        raise CommandError("after 'modify' come the number of a fact and values, as in 'modify 12 (line 1)'")
    (number,) = _numbers(command, command.words[:1])
    template, line = shell.live.fact(number).template, command.form.line
    slots, values = shell.live.system.templates[template].slots, command.form.rest[1:]
    for part in values:
        if not isinstance(part, Form) or part.head not in slots:
            raise no_slot(line, template, part, slots)
    form = Form((Symbol("modify"), Form((Symbol("fact-numbered"), number), line), *values), line)
    return _changed(shell, command.name, lambda live: live.evaluate(form))


def _retract(shell: Shell, command: Typed) -> Iterator[str]:
    numbers = _numbers(command, command.words)
    return _changed(shell, command.name, lambda live: live.retract(numbers))


def _changed(shell: Shell, name: str, change: Callable[[LiveRun], object]) -> Iterator[str]:
    """Change the facts, and list what came and what went."""
    before = {fact.index: fact for fact in shell.live.system.facts()}
    with shell.doing(name) as live:
        change(live)
    fault = shell.follow()
    after = {fact.index: fact for fact in shell.live.system.facts()}
    went, came = before.keys() - after.keys(), after.keys() - before.keys()
    if not shell.watched & {"facts"}:
        yield from _first([f"<== {fact_line(before[number])}" for number in sorted(went)])
        yield from _first([f"==> {fact_line(after[number])}" for number in sorted(came)])
    if not went and not came:
        yield "Nothing changed: such a fact is there already."
    yield from filter(None, [fault])


def _first(lines: list[str]) -> Iterator[str]:
    """Yield the first of some lines, and how many more there are."""
    yield from lines[:MOST]
    if len(lines) > MOST:
        yield f"    (and {len(lines) - MOST} more; 'watch facts' shows all)"


def defined_in(shell: Shell, text: str) -> Iterator[str]:
    """Take in the constructs of a text, and answer what is defined.

    Raises:
        InputError: if there is a fault in it; then nothing was taken in.
    """
    names, live = shell.define(text), shell.live
    for name in names:
        waiting = sum(live.name(each) == name for each in live.system.agenda())
        agenda = f"; {plural(waiting, 'activation')} on the agenda" if name in live.system.rules else ""
        yield f"{name} is defined{agenda}."


def _undefine(shell: Shell, command: Typed) -> Iterator[str]:
    rule = _rule(shell.live, command)
    shell.undefine(rule)
    shell.breaks.discard(rule)
    yield f"{rule} is no rule any more; what it did stays."


def _strategy(shell: Shell, command: Typed) -> Iterator[str]:
    name, *more = command.words or (shell.live.strategy,)
    seed = more[0] if more else "0"
    if name not in (*STRATEGIES, "random") or len(more) > (name == "random") or not seed.isdecimal():
        raise CommandError(
            f"a strategy is one of {', '.join(STRATEGIES)}, or random with a seed, as in 'strategy random 7'"
        )
    if command.words:
        with shell.doing("strategy") as live:
            live.set_strategy(name, int(seed))
    yield f"The strategy is {shell.live.strategy}{f' {seed}' if more else ''}."


def _reset(shell: Shell, _: Typed) -> Iterator[str]:
    shell.reset()
    yield "Begun again: nothing has fired. 'run' goes on rule by rule, 'step' to the first match."


ANSWERS: Mapping[str, Callable[[Shell, Typed], Iterable[str]]] = {
    "watch": _watch,
    "unwatch": _watch,
    "run": _run,
    "break": _break,
    "unbreak": _break,
    "breaks": lambda shell, _: sorted(shell.breaks) or ("There is no rule before which 'run' stops.",),
    "matches": _matches,
    "(agenda)": lambda shell, _: _listed(
        (activation_line(each, shell.live.name(each)) for each in shell.live.system.agenda()), "activation"
    ),
    "(facts)": lambda shell, command: _listed(
        map(fact_line, shell.live.system.facts(*(_template(shell.live, kind).name for kind in command.words))), "fact"
    ),
    "rules": lambda shell, _: _listed(shell.live.system.rules, "defrule"),
    "templates": lambda shell, _: _listed(shell.live.system.templates, "deftemplate"),
    "ppdefrule": lambda shell, command: (shell.live.written(_rule(shell.live, command)),),
    "ppdeftemplate": lambda shell, command: (
        shell.live.written(_template(shell.live, _word(command, "the name of a kind of facts")).name),
    ),
    "assert": _assert,
    "retract": _retract,
    "modify": _modify,
    **dict.fromkeys(CONSTRUCTS, lambda shell, command: defined_in(shell, command.text)),
    "undefrule": _undefine,
    "strategy": _strategy,
    "reset": _reset,
    "undo": lambda shell, _: (f"Taken back: {shell.undo()}.",),
}
"""What answers each command; it does its work while it is asked for."""
ALONE = ("(agenda)", "rules", "templates", "reset", "undo", "breaks")
"""The commands that nothing may follow."""
