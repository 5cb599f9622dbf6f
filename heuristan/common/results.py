"""Results, verdicts and advice: the words and keys that all four systems share.

A system extends `Fault` and `Verdict` with fields of its own; `as_json` writes the shared keys first.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from heuristan.common.words import plural

Status: TypeAlias = Literal["solved", "stuck", "unsolvable", "limit", "refused"]
"""The end of solving. stuck: the solver gave up, which proves nothing. unsolvable: it is proven. limit: out of time.
refused: the source is not a puzzle that can be used."""

STATUSES: tuple[Status, ...] = get_args(Status)

VerdictWord: TypeAlias = Literal["right", "wrong", "unchecked", "unreadable"]
"""The answer of a judge. unchecked: nothing is claimed that could be checked. unreadable: the result cannot be read."""

VERDICT_WORDS: tuple[VerdictWord, ...] = get_args(VerdictWord)


def status_of(word: object) -> Status | None:
    """Return the status that a word of a file says; None if it is not a status."""
    return next((status for status in STATUSES if status == word), None)


def headline(status: str, message: str) -> str:
    """Return a status with its message, which may begin with it: "solved with 6 steps", "refused: it is empty"."""
    return message if message.startswith(status) else f"{status}: {message}"


@dataclass(frozen=True)
class Refused:
    """A puzzle among others that cannot be used."""

    id: str
    message: str


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


MOST_FAULTS = 20
"""Maximum number of faults in words; JSON has them all."""


@dataclass(frozen=True, repr=False)
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
    place: str = ""
    """The file of the result, and its line or number, where a command reads several."""

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as the command line writes it."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "status": self.status,
            "faults": [fault.as_json() for fault in self.faults],
            "notes": list(self.notes),
            **({"place": self.place} if self.place else {}),
        }

    @property
    def lines(self) -> list[str]:
        """The verdict in a line, then a line for each fault and note."""
        notes = [f"  note: {text}" for text in self.notes]
        if self.verdict in ("unchecked", "unreadable"):
            return [f"{self.id}: {self.verdict}: {'; '.join(self.notes)}"]
        if self.verdict == "right":
            return [f"{self.id}: right{': ' * bool(self.merit)}{self.merit}", *notes]
        faults = [f"  {fault.message}" for fault in self.faults[:MOST_FAULTS]]
        if len(self.faults) > MOST_FAULTS:
            faults.append(f"  … and {len(self.faults) - MOST_FAULTS} more")
        return [f"{self.id}: wrong: {plural(len(self.faults), 'fault')}", *faults, *notes]

    def __repr__(self) -> str:
        first = f": {self.faults[0].message}" if self.faults else ""
        more = f" (and {len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
        return f"<Verdict on {self.id!r}: {self.verdict}{first}{more}>"


Kind: TypeAlias = Literal["hint", "solved", "unsolvable", "take-back", "unknown"]
"""hint: a step. solved: nothing is left to do. unsolvable: the puzzle has no solution, whatever was done. take-back:
what was done cannot be completed. unknown: nothing was found within the limit, or nothing is certain enough."""

Certainty: TypeAlias = Literal["only-fit", "others-fail", "every-solution", "a-solution", "unchecked"]
"""only-fit: nothing else fits there. others-fail: whatever else fits there immediately leaves a place that nothing
fills. every-solution: every solution has it, as a search shows. a-solution: some solution has it. unchecked: whether a
solution has it is not known."""


@dataclass(frozen=True)
class Advice:
    """Advice on one puzzle."""

    id: str
    advice: Kind
    head: str
    """The advice in short."""
    more: str = ""
    """The reason, or what to do."""
    placed: str = ""
    """The piece at its place as ``--placed`` takes it."""
    certainty: Certainty | None = None
    """How certain a hint is."""
    is_checked: bool = True
    """Whether it is known that a solution has the step."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the system says of its step, as JSON values."""

    @property
    def is_good(self) -> bool:
        """Whether the puzzle can go on, or is done."""
        return self.advice in ("hint", "solved")

    def as_json(self) -> dict[str, Any]:
        """Return the advice as the command line writes it."""
        found: dict[str, Any] = {"id": self.id, "advice": self.advice, **self.facts}
        if self.certainty is not None:
            found |= {"certainty": self.certainty, "checked": self.is_checked}
        return found | {"message": " ".join(filter(None, (self.head, self.more)))}
