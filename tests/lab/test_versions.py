"""The version of results: it stays while runs come to the same."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

pytest.importorskip("duckdb")

from shared import probes

from heuristan.lab import identity
from heuristan.lab.digests import digest
from heuristan.lab.identity import ranking_digest
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.result import Result
from heuristan.tangram.trace.events import MatchesRuledOut, MatchTaken

CHANGED = (
    "results changed: raise RESULTS in heuristan/lab/identity.py, set SINCE to the next version of heuristan, "
    "then run: python tests/shared/probes.py --write"
)
NOT_RECORDED = "the record is of another version: run python tests/shared/probes.py --write"


def check(outlines: Iterable[Puzzle], names: Iterable[str]) -> None:
    """Compare runs with the recorded ones."""
    known = probes.recorded()
    assert known["version"] == identity.version(), NOT_RECORDED
    order = list(known["rankings"])
    for name, ranking in ((name, probes.rankings()[name]) for name in names):
        for puzzle in outlines:
            expected = known["results"][puzzle.id].split()[order.index(name)]
            assert probes.record_of(puzzle, ranking) == expected, f"{name} on {puzzle.id}: {CHANGED}"


class TestResults:
    @pytest.mark.slow
    def test_some_runs_end_as_recorded(self) -> None:
        names = list(probes.recorded()["rankings"])
        for i, puzzle in enumerate(list(probes.outlines())[::9]):
            check([puzzle], [names[i % len(names)]])

    @pytest.mark.night(is_short=True)
    @pytest.mark.slow
    def test_runs_end_as_recorded(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every second outline is run by one ranking, both ways; `probes.py --check` runs all by all.

        Turns of two rankings were chosen because every ranking then applies all the rules that it ever applies.
        """
        solve, applied = probes.solve, set[str]()

        def noted(puzzle: Puzzle, ranking: Ranking, *, backtracking: bool) -> Result:
            result = solve(puzzle, ranking, backtracking=backtracking)
            applied.update(event.rule for event in result.trace if isinstance(event, MatchTaken | MatchesRuledOut))
            return result

        monkeypatch.setattr(probes, "solve", noted)
        names = list(probes.recorded()["rankings"])
        for i, puzzle in enumerate(list(probes.outlines())[1::2], 1):
            check([puzzle], [names[2 * i % len(names)]])
        check([puzzle for puzzle in probes.outlines() if puzzle.id == "convex-trapezium-broad"], ["foresight"])
        ranked = {rule.name for name in names for rule in probes.rankings()[name].rules}
        assert applied == ranked | {"vertex-fit"}, "some rule is not covered: choose other turns"

    def test_rankings_and_rules_have_the_digests_that_stored_runs_have(self) -> None:
        """New rankings and rules are not recorded until somebody writes the record again."""
        known = probes.recorded()
        rankings = {name: ranking_digest(probes.rankings()[name]) for name in known["rankings"]}
        assert rankings == known["rankings"], "a ranking changed, or its digest: stored runs would not be found"
        rules = probes.rules()
        assert {name: rules[name] for name in known["rules"]} == known["rules"], CHANGED

    @pytest.mark.slow
    def test_outlines_have_the_digests_that_stored_runs_have(self) -> None:
        known = probes.recorded()["outlines"]
        assert {puzzle.id: digest(puzzle) for puzzle in probes.outlines()} == known

    @pytest.mark.slow
    def test_a_changed_result_is_noticed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        solve = probes.solve
        monkeypatch.setattr(
            probes,
            "solve",
            lambda puzzle, ranking, *, backtracking: solve(
                puzzle, replace(ranking, rules=ranking.rules[::-1]), backtracking=backtracking
            ),
        )
        with pytest.raises(AssertionError, match="raise RESULTS"):
            check(list(probes.outlines())[:6], ["heuristan"])
