"""Names that rules, evidence and rankings had in earlier versions; they are still read."""

from collections.abc import Mapping

FORMER_NAMES: Mapping[str, str] = {"corner-fit": "vertex-fit", "bare-corner": "bare-vertex"}

FORMER_RANKINGS: Mapping[str, str] = {"two-edges-before-1.5": "deutsch-hayes-figure-18"}
"""Rankings that ship under another name. The note of a ranking says if it has another order too."""


def present_name(name: str) -> str:
    """Return the name that a rule or a kind of evidence has now."""
    return FORMER_NAMES.get(name, name)
