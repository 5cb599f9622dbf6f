"""The page of the seven ways: its benchmark runs, and its table and picture say what was measured."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

for needed in ("cv2", "scipy", "skimage"):
    pytest.importorskip(needed)
ways = import_module("ways")
DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture
def ways_page(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "making"))
    return import_module("ways_page")


def test_every_way_that_is_told_was_measured(ways_page: ModuleType) -> None:
    assert list(ways.WAYS) == list(ways_page.WAYS)
    for name, found in ways_page.sizes().items():
        puzzles, _ = ways.WAYS[name]
        assert [each.pieces for each in found] == [*map(puzzles.pieces, puzzles.sizes)][: len(found)]
        assert len(found) == len(puzzles.sizes) or not found[-1].solved


def test_the_growth_is_that_of_the_end_up_to_the_limit(ways_page: ModuleType) -> None:
    def size(pieces: int, seconds: float, *, is_limit: bool = False) -> object:
        return ways_page.Size(pieces, seconds, 5, 5, is_limit)

    assert ways_page.doubling([size(2, 1), size(4, 1), size(8, 3)]) == pytest.approx(3)
    limits = [size(16, 15, is_limit=True), size(32, 15, is_limit=True)]
    assert ways_page.doubling([size(4, 1), size(8, 3), *limits]) == pytest.approx(5)
    assert ways_page.doubling([size(4, 1), size(16, 4)]) == pytest.approx(2)
    assert ways_page.doubling([size(8, 1), size(9, 1)]) == pytest.approx(1)


def test_a_lower_bound_is_rounded_down(ways_page: ModuleType) -> None:
    assert [ways_page.rounded_down(number) for number in (6.9, 13.6, 151, 1999)] == ["6", "10", "100", "1,000"]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*ways.WAYS])
def test_the_smallest_puzzle_of_each_way_is_solved(name: str) -> None:
    (row,) = ways.measured(name, 1, 20.0, largest=1)
    assert row["statuses"] == ["solved"]
    assert row["seconds"][0] > 0
