"""Expressions and actions in CLIPS notation as Python: compiled once, so that nothing is interpreted in a run.

Variables are those of Python with a prefix; `S` is the engine, `H` the functions of the host.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from inspect import signature
from itertools import count, islice
from typing import Any

from heuristan.common.clock import OutOfTime
from heuristan.tangram.expert.production.clips_notation import (
    Form,
    FunctionText,
    Part,
    Several,
    Symbol,
    Variable,
    fault,
    in_place,
    no_slot,
)
from heuristan.tangram.expert.production.clips_values import PURE, flat

_CHAINED = {"<": "<", ">": ">", "<=": "<=", ">=": ">=", "=": "==", "eq": "=="}
_BETWEEN = {**_CHAINED, "+": "+", "-": "-", "*": "*"}
"""The functions that are signs between values in Python too."""
_LEAST = {**dict.fromkeys((*_BETWEEN, "neq", "<>", "/"), 2), "and": 1, "or": 1}
"""Minimum number of arguments of each function."""
_TESTS = {*_CHAINED, "neq", "<>", "and", "or", "not", "any-factp", "numberp", "integerp", "symbolp", "stringp"}


def python_name(variable: str) -> str:
    """Return the name of a variable in Python.

    Raises:
        NotationFault: if it is none: what is compiled must not hold a word of the text that could be Python.
    """
    name = f"v_{variable.replace('-', '_')}"
    if not name.isidentifier():
        raise fault(0, f"{variable} is no variable; write ?name")
    return name


MATCH_IS_GONE = "match-is-gone"
"""The host function that returns whether a question about a match that is gone was asked since it was called last."""


class ConditionFault(Exception):
    """A condition that cannot be computed, for the reason that is its cause."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line
        """The line of the text where it begins."""


_compiled = lru_cache(maxsize=2048)(compile)
"""Makes code of a text in Python; texts of runs share most of their rules and functions."""


class Compiler:
    """Makes Python of expressions and actions, which call functions that are known by name."""

    def __init__(
        self, host: Mapping[str, Callable[..., Any]], slots: Callable[[str], Mapping[str, Any] | None]
    ) -> None:
        """Begin with the functions of the host.

        Args:
            host: functions by their names; several values come to them one by one.
            slots: returns the slots of a template; None if there is none with that name.
        """
        self._host = host
        self._slots = slots
        self._several: set[str] = set()
        """The variables that may hold several values, in whatever rule or function."""
        self._own: dict[str, Callable[..., Any]] = {}
        self._parameters: dict[str, tuple[Variable | Several, ...]] = {}
        self.names: dict[str, Any] = {"flat": flat, "first": islice, "H": host}
        self._counter = count()

    def function(self, text: FunctionText) -> None:
        """Compile a function of the notation."""
        parameters = [f"*{python_name(p)}" if isinstance(p, Several) else python_name(p) for p in text.parameters]
        _check_bound(text.actions, map(str, text.parameters))
        self._own[text.name] = lambda *_: None  # it may call itself
        self._parameters[text.name] = text.parameters
        body = [f"{python_name(p)} = flat(*{python_name(p)})" for p in text.parameters if isinstance(p, Several)]
        body += self._body(text.actions, returns=True)
        self._own[text.name] = self._made(["S", *parameters], body, text.line)

    def read(self, part: Part) -> None:
        """Note which variables may hold several values."""
        if isinstance(part, Several):
            self._several.add(str(part))
        elif isinstance(part, Form):
            if part.head == "bind" and len(part.items) > 1:
                self._several.add(str(part.items[1]))
            if part.head == "deffunction" and len(part.items) > 2 and isinstance(part.items[2], Form):
                self._several.update(map(str, part.items[2].items))
            for each in part.items:
                self.read(each)

    def actions(self, actions: Sequence[Part], variables: Iterable[str]) -> Callable[..., Any]:
        """Return a right side as a function of the system and the variables that the left side binds."""
        names = list(variables)
        _check_bound(actions, names)
        line = next((action.line for action in actions if isinstance(action, Form)), 1)
        return self._made(["S", *map(python_name, names)], self._body(actions, returns=False), line)

    def test(self, expression: Part, known: Iterable[str]) -> Callable[..., Any]:
        """Return a condition as a function of the variables in it, in the order of their names."""
        names = bound_in(expression, known)
        return self._made(map(python_name, names), self._tried(self.condition(expression), expression))

    def predicate(self, expression: Part, variable: str) -> Callable[..., Any]:
        """Return a condition as a function of the only variable in it."""
        return self._made([python_name(variable)], self._tried(self.condition(expression), expression))

    def value(self, expression: Part) -> Callable[..., Any]:
        """Return an expression as a function of the variables in it, in the order of their names."""
        names = sorted(variables_in(expression))
        return self._made(map(python_name, names), self._tried(self.expression(expression), expression))

    def _tried(self, value: str, expression: Part) -> list[str]:
        """Return what computes a value while facts are matched: one about a match that is gone is FALSE."""
        if not isinstance(expression, Form):
            return [f"return {value}"]
        failed = self._named(partial(self._failed, expression.line), "failed")
        return [
            "try:",
            f"    return {value}",
            "except Exception as fault:",
            f"    return {failed}(fault, lambda: {value})",
        ]

    def _failed(self, line: int, fault: Exception, again: Callable[[], Any]) -> bool:
        if isinstance(fault, OutOfTime | MemoryError | ConditionFault):
            raise fault
        is_gone = self._host.get(MATCH_IS_GONE)
        if is_gone is not None:
            is_gone()  # forgets what was asked before
            with suppress(Exception):
                again()
            if is_gone():
                return False
        raise ConditionFault(line) from fault

    def _made(self, parameters: Iterable[str], body: Sequence[str], line: int = 1) -> Callable[..., Any]:
        source = "\n".join([f"def made({', '.join(parameters)}):", *(f"    {line}" for line in body or ["pass"])])
        found: dict[str, Callable[..., Any]] = {}
        try:
            exec(_compiled(source, "<rules>", "exec"), self.names, found)  # made by this module from forms it checked
        except SyntaxError:  # Python has limits of its own
            raise fault(line, "loops nest too deep; write those inside as a deffunction") from None
        return found["made"]

    # statements

    def _body(self, actions: Sequence[Part], *, returns: bool) -> list[str]:
        lines: list[str] = []
        for place, action in enumerate(actions):
            is_last = returns and place == len(actions) - 1
            lines += self._statement(action, is_last=is_last)
        return lines

    def _statement(self, action: Part, *, is_last: bool = False) -> list[str]:
        if isinstance(action, Form) and not (is_last and action.head == "if"):
            lines = self._done(action)
            if lines is not None:
                return lines
        value = self.expression(action)
        return [f"return {value}" if is_last else value]

    @in_place
    def _done(self, action: Form) -> list[str] | None:
        """Return the lines for an action that is not an expression in Python; None for other actions."""
        maker = getattr(self, f"_do_{action.head.replace('$', '').replace('-', '_')}", None)
        return None if maker is None else maker(action)

    def _block(self, actions: Sequence[Part]) -> list[str]:
        lines = [line for action in actions for line in self._statement(action)]
        return [f"    {line}" for line in lines or ["pass"]]

    def _do_bind(self, form: Form) -> list[str]:
        if not isinstance(form.items[1], Variable | Several):
            raise fault(form.line, f"{form} binds no variable; write (bind ?name value)")
        value = form.items[2] if len(form.items) == 3 else Form((Symbol("create$"), *form.items[2:]), form.line)
        return [f"{python_name(str(form.items[1]))} = {self.expression(value)}"]

    def _do_if(self, form: Form) -> list[str]:
        condition, first, second = _branches(form)
        lines = [f"if {self.condition(condition)}:", *self._block(first)]
        return [*lines, "else:", *self._block(second)] if second else lines

    def _do_progn(self, form: Form) -> list[str]:
        if not isinstance(form.items[1], Form) or not isinstance(form.items[1].items[0], Variable):
            raise fault(form.line, "write (progn$ (?name values) actions)")
        name, values = form.items[1].items[0], form.items[1].items[1]
        target = f"{python_name(f'{name}-index')}, {python_name(name)}"
        return [f"for {target} in enumerate(flat({self.expression(values)}), 1):", *self._block(form.items[2:])]

    def _do_foreach(self, form: Form) -> list[str]:
        return self._do_progn(Form((form.items[0], Form(form.items[1:3], form.line), *form.items[3:]), form.line))

    def _do_while(self, form: Form) -> list[str]:
        actions = [a for a in form.items[2:] if not (isinstance(a, Symbol) and a == "do")]
        check = ['    H["check-time"]()'] if "check-time" in self._host else []
        return [f"while {self.condition(form.items[1])}:", *check, *self._block(actions)]

    def _do_loop_for_count(self, form: Form) -> list[str]:
        head = form.items[1]
        items = head.items if isinstance(head, Form) and head.items and isinstance(head.items[0], Variable) else (head,)
        name = python_name(items[0]) if isinstance(items[0], Variable) else "_"
        numbers = [self.expression(each) for each in (items[1:] if name != "_" else items)]
        first, last = (numbers[0], numbers[1]) if len(numbers) > 1 else ("1", numbers[0])
        actions = [a for a in form.items[2:] if not (isinstance(a, Symbol) and a == "do")]
        return [f"for {name} in range({first}, {last} + 1):", *self._block(actions)]

    def _do_do_for_all_facts(self, form: Form) -> list[str]:
        names, rows = self._rows(form)
        return [f"for {names}, in [{rows}]:", *self._block(form.items[3:])]

    def _do_do_for_fact(self, form: Form) -> list[str]:
        names, rows = self._rows(form, "each")
        return [f"for {names}, in (*first(({rows}), 1),):", *self._block(form.items[3:])]

    def _do_return(self, form: Form) -> list[str]:
        return [f"return {self.expression(form.items[1]) if len(form.items) > 1 else 'None'}"]

    def _do_halt(self, form: Form) -> list[str]:  # noqa: ARG002
        return ["S.halt()"]

    def _do_assert(self, form: Form) -> list[str]:
        return [self._asserted(fact) for fact in form.rest]

    def _do_retract(self, form: Form) -> list[str]:
        return [f"S.retract({self.expression(fact)})" for fact in form.rest]

    # facts

    def _asserted(self, fact: Part) -> str:
        known = self._slots(fact.head) if isinstance(fact, Form) else None
        if not isinstance(fact, Form) or known is None:
            raise fault(
                line_of(fact), f"({getattr(fact, 'head', fact)} ...) is no template; define it with deftemplate"
            )
        slots = ", ".join(self._slot(fact.head, known, slot) for slot in fact.rest)
        return f"S.declare({str(fact.head)!r}, {{{slots}}})"

    def _slot(self, template: str, known: Mapping[str, Any], slot: Part) -> str:
        if not isinstance(slot, Form) or slot.head not in known:
            raise no_slot(line_of(slot), template, slot, known)
        if known[slot.head].is_several:
            return f"{str(slot.head)!r}: flat({', '.join(map(self.expression, slot.rest))})"
        if len(slot.rest) != 1:
            raise fault(slot.line, f"the slot {slot.head} of {template} takes one value")
        return f"{str(slot.head)!r}: {self.expression(slot.rest[0])}"

    def _rows(self, form: Form, of: str = "of") -> tuple[str, str]:
        """Return the names of the variables of a query, and a generator of the tuples of facts that it finds.

        Args:
            form: the query.
            of: the method of the engine that gives the facts of templates.
        """
        heads = form.items[1]
        if not isinstance(heads, Form) or len(form.items) < 3:
            raise fault(form.line, f"write ({form.head} ((?name Template)) condition ...)")
        names, loops = [], []
        for head in heads.items:
            if not isinstance(head, Form) or not isinstance(head.items[0], Variable):
                raise fault(form.line, f"write ({form.head} ((?name Template)) condition ...)")
            for template in head.rest:
                if self._slots(str(template)) is None:
                    raise fault(head.line, f"there is no template {template}; define it with deftemplate")
            name = python_name(head.items[0])
            names.append(name)
            loops.append(f"for {name} in S.{of}({', '.join(repr(str(t)) for t in head.rest)})")
        listed = ", ".join(names)
        condition = self.condition(form.items[2])
        where = "" if condition == "True" else f" if {condition}"
        return listed, f"({listed},) {' '.join(loops)}{where}"

    # expressions

    def condition(self, part: Part) -> str:
        """Return an expression as a condition in Python: only FALSE is false."""
        value = self.expression(part)
        is_test = isinstance(part, Form) and part.head in _TESTS
        return value if is_test or value in ("True", "False") else f"(({value}) is not False)"

    def expression(self, part: Part) -> str:
        """Return an expression in Python."""
        if isinstance(part, Variable):
            name, _, slot = part.partition(":")
            return f"{python_name(name)}[{slot!r}]" if slot else python_name(name)
        if isinstance(part, Several):
            return python_name(part)
        if isinstance(part, Symbol):
            return self._constant(part)
        if not isinstance(part, Form):
            return repr(part)
        return self._call(part)

    def _constant(self, symbol: Symbol) -> str:
        python = f"s_{''.join(c if c.isalnum() else f'_{ord(c)}_' for c in symbol)}"
        self.names[python] = symbol
        return python

    @in_place
    def _call(self, form: Form) -> str:
        name, rest = form.head, form.rest
        if name in _LEAST and len(rest) < _LEAST[name]:
            raise fault(form.line, f"({name} ...) takes {_LEAST[name]} values or more; it has {len(rest)}")
        if name in _BETWEEN:
            return f"({f' {_BETWEEN[name]} '.join(map(self.expression, rest))})"
        if name in ("and", "or"):
            return f"({f' {name} '.join(map(self.condition, rest))})"
        makers: Mapping[str, Callable[[Form], str]] = {
            "neq": self._differs,
            "<>": self._differs,
            "not": lambda form: f"(not {self.condition(form.items[1])})",
            "if": self._chosen,
            "find-all-facts": lambda form: f"flat(*({self._rows(form, 'each')[1]}))",
            "find-fact": lambda form: f"flat(*first(({self._rows(form, 'each')[1]}), 1))",
            "any-factp": lambda form: f"any(True for _ in ({self._rows(form, 'each')[1]}))",
            "assert": lambda form: self._asserted(form.items[1]),
            "println": lambda form: f"S.say({', '.join(map(self.expression, form.rest))})",
            "printout": lambda form: f"S.say({', '.join(map(self.expression, form.items[2:]))})",
            "modify": self._changed,
            "duplicate": self._changed,
            "assert-string": lambda form: f"S.assert_string({self.expression(form.items[1])})",
        }
        return makers.get(name, self._called)(form)

    def _differs(self, form: Form) -> str:
        first, *others = map(self.expression, form.rest)
        return f"({' and '.join(f'{first} != {other}' for other in others)})"

    def _chosen(self, form: Form) -> str:
        condition, first, second = _branches(form)
        return f"({self._one(first)} if {self.condition(condition)} else {self._one(second)})"

    def _changed(self, form: Form) -> str:
        return f"S.{form.head}({self.expression(form.items[1])}, {self._modified(form.items[2:])})"

    def _modified(self, slots: Sequence[Part]) -> str:
        found = []
        for slot in slots:
            if not isinstance(slot, Form):
                raise fault(0, "the values stand in parentheses with their slots: (modify ?fact (slot value))")
            found.append(f"{slot.head!r}: ({', '.join(map(self.expression, slot.rest))}{',' if slot.rest else ''})")
        return f"{{{', '.join(found)}}}"

    def _called(self, form: Form) -> str:
        arguments = [self.expression(each) for each in form.rest]
        name = form.head
        if name in self._own:
            self._check_count(form)
            return f"{self._named(lambda *arguments: self._own[name](*arguments), name)}(S, {', '.join(arguments)})"
        if name in self._host:
            called = f"H[{name!r}]"
            simple = not any(isinstance(each, Form) or str(each) in self._several for each in form.rest)
            return f"{called}({', '.join(arguments)})" if simple else f"{called}(*flat({', '.join(arguments)}))"
        if name in PURE:
            _check_arguments(form)
            return f"{self._named(PURE[name], name)}({', '.join(arguments)})"
        if not name:
            raise fault(form.line, f"{form} does not begin with the name of a function; write one in front")
        raise fault(form.line, f"there is no function {name}; define it with deffunction, or correct its name")

    def _check_count(self, form: Form) -> None:
        """Refuse a call of a function of the text with too few or too many values."""
        wanted = self._parameters[form.head]
        least, is_open = sum(isinstance(p, Variable) for p in wanted), any(isinstance(p, Several) for p in wanted)
        if len(form.rest) < least or (len(form.rest) > least and not is_open):
            takes = " ".join(f"{'$' if isinstance(p, Several) else ''}?{p}" for p in wanted) or "nothing"
            raise fault(form.line, f"({form.head} ...) takes {takes}; it has {len(form.rest)}")

    def _named(self, function: Callable[..., Any], name: str) -> str:
        python = f"f_{''.join(c if c.isalnum() else '_' for c in name)}_{next(self._counter)}"
        self.names[python] = function
        return python

    def _one(self, actions: Sequence[Part]) -> str:
        return self.expression(actions[-1]) if actions else "None"


def _check_arguments(form: Form) -> None:
    """Refuse a call of a function of CLIPS with too few or too many values."""
    try:
        signature(PURE[form.head]).bind(*form.rest)
    except TypeError:
        raise fault(form.line, f"({form.head} ...) has too many values, or too few: {len(form.rest)}") from None
    except ValueError:  # of some of Python's it is not known how many they take
        return


def _branches(form: Form) -> tuple[Part, tuple[Part, ...], tuple[Part, ...]]:
    """Return the condition of an ``if``, and what is done then and otherwise."""
    marks = [n for n, part in enumerate(form.items) if isinstance(part, Symbol) and part in ("then", "else")]
    if not marks or form.items[marks[0]] != "then":
        raise fault(form.line, "write (if condition then actions else actions)")
    end = marks[1] if len(marks) > 1 else len(form.items)
    return form.items[1], form.items[marks[0] + 1 : end], form.items[end + 1 :]


_LOOPS = {"progn$", "foreach", "loop-for-count"}
_QUERIES = {"find-all-facts", "find-fact", "any-factp", "do-for-fact", "do-for-all-facts"}


def _check_bound(actions: Iterable[Part], known: Iterable[str]) -> None:
    """Refuse a variable that nothing binds."""
    forms = [each for action in actions for each in _forms_in(action)]
    bound = {*known, *(name for form in forms for name in _bound_by(form))}
    for form in forms:
        for part in form.items:
            if isinstance(part, Variable | Several) and part and part.partition(":")[0] not in bound:
                raise fault(form.line, f"?{part} is not bound before; bind it in a pattern, or with (bind ?{part} ...)")


def _forms_in(part: Part) -> Iterator[Form]:
    if isinstance(part, Form):
        yield part
        for each in part.items:
            yield from _forms_in(each)


def _bound_by(form: Form) -> Iterator[str]:
    """Yield the variables that a form binds, wherever it stands."""
    if form.head == "bind" and len(form.items) > 1:
        yield str(form.items[1])
    elif form.head in _LOOPS and len(form.items) > 1:
        head = form.items[1].items[0] if isinstance(form.items[1], Form) and form.items[1].items else form.items[1]
        yield from (str(head), f"{head}-index")
    elif form.head in _QUERIES and len(form.items) > 1 and isinstance(form.items[1], Form):
        yield from (str(each.items[0]) for each in form.items[1].items if isinstance(each, Form) and each.items)


def line_of(part: Part) -> int:
    """Return the line of a part; 0 if it does not keep it."""
    return part.line if isinstance(part, Form) else 0


def bound_in(expression: Part, known: Iterable[str]) -> list[str]:
    """Return the names of the variables in an expression, sorted.

    Raises:
        NotationFault: if one is not among those known.
    """
    names, known = sorted(variables_in(expression)), set(known)
    for name in names:
        if name not in known:
            raise fault(line_of(expression), f"?{name} is not bound before; bind it in a pattern above")
    return names


def variables_in(part: Part) -> set[str]:
    """Return the names of the variables in an expression, those of its queries left out."""
    if isinstance(part, Variable):
        return {part.partition(":")[0]} if part else set()
    if isinstance(part, Several):
        return {str(part)} if part else set()
    if not isinstance(part, Form):
        return set()
    found = set().union(*(variables_in(each) for each in part.items)) if part.items else set()
    if part.head in _QUERIES and isinstance(part.items[1], Form):
        found -= {str(head.items[0]) for head in part.items[1].items if isinstance(head, Form)}
    return found
