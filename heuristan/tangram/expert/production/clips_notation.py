"""CLIPS notation: text to forms, and forms to constructs. Each keeps its line, so that a fault can name it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, NamedTuple, TypeAlias, TypeVar

from heuristan.common.faults import InputError


class Symbol(str):
    """A symbol of CLIPS; other strings are strings there too. It is no number, so nothing is computed with it."""

    __slots__ = ()
    __add__ = __radd__ = __mul__ = __rmul__ = None  # type: ignore[assignment]


class Variable(str):
    """A variable for one value, by its name; ``fact:slot`` is a slot of a fact bound to it. Nameless: anything."""

    __slots__ = ()


class Several(str):
    """A variable for several values, by its name. Nameless: any number of anything."""

    __slots__ = ()


class Mark(str):
    """A sign between the parts of a constraint: ``&``, ``|``, ``~``, ``:`` or ``=``."""

    __slots__ = ()


Constant: TypeAlias = int | float | bool | Symbol | str


@dataclass(frozen=True)
class Form:
    """Parentheses and what is in them."""

    items: tuple["Part", ...]
    line: int

    @property
    def head(self) -> str:
        """The symbol that it begins with; empty if it begins with none."""
        return self.items[0] if self.items and isinstance(self.items[0], Symbol) else ""

    @property
    def rest(self) -> tuple["Part", ...]:
        """What follows the head."""
        return self.items[1:]

    def __str__(self) -> str:
        return f"({' '.join(map(written, self.items))})"


Part: TypeAlias = Form | Constant | Variable | Several | Mark


def written(part: Part) -> str:
    """Return a part in the notation."""
    if isinstance(part, bool):
        return str(part).upper()
    if isinstance(part, Variable | Several):
        return f"{'?' if isinstance(part, Variable) else '$?'}{part}"
    if isinstance(part, str) and not isinstance(part, Symbol | Mark):
        return '"{}"'.format(part.replace("\\", "\\\\").replace('"', '\\"'))
    return str(part)


class NotationFault(InputError):
    """A fault in a text of rules, with its line and its mend."""

    def __init__(self, line: int, words: str) -> None:
        """Say what is wrong in a line."""
        super().__init__(f"line {line}: {words}")
        self.line = line
        self.words = words


def fault(line: int, words: str) -> NotationFault:
    """Return a fault at a line."""
    return NotationFault(line, words)


def no_slot(line: int, template: str, slot: Part, slots: Iterable[str]) -> NotationFault:
    """Return what is said of a slot that a template does not have."""
    name = getattr(slot, "head", "") or slot
    return fault(line, f"{template} has no slot {name}; its slots are {', '.join(slots)}")


_TOKEN = re.compile(
    r"""(?P<space>\s+|;[^\n]*)
      | (?P<string>"(?:[^"\\]|\\.)*")
      | (?P<paren>[()])
      | (?P<several>\$\?[\w-]*)
      | (?P<variable>\?(?:[A-Za-z_][\w-]*(?::[\w-]+)?)?)
      | (?P<mark>[&|~]|[:=](?=\())
      | (?P<word>[^\s()&|~";]+)
      | (?P<wrong>.)""",
    re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")


DEEPEST = 64
"""Maximum depth of parentheses; the text of a run has eleven."""
LONGEST = 200
"""Maximum number of letters of a word or a number."""
MOST_SALIENCE = 10_000
"""The highest salience of CLIPS; the lowest is its negative."""


class Token(NamedTuple):
    """A word, a sign or a parenthesis of a text."""

    kind: str
    words: str
    position: int
    line: int
    depth: int
    """How many parentheses are open around it; those that it opens or closes count."""

    @property
    def end(self) -> int:
        """The position behind it."""
        return self.position + len(self.words)


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a text, without spaces and comments.

    Raises:
        NotationFault: if parentheses or quotes are not balanced, or something stands outside of them; if it nests too
            deep, or a word is too long.
    """
    opened: list[int] = []
    line = 1
    for token in _TOKEN.finditer(text):
        kind, words = token.lastgroup or "", token[0]
        if kind == "wrong":
            raise fault(line, f"{words} begins nothing; a string ends with a second quotation mark")
        if words == "(":
            opened.append(line)
        elif kind != "space" and not opened:
            if words == ")":
                raise fault(line, "there is one ) too many; remove it")
            raise fault(line, f"{words} stands outside of parentheses; put it into a construct, or behind a ;")
        if kind != "space":
            yield _checked(Token(kind, words, token.start(), line, len(opened)))
        if words == ")":
            opened.pop()
        line += words.count("\n")
    if opened:
        raise fault(opened[0], "the parenthesis that begins here is not closed; add )")


def _checked(token: Token) -> Token:
    """Return a token that nests no deeper, and is no longer, than is read."""
    if token.depth > DEEPEST:
        raise fault(token.line, f"parentheses nest deeper than {DEEPEST} levels; write a part as a deffunction")
    if token.kind == "word" and len(token.words) > LONGEST:
        raise fault(token.line, f"a word has {len(token.words):,} letters; more than {LONGEST} are not read")
    return token


def split(text: str) -> Iterator[list[Token]]:
    """Yield the tokens of each construct of a text.

    Raises:
        NotationFault: if parentheses or quotes are not balanced, or something stands outside of them.
    """
    inside: list[Token] = []
    for token in tokens_of(text):
        inside.append(token)
        if token.words == ")" and token.depth == 1:
            yield inside
            inside = []


def forms_of(text: str) -> Iterator[Form]:
    """Yield the forms of a text.

    Raises:
        NotationFault: if parentheses or quotes are not balanced, or something stands outside of them.
    """
    stack: list[tuple[int, list[Part]]] = []
    for kind, words, _, line, _ in tokens_of(text):
        if words == "(":
            stack.append((line, []))
        elif words == ")":
            start, items = stack.pop()
            form = Form(tuple(items), start)
            if stack:
                stack[-1][1].append(form)
            else:
                yield form
        else:
            stack[-1][1].append(_part(kind, words))


def _part(kind: str, words: str) -> Part:
    if kind == "string":
        return re.sub(r"\\(.)", r"\1", words[1:-1])
    if kind == "several":
        return Several(words[2:])
    if kind == "variable":
        return Variable(words[1:])
    if kind == "mark":
        return Mark(words)
    if words in ("TRUE", "FALSE"):
        return words == "TRUE"
    if _NUMBER.fullmatch(words):
        return float(words) if any(c in words for c in ".eE") else int(words)
    return Symbol(words)


class Slot(NamedTuple):
    """A slot of a template."""

    name: str
    is_several: bool
    default: Constant | tuple[Constant, ...] | None

    @property
    def value_by_default(self) -> Constant | tuple[Constant, ...]:
        """Return what it holds where a fact does not say."""
        if self.default is not None:
            return self.default
        return () if self.is_several else Symbol("nil")


@dataclass(frozen=True)
class Template:
    """A kind of facts."""

    name: str
    slots: dict[str, Slot]
    line: int
    comment: str = ""


@dataclass(frozen=True)
class Rule:
    """A rule: what its left side asks for, and what its right side does."""

    name: str
    salience: int
    conditions: tuple[Part, ...]
    actions: tuple[Part, ...]
    line: int
    comment: str = field(default="", compare=False)


@dataclass(frozen=True)
class FunctionText:
    """A function in the notation."""

    name: str
    parameters: tuple[Variable | Several, ...]
    actions: tuple[Part, ...]
    line: int


@dataclass(frozen=True)
class Facts:
    """Facts that are there from the start."""

    name: str
    facts: tuple[Form, ...]
    line: int


Construct: TypeAlias = Template | Rule | FunctionText | Facts


MadeT = TypeVar("MadeT")


def in_place(make: Callable[[Any, Any], MadeT]) -> Callable[[Any, Any], MadeT]:
    """Let a method that makes something of a part refuse it, with its line, where something is missing in it."""

    @wraps(make)
    def made(self: Any, part: Any) -> MadeT:
        try:
            return make(self, part)
        except NotationFault as found:
            if found.line:
                raise
            raise fault(part.line, found.words) from None
        except (AttributeError, IndexError):
            what = f"({part.head} ...)" if isinstance(part, Form) else part.name
            raise fault(part.line, f"{what}: something is missing, or stands in the wrong place") from None

    return made


def constructs_of(text: str) -> Iterator[Construct]:
    """Yield the constructs of a text.

    Raises:
        NotationFault: if something is no construct that is known here.
    """
    return map(construct_of, forms_of(text))


def construct_of(form: Form) -> Construct:
    """Return the construct that a form is.

    Raises:
        NotationFault: if it is none that is known here.
    """
    makers: dict[str, Callable[[Form, str, str, Sequence[Part]], Construct]] = {
        "deftemplate": _template,
        "defrule": _rule,
        "deffunction": _function,
        "deffacts": _facts,
    }
    if form.head not in makers:
        known = ", ".join(makers)
        raise fault(form.line, f"({form.head or '...'} ...) is no construct known here; there are {known}")
    name, comment, rest = _named(form)
    return makers[form.head](form, name, comment, rest)


def _named(form: Form) -> tuple[str, str, tuple[Part, ...]]:
    """Return the name of a construct, its comment, and what follows."""
    if len(form.items) < 2 or not isinstance(form.items[1], Symbol):
        raise fault(form.line, f"({form.head} ...) has no name; write ({form.head} name ...)")
    rest = form.items[2:]
    if rest and type(rest[0]) is str:
        return form.items[1], rest[0], rest[1:]
    return form.items[1], "", rest


def _template(form: Form, name: str, comment: str, rest: Sequence[Part]) -> Template:
    slots = {}
    for part in rest:
        if not isinstance(part, Form) or part.head not in ("slot", "multislot") or len(part.items) < 2:
            raise fault(form.line, f"a slot of {name} is not (slot name) or (multislot name)")
        default: Constant | tuple[Constant, ...] | None = None
        for facet in part.items[2:]:
            if isinstance(facet, Form) and facet.head == "default" and facet.rest:
                values = tuple(facet.rest)
                default = values if part.head == "multislot" else values[0]  # type: ignore[assignment]
            else:
                raise fault(part.line, f"the slot {part.items[1]} has a facet that is not known here; remove it")
        slots[str(part.items[1])] = Slot(str(part.items[1]), part.head == "multislot", default)
    return Template(name, slots, form.line, comment)


def _rule(form: Form, name: str, comment: str, rest: Sequence[Part]) -> Rule:
    salience = 0
    if rest and isinstance(rest[0], Form) and rest[0].head == "declare":
        for declared in rest[0].rest:
            if not isinstance(declared, Form) or declared.head != "salience" or [*map(type, declared.rest)] != [int]:
                raise fault(rest[0].line, "a rule can declare its salience alone: (declare (salience 10))")
            salience = int(declared.rest[0])  # type: ignore[arg-type]
            if abs(salience) > MOST_SALIENCE:
                raise fault(rest[0].line, f"a salience lies between -{MOST_SALIENCE} and {MOST_SALIENCE}")
        rest = rest[1:]
    arrow = next((place for place, part in enumerate(rest) if isinstance(part, Symbol) and part == "=>"), None)
    if arrow is None:
        raise fault(form.line, f"the rule {name} has no =>; write it between its conditions and its actions")
    return Rule(name, salience, tuple(rest[:arrow]), tuple(rest[arrow + 1 :]), form.line, comment)


def _function(form: Form, name: str, _: str, rest: Sequence[Part]) -> FunctionText:
    if not rest or not isinstance(rest[0], Form):
        raise fault(form.line, f"the function {name} has no parameters; write (deffunction {name} () ...)")
    parameters = tuple(part for part in rest[0].items if isinstance(part, Variable | Several))
    if len(parameters) < len(rest[0].items):
        raise fault(form.line, f"the parameters of {name} are not variables alone; write (deffunction {name} (?x) ...)")
    return FunctionText(name, parameters, tuple(rest[1:]), form.line)


def _facts(form: Form, name: str, _: str, rest: Sequence[Part]) -> Facts:
    facts = tuple(part for part in rest if isinstance(part, Form))
    if len(facts) < len(rest):
        raise fault(form.line, f"something in {name} is no fact; facts stand in parentheses")
    return Facts(name, facts, form.line)
