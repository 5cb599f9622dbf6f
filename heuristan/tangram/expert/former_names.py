"""Names that rules and evidence had in earlier versions; ranking files that use them are still read."""

from collections.abc import Mapping

FORMER_NAMES: Mapping[str, str] = {"corner-fit": "vertex-fit", "bare-corner": "bare-vertex"}


def present_name(name: str) -> str:
    """Return the name that a rule or a kind of evidence has now."""
    return FORMER_NAMES.get(name, name)
