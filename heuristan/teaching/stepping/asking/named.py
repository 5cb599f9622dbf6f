"""What a person names in a question: a rule, a figure, a vertex."""

from heuristan.common.faults import nearest
from heuristan.common.quoting import shown
from heuristan.tangram.expert.asking.standing import stored_in
from heuristan.tangram.lattice.points import Point
from heuristan.teaching.stepping.offers import ChoiceError
from heuristan.teaching.stepping.session import Session


def line_named(session: Session, rule: int | str) -> int:
    """Return the line of the ranking, from 0, that is named by its place or name.

    Raises:
        ChoiceError: if there is none.
    """
    rules = session.ranking.rules
    word = str(rule).strip()
    if word.isascii() and word.isdecimal():
        if 1 <= int(word) <= len(rules):
            return int(word) - 1
        raise ChoiceError(f"there is no rule {word}; the rules are 1 to {len(rules)}")
    known = {each.name: line for line, each in enumerate(rules)}
    titles = {each.title.lower(): line for line, each in enumerate(rules)}
    found = known.get(word.lower().replace(" ", "-"), titles.get(word.lower()))
    if found is None:
        raise ChoiceError(f"there is no rule {shown(word)}; {nearest(word, known)}")
    return found


def figure_named(session: Session, word: str) -> str:
    """Return the name of a piece or composite as it is stored.

    Raises:
        ChoiceError: if there is none.
    """
    stored = dict.fromkeys(figure.name for figure in stored_in(session.now.state))
    name = word.strip().lower().replace("√", "r").replace(" ", "-")
    name = name if name in stored else name.removeprefix("a-").removeprefix("an-").removeprefix("composite-")
    if name not in stored:
        raise ChoiceError(f"there is no piece or composite {shown(word)}; {nearest(name, stored)}")
    return name


def point_numbered(session: Session, vertex: int | None) -> Point:
    """Return the point of a vertex or node.

    Raises:
        ChoiceError: if there is none with that number.
    """
    numbers = session.now.state.array.numbers_now
    found = next((point for point, number in numbers.items() if number == vertex), None)
    if found is None:
        known = ", ".join(map(str, sorted(numbers.values())))
        raise ChoiceError(f"there is no vertex or node {vertex} here; there are {known}")
    return found
