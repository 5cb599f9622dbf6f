"""What lies between two rankings: the mixtures are valid rankings, their ends are the rankings themselves."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shared.places import TOP

pytest.importorskip("duckdb")

sys.path.insert(0, str(TOP / "docs" / "experiments"))

from worth_of_differences import ASPECTS, Ablation, Pair, main, merged, one_line

from heuristan.lab.identity import ranking_digest
from heuristan.lab.statistics import holm
from heuristan.tangram.expert.ranking import RankedRule, Ranking
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.ranking_writing import ranking_text

PAPER, OURS = "deutsch-hayes-1972", "heuristan"
rankings = st.sampled_from([read_ranking(name) for name in ranking_names()])
within = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
names = st.lists(st.sampled_from("abcdef"), unique=True)


class TestMixing:
    @within
    @given(rankings, rankings)
    def test_nothing_and_everything_are_the_two_rankings(self, first: Ranking, second: Ranking) -> None:
        pair = Pair(first, second)
        everything = frozenset(each.name for each in pair.differences)
        assert ranking_digest(pair.mixture(frozenset())) == ranking_digest(first)
        assert ranking_digest(pair.mixture(everything)) == ranking_digest(second)

    @within
    @given(first=rankings, second=rankings, data=st.data())
    def test_whatever_is_switched_is_a_ranking(
        self, first: Ranking, second: Ranking, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
    ) -> None:
        pair = Pair(first, second)
        on = frozenset(data.draw(st.sets(st.sampled_from([each.name for each in pair.differences] or [""]))))
        mixture = pair.mixture(on)
        file = tmp_path_factory.mktemp("mixture") / "mixture.yaml"
        file.write_text(ranking_text(mixture), encoding="utf-8")
        assert ranking_digest(read_ranking(str(file))) == ranking_digest(mixture)
        assert any(not rule.rules_out for rule in mixture.rules)

    @within
    @given(rankings, rankings)
    def test_each_difference_is_one(self, first: Ranking, second: Ranking) -> None:
        differences = Pair(first, second).differences
        assert len({each.name for each in differences}) == len(differences)
        assert bool(differences) == (ranking_digest(first) != ranking_digest(second))

    def test_what_the_paper_and_ours_differ_in(self) -> None:
        pair = Pair(read_ranking(PAPER), read_ranking(OURS))
        evidence = ["evidence bare-vertex", "evidence no-room", "evidence forced"]
        wanted = [*evidence, "lines", "kinds", "preferences", "composites", "extension lines"]
        assert [each.name for each in pair.differences] == wanted
        assert [rule.name for rule in pair.mixture(frozenset(evidence)).rules][:4] == [
            "bare-vertex", "no-room", "forced", "pieces-direct",
        ]  # fmt: skip
        (line,) = pair.mixture(frozenset({"lines"})).rules
        assert (line.name, line.prefer, len(line.only)) == ("all-in-one", (), 5)

    def test_every_field_of_a_line_belongs_to_one_difference(self) -> None:
        switched = [key for keys in ASPECTS.values() for key in keys]
        # lines are convex in a ranking that is strict; rankings with rules of equal rank are refused
        others = ("convex", "equal_rank", "name", "title", "note")
        assert sorted([*switched, *others]) == sorted(field.name for field in fields(RankedRule))

    @given(names, names)
    def test_a_list_of_two_keeps_the_order_of_the_first(self, base: list[str], other: list[str]) -> None:
        found = merged(base, other)
        assert sorted(found) == sorted({*base, *other})
        assert [name for name in found if name in base] == base

    def test_lines_that_differ_in_more_than_figures_are_not_one(self) -> None:
        assert one_line(read_ranking(PAPER).rules) is None


class Pretending:
    """An evaluator for which an outline is solved by as many lines of evidence as its number."""

    def values(self, ranking: Ranking, which: Sequence[int]) -> Mapping[int, int]:
        has = sum(rule.evidence is not None for rule in ranking.rules)
        return {number: int(number <= has) for number in which}


class TestAblation:
    def test_alone_left_out_and_on_the_path(self) -> None:
        pair = Pair(read_ranking(PAPER), read_ranking(OURS))
        seen: list[tuple[int, int]] = []
        ablation = Ablation(
            pair, Pretending(), {n: n for n in range(4)}, "any-attempt", lambda done, total: seen.append((done, total))
        )
        rows = {(row.part, row.what): row for row in ablation.worths()}
        assert rows["as it is", PAPER].solved.count == 1
        assert rows["as it is", OURS].solved.count == 4
        worths = {key: row.worth.value for key, row in rows.items() if row.worth}
        assert worths["alone", "evidence forced"] == 0.25
        assert worths["alone", "evidence, all"] == worths["left out", "evidence, all"] == 0.75
        assert rows["left out", "evidence forced"].solved.count == 3
        assert worths["alone", "lines"] == 0
        path = [row for (part, _), row in rows.items() if part == "path"]
        assert [row.solved.count for row in path] == [2, 3, 4, 4, 4, 4, 4, 4]
        assert seen[-1][0] == seen[-1][1] == ablation.rankings


class TestHolm:
    def test_a_known_example(self) -> None:
        # Holm 1979: the smallest of four times 4, the next times 3, and none below one before it
        assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])

    @given(st.lists(st.floats(0, 1), max_size=8))
    def test_no_p_falls_and_their_order_stays(self, ps: list[float]) -> None:
        found = holm(ps)
        assert all(p <= adjusted <= 1 for p, adjusted in zip(ps, found, strict=True))
        order = sorted(range(len(ps)), key=lambda i: ps[i])
        assert [found[i] for i in order] == sorted(found)


class TestScript:
    @pytest.mark.slow
    def test_a_table_in_a_file(self, tmp_path: Path) -> None:
        file = tmp_path / "worth.md"
        result = CliRunner().invoke(main, [PAPER, "paper-rules-reordered", "--sample", "2", "--output", str(file)])
        assert result.exit_code == 0, result.output
        rows = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
        assert len(rows) == 2 + 2 + 3 * 2

    def test_rankings_that_do_the_same_are_refused(self) -> None:
        result = CliRunner().invoke(main, [PAPER, PAPER])
        assert (result.exit_code, "do the same" in result.output) == (1, True)


def test_rankings_that_share_no_line_have_one_between_them_that_solves_nothing(tmp_path: Path) -> None:
    for name in ("pieces-direct", "forced"):
        (tmp_path / f"{name}.yaml").write_text(f"rules: [{name}]\n")
    both = [str(tmp_path / f"{name}.yaml") for name in ("pieces-direct", "forced")]
    done = CliRunner().invoke(main, [*both, "--corpus", "cat"])
    assert done.exit_code == 0, done.output
    assert "| alone | lines |" in done.output
