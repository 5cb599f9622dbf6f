"""Every match that rules accept is judged, on a walk through states that can all be solved."""

from collections import Counter

import pytest

pytest.importorskip("duckdb")

from heuristan.lab.corpora import Corpus
from heuristan.lab.labelling import accepted_by_rules, labels
from heuristan.tangram.expert.ranking_file import read_ranking

PAPER = "deutsch-hayes-1972"


@pytest.mark.slow
def test_what_is_taken_and_accepted_agrees_with_labels() -> None:
    ranking = read_ranking("heuristan")
    outline = next(iter(Corpus(["house"])))
    rows, found = labels(outline, ranking) or [], accepted_by_rules(outline.puzzle, ranking) or {}
    taken = Counter((row["rule"], row["is_right"]) for row in rows if row["taken"])
    for rule, judged in found.items():
        assert judged.taken == taken[rule, True] + taken[rule, False]
        assert judged.taken_right == taken[rule, True]
    # a line that takes every piece of a kind accepts all that fit; evidence that is checked when a match is about to be
    # taken rules out only wrong ones of them
    fits = [row for row in rows if row["piece"] == "square" and not row["ruled_out"]]
    assert found["squares"].accepted >= len(fits)
    assert found["squares"].right == sum(bool(row["is_right"]) for row in fits)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cat", "house", "convex-square"])
def test_certain_rules_are_right_and_no_more_is_taken_than_accepted(name: str) -> None:
    puzzle = next(iter(Corpus([name]))).puzzle
    for each in (PAPER, "heuristan"):
        found = accepted_by_rules(puzzle, read_ranking(each)) or {}
        assert sum(judged.accepted for judged in found.values()) > 0
        for judged in found.values():
            assert judged.accepted >= judged.right >= judged.taken_right
            assert judged.accepted >= judged.taken >= judged.taken_right
        if "forced" in found:
            assert found["forced"].accepted == found["forced"].right > 0
        else:
            # a composite is right where its region is filled by one of its sets
            assert any(judged.right for rule, judged in found.items() if rule.startswith("composites"))
