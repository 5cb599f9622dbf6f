"""The choice of the next match: a ranking gone over line by line, without an engine."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from heuristan.tangram.expert.acceptance import accepts, in_order, looks_among_joined
from heuristan.tangram.expert.dead_ends import fits_at_tightest
from heuristan.tangram.expert.decision import NOTHING, Checked, Decision, Notes
from heuristan.tangram.expert.evidence import EvidenceFor, evidence_in
from heuristan.tangram.expert.figures import Kind
from heuristan.tangram.expert.joining import Wanted
from heuristan.tangram.expert.matches import EdgeEnd, Match, Matches, MatchKey
from heuristan.tangram.expert.preferences import FEWEST_FITS
from heuristan.tangram.expert.ranking import RankedRule, first_of_rank, in_turn, of_rank, refuting_line
from heuristan.tangram.expert.state import State

if TYPE_CHECKING:
    from heuristan.tangram.expert.host.remembered import Remembered


@lru_cache(maxsize=256)
def chooser_for(rules: tuple[RankedRule, ...]) -> "Chooser":
    """Return the chooser for some rules."""
    return Chooser(rules)


class Chooser:
    """Decides which match is extracted next, by the rules of a ranking."""

    def __init__(self, rules: tuple[RankedRule, ...]) -> None:
        self.rules = rules
        self._in_turn = tuple(of_rank(rules, line) for line in in_turn(rules) if line == first_of_rank(rules, line))
        self._evidence = frozenset(rule.evidence for rule in rules if rule.evidence)
        self._wanted: Wanted = frozenset(
            (rule.kind, rule.only, rule.joined_grades) for rule in rules if rule.joined_grades and not rule.evidence
        )

    def decide(
        self,
        state: State,
        first_line: int,
        ruled_out: frozenset[MatchKey] = NOTHING,
        end: EdgeEnd | None = None,
        remembered: "Remembered | None" = None,
        behind: int | None = None,
    ) -> Decision:
        """Return the first match by rank that is not ruled out; with an end, only among the pieces that cover it.

        With a line *behind* which to begin, only lines that are tried after that one take matches. Evidence that needs
        the state after a match is checked only when a rule is about to take the match, because that is expensive. What
        a run remembers matters to rules of one's own alone.
        """
        notes = Notes(ruled_out)
        while True:
            look = _Look(self.rules, state, self._evidence, self._wanted, ruled_out, end, notes.checked, remembered)
            decision = self._decided(first_line, look, notes, behind)
            if decision.match is None:
                return decision
            line = refuting_line(self.rules, decision.rule_number, state, decision.match, notes.out)
            if line is None:
                return decision
            notes.refute(line, self.rules[line], decision.match)

    def accepted(
        self, state: State, ruled_out: frozenset[MatchKey] = NOTHING
    ) -> Iterator[tuple[int, tuple[Match, ...]]]:
        """Yield each line that extracts, with all matches that it accepts and that are not ruled out, unordered."""
        look = _Look(self.rules, state, self._evidence, self._wanted, ruled_out, None, Notes(ruled_out).checked)
        for number, rule in enumerate(self.rules):
            if not rule.rules_out:
                yield number, look.accepted_by(rule, ruled_out)

    def _decided(self, first_line: int, look: "_Look", notes: Notes, behind: int | None) -> Decision:
        """Try the lines from one on; lines above it that rule out are tried first."""
        found_nothing: list[int] = []
        waits = behind is not None
        for lines in self._in_turn:
            number, rule = lines[0], self.rules[lines[0]]
            passed, waits = waits or number < first_line, waits and number != behind
            if passed and not rule.rules_out:
                continue
            found = look.taken_by(lines, notes.out)
            if rule.rules_out:
                notes.rule_out(number, found)
            elif found:
                return Decision(found[0], number, found[1:], tuple(found_nothing), notes.by_line)
            else:
                found_nothing += lines
        return Decision(None, len(self.rules), (), tuple(found_nothing), notes.by_line)


@dataclass(frozen=True)
class _Look:
    """Matches that each rule would take in a state; only what some rule asks for is computed."""

    rules: tuple[RankedRule, ...]
    state: State
    asked: frozenset[str]
    """The kinds of evidence that rules ask for."""
    wanted: Wanted
    """The joined matches that rules ask for."""
    ruled_out: frozenset[MatchKey]
    end: EdgeEnd | None
    checked: Checked
    remembered: "Remembered | None" = None
    """The memory of the run."""

    def taken_by(self, lines: range, out: frozenset[MatchKey]) -> tuple[Match, ...]:
        """Return the matches that the lines of a rank take and that are not out, in their order of preference."""
        rules = self.rules[lines.start : lines.stop]
        found = self.accepted_by(rules[0], out)
        if len(rules) > 1:  # several may take the same match
            found = tuple({match.key: match for rule in rules for match in self.accepted_by(rule, out)}.values())
        if len(found) < 2 or rules[0].own:
            return found
        tightest = self._tightest_keys if FEWEST_FITS in rules[0].prefer else ()
        return tuple(in_order(rules, self.state, found, tightest))

    def accepted_by(self, rule: RankedRule, out: frozenset[MatchKey]) -> tuple[Match, ...]:
        """Return the matches that a rule takes and that are not out."""
        return tuple(match for match in self._pool(rule) if match.key not in out)

    def _pool(self, rule: RankedRule) -> Iterable[Match]:
        """Return the matches among which a rule chooses."""
        if rule.own:
            return self._own(rule)
        if not self.end and not rule.asks_for_more:
            # what it takes of all that there is does not depend on what is ruled out
            if rule not in self.state.accepted:
                self.state.accepted[rule] = tuple(match for match in self._offered(rule) if accepts(rule, match))
            return self.state.accepted[rule]
        if rule.evidence is None:
            return (match for match in self._tightest if accepts(rule, match))
        if rule.checks:
            return ()  # what it refutes is noted when another rule is about to take it
        matches, keys = self.state.matches.by_key, self._evidence
        found = (matches[key] for key, kinds in keys.items() if rule.evidence in kinds)
        return (m for m in found if accepts(rule, m) and (self.end is None or m.key in self._tightest_keys))

    def _own(self, rule: RankedRule) -> Iterator[Match]:
        """Yield the matches that rules of one's own choose, in their order."""
        from heuristan.tangram.expert.host.own_matches import own_matches  # an engine, for such rules alone

        found = own_matches(self.rules, self.rules.index(rule), self.state, self.ruled_out, self.remembered)
        return (match for match in found if self.end is None or match.key in self._tightest_keys)

    def _offered(self, rule: RankedRule) -> Iterator[Match]:
        """Yield the matches in which the rule looks for its figures: joined, or laid at convex vertices."""
        if rule.joined_grades:
            for (kind, grades), matches in self._joined.items():
                if kind == rule.kind and grades in rule.joined_grades:
                    yield from matches
        if rule.lays:
            for name, matches in self._laid(rule.kind).items():
                if (not rule.only or name in rule.only) and not looks_among_joined(rule, matches[0].figure):
                    yield from matches

    def _laid(self, kind: Kind) -> Mapping[str, Sequence[Match]]:
        """Return the matches of a kind laid at convex vertices, by name."""
        if kind == "piece":
            return self.state.matches.by_name
        return Matches({match.key: match for match in self.state.composites}, {}).by_name

    @cached_property
    def _joined(self) -> Mapping[tuple[str, str], Sequence[Match]]:
        """The joined matches that rules want, by kind and grades."""
        found: dict[tuple[str, str], list[Match]] = defaultdict(list)
        for match in self.state.joined_as(self.wanted):
            found[match.kind, match.grades].append(match)
        return found

    @cached_property
    def _evidence(self) -> EvidenceFor:
        return evidence_in(self.state, self.asked, self.checked, self.ruled_out)

    @cached_property
    def _tightest_keys(self) -> tuple[MatchKey, ...]:
        """The pieces that cover the end that is given, or the tightest one."""
        return fits_at_tightest(self.state, self.ruled_out, self.end)

    @cached_property
    def _tightest(self) -> tuple[Match, ...]:
        return tuple(self.state.matches.by_key[key] for key in self._tightest_keys)
