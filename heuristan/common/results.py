"""Results and verdicts: the words and keys that all four systems share, and their reading from files of before.

A system extends `Fault` and `Verdict` with fields of its own; `as_json` writes the shared keys first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, get_args

_W = TypeVar("_W", bound=str)

Status: TypeAlias = Literal["solved", "stuck", "unsolvable", "limit", "refused"]
"""The end of solving. stuck: the solver gave up, which proves nothing. unsolvable: it is proven. limit: out of time.
refused: the source is not a puzzle that can be used."""

STATUSES: tuple[Status, ...] = get_args(Status)

VerdictWord: TypeAlias = Literal["right", "wrong", "unchecked", "unreadable"]
"""The answer of a judge. unchecked: nothing is claimed that could be checked. unreadable: the result cannot be read."""

VERDICT_WORDS: tuple[VerdictWord, ...] = get_args(VerdictWord)

FORMER_STATUSES: Mapping[str, Status] = {"not-solved": "stuck"}
"""Statuses of the earlier version."""

FORMER_VERDICT_WORDS: Mapping[str, VerdictWord] = {"open": "unchecked"}
"""Verdicts of the earlier version."""

FORMER_KEYS: Mapping[str, str] = {"method": "solver", "finding": "verdict", "outcome": "verdict"}
"""Keys of the earlier version's results and verdicts."""


def status_of(word: object) -> Status | None:
    """Return the status that a word of a file says, also one of the earlier version; None if it is not a status."""
    return _present(word, FORMER_STATUSES, STATUSES)


def verdict_word_of(word: object) -> VerdictWord | None:
    """Return the verdict that a word of a file says, also one of the earlier version; None if it is not a verdict."""
    return _present(word, FORMER_VERDICT_WORDS, VERDICT_WORDS)


def headline(status: str, message: str) -> str:
    """Return a status with its message, which may begin with it: "solved with 6 steps", "refused: it is empty"."""
    return message if message.startswith(status) else f"{status}: {message}"


def _present(word: object, former: Mapping[str, _W], words: Sequence[_W]) -> _W | None:
    found = former.get(word, word) if isinstance(word, str) else None
    return next((known for known in words if known == found), None)


def up_to_date(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a result or verdict from a file with the keys, statuses and verdicts of this version."""
    found = {key: value for key, value in fields.items() if key not in FORMER_KEYS}
    for key, value in fields.items():
        if key in FORMER_KEYS:
            found.setdefault(FORMER_KEYS[key], value)
    for key, read in (("status", status_of), ("verdict", verdict_word_of)):
        if key in found:
            found[key] = read(found[key]) or found[key]
    return found


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a result."""

    kind: str
    """One word for the sort of fault, which programs can rely on."""
    message: str
    """Description of the fault and its place, for people."""

    def as_json(self) -> dict[str, Any]:
        """Return the fault as verdicts in JSON have it."""
        return {"kind": self.kind, "message": self.message}


@dataclass(frozen=True)
class Verdict:
    """The answer of a judge on one result."""

    id: str
    """The puzzle that the result is of."""
    verdict: VerdictWord
    status: Status | None
    """The claim of the result; None where it cannot be read."""
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = ()
    """Remarks that are not faults: why something is unchecked or unreadable, say."""
    merit: str = ""
    """The merit of a right result, for people."""

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as the command line writes it."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "status": self.status,
            "faults": [fault.as_json() for fault in self.faults],
            "notes": list(self.notes),
        }
