"""The import of experta; no other module imports it.

It is the copy that the wheel holds (hatch_experta.py); where there is none, one that is installed. It may stand beside
frozendict 1.2, which looks for `collections.Mapping`, gone since Python 3.10; and it installs a log handler. Both are
put right during the import.
"""

import collections
import collections.abc
import inspect
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any


def _import_experta() -> Any:
    with _bundled(), _missing_names():
        import experta
        import experta.abstract
        import experta.activation
        import experta.fieldconstraint
        import experta.matchers.rete.utils
    return experta


@contextmanager
def _bundled() -> Iterator[None]:
    """Look for modules in the folder of the installation that holds experta, also if heuristan runs from a checkout."""
    try:
        folder = str(distribution("heuristan").locate_file("heuristan/data/libraries"))
    except PackageNotFoundError:
        yield
        return
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)


@contextmanager
def _missing_names() -> Iterator[None]:
    handlers = list(logging.root.handlers)
    missing = not hasattr(collections, "Mapping")
    if missing:
        collections.Mapping = collections.abc.Mapping  # type: ignore[attr-defined]
    try:
        yield
    finally:
        if missing:
            del collections.Mapping  # type: ignore[attr-defined]
        logging.root.handlers = handlers


experta: Any = _import_experta()
"""The package, which has no type annotations."""

KnowledgeEngine: Any = experta.KnowledgeEngine
Fact: Any = experta.Fact
FactList: Any = experta.factlist.FactList
Matcher: Any = experta.abstract.Matcher
Activation: Any = experta.activation.Activation
Agenda: Any = experta.agenda.Agenda
ReteMatcher: Any = experta.matchers.ReteMatcher
InitialFact: Any = experta.InitialFact
Negation: Any = experta.NOT
Test: Any = experta.TEST
Literal: Any = experta.L
Wildcard: Any = experta.W
Predicate: Any = experta.P
BothConstraints: Any = experta.fieldconstraint.ANDFC
ConditionalElement: Any = experta.conditionalelement.ConditionalElement
Together: Any = experta.AND
Existing: Any = experta.EXISTS


class Computed(ConditionalElement):  # type: ignore[misc]  # experta has no types
    """A value that is computed from those bound before: a function, the names that it takes, the name it gives."""

    def __new__(cls, function: Callable[..., Any], names: tuple[str, ...], name: str) -> "Computed":
        made: Computed = super().__new__(cls, function, names, name)
        return made

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the values that it is computed from."""
        names: tuple[str, ...] = self[1]
        return names


def rules_of(engine: Any) -> dict[str, Any]:
    """Return the rules of an engine by their names in it, as copies.

    The engine hands itself to a rule that fires; a rule looked up on it is bound already, and would get it twice.
    """
    members = inspect.getmembers(engine, lambda member: isinstance(member, experta.Rule))
    return {name: rule.new_conditions(*rule) for name, rule in members}
