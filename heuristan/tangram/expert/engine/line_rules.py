"""The lines of a ranking as rules over the working memory.

A line that leaves at most one side open joins runs at their ends: a figure is there where each of its sides lies on a
run that begins where the one before ends. A line that leaves more open takes figures laid at convex vertices. A line
for figures of three and of four sides becomes a rule for each, and one more for every side that may be open.
"""

from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, Signature
from typing import Any

from heuristan.tangram.expert.engine.facts import (
    Attempt,
    Evidence,
    Figure,
    Focus,
    Laid,
    Offer,
    Outline,
    Refuted,
    RuledOut,
    Run,
    Vertex,
)
from heuristan.tangram.expert.engine.patterns import Condition, Pattern, Production, Test, Var, Where, bound, fact
from heuristan.tangram.expert.figures import Figure as StoredFigure
from heuristan.tangram.expert.figures import side_lengths
from heuristan.tangram.expert.grades import GRADES
from heuristan.tangram.expert.matches import Match, MatchKey
from heuristan.tangram.expert.preferences import FEWEST_FITS
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.points import Point


class View:
    """The stored figures, laid where facts say."""

    def __init__(self, stored: tuple[StoredFigure, ...]) -> None:
        self.stored = stored
        self.side_lengths = side_lengths(stored)

    def match(self, state: State, figure: int, corner: int, at: Point) -> Match | None:
        """Return a stored figure laid with a corner at a point; None if it does not lie inside."""
        return state.match(self.stored[figure], corner, at)

    def key(self, state: State, figure: int, corner: int, at: Point) -> MatchKey:
        """Return the key of a figure that lies inside."""
        match = self.match(state, figure, corner, at)
        assert match is not None
        return match.key

    def match_of(self, corner: int, values: Mapping[str, Any]) -> Match:
        """Return the match of a rule whose conditions bound these values."""
        if "m" in values:
            return values["m"]  # type: ignore[no-any-return]
        match = self.match(values["q"], values["f"], corner, values["p"])
        assert match is not None
        return match


def joins(line: RankedRule, sides: int) -> bool:
    """Return whether a line takes figures of that many sides by joining runs."""
    return line.evidence is None and line.joins(sides)


def laid_sides(line: RankedRule) -> tuple[int, ...]:
    """Return the numbers of sides of the figures that a line takes where they are laid at convex vertices."""
    return tuple(n for n in (3, 4) if line.asks(n) is not None and not joins(line, n))


class LineRules:
    """Makes the rules of a ranking's lines, which look at one view."""

    def __init__(self, view: View, *, drawn: bool = False) -> None:
        """Make rules.

        Args:
            view: what they look at.
            drawn: whether sides only nearly have the lengths of what they lie on.
        """
        self._view = view
        self._drawn = drawn
        self._tests: dict[object, Test] = {}
        """Tests made already: rules with equal beginnings share the work that is done for them."""

    def of(self, number: int, line: RankedRule, salience: int, action: Callable[..., None]) -> Iterator[Production]:
        """Yield the rules for one line of a ranking."""
        does = "rule-out" if line.rules_out else "extract"
        for sides in (3, 4):
            for name, first, corner in self._joined(line, sides):
                conditions = (*first, *self._joined_conditions(number, line, corner))
                words = f"({does} (match ?q ?f {corner + 1} ?p))"
                yield Production(name, salience, conditions, action, words, number, corner)
        if line.checks:
            refuted = bound("refuted", Refuted, line=number + 1, match=Var("m"))
            yield Production(line.name, salience, (refuted,), action, "(retract ?refuted) (rule-out ?m)", number)
        elif laid := laid_sides(line):
            conditions = tuple(self._laid(number, line, laid))
            yield Production(f"{line.name}-laid", salience, conditions, action, f"({does} ?m)", number)

    def _joined(self, line: RankedRule, sides: int) -> Iterator[tuple[str, Iterator[Condition], int]]:
        """Yield for each rule that joins sides its name, its first conditions, and the corner whose vertex it names."""
        if not joins(line, sides):
            return
        if self._drawn:
            for k in range(sides):
                yield f"{line.name}-{sides}-nearly-{k + 1}", self._open(line, sides, k), (k + 2) % sides
            return
        yield f"{line.name}-{sides}", self._closed(line, sides), 0
        for k in range(sides) if "O" in (line.asks(sides) or "") else ():
            yield f"{line.name}-{sides}-open-{k + 1}", self._open(line, sides, k), (k + 2) % sides

    # joined

    def _figure(self, line: RankedRule, sides: int) -> Pattern:
        only: Any = Var("name")
        if line.only:
            only = self._only(line, "name")
        numbers = range(1, sides + 1)
        return Pattern(
            Figure,
            (
                ("kind", line.kind),
                ("sides", sides),
                ("number", Var("f")),
                ("name", only),
                *((f"h{k}", Var(f"h{k}")) for k in numbers),
                *((f"n{k}", Var(f"n{k}")) for k in numbers),
            ),
            role=("figure", 0),
        )

    def _only(self, line: RankedRule, name: str) -> Where:
        among = self._shared(("only", line.only), line.only.__contains__)
        return Where(among, f"(member$ ? (create$ {' '.join(sorted(line.only))}))", name)

    def _closed(self, line: RankedRule, sides: int) -> Iterator[Condition]:
        """Yield the conditions for a figure all of whose sides lie on runs."""
        corners = "abcd"[:sides]
        yield self._figure(line, sides)
        for k in range(sides):
            yield _side(k, start=Var(corners[k]), end=Var(corners[(k + 1) % sides]), length=Var(f"n{k + 1}"))
        yield from self._place("a", 0)
        yield self._serves(line, sides, None)

    def _open(self, line: RankedRule, sides: int, k: int) -> Iterator[Condition]:
        """Yield the conditions for a figure one of whose sides, number k from 0, is open.

        The sides before and after it end somewhere on a run, wherever the figure's corner is. That side may be covered
        all the same: then the rule without an open side finds the figure too, and the agenda has it once.
        """
        before, *between, after = ((k + i) % sides for i in range(1, sides))
        first = (k + 2) % sides
        names = "abcd"
        yield self._figure(line, sides)
        for side in between:
            yield _side(side, start=Var(names[side]), end=Var(names[(side + 1) % sides]), length=Var(f"n{side + 1}"))
        yield _side(before, end=Var(names[first]), length=Var("m1"), first=Var("e1"))
        yield self._reaches(before, 1)
        yield _side(after, start=Var(names[after]), length=Var("m2"), last=Var("e2"))
        yield self._reaches(after, 2)
        yield from self._place(names[first], first)
        yield self._serves_as_fitted(line, sides, first) if self._drawn else self._serves(line, sides, k)

    def _reaches(self, side: int, end: int) -> Condition:
        """Return the test that a side ends on the last connection of a run, seen from its other end."""
        names = f"n{side + 1}", f"m{end}", f"e{end}"
        return self._test(
            ("reaches", names),
            _with_names(lambda n, m, e: m - e < n <= m, names),
            f"and (< (- ?{names[1]} ?{names[2]}) ?{names[0]}) (<= ?{names[0]} ?{names[1]})",
            ("side", side + 1),
        )

    def _place(self, vertex: str, corner: int) -> Iterator[Condition]:
        """Yield the conditions that the figure lies inside the outline with a corner at a vertex."""
        yield Pattern(Vertex, (("number", Var(vertex)), ("point", Var("p"))), role=("vertex", corner + 1))
        yield Pattern(Outline, (("state", Var("q")), ("seen", True)), role=("outline", 0))
        yield self._test(
            ("inside", corner),
            lambda q, f, p: self._view.match(q, f, corner, p) is not None,
            f"inside ?q ?f {corner + 1} ?p",
            ("inside", 0),
        )

    def _serves(self, line: RankedRule, sides: int, open_side: int | None) -> Condition:
        """Return the test that the grades of the sides serve."""
        names = tuple(f"g{k + 1}" for k in range(sides) if k != open_side)
        accepted, rest = line.accepted_grades, "" if open_side is None else "O"

        def serves(*grades: str) -> bool:
            return "".join(sorted(grades, key=GRADES.index)) + rest in accepted

        asked = line.three_sided if sides == 3 else line.four_sided
        shown = " ".join(f"?{name}" for name in names) + (" O" if rest else "")
        return self._test(
            ("serves", accepted, names), _with_names(serves, names), f"serve {asked} {shown}", ("grades", 0)
        )

    def _serves_as_fitted(self, line: RankedRule, sides: int, corner: int) -> Condition:
        """Return the test that the grades serve of a figure that was fitted to what is near it.

        Only then is it known what its sides lie on; the side that is said to be open may be covered.
        """
        accepted = line.accepted_grades
        asked = line.three_sided if sides == 3 else line.four_sided
        return self._test(
            ("serves", accepted, corner),
            lambda q, f, p: self._view.match(q, f, corner, p).grades in accepted,  # type: ignore[union-attr]
            f"serve {asked} (grades ?q ?f {corner + 1} ?p)",
            ("grades", 0),
        )

    def _joined_conditions(self, number: int, line: RankedRule, corner: int) -> Iterator[Condition]:
        def key(q: State, f: int, p: Point) -> MatchKey:
            return self._view.key(q, f, corner, p)

        place = f"?q ?f {corner + 1} ?p"
        if not line.may_cross and not line.rules_out:
            yield self._test(
                ("crosses", corner),
                lambda q, f, p: not self._view.match(q, f, corner, p).crosses_internal_edge,  # type: ignore[union-attr]
                f"not (crosses-internal-edge {place})",
                ("crosses", 0),
            )
        yield from self._offered()
        yield from self._not_ruled_out(corner, key, f"(match {place})")
        yield from self._with_evidence(line, corner, key, f"(match {place})")
        yield from _in_turn(number, line)

    def _offered(self) -> Iterator[Condition]:
        yield Pattern(Offer, (("names", Var("o")),), role=("offer", 0))
        yield self._test("offered", lambda name, o: name in o, "member$ ?name ?o", ("offer", 0))

    def _not_ruled_out(self, where: object, key: Callable[..., Any], match: str) -> Iterator[Condition]:
        names = ("m",) if where == "laid" else ("q", "f", "p")
        yield Pattern(RuledOut, (("matches", Var("r")),), role=("ruled out", 0))
        yield self._test(
            ("ruled out", where),
            _with_names(lambda *values: key(*values[:-1]) not in values[-1], (*names, "r")),
            f"not (member$ {match} ?r)",
            ("ruled out", 0),
        )
        yield Pattern(Focus, (("matches", Var("u")),), role=("focus", 0))
        yield self._test(
            ("focus", where),
            _with_names(lambda *values: values[-1] is None or key(*values[:-1]) in values[-1], (*names, "u")),
            f"or (member$ any ?u) (member$ {match} ?u)",
            ("focus", 0),
        )

    def _with_evidence(
        self, line: RankedRule, where: object, key: Callable[..., Any], match: str
    ) -> Iterator[Condition]:
        kinds = [line.evidence] if line.evidence else []
        kinds += [FEWEST_FITS] if line.takes_any_at_tightest else []
        names = ("m",) if where == "laid" else ("q", "f", "p")
        for kind in kinds:
            yield Pattern(Evidence, (("kind", kind), ("matches", Var("v"))), role=("evidence", 0))
            yield self._test(
                ("evidence", where),
                _with_names(lambda *values: key(*values[:-1]) in values[-1], (*names, "v")),
                f"member$ {match} ?v",
                ("evidence", 0),
            )

    # laid

    def _laid(self, number: int, line: RankedRule, sides: tuple[int, ...]) -> Iterator[Condition]:
        """Yield the conditions for figures laid at convex vertices, whatever their sides lie on."""
        accepted = frozenset(g for g in line.accepted_grades if len(g) in sides)
        takes_more = line.takes_any

        def serves(grades: str) -> bool:
            return grades in accepted or (len(grades) > 4 and takes_more)

        slots: list[tuple[str, Any]] = [("match", Var("m")), ("kind", line.kind), ("vertex", Var("a"))]
        if line.only:
            slots.append(("name", self._only(line, "")))
        words = " ".join(filter(None, (line.three_sided, line.four_sided)))
        slots.append(("grades", Where(self._shared(("grades", accepted, takes_more), serves), f"(serve {words} ?)")))
        if not line.may_cross and not line.rules_out:
            slots.append(("crosses", False))
        yield Pattern(Laid, tuple(slots), role=("laid", 0))
        yield fact(Vertex, number=Var("a"), type="convex")
        key: Callable[..., Any] = lambda m: m.key  # noqa: E731
        yield from self._not_ruled_out("laid", key, "?m")
        yield from self._with_evidence(line, "laid", key, "?m")
        yield from _in_turn(number, line)

    # shared tests

    def _test(self, what: object, function: Callable[..., bool], words: str, role: tuple[str, int]) -> Test:
        return self._tests.setdefault(what, Test(function, words, role))

    def _shared(self, what: object, function: Callable[..., bool]) -> Callable[..., bool]:
        return self._tests.setdefault(what, Test(function, "")).function


class _Named:
    """A function with other names for its parameters: rules pass the values of their variables by name."""

    def __init__(self, function: Callable[..., bool], names: tuple[str, ...]) -> None:
        self._function = function
        self.__signature__ = Signature([Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names])
        self._names = names

    def __call__(self, *values: Any, **named: Any) -> bool:
        return self._function(*values, *(named[name] for name in self._names[len(values) :]))


def _with_names(function: Callable[..., bool], names: tuple[str, ...]) -> Callable[..., bool]:
    return _Named(function, names)


def _side(k: int, **slots: Any) -> Pattern:
    """Return the pattern of the run that a side lies on, number k from 0."""
    found = {"heading": Var(f"h{k + 1}"), **slots, "grade": Var(f"g{k + 1}")}
    return Pattern(Run, tuple(found.items()), role=("side", k + 1))


def _in_turn(number: int, line: RankedRule) -> Iterator[Condition]:
    """Yield the condition that the line is tried now. Lines that rule out always are."""
    if not line.rules_out:
        yield Pattern(Attempt, (("line", Where(_up_to(number), f"(<= ? {number + 1})")),), role=("turn", 0))


def _up_to(number: int) -> Callable[[int], bool]:
    return lambda first: first <= number + 1
