"""Real CLIPS as an engine: it runs the text of a run with the same host functions to the same trace.

CLIPS 6.4 (Riley, NASA 1985, in the public domain) comes with `clipspy`, the extra ``clips``.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from heuristan.common.faults import InputError, installing
from heuristan.tangram.expert.production.clips_notation import Symbol, split, tokens_of

_TRUTH: Mapping[str, bool] = {"TRUE": True, "FALSE": False}


def constructs_of(text: str) -> Iterator[str]:
    """Yield the constructs of a text, as they are written.

    Raises:
        NotationFault: if parentheses or quotes are not balanced.
    """
    for tokens in split(text):
        yield text[tokens[0].position : tokens[-1].end]


def _facts_in(construct: str) -> Iterator[str]:
    """Yield the facts that are written in a construct, if it is one of facts."""
    if construct.startswith("(deffacts"):
        start = 0
        for token in tokens_of(construct):
            start = token.position if token.words == "(" and token.depth == 2 else start
            if token.words == ")" and token.depth == 2:
                yield construct[start : token.end]


class ClipsFact:
    """A fact of CLIPS, as host functions read it. CLIPS modifies facts in place, so no slot is kept."""

    __slots__ = ("fact", "index", "template")

    def __init__(self, fact: Any) -> None:
        self.fact = fact
        self.index: int = fact.index
        self.template: str = fact.template.name

    def __getitem__(self, slot: str) -> Any:
        value = self.fact[slot]
        return tuple(map(_read, value)) if isinstance(value, tuple) else _read(value)


def _read(value: Any) -> Any:
    """Return a value of CLIPS as host functions take it; clipspy gives TRUE and FALSE as symbols."""
    return _TRUTH.get(value, value) if type(value).__name__ == "Symbol" else value


class ClipsSystem:
    """An environment of CLIPS with the rules of a run and its host functions."""

    def __init__(self, text: str, functions: Mapping[str, Callable[..., Any]]) -> None:
        """Build all constructs.

        Raises:
            InputError: if clipspy is not installed, or CLIPS refuses a construct.
        """
        try:
            import clips
        except ImportError as fault:
            raise InputError(f"the engine 'clips' needs clipspy: {installing('clips')}") from fault
        self._clips = clips
        self._environment = clips.Environment()
        self._host = dict(functions)
        self._fault: BaseException | None = None
        self._complaints: list[str] = []
        self._environment.add_router(_complaints_to(clips, self._complaints.append))
        for name in functions:
            self._environment.define_function(self._guarded(name), name)
        for construct in constructs_of(text):
            self._build(construct)
        self._starting = [fact for construct in constructs_of(text) for fact in _facts_in(construct)]
        self._environment.reset()

    def _build(self, construct: str) -> None:
        try:
            self._environment.build(construct)
        except self._clips.CLIPSError as fault:
            kind, name = construct[1:].split(maxsplit=2)[:2]
            words = re.sub(r"\[\w+\]|ERROR:.*", "", " ".join(str(fault).split())).strip()
            raise InputError(f"CLIPS refuses the {kind} {name}: {words}") from None

    @property
    def complaint(self) -> str:
        """The first fault that CLIPS found while it matched facts, on one line; empty if it found none."""
        words = " ".join("".join(self._complaints).split())
        found = re.search(r"\] (?P<fault>[^\[]+)\. .*? in rule (?P<rule>\S+)", words)
        return f"in the rule {found['rule']} CLIPS finds: {found['fault']}" if found else words

    def begin(self, functions: Mapping[str, Callable[..., Any]], kept: Collection[str]) -> None:
        """Begin afresh: facts go but for those of some templates, and functions are replaced."""
        self._complaints.clear()
        self._host.update(functions)
        for fact in list(self._environment.facts()):
            if fact.template.name not in kept:
                fact.retract()
        for written in self._starting:
            self._environment.assert_string(written)

    def assert_fact(self, template: str, /, **slots: Any) -> None:
        """Bring a fact in."""
        written = {slot: self._written(value) for slot, value in slots.items()}
        self._environment.find_template(template).assert_fact(**written)

    def run(self, limit: int | None = None) -> int:
        """Fire rules until none is left, one halts the run, or a number has fired; return how many did.

        A fault in a host function ends the run and is raised.
        """
        fired = 0
        try:
            fired = self._environment.run(limit)
        except self._clips.CLIPSError:
            if self._fault is None:
                raise
        if self._fault is not None:
            raise self._fault
        return fired

    @property
    def last_fired(self) -> str:
        """The name of the rule that fired last; CLIPS does not say."""
        return ""

    def _guarded(self, name: str) -> Callable[..., Any]:
        """Return a function as CLIPS calls it: what it raises is kept, as CLIPS only prints it."""

        def called(*arguments: Any) -> Any:
            try:
                return self._written(self._host[name](*map(self._read, arguments)))
            except BaseException as fault:
                self._fault = self._fault or fault
                raise

        return called

    def _read(self, value: Any) -> Any:
        return ClipsFact(value) if isinstance(value, self._clips.TemplateFact) else _read(value)

    def _written(self, value: Any) -> Any:
        if isinstance(value, Symbol):
            return self._clips.Symbol(str(value))  # it interns its symbols, which a subclass of str cannot be
        if isinstance(value, ClipsFact):
            return value.fact
        return tuple(map(self._written, value)) if isinstance(value, tuple) else value


def _complaints_to(clips: Any, say: Callable[[str], None]) -> Any:
    """Return what hands over what CLIPS says of faults: a match that is gone may make hundreds."""

    class Complaints(clips.Router):  # type: ignore[misc]
        def query(self, name: str) -> bool:
            return name in ("stdout", "stderr", "stdwrn")

        def write(self, name: str, message: str) -> None:
            if name != "stdout":  # what rules print is seen where the production engine is watched
                say(message)

    return Complaints("complaints", 40)
