"""Sessions replayed: the moves of a request lead to the same session whoever sends them, and whenever."""

from collections import OrderedDict
from hashlib import sha256
from itertools import islice
from math import dist

from heuristan.common.plane import Ring
from heuristan.tangram.explain.words import spoken
from heuristan.teaching.stepping import Choice, ChoiceError, Consultation, Session
from heuristan.teaching.web.models import Apply, Back, Finish, Go, Move, Position, Take
from heuristan.teaching.web.puzzles import puzzle_given
from heuristan.teaching.web.rankings import ranking_given

MOST_KEPT = 128
"""Maximum number of sessions that a worker keeps."""
SAME = 1e-4
"""Distance in legs below which a vertex of a request, which has five decimals, and of a match are the same point."""


class Sessions:
    """Replays moves; the sessions that were asked for last are kept, so that a further move is one step."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Session] = OrderedDict()

    def at(self, position: Position) -> Session:
        """Return the session in which everything of a request is done.

        Raises:
            InputError: if the puzzle or the ranking cannot be used.
            OutlineError: if the outline is not one of a puzzle.
            LineError: if the text of the ranking cannot be used.
            ChoiceError: if a move cannot be made; the message says why.
        """
        keys = _keys(position)
        done = next((n for n in range(len(keys) - 1, -1, -1) if keys[n] in self._kept), None)
        if done is None:
            puzzle, ranking = puzzle_given(position.puzzle), ranking_given(position.ranking)
            done, session = 0, Session.begun(puzzle, ranking)
        else:
            session = self._kept[keys[done]]
        for move in position.moves[done:]:
            session = moved(session, move)
        self._keep(keys[-1], session)
        return session

    def _keep(self, key: bytes, session: Session) -> None:
        self._kept[key] = session
        self._kept.move_to_end(key)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def forget(self) -> None:
        """Give the memory of all sessions back."""
        self._kept.clear()


def _keys(position: Position) -> list[bytes]:
    """Return a key of the start, and one after each move."""
    given = position.model_dump_json(include={"puzzle", "ranking"})
    keys = [sha256(given.encode()).digest()]
    for move in position.moves:
        keys.append(sha256(keys[-1] + move.model_dump_json().encode()).digest())
    return keys


def moved(session: Session, move: Move) -> Session:
    """Return the session after a move.

    Raises:
        ChoiceError: if it cannot be made.
    """
    match move:
        case Take(number=None):
            return session.take(_lying(session, move).number)
        case Take(number=int(number)):
            return session.take(number)
        case Apply(line=line):
            return Consultation(session).rule(line + 1).session
        case Back(count=count):
            return session.taken_back(count)
        case Go(count=count):
            return _gone(session, count)
        case Finish():
            return _gone(session, None)
    raise AssertionError(move)


def _gone(session: Session, count: int | None) -> Session:
    steps = list(islice(session.finished(), count))
    if not steps:
        raise ChoiceError("no rule finds a match here; take a step back, or take a piece that no rule takes")
    return steps[-1]


def _lying(session: Session, move: Take) -> Choice:
    """Return the match with a ring."""
    assert move.ring is not None
    choices = session.offers.choices if session.now.state.boundary else ()
    for choice in choices:
        names = (choice.match.placement.name, spoken(choice.match.placement.name))
        ring = tuple(map(session.puzzle.in_legs, choice.match.placement.ring))
        if (move.piece is None or move.piece in names) and _is_same(ring, move.ring):
            return choice
    raise ChoiceError("there is no match at that place; nothing of the sort is offered now")


def _is_same(ring: Ring, other: Ring) -> bool:
    """Return whether two rings have the same vertices, wherever they begin."""
    return len(ring) == len(other) and all(min(dist(a, b) for b in other) < SAME for a in ring)
