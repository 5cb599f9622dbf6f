"""The signed-rank test of the experiments: a known value, scipy's, and the share of all signs."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.lab.statistics import CENSORED, signed_ranks


def test_a_known_example() -> None:
    # Wilcoxon, Biometrics Bulletin 1, 1945, Darwin's fifteen pairs of plants in eighths of an inch
    darwin = Counter([49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48])
    above, below, p = signed_ranks(darwin)
    assert (above, below) == (96, 24)
    assert p == pytest.approx(0.04126, abs=5e-6)


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=24, unique=True), st.data())
def test_it_is_that_of_scipy(sizes: list[int], data: st.DataObject) -> None:
    stats = pytest.importorskip("scipy.stats")
    signs = data.draw(st.lists(st.sampled_from([-1, 1]), min_size=len(sizes), max_size=len(sizes)))
    values = [size * sign for size, sign in zip(sizes, signs, strict=True)]
    assert signed_ranks(Counter(values)).p == pytest.approx(stats.wilcoxon(values, method="exact").pvalue)


@given(st.dictionaries(st.sampled_from([-CENSORED, -2, -1, 1, 2, CENSORED]), st.integers(1, 3), min_size=1))
def test_with_ties_it_is_the_share_of_all_signs(differences: dict[int, int]) -> None:
    values = sorted((abs(value) for value, count in differences.items() for _ in range(count)))[:9]
    kept = Counter(value for value in sorted(Counter(differences).elements(), key=abs)[: len(values)])
    ranks = [np.mean([i + 1 for i, other in enumerate(values) if other == value]) for value in values]
    above, below, p = signed_ranks(kept)
    sums = [sum(rank for i, rank in enumerate(ranks) if signs >> i & 1) for signs in range(1 << len(ranks))]
    tail = min(np.mean([each <= above for each in sums]), np.mean([each >= above for each in sums]))
    assert above + below == pytest.approx(sum(ranks))
    assert p == pytest.approx(min(1, 2 * tail))


def test_no_differences_say_nothing() -> None:
    assert signed_ranks({0: 5}).p == 1
