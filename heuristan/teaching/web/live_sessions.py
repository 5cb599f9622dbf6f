"""Sessions whose engine is live: with rules of the reader's own, and with what fired between two extractions."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator

from heuristan.common.faults import InputError, LineError
from heuristan.tangram.expert.production.clips_notation import Form, Part, Symbol, fault, forms_of
from heuristan.tangram.explain.words import capital, plural
from heuristan.teaching.stepping import Consultation, Session
from heuristan.teaching.stepping.shell import Shell
from heuristan.teaching.stepping.shell_commands import defined_in
from heuristan.teaching.web.messages import Back, Finish, Go, Move, Position

MOST_KEPT = 8
"""Maximum number of engines that a worker keeps."""
MOST_FIRED = 20_000
"""Maximum number of rules that fire for one extraction."""
_NAME = re.compile(r"[\w$*+/<>=!?.@,:-]+")
_TAKEN = re.compile(r"FIRE +\d+ go-on:")


class LiveSession:
    """A session with its engine, and what fired in it."""

    def __init__(self, session: Session, rules: str) -> None:
        """Begin with a session in which nothing was done.

        Args:
            session: the session.
            rules: rules of the reader's own, in CLIPS notation.

        Raises:
            LineError: if there is a fault in them.
        """
        self._fired: list[str] = []
        self.shell = Shell(session, self._fired.append, most=MOST_FIRED)
        self.shell.watched = frozenset({"rules"})
        if rules.strip():
            _define(self.shell, rules)

    def move(self, move: Move, moved: Callable[[Session, Move], Session]) -> None:
        """Make a move.

        Args:
            move: the move.
            moved: returns the session after a move that a person makes.

        Raises:
            ChoiceError: if it cannot be made.
        """
        self._fired.clear()
        if isinstance(move, Go | Finish):
            self.shell.steps(move.count if isinstance(move, Go) else None)
        else:
            self.shell.move(moved(self.shell.session, move))
        if isinstance(move, Back):
            self._fired.append("(the last move took a step back)")

    def firings(self) -> Iterator[str]:
        """Say what fired from the extraction before the last one on."""
        if not self._fired:
            count = capital(plural(self.shell.live.fired, "rule"))
            yield f"{count} fired before the first choice. Take a step, and ask again for what fires between two."
            return
        taken = [place for place, line in enumerate(self._fired) if _TAKEN.match(line)]
        yield from self._fired[taken[-2] + 1 if len(taken) > 1 else 0 :]

    @property
    def consultation(self) -> Consultation:
        """The session, to be asked."""
        return self.shell.consultation


class LiveSessions:
    """The live sessions of a worker; an engine goes on from where it stands, and is not kept where it stood."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, LiveSession] = OrderedDict()

    def at(
        self,
        position: Position,
        keys: list[bytes],
        begun: Callable[[Position], Session],
        moved: Callable[[Session, Move], Session],
    ) -> LiveSession:
        """Return the live session in which everything of a request is done.

        Args:
            position: the request.
            keys: a key of its start, and one after each move.
            begun: begins a session.
            moved: returns the session after a move that a person makes.

        Raises:
            LineError: if there is a fault in the rules.
            ChoiceError: if a move cannot be made.
        """
        done = next((n for n in range(len(keys) - 1, -1, -1) if keys[n] in self._kept), 0)
        live = self._kept.pop(keys[done], None) or LiveSession(begun(position), position.rules)
        for move in position.moves[done:]:
            live.move(move, moved)
        self._kept[keys[-1]] = live
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return live

    def forget(self) -> None:
        """Give the memory of all engines back."""
        self._kept.clear()


def _define(shell: Shell, rules: str) -> None:
    """Take in rules; a fault in them has its line."""
    try:
        for form in forms_of(rules):
            _check_names(form, form.line)
        list(defined_in(shell, rules))
    except InputError as wrong:
        line = re.match(r"line (\d+): (.*)", str(wrong), re.DOTALL)
        raise LineError(int(line[1]) if line else 1, line[2] if line else str(wrong)) from wrong


def _check_names(part: Part, line: int) -> None:
    """Refuse strings that are no names, because requests come from strangers."""
    if isinstance(part, Form):
        for each in part.items:
            _check_names(each, part.line)
    elif isinstance(part, Symbol) and not _NAME.fullmatch(part):
        raise fault(line, f"{part} is no name; names have letters, digits and hyphens")
