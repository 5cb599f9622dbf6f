"""Advice to a person at a puzzle: one step, or why there is none. The keys and words are those of the tangram."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

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
