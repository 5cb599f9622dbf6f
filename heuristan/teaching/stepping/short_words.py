"""A step in two sentences that anybody understands, which a page may say in another language."""

from collections import Counter
from collections.abc import Iterable

from heuristan.common.plane import mean_of
from heuristan.common.words import Said
from heuristan.tangram.explain.words import NARROW, Place, article, number, spoken
from heuristan.tangram.trace.kept_path import Path


def step_in_short(path: Path, place: Place, *, is_asked: bool = False) -> tuple[Said, Said]:
    """Tell the last step of a path: what its sides lie on, and who chose it.

    Args:
        path: the steps.
        place: the outline as its reader sees it.
        is_asked: whether the last step is not taken, but asked about.
    """
    taken = path.taken[-1]
    return sides_in_short(side.grade for side in taken.sides), _chooser(path, place, is_asked=is_asked)


def _chooser(path: Path, place: Place, *, is_asked: bool) -> Said:
    taken = path.taken[-1]
    overruled, rule = taken.overruled, {"rule": path.rank.get(taken.rule, 0)}
    if taken.rule not in path.rank:
        return Said("No rule takes it." if is_asked else "No rule takes it; you chose it.", {})
    if overruled is None and path.of_rank(rule["rule"])[1:]:
        return Said("Rule {rule} takes it: of the matches of all rules of its rank it comes first.", rule)
    if overruled is None:
        return Said("Rule {rule} takes it: it is the first rule tried that has a match.", rule)
    if is_asked:
        return Said("Rule {rule} would take it, but another match is taken first.", rule)
    if overruled.match is None:
        return Said("You chose it; the rules would have taken nothing.", {})
    where = place.region(mean_of(overruled.match.vertices))
    instead = {"piece": in_plain_words(overruled.match.name), "region": where}
    return Said("You chose it; the rules would have taken {piece}, {region}.", instead)


def in_plain_words(name: str) -> str | Said:
    """Call a match what anybody calls it: of a composite the shape, without its lengths."""
    kind, *size = spoken(name).split(NARROW)
    return Said("{piece} of several pieces", {"piece": article(kind)}) if size else article(kind)


IN_SHORT = {
    "E": ("one lies on the edge of the figure", "{count} lie on the edge of the figure"),
    "M": (
        "one lies partly on the edge, partly on an extension line",
        "{count} lie partly on the edge, partly on extension lines",
    ),
    "X": ("one lies on an extension line", "{count} lie on extension lines"),
    "O": ("one is open", "{count} are open"),
}
"""What one side of a grade does, and what several do."""


def sides_in_short(grades: Iterable[str]) -> Said:
    """Tell in a sentence what sides of these grades lie on, without lengths and numbers of vertices."""
    found = Counter(grades)
    counts = {grade: found[grade] for grade in IN_SHORT}
    all_sides = number(found.total())
    if counts["E"] == found.total():
        return Said("All its {count} sides lie on the edge of the figure.", {"count": all_sides})
    some = tuple(
        Said(IN_SHORT[grade][count > 1], {"count": number(count)} if count > 1 else {})
        for grade, count in counts.items()
        if count
    )
    return Said("Of its {count} sides {sides}.", {"count": all_sides, "sides": some})
