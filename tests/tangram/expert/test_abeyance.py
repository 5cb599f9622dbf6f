"""Abeyance lists against plain sets: only what was held and what is left is remembered; every deal is tried."""

from collections import Counter
from itertools import product
from typing import TypeAlias

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from heuristan.tangram.expert.abeyance import EMPTY, Abeyance
from heuristan.tangram.pieces.sets import TANGRAM

Deal: TypeAlias = tuple[tuple[str, ...], ...]

names = st.sampled_from(TANGRAM.names)
piece_sets = st.lists(names, min_size=1, max_size=4).map(lambda found: tuple(sorted(found)))
lists_of_sets = st.lists(piece_sets, min_size=1, max_size=4, unique=True).map(tuple)


def every_deal(held: list[tuple[tuple[str, ...], ...]], stock: Counter[str]) -> list[Deal]:
    """Every choice of a set for each composite that the stock can satisfy together."""
    return [deal for deal in product(*held) if Counter(name for pieces in deal for name in pieces) <= stock]


class AbeyanceMachine(RuleBasedStateMachine):
    """Composites are held and pieces taken. The model keeps the sets as they were given, and tries every deal."""

    empty = EMPTY

    def __init__(self) -> None:
        super().__init__()
        self.abeyance: Abeyance = self.empty
        self.stock = TANGRAM.stock(1)
        self.held: list[tuple[tuple[str, ...], ...]] = []

    def possible(self, held: list[tuple[tuple[str, ...], ...]], stock: Counter[str]) -> list[set[tuple[str, ...]]]:
        """The sets of each list that some deal has."""
        deals = every_deal(held, stock)
        return [{deal[place] for deal in deals} for place in range(len(held))]

    @precondition(lambda self: len(self.held) < 3)
    @rule(sets=lists_of_sets)
    def hold(self, sets: tuple[tuple[str, ...], ...]) -> None:
        step = len(self.held) + 1
        after = self.abeyance.hold(step, f"composite-{step}", sets, self.stock)
        assert (after is not None) == all(self.possible([*self.held, sets], self.stock))
        if after is not None:
            self.abeyance = after
            self.held.append(sets)

    @rule(name=names)
    def take(self, name: str) -> None:
        rest = self.stock - Counter([name])
        has_room = self.stock[name] > 0 and all(self.possible(self.held, rest))
        assert self.abeyance.leaves_room_for(name, self.stock) == has_room
        if self.stock[name]:
            shortened = self.abeyance.shortened(rest)
            assert (shortened is not None) == has_room
            if shortened is not None:
                self.abeyance, self.stock = shortened, rest

    @invariant()
    def each_list_has_just_the_sets_that_are_possible(self) -> None:
        possible = self.possible(self.held, self.stock)
        for number, (entry, sets) in enumerate(zip(self.abeyance.lists, self.held, strict=True)):
            chosen = possible[number]
            assert entry.sets == tuple(pieces for pieces in sets if pieces in chosen)
            assert entry.sets
            assert (entry.step, entry.composite) == (number + 1, f"composite-{number + 1}")

    @invariant()
    def the_last_deal_uses_up_the_stock(self) -> None:
        exact = [d for d in every_deal(self.held, self.stock) if sum(map(len, d)) == self.stock.total()]
        dealt = self.abeyance.deal(self.stock)
        assert dealt in exact if exact else dealt is None

    @invariant()
    def shortening_again_changes_nothing(self) -> None:
        assert self.abeyance.shortened(self.stock) == self.abeyance


class AloneMachine(AbeyanceMachine):
    """Each list is shortened by itself: whatever the stock can satisfy stays."""

    empty = Abeyance(alone=True)

    def possible(self, held: list[tuple[tuple[str, ...], ...]], stock: Counter[str]) -> list[set[tuple[str, ...]]]:
        return [{pieces for pieces in sets if Counter(pieces) <= stock} for sets in held]


TestAbeyance, TestAlone = AbeyanceMachine.TestCase, AloneMachine.TestCase
TestAbeyance.settings = TestAlone.settings = settings(max_examples=10, stateful_step_count=12, deadline=None)

TWO_SMALL = ("small-triangle", "small-triangle")


class TestTheListsCountOnDifferentPieces:
    """Two lists never count on the same piece, unless each is shortened by itself, as the paper has it."""

    def test_two_composites_of_the_same_pieces_cannot_both_be_held(self) -> None:
        one = EMPTY.hold(1, "triangle-r2", (TWO_SMALL,), TANGRAM.stock(1))
        assert one is not None
        assert one.hold(2, "square-1", (TWO_SMALL,), TANGRAM.stock(1)) is None

    def test_a_set_that_the_other_list_needs_is_struck_out(self) -> None:
        held = EMPTY.hold(1, "first", (TWO_SMALL, ("medium-triangle",)), TANGRAM.stock(1))
        assert held is not None
        held = held.hold(2, "second", (TWO_SMALL,), TANGRAM.stock(1))
        assert held is not None
        assert [entry.sets for entry in held.lists] == [(("medium-triangle",),), (TWO_SMALL,)]

    def test_a_piece_that_some_list_needs_is_kept_for_it(self) -> None:
        held = EMPTY.hold(1, "first", (TWO_SMALL,), TANGRAM.stock(1))
        assert held is not None
        assert not held.leaves_room_for("small-triangle", TANGRAM.stock(1))
        assert held.leaves_room_for("square", TANGRAM.stock(1))


def test_alone_two_lists_count_on_the_same_piece_and_cannot_be_dealt_out() -> None:
    stock = Counter(["square", "small-triangle"])
    one = Abeyance(alone=True).hold(1, "first", (("square",), TWO_SMALL), stock)
    assert one is not None
    two = one.hold(2, "second", (("square",),), stock)
    assert two is not None
    assert [entry.sets for entry in two.lists] == [(("square",),), (("square",),)]
    assert not two.leaves_room_for("square", stock)
    assert two.deal(stock) is None
    assert EMPTY.hold(1, "first", (("square",),), stock).hold(2, "second", (("square",),), stock) is None  # type: ignore[union-attr]


def test_nothing_held_is_dealt_nothing() -> None:
    assert EMPTY.deal(Counter()) == ()
    assert EMPTY.deal(Counter(["square"])) is None


@pytest.mark.parametrize("name", TANGRAM.names)
def test_with_nothing_held_there_is_room_while_there_are_pieces(name: str) -> None:
    assert EMPTY.leaves_room_for(name, Counter([name]))
    assert not EMPTY.leaves_room_for(name, Counter())
