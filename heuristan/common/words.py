"""Words for people that all systems share."""


def plural(number: int, noun: str, nouns: str | None = None) -> str:
    """Return a number with its noun: "1 outline", "1,200 outlines".

    Args:
        number: the number.
        noun: the noun for one.
        nouns: the noun for several, if it is not the noun with an s.
    """
    return f"{number:,} {noun if number == 1 else nouns or noun + 's'}"
