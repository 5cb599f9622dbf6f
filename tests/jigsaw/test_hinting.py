"""Hints for jigsaws: sure joints are those of the truth, and whoever follows hints joins everything."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from shared.commands import Run
from shared.jigsaw_puzzles import blank_piece, made

from heuristan.common.faults import InputError
from heuristan.jigsaw.hinting import SIDES, advise
from heuristan.jigsaw.judging.doubts import joints_of
from heuristan.jigsaw.piece import STEPS
from heuristan.jigsaw.results import Placed, Result
from heuristan.jigsaw.solving import solve

SHEET = Path(__file__).parents[2] / "docs" / "examples" / "jigsaw-coffee.png"


def sides_that_meet(truth: Result) -> set[frozenset[tuple[str, str]]]:
    """The joints of a truth, each as two pieces with the names of their sides."""
    grid = {(one.row, one.column): one for one in truth.pieces}
    found = set()
    for (row, column), one in grid.items():
        for direction, (down, right) in enumerate(STEPS):
            there = grid.get((row + down, column + right))
            if there is not None:
                mine, theirs = SIDES[(direction - one.turn) % 4], SIDES[(direction + 2 - there.turn) % 4]
                found.add(frozenset(((one.piece, mine), (there.piece, theirs))))
    return found


def joint_of(facts: dict[str, str]) -> frozenset[tuple[str, str]]:
    return frozenset(((facts["piece"], facts["side"]), (facts["beside"], facts["beside_side"])))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_who_follows_hints_joins_all_pieces_as_in_the_truth(seed: int) -> None:
    pieces, truth = made(3, 4, seed)
    result, true = solve("waves", pieces), sides_that_meet(truth)
    placed: list[str] = []
    while (advice := advise(pieces, result, placed)).advice == "hint":
        facts = dict(advice.facts)
        assert joint_of(facts) in true
        assert advice.is_checked
        assert facts["piece"] not in placed
        assert not placed or facts["beside"] in placed
        placed += [facts["piece"], *([] if placed else [facts["beside"]])]
    assert advice.advice == "solved"
    assert sorted(placed) == sorted(piece.name for piece in pieces)


@pytest.mark.slow
def test_a_joint_that_is_wrong_is_not_sure() -> None:
    pieces, truth = made(3, 4)
    first, second, *others = truth.pieces
    swapped = tuple(
        here._replace(piece=there.piece, turn=there.turn) for here, there in ((first, second), (second, first))
    )
    wrong = replace(truth, pieces=(*swapped, *others))
    grid = {(one.row, one.column): one for one in wrong.pieces}
    names, true = [piece.name for piece in pieces], sides_that_meet(truth)
    sure = [joint for joint in joints_of(pieces, grid) if joint.is_sure]
    assert sure
    for joint in sure:
        assert frozenset((names[side // 4], SIDES[side % 4]) for side in (joint.one, joint.other)) in true


def test_nothing_found_and_nothing_left_are_said() -> None:
    pieces = [blank_piece(name, ("tab", "blank", "tab", "blank")) for name in ("a", "b")]
    alone = Result("two", "stuck", 1, 1, (Placed("a", 0, 0, 0),), message="foreign: b")
    advice = advise(pieces, alone)
    assert (advice.advice, advice.more, advice.is_good) == ("unknown", "Foreign: b.", False)
    assert advise(pieces, alone, ["a", "b"]).advice == "solved"
    with pytest.raises(InputError, match="there is no piece 'c'"):
        advise(pieces, alone, ["c"])


class TestCommand:
    @pytest.mark.slow
    def test_hint_and_explanation(self, heuristan: Run) -> None:
        sheet = str(SHEET)
        status, out, err = heuristan("jigsaw", "hint", sheet, "--format", "json")
        assert (status, err) == (0, "")
        found = json.loads(out)
        assert (found["advice"], found["certainty"], found["checked"]) == ("hint", "only-fit", True)
        more = heuristan("jigsaw", "hint", sheet, "--placed", found["piece"], "--placed", found["beside"])
        assert more.status == 0
        assert "the evidence for this joint" in " ".join(more.out.split())
        solved = heuristan("jigsaw", "solve", sheet, "--explain")
        assert solved.status == 0
        assert " ".join(solved.out.split()).count("its joints speak for it") == 24
