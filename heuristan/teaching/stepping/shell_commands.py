"""The commands of CLIPS's shell: what each does to the engine, and its answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.expert.production.clips_notation import Form, NotationFault, Symbol, Template, no_slot
from heuristan.tangram.expert.production.clips_values import shown as as_clips
from heuristan.tangram.expert.production.conflict_agenda import STRATEGIES
from heuristan.tangram.expert.production.watching import WATCHED, fact_line
from heuristan.tangram.explain.words import capital, plural
from heuristan.teaching.asking.live_run import LiveRun, Ran
from heuristan.teaching.stepping.clips_words import (
    agenda_lines,
    facts_lines,
    first_lines,
    matches_lines,
    names_lines,
)
from heuristan.teaching.stepping.session_words import SessionWords
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.typed_forms import CONSTRUCTS, Typed, TypedFault, numbers_in, word_in

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
NAMES = (
    *(usage.strip("()").split()[0] for usage in HELP if usage.strip("()").split()[0] not in ("agenda", "facts")),
    *("unwatch", "unbreak", "breaks", "templates", "ppdeftemplate", "load-facts", *CONSTRUCTS),
)
"""The commands that need no parentheses."""
OF_RULES = ("break", "unbreak", "matches", "ppdefrule", "undefrule")
"""The commands after which the name of a rule comes."""


def answered(shell: Shell, command: Typed) -> tuple[str, ...]:
    """Do what a command of CLIPS says, and return the answer.

    Raises:
        TypedFault: if it cannot be done; the message says what mends it.
        ChoiceError: if there is nothing that it could be done to.
        InputError: if there is a fault in what was typed; then nothing was done.
    """
    if command.name in CONSTRUCTS:
        return tuple(_defined(shell, command.text))
    if command.name in _ALONE and command.rest:
        raise TypedFault(f"nothing may follow '{command.name}'")
    if command.name in _ANSWERS:
        return tuple(_ANSWERS[command.name](shell, command))
    if command.name == "bind":
        raise TypedFault(
            "a variable lasts as long as the command in which it is bound; put what uses it into a deffunction"
        )
    try:
        with shell.doing("what was typed") as live:
            value = live.evaluate(command.form)
    except NotationFault as found:
        if found.words.startswith(f"there is no function {command.name};"):
            words = f"there is no function {command.name}, and no command"
            raise TypedFault(f"{words}; {nearest(command.name, NAMES)} ('help' lists the commands)") from None
        raise
    fault = shell.follow()
    return (*(() if value is None else (as_clips(value),)), *((fault,) if fault else ()))


def _watch(shell: Shell, command: Typed) -> Iterator[str]:
    what = word_in(command, "what is to be watched", (*WATCHED, "all"))
    kinds = frozenset(WATCHED if what == "all" else (what,))
    shell.watched = shell.watched | kinds if command.name == "watch" else shell.watched - kinds
    yield f"Watched: {', '.join(each for each in WATCHED if each in shell.watched) or 'nothing'}."


def _run(shell: Shell, command: Typed) -> Iterator[str]:
    limit = command.rest[0] if command.rest and command.rest != (-1,) else None
    if len(command.rest) > 1 or not (limit is None or (type(limit) is int and limit > 0)):
        raise TypedFault("after 'run' comes the number of rules that are to fire, as in 'run 10', or nothing")
    before = shell.session
    ran, why = shell.run(limit)
    yield from _told(shell, ran, why)
    yield from _changes(before, shell)


def _told(shell: Shell, ran: Ran, why: str) -> Iterator[str]:
    if ran.fault is not None:
        yield f"{capital(ran.words)}."
    kept = "; what they did is kept, and 'undo' takes it back" if why == "interrupted" else ""
    if why and not kept:
        yield why
    mark = "Interrupted: " if kept else ""
    fired = f"{plural(ran.fired, 'rule')} fired{kept}."
    yield f"{mark}{fired}" if mark else capital(fired)
    if not ran.fired and not why:
        ended = "The run has ended; 'undo' and 'back' go back, 'reset' begins again."
        yield ended if shell.live.is_over else "The agenda is empty."
    fault = shell.follow()
    if fault:
        yield fault


def _changes(before: object, shell: Shell) -> Iterator[str]:
    """Say which step was taken last, and how the run ended, if these are news."""
    session = shell.session
    if session is before:
        return
    words = SessionWords(session)
    if session.ended:
        yield from words.ending()
    elif session.steps:
        yield next(words.step())


def _break(shell: Shell, command: Typed) -> Iterator[str]:
    if command.name == "breaks":
        yield from sorted(shell.breaks) or ("There is no rule before which 'run' stops.",)
        return
    rule = _rule(shell.live, word_in(command, "the name of a rule"))
    if command.name == "break":
        shell.breaks.add(rule)
    elif rule not in shell.breaks:
        raise TypedFault(f"'run' does not stop before {rule}; 'breaks' lists the rules before which it does")
    else:
        shell.breaks.remove(rule)
    yield f"'run' {'stops' if command.name == 'break' else 'does not stop'} before {rule} fires."


def _rule(live: LiveRun, name: str) -> str:
    """Return the name of a rule.

    Raises:
        TypedFault: if there is none of that name.
    """
    if name not in live.system.rules:
        raise TypedFault(f"there is no rule {shown(name)}; {nearest(name, live.system.rules)} ('rules' lists them)")
    return name


def _matches(shell: Shell, command: Typed) -> Iterator[str]:
    name, *more = command.rest or ("", "")
    if more not in ([], [Symbol("verbose")]):
        raise TypedFault("after 'matches' comes the name of a rule, and 'verbose' if everything is to be listed")
    if more or command.in_parentheses:
        return matches_lines(shell.live, _rule(shell.live, str(name)), None)
    return matches_lines(shell.live, _rule(shell.live, str(name)))


def _facts(shell: Shell, command: Typed) -> Iterator[str]:
    kinds = [_template(shell.live, str(kind)).name for kind in command.rest]
    return facts_lines(shell.live, kinds)


def _template(live: LiveRun, name: str) -> Template:
    known = {each.lower(): template for each, template in live.system.templates.items()}
    if name.lower() not in known:
        raise TypedFault(f"there is no kind of facts {shown(name)}; {nearest(name, live.system.templates)}")
    return known[name.lower()]


def _printed(shell: Shell, command: Typed) -> Iterator[str]:
    name = word_in(command, "a name")
    is_rule = command.name == "ppdefrule"
    yield shell.live.written(_rule(shell.live, name) if is_rule else _template(shell.live, name).name)


def _assert(shell: Shell, command: Typed) -> Iterator[str]:
    if not command.rest or not all(isinstance(part, Form) for part in command.rest):
        raise TypedFault("after 'assert' comes a fact, as in 'assert (Evidence (kind mine) (match any))'")
    return _changed(shell, command)


def _modify(shell: Shell, command: Typed) -> Iterator[str]:
    if len(command.rest) < 2:
        raise TypedFault("after 'modify' come the number of a fact and values, as in 'modify 12 (line 1)'")
    (number,) = numbers_in(command._replace(form=Form(command.form.items[:2], command.form.line)))
    template = shell.live.fact(number).template
    slots = shell.live.system.templates[template].slots
    for part in command.rest[1:]:
        if not isinstance(part, Form) or part.head not in slots:
            raise no_slot(command.form.line, template, part, slots)
    fact = Form((Symbol("fact-numbered"), number), command.form.line)
    form = Form((Symbol("modify"), fact, *command.rest[1:]), command.form.line)
    return _changed(shell, command._replace(form=form))


def _changed(shell: Shell, command: Typed) -> Iterator[str]:
    """Change the facts, and list what came and what went."""
    before = {fact.index: fact for fact in shell.live.system.facts()}
    with shell.doing(command.name) as live:
        live.evaluate(command.form)
    return _differences(shell, before)


def _differences(shell: Shell, before: Mapping[int, Any]) -> Iterator[str]:
    fault = shell.follow()
    after = {fact.index: fact for fact in shell.live.system.facts()}
    went, came = before.keys() - after.keys(), after.keys() - before.keys()
    if not shell.watched & {"facts"}:
        yield from first_lines([f"<== {fact_line(before[number])}" for number in sorted(went)])
        yield from first_lines([f"==> {fact_line(after[number])}" for number in sorted(came)])
    if not went and not came:
        yield "Nothing changed: such a fact is there already."
    if fault:
        yield fault


def _retract(shell: Shell, command: Typed) -> Iterator[str]:
    before = {fact.index: fact for fact in shell.live.system.facts()}
    numbers = numbers_in(command)
    with shell.doing("retract") as live:
        live.retract(numbers)
    return _differences(shell, before)


def _defined(shell: Shell, text: str) -> Iterator[str]:
    names, live = shell.define(text), shell.live
    for name in names:
        waiting = sum(live.name(each) == name for each in live.system.agenda())
        agenda = f"; {plural(waiting, 'activation')} on the agenda" if name in live.system.rules else ""
        yield f"{name} is defined{agenda}."


def defined_in(shell: Shell, text: str) -> tuple[str, ...]:
    """Take in the constructs of a text, and return the answer.

    Raises:
        InputError: if there is a fault in it; then nothing was taken in.
    """
    return tuple(_defined(shell, text))


def _undefine(shell: Shell, command: Typed) -> Iterator[str]:
    rule = _rule(shell.live, word_in(command, "the name of a rule"))
    shell.undefine(rule)
    shell.breaks.discard(rule)
    yield f"{rule} is no rule any more; what it did stays."


def _strategy(shell: Shell, command: Typed) -> Iterator[str]:
    names = (*STRATEGIES, "random")
    name, *more = map(str, command.rest or (shell.live.strategy,))
    seed = more[0] if more else "0"
    if name not in names or len(more) > (name == "random") or not seed.isdecimal():
        raise TypedFault(
            f"a strategy is one of {', '.join(STRATEGIES)}, or random with a seed, as in 'strategy random 7'"
        )
    if command.rest:
        with shell.doing("strategy") as live:
            live.set_strategy(name, int(seed))
    yield f"The strategy is {shell.live.strategy}{f' {seed}' if more else ''}."


def _reset(shell: Shell, _: Typed) -> Iterator[str]:
    shell.reset()
    yield "Begun again: nothing has fired. 'run' goes on rule by rule, 'step' to the first match."


def _undo(shell: Shell, _: Typed) -> Iterator[str]:
    yield f"Taken back: {shell.undo()}."


_ALONE = ("agenda", "rules", "templates", "reset", "undo", "breaks")
_ANSWERS: Mapping[str, Callable[[Shell, Typed], Iterable[str]]] = {
    "watch": _watch,
    "unwatch": _watch,
    "run": _run,
    "break": _break,
    "unbreak": _break,
    "breaks": _break,
    "matches": _matches,
    "agenda": lambda shell, _: agenda_lines(shell.live),
    "facts": _facts,
    "rules": lambda shell, _: names_lines(shell.live.system.rules, "defrule"),
    "templates": lambda shell, _: names_lines(shell.live.system.templates, "deftemplate"),
    "ppdefrule": _printed,
    "ppdeftemplate": _printed,
    "assert": _assert,
    "retract": _retract,
    "modify": _modify,
    "undefrule": _undefine,
    "strategy": _strategy,
    "reset": _reset,
    "undo": _undo,
}
