"""The tones of pieces and composites."""

from heuristan.common.svg.palette import GREEN, PINK, SKY, VERMILION, YELLOW, Tone, colour_of, tone_in

_TANS = {
    "large-triangle": SKY,
    "medium-triangle": PINK,
    "small-triangle": YELLOW,
    "square": VERMILION,
    "parallelogram": GREEN,
}
_COMPOSITE = "#d9d0f0"


def tone_of(name: str, earlier: int) -> Tone:
    """Return the tone of a piece or composite of which a number of equal ones came before."""
    return tone_in(_TANS.get(name) or (_COMPOSITE if _is_composite(name) else colour_of(name)), earlier)


def _is_composite(name: str) -> bool:
    """Return whether a name has lengths, as those of composites do and those of pieces do not."""
    return any(letter.isdigit() for letter in name)
