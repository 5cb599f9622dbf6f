"""Placements as tables and as tuples."""

from hypothesis import given
from shared.strategies import Assembly, full_sets

from heuristan.tangram.pieces.sets import TANGRAM, Placements


@given(full_sets())
def test_tables_and_tuples_say_the_same(assembly: Assembly) -> None:
    tables = Placements.of(TANGRAM, assembly)
    assert Placements(TANGRAM, tables.placed, tables.points) == tables == assembly
    assert Placements.of(TANGRAM, tables) is tables


@given(full_sets())
def test_a_piece_that_is_not_in_the_set_keeps_its_name(assembly: Assembly) -> None:
    others = (assembly[0]._replace(name="kite"), *assembly[1:])
    assert [piece.name for piece in Placements.of(TANGRAM, others)] == [piece.name for piece in others]


@given(full_sets())
def test_nothing_is_written_past_the_class(assembly: Assembly) -> None:
    assert "listed" not in vars(Placements.of(TANGRAM, assembly))
