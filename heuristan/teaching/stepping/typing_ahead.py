"""The words that may come next in a line that is being typed, for completion on a terminal."""

from collections.abc import Callable, Iterable, Sequence

from heuristan.tangram.expert.asking.standing import stored_in
from heuristan.teaching.stepping.asking.working_memory import KINDS
from heuristan.teaching.stepping.commands import NAMES
from heuristan.teaching.stepping.session import Session


def next_words(session: Session, line: str) -> tuple[str, ...]:
    """Return the words that may take the place of the last word of a line, which may be empty.

    Args:
        session: the session; its rules, figures and vertices are what questions name.
        line: what was typed so far.
    """
    *before, begun = line.lstrip().split(" ")
    typed = [word.lower() for word in before]
    follow = next((follow for words, follow in _FOLLOW if _is_like(typed, words.split())), _nothing)
    return tuple(word for word in follow(session) if word.startswith(begun))


def _is_like(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether words were typed; ``*`` stands for any word."""
    return len(typed) == len(words) and all(b in ("*", a) for a, b in zip(typed, words, strict=True))


def _nothing(_: Session) -> Iterable[str]:
    return ()


def _rules(session: Session) -> Iterable[str]:
    return (rule.name for rule in session.ranking.rules)


def _figures(session: Session) -> Iterable[str]:
    return dict.fromkeys(figure.name for figure in stored_in(session.now.state))


def _vertices(session: Session) -> Iterable[str]:
    return map(str, sorted(session.now.state.array.numbers_now.values()))


_FOLLOW: Sequence[tuple[str, Callable[[Session], Iterable[str]]]] = (
    ("", lambda _: sorted({name.split()[0] for name in NAMES})),
    ("facts", lambda _: sorted(KINDS)),
    ("rule", _rules),
    ("list", lambda _: ("rest",)),
    ("back", lambda _: ("all",)),
    ("why", lambda _: ("not",)),
    ("why not", _rules),
    ("why not *", _figures),
    ("why not * *", lambda _: ("at",)),
    ("why not * * at", _vertices),
    ("what", lambda _: ("if",)),
    ("what if", _rules),
    ("what if *", lambda _: ("first",)),
)
"""What may follow the words that were typed."""
