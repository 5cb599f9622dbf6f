"""Evidence and the rules that ask for it, against all solutions of a state: what they say of it is so."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from shared.drawings import drawn, slid_assembly
from shared.spoilt import spoilt
from shared.states import descend, figure, state_of
from shared.strategies import puzzles, small_assemblies

from heuristan.common.overlay import intersection
from heuristan.tangram.boundary import Boundary, Ring
from heuristan.tangram.exact.search import search
from heuristan.tangram.expert.abeyance import Abeyance
from heuristan.tangram.expert.chooser import Chooser
from heuristan.tangram.expert.dead_ends import bare_vertex, fits_at, leads_on, leaves_room, only_fit, tightest_end
from heuristan.tangram.expert.decision import NOTHING, Decision
from heuristan.tangram.expert.evidence import EVIDENCE
from heuristan.tangram.expert.matches import Match, Matches, MatchKey, PairTable
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_entries import catalogue
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import State
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.lattice.points import ONE, ORIGIN
from heuristan.tangram.outlines.exact_rings import as_lattice, nested
from heuristan.tangram.outlines.puzzle_of import puzzle_of
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM, Stock, along, lay, pieces_at_vertices, ring_from
from heuristan.tangram.pieces.tiling import fits_at as fits_of
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.contacts import Contacts
from heuristan.tangram.solving.shortcuts import solve
from heuristan.tangram.trace.events import AttemptStarted, Event, MatchesRuledOut, MatchTaken

FEW = settings(max_examples=8)
RULES = catalogue()
ANYTHING = replace(RULES["vertex-fit"], prefer=("largest", "best-grades"))
REFUTING = (RULES["bare-vertex"], RULES["no-room"])
BELOW = (RULES["forced"], RULES["only-place"], ANYTHING)
RANKING = Ranking("mine", "mine", (*REFUTING, *BELOW), composites="none")


# States, and all their solutions.


def found_by(name: str, state: State, ruled_out: frozenset[MatchKey] = NOTHING) -> frozenset[MatchKey]:
    """Return what the finder of a kind of evidence finds."""
    find = EVIDENCE[name].find
    assert find is not None
    return find(state, ruled_out)


SAME_AREA = (("square",), ("parallelogram",), ("medium-triangle",), ("small-triangle",) * 2)


@st.composite
def states(draw: st.DrawFn, most: int = 6) -> State:
    """Outlines of assemblies, to be filled with their own pieces or with others of the same area, and what is left."""
    assembly = draw(small_assemblies(2, most))
    stock: Counter[str] = Counter()
    for placement in assembly:
        is_one = (placement.name,) in SAME_AREA
        stock.update(draw(st.sampled_from(SAME_AREA)) if is_one and draw(st.integers(0, 3)) == 3 else [placement.name])
    state = state_of([placement.ring for placement in assembly], stock)
    return descend(state, draw(st.lists(st.integers(0, 99), max_size=2)))


def solutions(state: State) -> list[frozenset[MatchKey]]:
    """Return all ways to fill what is left, without the pieces that make the composites held."""
    stocks = {tuple(sorted(stock.elements())) for stock in left_for(state.abeyance, state.stock)}
    return [found for stock in stocks for found in tilings(state.boundary, Counter(stock), state.setting.denominator)]


def left_for(abeyance: Abeyance, stock: Stock) -> Iterator[Stock]:
    """Yield what may be left of a stock when each composite held has got one of its sets."""
    choices = product(*(entry.sets for entry in abeyance.lists))
    for chosen in (Counter(name for names in choice for name in names) for choice in choices):
        if chosen <= stock:
            yield stock - chosen


def tilings(boundary: Boundary, stock: Stock, denominator: int) -> Iterator[frozenset[MatchKey]]:
    """Yield every way to fill a region with a stock."""
    if not boundary:
        yield frozenset()
        return
    table, names = pieces_at_vertices(TANGRAM, denominator), frozenset(+stock)
    fits = min(
        ((fits_of(boundary, v, names, table), v) for v in boundary.vertices if v.convex), key=lambda f: len(f[0])
    )
    for placement in (lay(corner, fits[1].point) for corner in fits[0]):
        rest = stock - Counter([placement.name])
        for found in tilings(boundary.without(placement.ring), rest, denominator):
            yield found | {(placement.name, placement.bounds)}


def without_some(state: State, found: list[frozenset[MatchKey]], choice: int) -> frozenset[MatchKey]:
    """Return some of the matches that no solution has."""
    useless = [match.key for match in state.matches if not any(match.key in solution for solution in found)]
    return frozenset(key for i, key in enumerate(useless) if choice >> i & 1)


def strip(length: int) -> Ring:
    """One leg high."""
    return ring_from(ORIGIN, (along(0, length), along(2, 1), along(4, length), along(6, 1)))


class TestNeverWrong:
    @pytest.mark.slow
    @given(states(), st.integers(0, 2**64))
    def test_no_solution_has_what_is_ruled_out_and_each_what_is_forced(self, state: State, choice: int) -> None:
        found = solutions(state)
        in_some = frozenset().union(*found)
        for ruled_out in (NOTHING, without_some(state, found, choice)):
            # every solution has what is forced
            assert all(found_by("forced", state, ruled_out) <= solution for solution in found)
        for ruled_out, kind in product((NOTHING, without_some(state, found, choice)), EVIDENCE.values()):
            if kind.refutes and kind.find:
                assert not kind.find(state, ruled_out) & in_some
            for match in state.matches if kind.check else ():
                if kind.check and kind.check(state, match, ruled_out):
                    assert match.key not in in_some
                    assert match.kind == "piece" or not solutions(state.extracted(match))

    @given(states(), st.integers(0, 2**64))
    def test_a_ruled_out_match_stays_so_below(self, state: State, choice: int) -> None:
        """A match that is in no solution of a state is in none of what is left of it later."""
        matches = [match for match in state.matches if match.kind == "piece"]
        assume(matches)
        below = solutions(state.extracted(matches[choice % len(matches)]))
        assert not state.pairs.beside_nothing(NOTHING) & frozenset().union(*below)


class TestPlainTwins:
    @given(states(4), st.integers(0, 99))
    @settings(max_examples=10)
    def test_beside_nothing(self, state: State, choice: int) -> None:
        keys = [match.key for match in state.matches]
        for ruled_out in (NOTHING, frozenset(keys[: choice % (len(keys) + 1)])):
            assert state.pairs.beside_nothing(ruled_out) == left_bare(state, ruled_out)

    @given(states(), st.integers(0, 99))
    def test_only_place_and_forced(self, state: State, choice: int) -> None:
        keys = [match.key for match in state.matches]
        ruled_out = frozenset(keys[: choice % (len(keys) + 1)])
        left = [m for m in state.matches if m.kind == "piece" and m.key not in ruled_out]
        expected = {m.key for m in left if [other.placement.name for other in left].count(m.placement.name) == 1}
        assert found_by("only-place", state, ruled_out) == expected
        fits = [fits_at(state, end, ruled_out) for end in state.matches.covering]
        assert found_by("forced", state, ruled_out) == {keys[0] for keys in fits if len(keys) == 1}

    @given(states())
    @settings(max_examples=8)
    def test_no_way_on(self, state: State) -> None:
        """Either some piece alone fits at a vertex, or all that is left leads on."""
        out = found_by("no-way-on", state)
        if only_fit(state, NOTHING):
            assert not out
        elif not only_fit(state, out):
            left = {key for end in state.matches.covering for key in fits_at(state, end, out)}
            assert all(leads_on(state, state.matches.by_key[key], out) for key in left)

    @given(states(), st.integers(0, 3))
    def test_with_more_tolerance_less_is_ruled_out(self, state: State, legs: int) -> None:
        wide = PairTable(state.matches, state.stock, tolerance=legs * ONE)
        assert wide.beside_nothing(NOTHING) <= state.pairs.beside_nothing(NOTHING)


def left_bare(state: State, ruled_out: frozenset[MatchKey]) -> frozenset[MatchKey]:
    """Return the matches beside which some vertex stays bare, found one after the other."""
    pieces = {match.key: match for match in state.matches if match.kind == "piece" and match.key not in ruled_out}
    left = dict(pieces)

    @cache
    def lie_together(key: MatchKey, other: MatchKey) -> bool:
        if key == other:
            return True
        if key[0] == other[0] and state.stock[key[0]] < 2:
            return False
        p, q = figure(pieces[key].placement.ring), figure(pieces[other].placement.ring)
        return bool(intersection(p, q).area < 1e-9)

    def is_bare(key: MatchKey) -> bool:
        ends = state.matches.covering.values()
        return not all(any(lie_together(key, other) for other in fits if other in left) for fits in ends)

    while (bare := next(filter(is_bare, left), None)) is not None:
        del left[bare]
    return frozenset(pieces) - frozenset(left)


# The rules within a ranking.

WHOLE, PLAIN = Chooser((*REFUTING, *BELOW)), Chooser(BELOW)


def keys_of(decision: Decision, line: int) -> frozenset[MatchKey]:
    """Return what one line ruled out."""
    return frozenset(match.key for each in decision.ruled_out if each.rule_number == line for match in each.matches)


def the_rules_below_take_what_they_would_if_they_knew_what_is_ruled_out(state: State, decision: Decision) -> None:
    plain = PLAIN.decide(state, 0, decision.keys_ruled_out)
    assert decision.match == plain.match
    assert decision.preferred_to == plain.preferred_to
    assert decision.rule_number - len(REFUTING) == plain.rule_number
    assert [line - len(REFUTING) for line in decision.found_nothing] == [*plain.found_nothing]


def what_is_ruled_out_is_ruled_out_once(state: State, decision: Decision) -> None:
    again = WHOLE.decide(state, 0, decision.keys_ruled_out)
    assert again.match == decision.match
    assert not again.keys_ruled_out & decision.keys_ruled_out


def rules_that_rule_out_are_asked_wherever_an_attempt_starts(state: State, line: int) -> None:
    decision = WHOLE.decide(state, line)
    assert state.pairs.beside_nothing(NOTHING) <= decision.keys_ruled_out
    assert decision.rule_number >= max(line, len(REFUTING))
    if decision.match is not None:
        assert leaves_room(state, decision.match, NOTHING)
        assert decision.match.key not in decision.keys_ruled_out


class TestInARanking:
    @given(states(), st.integers(0, len(WHOLE.rules)))
    def test_laws_of_decisions(self, state: State, line: int) -> None:
        decision = WHOLE.decide(state, 0)
        the_rules_below_take_what_they_would_if_they_knew_what_is_ruled_out(state, decision)
        matches = state.matches.by_key
        assert not any(leaves_room(state, matches[key], NOTHING) for key in keys_of(decision, 1))
        what_is_ruled_out_is_ruled_out_once(state, decision)
        rules_that_rule_out_are_asked_wherever_an_attempt_starts(state, line)

    def test_without_rules_that_ask_no_evidence_is_looked_for(self) -> None:
        state = state_of([strip(2)])
        Chooser((ANYTHING,)).decide(state, 0)
        assert "pairs" not in vars(state)

    @given(states(4))
    @FEW
    def test_a_rule_that_checks_matches_asks_about_its_own_figures_only(self, state: State) -> None:
        rule = replace(RULES["no-room"], only=frozenset({"square"}))
        decision = Chooser((rule, ANYTHING)).decide(state, 0)
        assert {key[0] for key in decision.keys_ruled_out} <= {"square"}
        assert (
            decision.match is None
            or decision.match.placement.name != "square"
            or leaves_room(state, decision.match, NOTHING)
        )


def laid(event: MatchesRuledOut | MatchTaken) -> set[object]:
    return {(each.name, each.vertices) for each in (event.matches if isinstance(event, MatchesRuledOut) else [event])}


def attempts(events: tuple[Event, ...]) -> Iterator[list[Event]]:
    starts = [i for i, event in enumerate(events) if isinstance(event, AttemptStarted)]
    for start, end in zip(starts, [*starts[1:], len(events)], strict=True):
        yield list(events[start:end])


def assert_stays_ruled_out(events: list[Event]) -> None:
    ruled_out: set[object] = set()
    for event in events:
        if isinstance(event, MatchesRuledOut):
            assert not laid(event) & ruled_out
            ruled_out |= laid(event)
        elif isinstance(event, MatchTaken):
            assert not laid(event) & ruled_out
            assert not {(other.name, other.vertices) for other in event.preferred_to} & ruled_out


class TestWholeRuns:
    @pytest.mark.slow
    @given(puzzles())
    @FEW
    def test_as_published_what_is_ruled_out_stays_so_in_the_attempt(self, puzzle: Puzzle) -> None:
        for attempt in attempts(solve(puzzle, RANKING, backtracking=False).trace):
            assert_stays_ruled_out(attempt)

    @pytest.mark.parametrize("backtracking", [True, False])
    def test_in_every_attempt_the_rules_rule_out_afresh(self, *, backtracking: bool) -> None:
        square = next(iter(read_outlines("convex-square")))
        assert isinstance(square, Puzzle)
        # the last rule alone does not help: it takes the first match
        ranking = replace(RANKING, rules=(*REFUTING, *BELOW[:2], replace(ANYTHING, prefer=())))
        events = solve(square, ranking, backtracking=backtracking).trace
        found = [[e for e in attempt if isinstance(e, MatchesRuledOut)] for attempt in attempts(events)]
        assert len(found) == 1 if backtracking else len(found) > 1
        assert all(found)
        assert all(first.rule == "bare-vertex" for first, *_ in found)
        assert len({frozenset(laid(first)) for first, *_ in found}) == 1

    @pytest.mark.slow
    @given(puzzles(), st.integers(0, 2**32))
    @FEW
    def test_with_backtracking_they_never_contradict_the_exact_search(self, puzzle: Puzzle, seed: int) -> None:
        for ranking in ("heuristan", RANKING):
            assert solve(puzzle, ranking).status == "solved"
        mutilated = spoilt(puzzle, Random(seed))
        if mutilated is not None:
            assert solve(mutilated, "heuristan").status == search(mutilated).status

    @pytest.mark.slow
    def test_mutilated_outlines_of_which_some_have_no_solution(self) -> None:
        shapes = [puzzle for name in ("cat", "swan", "lamp", "house") for puzzle in read_outlines(name)]
        found = [spoilt(puzzle, Random(1)) for puzzle in shapes if isinstance(puzzle, Puzzle)]
        statuses = [(solve(each, "heuristan").status, search(each).status) for each in found if each is not None]
        assert all(ours == theirs for ours, theirs in statuses)
        assert ("unsolvable", "unsolvable") in statuses


# Drawn puzzles, where pieces overlap a little.


def way(state: State) -> list[tuple[State, Match]] | None:
    """Return a solution, found without rules: in each state the match that is taken next."""
    if not state.boundary:
        return []
    if state.has_infeasible_part or state.infeasible_edge is not None or bare_vertex(state, NOTHING) is not None:
        return None
    end = tightest_end(state, state.matches.covering, NOTHING)
    for key in fits_at(state, end, NOTHING) if end else ():
        match = state.matches.by_key[key]
        after = state.without(match)
        rest = way(after) if after is not None else None
        if rest is not None:
            return [(state, match), *rest]
    return None


def is_near(match: Match, key: MatchKey, within: int) -> bool:
    name, bounds = key
    return match.cut.name == name and all(abs(a - b) <= within for a, b in zip(match.cut.bounds, bounds, strict=True))


def alone(state: State, solution: list[Match]) -> PairTable:
    """Return the pair table of a state that has the matches of a solution only."""
    keys = {match.key for match in solution} & set(state.matches.by_key)
    covering = {end: tuple(key for key in fits if key in keys) for end, fits in state.matches.covering.items()}
    matches = Matches(
        {key: state.matches.by_key[key] for key in keys}, {end: fits for end, fits in covering.items() if fits}
    )
    return PairTable(matches, state.stock, state.pairs.tolerance)


class TestNearness:
    @pytest.mark.slow
    @given(st.integers(0, 2**32 - 1), st.floats(0, 0.02))
    @example(19762762, 0.015625)  # its square is two matches, nearly in one place, that cover different vertices
    @settings(max_examples=8)
    def test_nothing_that_a_solution_has_is_ruled_out(self, seed: int, off: float) -> None:
        random = Random(seed)
        puzzle = puzzle_of(drawn(slid_assembly(random), random, off=off))
        assume(Contacts(puzzle).is_valid)  # else it is not solved either: see `solve`
        found = way(State.start(puzzle, RANKING))
        assume(found is not None)
        for place, (state, match) in enumerate(found or ()):
            bare, later = state.pairs.beside_nothing(NOTHING), [match for _, match in (found or ())[place:]]
            assert not bare & {match.key for match in later}
            assert leaves_room(state, match, NOTHING)
            assert alone(state, later).beside_nothing(NOTHING) == NOTHING
            for key in found_by("forced", state):
                assert any(is_near(match, key, state.pairs.tolerance) for match in later)

    def test_pieces_that_overlap_a_little_lie_together(self) -> None:
        state = state_of([strip(2)], Counter({"square": 2}))
        left, right = sorted(state.matches, key=lambda match: match.cut.bounds)
        low, high, *others = right.cut.bounds
        moved = replace(right, key=(right.name, (low - ONE, high - ONE, *others)))
        new_key = {left.key: left.key, right.key: moved.key}
        covering = {end: tuple(map(new_key.__getitem__, keys)) for end, keys in state.matches.covering.items()}
        matches = Matches({left.key: left, moved.key: moved}, covering)
        assert PairTable(matches, state.stock, tolerance=ONE).beside_nothing(NOTHING) == NOTHING
        assert PairTable(matches, state.stock, tolerance=ONE - 1).beside_nothing(NOTHING) == {left.key, moved.key}


# What each rule says of little outlines.


class TestNoRoom:
    """Each reason why a match leaves no room, where the reasons before it do not hold."""

    def left(self, state: State, name: str) -> list[tuple[bool, bool, bool]]:
        """Return for each match of a piece whether it leaves an area, an edge, a vertex that nothing fills."""
        found = []
        for match in (match for match in state.matches if match.placement.name == name):
            after = state.extracted(match)
            reasons = (
                after.has_infeasible_part,
                after.infeasible_edge is not None,
                bare_vertex(after, NOTHING) is not None,
            )
            assert not (any(reasons) and leaves_room(state, match, NOTHING))
            found.append(reasons)
        return found

    def test_an_area_that_no_pieces_have(self) -> None:
        state = state_of([strip(3)], Counter({"square": 1, "medium-triangle": 2}))
        assert {reasons[0] for reasons in self.left(state, "medium-triangle")} == {True}

    def test_an_edge_that_no_sides_make_up(self) -> None:
        state = state_of([strip(4)], Counter({"square": 2, "medium-triangle": 1, "small-triangle": 2}))
        assert (False, True, False) in self.left(state, "small-triangle")

    def test_a_vertex_that_nothing_covers(self) -> None:
        state = state_of([strip(3)], Counter({"square": 1, "medium-triangle": 1, "parallelogram": 1}))
        assert self.left(state, "square") == [(False, False, True)] * 2

    def test_a_vertex_that_only_what_rules_itself_out_covers(self) -> None:
        state = state_of([strip(3)], Counter({"square": 1, "medium-triangle": 1, "small-triangle": 2}))
        small = [match for match in state.matches if match.placement.name == "small-triangle"]
        rooms = [leaves_room(state, match, NOTHING) for match in small]
        assert ((False, False, False), False) in zip(self.left(state, "small-triangle"), rooms, strict=True)

    def test_what_leaves_nothing_leaves_room(self) -> None:
        state = state_of([TANGRAM.by_name["square"].ring], Counter({"square": 1}))
        assert all(leaves_room(state, match, NOTHING) for match in state.matches)


def test_a_piece_whose_only_match_is_wrong() -> None:
    """Its place is between the others, away from convex vertices (docs/rules/README.md)."""
    outline = "r2 -r2, 2r2 0, 1 0, 1 1, r2 1, r2/2 1+r2/2, -1 0, 0 0"
    corners = [tuple(map(parse_length, corner.split())) for corner in outline.split(", ")]
    lattice, denominator, _ = as_lattice([[(x, y) for x, y in corners]])
    stock = Counter({"large-triangle": 1, "square": 1, "small-triangle": 2})
    state = state_of(nested(lattice), stock, denominator=denominator)
    rules = (*REFUTING, replace(RULES["only-place"], only=frozenset({"square"})))
    match, found = Chooser(rules).decide(state, 0).match, solutions(state)
    assert match is not None
    assert match.placement.name == "square"
    assert found
    assert not any(match.key in solution for solution in found)


def test_in_an_empty_state_there_is_no_evidence() -> None:
    state = state_of([TANGRAM.by_name["square"].ring], Counter({"square": 1}))
    after = state.extracted(next(iter(state.matches)))
    assert all(found_by(kind.name, after) == NOTHING for kind in EVIDENCE.values() if kind.find)


def test_the_ranking_of_rules_that_need_no_undoing_begins_by_ruling_out() -> None:
    rules = read_ranking("heuristan").rules
    assert {rule.evidence for rule in rules if rule.rules_out} == {"bare-vertex", "no-room"}
    assert [rule.rules_out for rule in rules] == sorted((rule.rules_out for rule in rules), reverse=True)
