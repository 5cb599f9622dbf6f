"""The words for conditions: what each asks for, how it fails, and why a rule takes one match before another.

This is the one place that has them.
"""

from collections.abc import Iterator

from heuristan.tangram.expert.dead_ends import fits_at_tightest
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.host.own_matches import own_orders
from heuristan.tangram.expert.matches import Match
from heuristan.tangram.expert.preferences import FEWEST_FITS, PREFERENCES
from heuristan.tangram.expert.production.clips_values import shown
from heuristan.tangram.expert.ranking import RankedRule
from heuristan.tangram.explain.words import NARROW, article, capital, listed, number, plural, spoken
from heuristan.tangram.pieces.composites import composites
from heuristan.teaching.asking.standing import Activation
from heuristan.teaching.asking.ways_to_lay import Way
from heuristan.teaching.asking.why_not import Nearest, WhyNot
from heuristan.teaching.stepping.naming import Names, figure_name, spaced

_SIDES = {3: "three-sided", 4: "four-sided"}


def why_before(names: Names, rule: RankedRule, first: Match, other: Match) -> str:
    """Return why a rule takes a match before another, as the end of a sentence with "because"."""
    state = names.state
    if rule.own:
        session = names.session
        rules, out = session.ranking.rules, session.ruled_out
        orders = own_orders(rules, rules.index(rule), state, out, session.remembered)
        mine, theirs = orders.get(first.key, ()), orders.get(other.key, ())
        if mine != theirs:
            return f"its order {shown(mine)} comes before {shown(theirs)}"
    if other.name in rule.last and first.name not in rule.last:
        return f"it takes {article(figure_name(other.kind, other.name))} only where it finds no other figure"
    tightest = fits_at_tightest(state, names.session.ruled_out) if FEWEST_FITS in rule.prefer else ()
    for name in rule.prefer:
        preference = PREFERENCES[name]
        if preference.key(state, first, tightest) != preference.key(state, other, tightest):
            return f"it takes {preference.words}"
    vertex = first.order[0]
    if vertex != other.order[0]:
        return f"it lies at a vertex with a smaller number, {vertex} before {other.order[0]}"
    if first.name != other.name:
        return f"both lie at vertex{NARROW}{vertex}, and larger figures are stored first"
    return f"both lie at vertex{NARROW}{vertex}, and this turn of the figure is stored first"


class Reasons:
    """Says why a rule does not take a match."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._words = {
            "figure": self._other_figure,
            "outside": self._outside,
            "side": self._open,
            "inside": self._not_inside,
            "laid": self._not_laid,
            "grades": self._grades,
            "crosses": self._crosses,
            "offer": self._not_offered,
            "ruled out": self._ruled_out,
            "evidence": self._no_evidence,
            "own": self._own_condition,
            "turn": self._turn,
            "": self._nothing,
        }

    def of(self, answer: WhyNot) -> Iterator[str]:
        """Yield sentences: what was laid, the first condition that fails, and what stands against it besides."""
        wanted = self._wanted(answer.rule, len(answer.way.figure.sides))
        yield f"{capital(self._names.laid(answer.way))}: {self.reason(answer)}."
        if wanted and answer.obstacle == "side":
            yield f"{capital(self._names.rule(answer.line))} wants {wanted}."
        if answer.gone and answer.obstacle not in ("offer", "figure"):
            yield f"Besides, {self._not_offered(answer)}."

    def reason(self, answer: WhyNot) -> str:
        """Return the condition that fails, as part of a sentence about the figure."""
        return self._words[answer.obstacle](answer)

    def nearest(self, answer: Nearest) -> Iterator[str]:
        """Yield sentences on the condition that no match of a rule passes."""
        names, rule = self._names, answer.rule
        if answer.matches:
            yield from self._has_matches(answer)
            return
        if rule.own:
            yield self._nothing_own(answer)
            return
        wanted = listed(
            (f"{spaced(asked)}" for asked in (rule.three_sided, rule.four_sided) if asked is not None), "or"
        )
        count, ours = plural(answer.tried, "figure"), f"that {names.rule(answer.line)} takes"
        passed = {
            "figure": f"No figure that is stored is one {ours}",
            "outside": f"No figure {ours} lies inside with a side on an edge or extension line",
            "laid": f"No figure {ours} has a side along an edge at a convex vertex",
            "side": f"No figure has all its sides on edges and extension lines{self._but_one(rule).rstrip(',')}",
            "grades": f"Of {count} with all sides on runs{self._but_one(rule)} none has grades {wanted}",
            "offer": f"Of {count} with such sides none is to be had",
            "evidence": f"Of {count} laid none has the evidence that it asks for",
        }
        sentence = passed.get(answer.obstacle, f"Of {count} with such sides none is taken")
        if not answer.nearest:
            yield f"{sentence}."
            return
        first = answer.nearest[0]
        yield f"{sentence}; the nearest is {names.laid(first.way)}: {self.reason(first)}."

    def _has_matches(self, answer: Nearest) -> Iterator[str]:
        names = self._names
        first = answer.matches[0].match
        assert first is not None
        yield (
            f"Nothing fails: {names.rule(answer.line)} has {plural(len(answer.matches), 'match', 'matches')} on the "
            f"agenda, the first {article(names.match(first))}."
        )
        if answer.above is not None and answer.above.line == answer.line:
            yield "It fires next."
        elif answer.above is not None:
            yield f"{capital(self._fires_first(answer.above))}."

    # the conditions, in their order

    def _other_figure(self, answer: WhyNot) -> str:
        rule, figure = answer.rule, answer.way.figure
        if figure.kind != rule.kind:
            return f"{self._names.rule(answer.line)} takes {rule.kind}s, and this is a {figure.kind}"
        if rule.only and figure.name not in rule.only:
            only = listed((f"{spoken(name)}s" for name in sorted(rule.only)), "and")
            return f"{self._names.rule(answer.line)} takes {only} only"
        sides = len(figure.sides)
        return f"{self._names.rule(answer.line)} takes no {_SIDES.get(sides, f'{sides}-sided')} figures"

    def _outside(self, answer: WhyNot) -> str:
        return f"outside the puzzle: {self._why_outside(answer.way)}, and so it is in every other turn there"

    def _open(self, answer: WhyNot) -> str:
        way = answer.way
        allowed = (answer.rule.asks(len(way.sides)) or "").count("O")
        described = [self._open_side(way, k) for k in way.open_sides]
        if len(described) <= allowed:
            return "its sides lie on edges and extension lines, but their ends do not meet in vertices and nodes"
        if not allowed:
            return described[0]
        return f"{number(len(described))} sides are open, and only {number(allowed)} may be: {'; '.join(described)}"

    def _open_side(self, way: Way, k: int) -> str:
        names, side = self._names, way.sides[k]
        assert side.open_from is not None
        where = f"the side from {names.vertex(side.start)} to {names.vertex(side.end)} is open"
        here = "" if side.open_from == side.start else f" from {names.vertex(side.open_from)} on"
        return f"{where}: neither edge nor extension line{here}"

    def _not_inside(self, answer: WhyNot) -> str:
        return f"outside the puzzle: {self._why_outside(answer.way)}"

    def _why_outside(self, way: Way) -> str:
        return "an edge passes through it" if way.outside == "crossed" else "it lies beside what is left"

    def _not_laid(self, answer: WhyNot) -> str:
        return (
            f"{self._names.rule(answer.line)} takes figures only where they have a side along an edge at a convex "
            "vertex, and this one has none"
        )

    def _grades(self, answer: WhyNot) -> str:
        wanted = self._wanted(answer.rule, len(answer.way.figure.sides))
        return f"its grades are {spaced(answer.way.grades)} and {self._names.rule(answer.line)} wants {wanted}"

    def _crosses(self, answer: WhyNot) -> str:
        match = answer.way.match
        crossed = [self._names.corners((p, q)) for p, q in (self._names.crossed(match) if match else ())]
        edges = f"internal edge{'s' * (len(crossed) > 1)} {listed(crossed)}" if crossed else "an internal edge"
        return f"it crosses {edges}, and so lies in two subpuzzles"

    def _not_offered(self, answer: WhyNot) -> str:
        state, figure = self._names.state, answer.way.figure
        name = figure_name(figure.kind, figure.name)
        if figure.kind == "piece":
            if state.stock[figure.name] < 1:
                return f"no {name} is left"
            held = listed(
                f"the composite {spoken(each.composite)} of step{NARROW}{each.step}" for each in state.abeyance.lists
            )
            need = "needs" if len(state.abeyance.lists) == 1 else "need"
            return f"the {name} is withheld: {held} {need} it"
        setting = state.setting
        if setting.composites == "none":
            return "the ranking takes no composites"
        if len(state.abeyance.lists) >= setting.most_composites:
            return f"{plural(len(state.abeyance.lists), 'composite')} are held, and the ranking holds no more"
        made = next(c for c in composites(setting.composites, setting.pieces) if c.shape.name == figure.name)
        if made.piece_shaped is not None and made.piece_shaped in state.offer.pieces:
            return f"a {spoken(made.piece_shaped)} has the same shape and is still to be had"
        held = " beside what is held" if state.abeyance.lists else ""
        return f"no pieces that are left can make the {name}{held}"

    def _ruled_out(self, answer: WhyNot) -> str:
        match = answer.way.match
        assert match is not None
        events = self._names.session.offers.ruled_out
        lines = [each.line for each in events if match.key in each.keys]
        by = f"{self._names.rule(lines[0])} ruled it out" if lines else "it was ruled out at an earlier step"
        rules = self._names.session.ranking.rules
        own = rules[lines[0]].own if lines else any(rule.own and rule.own.rules_out for rule in rules)
        return by if own else f"{by}: no solution has it"

    def _no_evidence(self, answer: WhyNot) -> str:
        evidence = answer.rule.evidence
        if evidence is None:
            return "it does not lie at the vertex where the fewest pieces fit"
        rule = self._names.rule(answer.line)
        return f"{rule} asks for a piece {EVIDENCE[evidence].words}, and there is no such evidence for it"

    def _own_condition(self, answer: WhyNot) -> str:
        return f"{self._names.rule(answer.line)} asks {answer.condition}, and that does not hold for it"

    def _nothing_own(self, answer: Nearest) -> str:
        rule = capital(self._names.rule(answer.line))
        if answer.condition:
            return f"{rule} asks {answer.condition}, and with what it asks before, that holds for no match here."
        return f"{rule} finds what it asks for, but it is ruled out, or the rule is not tried now."

    def _turn(self, _: WhyNot) -> str:
        first = self._names.session.now.line
        why = f"{self._names.rule(first)} is tried first here, because it was just applied and is repeated"
        return f"all its conditions are satisfied but that its rule is tried now: {why}"

    def _nothing(self, answer: WhyNot) -> str:
        names, above, match = self._names, answer.above, answer.way.match
        assert match is not None
        if answer.rule.rules_out:
            when = " when another rule is about to take it" if answer.rule.checks else ""
            return f"nothing fails: {names.rule(answer.line)} rules it out{when}"
        if above is None or above.match is None:
            return "nothing fails"
        if above.line != answer.line:
            return f"nothing fails, and it is on the agenda; but {self._fires_first(above)}"
        if above.match.key == match.key:
            return "nothing fails: it fires next"
        because = why_before(names, answer.rule, above.match, match)
        other = article(names.match(above.match))
        return f"preferred: {names.rule(answer.line)} takes {other} before it, because {because}"

    def _fires_first(self, above: Activation) -> str:
        names = self._names
        if above.line is None or above.match is None:
            return f"{above.name} fires first"
        return f"{names.rule(above.line)} fires first (salience {above.salience}): {article(names.match(above.match))}"

    def _wanted(self, rule: RankedRule, sides: int) -> str:
        asked = rule.asks(sides)
        return "" if asked is None else spaced(asked)

    def _but_one(self, rule: RankedRule) -> str:
        asked = [grades for grades in (rule.three_sided, rule.four_sided) if grades is not None]
        return ", or all but one," if any("O" in grades for grades in asked) else ""
