"""The extractions of the kept path in words, one after another."""

import re
from collections.abc import Iterable, Iterator, Sequence
from math import dist
from typing import NamedTuple

from heuristan.common.plane import Stretch
from heuristan.tangram.explain.opening import numbered, title
from heuristan.tangram.explain.words import (
    NARROW,
    Place,
    article,
    between,
    bracketed,
    capital,
    length,
    listed,
    new_vertices,
    number,
    pieces,
    places,
    plural,
    spoken,
    vertex_at,
    vertex_count,
)
from heuristan.tangram.trace.events import (
    AbeyanceShortened,
    Candidate,
    CompositeHeld,
    CompositeReleased,
    MatchTaken,
    Overruled,
    Side,
)
from heuristan.tangram.trace.kept_path import Path, Situation, Undoing

MAX_LISTED = 3
"""Maximum number of matches that were not taken, or sets of pieces, that are named; the rest are counted."""
_ALL_SIDES = {3: "three", 4: "four"}
_GIVES_ORDER = re.compile(r"\(propose\s+\?[\w-]+\s+[^\s);]")
"""A rule of one's own that orders its matches."""


class Steps(NamedTuple):
    """Describes the steps of a path."""

    path: Path
    place: Place
    is_asked: bool = False
    """Whether the last one is not taken, but asked about."""

    def describe(self) -> Iterator[tuple[str, str]]:
        """Yield a heading and a paragraph for each extraction."""
        for i, taken in enumerate(self.path.taken):
            yield self.heading(taken, self.path.situations[i]), " ".join(self._sentences(i, taken))

    def heading(self, taken: MatchTaken, before: Situation) -> str:
        """Return the heading of a step."""
        where = f"at {vertex_at(taken.vertex, self.place, before.numbered)}, {self.place.region(taken.vertex)}"
        return f"Step{NARROW}{taken.step}: {figure(taken)} {where}"

    def _sentences(self, i: int, taken: MatchTaken) -> Iterator[str]:
        before, after = self.path.situations[i], self.path.situations[i + 1]
        yield self.taker(taken)
        yield from self.ruled_out(before)
        if taken.overruled is None:
            yield from self._why_no_better(i, taken, before)
        yield from self.undone(before)
        if taken.overruled is None:
            yield from self._preferred(taken)
        else:
            yield self._overruled(taken.overruled, is_asked=self.is_asked and i == len(self.path.taken) - 1)
        yield from self._held(after)
        yield from self._shortened(i, after)
        yield self._left(taken, after)
        yield from self._new(i, after)

    def taker(self, taken: MatchTaken) -> str:
        """Say which rule takes a match, and what the sides of the match lie on."""
        rule = self.path.by_name.get(taken.rule)
        if rule is None and self.path.is_by_hand:
            return f"No rule of the ranking takes it, and a person did: {sides(taken.sides)}."
        named = capital(self._rule(taken.rule)) + (f' ("{title(rule)}")' if rule else "")
        return f"{named} takes it: {sides(taken.sides)}."

    def _rule(self, name: str) -> str:
        return numbered(name, self.path.rank.get(name))

    def ruled_out(self, situation: Situation, where: str = "") -> Iterator[str]:
        """Yield what the rules found here that no solution has."""
        for name, matches in situation.ruled_out.items():
            count = plural(len(matches), "match", "matches")
            yield capital(f"{where}{self._rule(name)} ruled out {count}: {self._some(matches)}.")

    def undone(self, situation: Situation, where: str = "here before it") -> Iterator[str]:
        """Yield what was laid here and put back."""
        if not situation.undoings:
            return
        first, *others = situation.undoings
        followers = situation.put_back - len(situation.undoings)
        if others:
            count = plural(len(situation.undoings), "match was", "matches were")
            after = f" ({number(situation.put_back)} in all, with those laid after them)" if followers else ""
            yield f"{capital(count)} tried {where} and put back{after}."
            yield f"The first was {self._laid(first)}; it was given up because {self._reason(first)}."
        else:
            yield f"Tried {where}: {self._laid(first)}; it was put back because {self._reason(first)}."
            if followers:
                yield f"{capital(plural(followers, 'match', 'matches'))} laid after it went back with it."

    def _laid(self, undoing: Undoing) -> str:
        taken, rule = undoing.taken, self._rule(undoing.undone.rule)
        if taken is None:
            return f"{article(spoken(undoing.undone.name))}, by {rule}"
        return f"{figure(taken)} {self.place.around(taken.vertices)}, by {rule}"

    def _reason(self, undoing: Undoing) -> str:
        return self.place.reason(undoing.undone.reason.rstrip("."))

    def _why_no_better(self, i: int, taken: MatchTaken, before: Situation) -> Iterator[str]:
        """Yield why no rule above the one that took the match took one."""
        rank = self.path.rank
        mine = rank.get(taken.rule)
        if mine is None:
            if before.tried:
                yield f"Tried before it without a match: {listed(self._rule(name) for name in before.tried)}."
            return
        equal = [place for place in self.path.of_rank(mine) if place != mine]
        if equal:
            yield f"{_rules(equal)} {'have' if equal[1:] else 'has'} the same rank."
            mine = min(mine, *equal)
        if mine == 1:
            yield "No rule is above it."
            return
        laid = {rank[name] for name in (u.undone.rule for u in before.undoings) if name in rank}
        tried = {rank[name] for name in before.tried if name in rank}
        against = {rank[rule.name] for rule in self.path.rules if rule.refutes}
        yield from _found(
            sorted(p for p in against - {rank.get(n) for n in before.ruled_out} if p < mine), "ruled out nothing"
        )
        # after a match was put back, the rules are tried only on pieces at the vertex that it covered
        first = mine if self.path.is_by_hand else min(laid, default=mine)
        vain = sorted(place for place in tried - laid if place < mine)
        yield from _found([place for place in vain if place < first], "found no match")
        yield from _found([place for place in vain if place > first], "found none at the vertex to be filled next")
        yield from _found(sorted(place for place in laid if place < mine), "found what was put back")
        above = [place for place in range(1, mine) if place not in tried | laid | against]
        if above:
            yield self._passed_over(i, mine, above)

    def _passed_over(self, i: int, mine: int, above: Sequence[int]) -> str:
        """Describe why rules above were not tried: the one before repeats, or the attempt starts lower down."""
        started = self.path.started
        if i == 0 and started is not None and started.entry_point > 1:
            place = self.path.rank.get(started.rule, started.entry_point)
            start = f"E{started.entry_point}" + f", rule{NARROW}{place}" * (place != started.entry_point)
            return f"{_rules(above)} {_were(above)} passed over: the attempt starts at {start}."
        last = self.path.by_name.get(self.path.taken[i - 1].rule) if i else None
        if last is not None and last.repeat and above[-1] < self.path.of_rank(self.path.rank[last.name])[0] <= mine:
            again = f"rule{NARROW}{self.path.rank[last.name]} had just found a match, and it is repeated first"
            return f"{_rules(above)} {_were(above)} not tried yet: {again}."
        return f"{_rules(above)} {_were(above)} not {'chosen' if self.path.is_by_hand else 'tried'}."

    def _preferred(self, taken: MatchTaken) -> Iterator[str]:
        others = taken.preferred_to
        if not others:
            return
        count = plural(len(others), "other match", "other matches")
        rule = self.path.by_name.get(taken.rule)
        by = ", by the order in its text" if rule and _GIVES_ORDER.search(rule.clips) else ""
        chose = "The rules of this rank" if rule and self.path.of_rank(self.path.rank[rule.name])[1:] else "The rule"
        yield f"{chose} preferred it to {count}{by}: {self._some(others)}."

    def _overruled(self, overruled: Overruled, *, is_asked: bool) -> str:
        """Say what the ranking takes where a person took something else, or asks about it."""
        if overruled.match is None:
            return "The ranking finds no match here." if is_asked else "A person chose it; the ranking found no match."
        instead = f"{self._some((overruled.match,))}, by {self._rule(overruled.rule or '')}"
        return f"The ranking takes {instead}." if is_asked else f"A person chose it; the ranking would take {instead}."

    def _some(self, matches: Sequence[Candidate]) -> str:
        """List matches that were not taken, the first few by name."""
        return _shortened_list(
            [f"{article(spoken(match.name))} {self.place.around(match.vertices)}" for match in matches]
        )

    def _held(self, after: Situation) -> Iterator[str]:
        for held in after.held:
            yield f"Its pieces are not chosen yet: the composite is held. {_makeable(held.sets)}"

    def _shortened(self, i: int, after: Situation) -> Iterator[str]:
        for event in after.shortened:
            before = self._sets_before(i, event.step)
            shrinks = f"from {plural(before, 'set')} of pieces " if before else ""
            yield (
                f"With it taken, the list of the {spoken(event.composite)} held since step{NARROW}{event.step} "
                f"shrinks {shrinks}to {_sets(event.sets)}."
            )

    def _sets_before(self, i: int, step: int) -> int:
        """Return the number of sets of a list before the i-th extraction."""
        count = 0
        for situation in self.path.situations[: i + 1]:
            lists: tuple[CompositeHeld | AbeyanceShortened, ...] = (*situation.held, *situation.shortened)
            count = next((len(event.sets) for event in reversed(lists) if event.step == step), count)
        return count

    def _left(self, taken: MatchTaken, after: Situation) -> str:
        if not taken.remaining:
            return "Nothing is left of the outline."
        left = f"What is left has {plural(vertex_count(taken.remaining), 'vertex', 'vertices')}"
        if after.parts is not None and len(after.parts.subpuzzles) > 1:
            left += f" in {plural(len(after.parts.subpuzzles), 'part')}"
        if after.lines is not None:
            left += f", and {plural(len(after.lines.lines), 'extension line')}"
        return left + "."

    def _new(self, i: int, after: Situation) -> Iterator[str]:
        """Yield where the vertices are that the i-th extraction made."""
        earlier = [situation.numbered for situation in self.path.situations[: i + 1] if situation.numbered]
        found = new_vertices(earlier, after.numbered, self.place) if after.numbered else ""
        if found:
            yield f"New vertices: {found}."

    def released(self, event: CompositeReleased) -> str:
        """Describe the pieces that a composite is made of."""
        placed = listed(f"{article(spoken(p.piece))} {self.place.around(p.vertices)}" for p in event.pieces)
        return f"The {spoken(event.composite)} of step{NARROW}{event.step} is made of {placed}."


def figure(taken: MatchTaken) -> str:
    """Name what was taken, and call a composite so, since some share their names with pieces."""
    name = spoken(taken.name)
    return article(name if taken.kind == "piece" else f"composite {name}")


def sides(found: Sequence[Side]) -> str:
    """Describe which sides are edges and which are extension lines, in lengths and by the numbers of their vertices."""
    if found and all(side.grade == "E" for side in found):
        return f"all {_ALL_SIDES.get(len(found), str(len(found)))} sides are edges{_between(found, 'edge')}"
    groups: dict[tuple[str, str, str, str], list[Side]] = {}
    for side in sorted(found, key=lambda side: "EMXO".index(side.grade)):
        key = _length(Stretch(side.start, side.end)), side.grade, _length(*side.edges), _length(*side.extension_lines)
        groups.setdefault(key, []).append(side)
    of_length = [_length(Stretch(side.start, side.end)) for side in found]
    described = [_some_sides(alike, of_length.count(key[0]), *key) for key, alike in groups.items()]
    return "; ".join(described) or "it has no sides"


def _between(alike: Iterable[Side], by: str) -> str:
    """Name the edges or extension lines that some sides lie on."""
    return bracketed(name for side in alike for name in between(side.supports, by))


def _length(*stretches: Stretch) -> str:
    """Write the length of some stretches together."""
    return length(sum(dist(stretch.start, stretch.end) for stretch in stretches))


def _some_sides(alike: Sequence[Side], same: int, whole: str, grade: str, edge: str, extension_line: str) -> str:
    """Describe what some sides of one length and grade lie on."""
    count, several = len(alike), len(alike) > 1
    on_edges, on_lines = _between(alike, "edge"), _between(alike, "extension line")
    parts = [(edge, f"{edge} edge{on_edges}"), (extension_line, f"{extension_line} extension line{on_lines}")]
    whose = f"{'its ' if count == same else ''}{'side' if count == same == 1 else plural(count, 'side')}"
    lie = {
        "E": f"{'are edges' if several else 'is edge'}{on_edges}",
        "M": f"{'are' if several else 'is'} mixed, {' and '.join(words for _, words in parts)}",
        "X": f"{'are extension lines' if several else 'is extension line'}{on_lines}",
        "O": f"{'are' if several else 'is'} open, {_covered([words for part, words in parts if part != '0'])}",
    }
    return f"{whose} of length{NARROW}{whole} {lie[grade]}"


def _covered(known: Sequence[str]) -> str:
    """Describe what lies along an open side."""
    return f"only {listed(known)}" if known else "with nothing along it"


def _makeable(sets: Sequence[Sequence[str]]) -> str:
    if len(sets) == 1:
        return f"Only one set of pieces can make it: {pieces(sets[0])}."
    return f"{capital(plural(len(sets), 'set'))} of pieces can make it: {_named_sets(sets)}."


def _sets(sets: Sequence[Sequence[str]]) -> str:
    return f"{number(len(sets))}: {_named_sets(sets)}" if sets else "none"


def _named_sets(sets: Sequence[Sequence[str]]) -> str:
    """List sets of pieces, the first few by name."""
    more = len(sets) - MAX_LISTED
    named = [pieces(one) for one in sets[:MAX_LISTED]]
    return "; or ".join([*named, f"{number(more)} more"] if more > 0 else named)


def _shortened_list(names: Sequence[str]) -> str:
    more = len(names) - MAX_LISTED
    return listed(names) if more <= 0 else listed([*names[:MAX_LISTED], f"{number(more)} more"])


def _found(numbers: Sequence[int], what: str) -> Iterator[str]:
    if numbers:
        yield f"{_rules(numbers)} {what}."


def _rules(numbers: Sequence[int]) -> str:
    return f"Rule{'s' * (len(numbers) > 1)}{NARROW}{places(numbers)}"


def _were(numbers: Sequence[int]) -> str:
    return "were" if len(numbers) > 1 else "was"
