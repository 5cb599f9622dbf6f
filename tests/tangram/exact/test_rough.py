"""Exhaustive search in roughly drawn outlines: what ranked rules find there, it finds as well."""

from itertools import islice
from random import Random

import pytest
from shared.drawings import drawn, slid_assembly

from heuristan.tangram.outlines.approximate import readings_of
from heuristan.tangram.pieces.sets import TANGRAM
from heuristan.tangram.solving.agreement import opinion_of
from heuristan.tangram.verification.gate import Gate

ROUGH = ((549, 0.05), (10018, 0.06), (10022, 0.06), (10023, 0.08), (10025, 0.04), (10026, 0.06), (10027, 0.08))
"""Slid pieces, by seed, and how far off they are drawn. Errors of both ends added up there from piece to piece."""


@pytest.mark.parametrize(("seed", "off"), ROUGH)
def test_what_rules_find_is_found(seed: int, off: float) -> None:
    readings = list(islice(readings_of(drawn(slid_assembly(Random(seed)), Random(seed), off=off), TANGRAM), 6))
    gate = Gate.of(readings[0])
    reading = next(reading for reading in readings if opinion_of("expert", [reading], gate, None) == "solved")
    assert opinion_of("exact", [reading], gate, None) == "solved"
