"""The statistics of the laboratory's report: known values, laws, and simulations with a seed."""

from collections import Counter
from math import comb, isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.proportions import mcnemar, paired_difference, proportion, wilson
from heuristan.lab.statistics import Clusters, bootstrap_mean, chi_square_tail, clustered_proportion, cochran

SEED = 7
COUNTS = st.integers(0, 60)


class TestWilson:
    @pytest.mark.parametrize(
        ("count", "of", "low", "high"),
        # Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17, 1998, table I
        [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
    )
    def test_known_values(self, count: int, of: int, low: float, high: float) -> None:
        assert [round(end, 4) for end in wilson(count, of)] == [low, high]

    @pytest.mark.slow
    @given(st.integers(1, 500), st.data())
    def test_it_is_that_of_scipy(self, of: int, data: st.DataObject) -> None:
        stats = pytest.importorskip("scipy.stats")
        count = data.draw(st.integers(0, of))
        expected = stats.binomtest(count, of).proportion_ci(method="wilson")
        assert wilson(count, of) == pytest.approx((expected.low, expected.high), abs=1e-12)

    @given(st.integers(1, 500), st.data())
    def test_what_succeeds_and_what_fails_mirror_each_other(self, of: int, data: st.DataObject) -> None:
        count = data.draw(st.integers(0, of))
        low, high = wilson(count, of)
        assert wilson(of - count, of) == pytest.approx((1 - high, 1 - low), abs=1e-12)
        assert 0 <= low <= count / of <= high <= 1

    @given(st.integers(1, 100), st.data(), st.integers(2, 20))
    def test_more_of_the_same_makes_it_narrower(self, of: int, data: st.DataObject, times: int) -> None:
        count = data.draw(st.integers(0, of))
        (low, high), (low_of_more, high_of_more) = wilson(count, of), wilson(count * times, of * times)
        assert high_of_more - low_of_more < high - low

    @pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
    def test_it_holds_the_truth_95_times_of_100(self, share: float) -> None:
        drawn = np.random.default_rng(SEED).binomial(200, share, size=2000)
        held = [low <= share <= high for low, high in (wilson(int(count), 200) for count in drawn)]
        assert np.mean(held) == pytest.approx(0.95, abs=0.015)

    def test_no_cases_have_no_proportion(self) -> None:
        assert clustered_proportion(Clusters(0, 0, 0, 0, 0, 0)) is None


def sums(clusters: list[tuple[int, int]]) -> Clusters:
    """Of clusters with x of n each."""
    x, n = np.array(clusters, dtype=np.int64).T
    return Clusters(len(clusters), *(int(each) for each in (x.sum(), n.sum(), x @ x, x @ n, n @ n)))


class TestClusters:
    @given(st.integers(2, 200), st.data())
    def test_clusters_of_one_are_independent_cases(self, of: int, data: st.DataObject) -> None:
        count = data.draw(st.integers(1, of - 1))
        found = clustered_proportion(sums([(1, 1)] * count + [(0, 1)] * (of - count)))
        assert found is not None
        # but for the degree of freedom that an estimated variance costs
        one_less = wilson(count / of * (of - 1), of - 1)
        assert (found.low, found.high) == pytest.approx(one_less, abs=1e-9)

    @given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)).filter(any), min_size=2, max_size=30))
    def test_it_is_never_narrower_than_that_of_independent_cases(self, pairs: list[tuple[int, int]]) -> None:
        clusters = [(hit, hit + miss) for hit, miss in pairs]
        found, plain = clustered_proportion(sums(clusters)), proportion(*np.sum(clusters, axis=0).tolist())
        assert found is not None
        assert (found.count, found.of) == (plain.count, plain.of)
        assert found.low <= plain.low + 1e-12
        assert found.high >= plain.high - 1e-12

    @given(st.integers(10, 40), st.integers(2, 9))
    def test_the_same_case_again_and_again_tells_nothing_new(self, clusters: int, times: int) -> None:
        once = [(i % 3 == 0, 1) for i in range(clusters)]
        found = clustered_proportion(sums([(hit * times, times) for hit, _ in once]))
        single = clustered_proportion(sums([(int(hit), 1) for hit, _ in once]))
        assert found is not None
        assert single is not None
        assert (found.low, found.high) == pytest.approx((single.low, single.high), abs=1e-9)

    def test_where_all_were_right_each_cluster_counts_once(self) -> None:
        found = clustered_proportion(sums([(10, 10)] * 20))
        assert found is not None
        assert (found.low, found.high) == wilson(20, 20)

    def test_it_holds_the_truth_where_the_plain_interval_does_not(self) -> None:
        """Outlines with a reliability of their own, and with many extractions each."""
        chance, clusters = np.random.default_rng(SEED), 120
        held = Counter[str]()
        for _ in range(600):
            sizes = chance.integers(1, 12, clusters)
            hits = chance.binomial(sizes, chance.beta(3, 1, clusters))  # on average 0.75
            found = clustered_proportion(sums(list(zip(hits.tolist(), sizes.tolist(), strict=True))))
            plain = wilson(int(hits.sum()), int(sizes.sum()))
            assert found is not None
            held["clustered"] += found.low <= 0.75 <= found.high
            held["plain"] += plain.low <= 0.75 <= plain.high
        assert held["clustered"] == pytest.approx(570, abs=18)
        assert held["plain"] < 540


class TestMcNemar:
    @given(COUNTS, COUNTS)
    def test_it_is_the_binomial_test_with_one_half(self, first: int, second: int) -> None:
        of, fewer = first + second, min(first, second)
        expected = min(1.0, 2 * sum(comb(of, k) for k in range(fewer + 1)) / 2**of)
        assert isclose(mcnemar(first, second), expected, rel_tol=1e-10)

    @given(st.integers(0, 400), st.integers(0, 400))
    def test_it_is_that_of_scipy(self, first: int, second: int) -> None:
        stats = pytest.importorskip("scipy.stats")
        expected = stats.binomtest(first, first + second).pvalue if first + second else 1.0
        assert isclose(mcnemar(first, second), expected, rel_tol=1e-8)

    @given(COUNTS, COUNTS)
    def test_it_does_not_matter_which_is_first(self, first: int, second: int) -> None:
        assert mcnemar(first, second) == mcnemar(second, first)
        assert 0 < mcnemar(first, second) <= 1

    def test_hundreds_of_thousands(self) -> None:
        assert mcnemar(500_000, 500_000) == 1
        assert mcnemar(499_000, 501_000) == pytest.approx(0.0456, abs=0.0002)  # two standard deviations
        assert mcnemar(0, 100_000) == 0


class TestPairedDifference:
    def test_known_value(self) -> None:
        """Fagerland, Lydersen and Laake, Statistics in Medicine 33, 2014: before and after a transplantation."""
        low, high = paired_difference(1, 1, 7, 12)
        assert (round(low, 3), round(high, 3)) == (-0.507, -0.026)

    @given(COUNTS, COUNTS, COUNTS, COUNTS)
    def test_it_holds_the_difference_and_changes_sign(self, both: int, one: int, other: int, neither: int) -> None:
        of = both + one + other + neither
        if not of:
            return
        low, high = paired_difference(both, one, other, neither)
        assert -1 <= low <= 1e-12 + (one - other) / of <= high + 1e-12
        assert high <= 1
        assert paired_difference(both, other, one, neither) == pytest.approx((-high, -low), abs=1e-12)
        # it does not matter whether successes or failures are counted
        assert paired_difference(neither, one, other, both) == pytest.approx((low, high), abs=1e-12)

    @pytest.mark.parametrize("shares", [(0.4, 0.15, 0.05, 0.4), (0.7, 0.1, 0.1, 0.1), (0.9, 0.05, 0.01, 0.04)])
    def test_it_holds_the_truth_95_times_of_100(self, shares: tuple[float, ...]) -> None:
        drawn = np.random.default_rng(SEED).multinomial(150, shares, size=1500).tolist()
        truth = shares[1] - shares[2]
        held = [low <= truth <= high for low, high in (paired_difference(*each) for each in drawn)]
        assert 0.935 <= np.mean(held) <= 0.985


class TestMean:
    @given(st.dictionaries(st.integers(0, 50), st.integers(1, 100), min_size=1, max_size=8))
    def test_it_lies_in_its_interval(self, histogram: dict[int, int]) -> None:
        found = bootstrap_mean(histogram)
        values = [value for value, count in histogram.items() for _ in range(count)]
        assert found.value == pytest.approx(np.mean(values))
        assert min(values) - 1e-9 <= found.low <= found.high <= max(values) + 1e-9
        assert found == bootstrap_mean(dict(reversed(histogram.items())))

    def test_it_is_as_wide_as_theory_says(self) -> None:
        histogram = dict.fromkeys(range(10), 40)
        found = bootstrap_mean(histogram)
        half = 1.96 * np.sqrt(8.25 / 400)
        assert (found.low, found.high) == pytest.approx((4.5 - half, 4.5 + half), abs=0.03)


class TestCochran:
    def test_a_known_example(self) -> None:
        # Conover, Practical Nonparametric Statistics: three forecasts of the results of twelve games
        rows = ["111", "111", "010", "110", "000", "111", "111", "110", "001", "010", "111", "111"]
        found = cochran(Counter(tuple(each == "1" for each in row) for row in rows))
        assert (round(found.q, 1), found.freedom) == (2.8, 2)
        assert found.p == pytest.approx(0.2466, abs=5e-5)

    def test_of_two_it_is_mcnemar_without_correction(self) -> None:
        found = cochran({(True, False): 30, (False, True): 12, (True, True): 50, (False, False): 9})
        assert found.q == pytest.approx((30 - 12) ** 2 / 42)

    @given(st.floats(0, 200), st.integers(1, 12))
    def test_the_tail_is_that_of_scipy(self, x: float, freedom: int) -> None:
        stats = pytest.importorskip("scipy.stats")
        assert chi_square_tail(x, freedom) == pytest.approx(stats.chi2.sf(x, freedom), abs=1e-12)

    def test_where_all_agree_nothing_differs(self) -> None:
        assert cochran({(True, True, True): 3, (False, False, False): 4}).p == 1


def test_a_share_of_all_that_is_above_one_by_rounding_has_an_interval() -> None:
    assert wilson(3.0000000000000004, 3.0).high == 1.0
