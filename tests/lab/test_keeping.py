"""Laws of memories on the disk: who reads one knows what was known, and runs come to the same with it."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from shared.strategies import puzzles

from heuristan.common.files import folder
from heuristan.common.kernels import PLAIN
from heuristan.lab.quick.keeping import Keeper
from heuristan.lab.quick.memory import Memory
from heuristan.lab.quick.running import run_published, run_remembering
from heuristan.lab.quick.supplies import _book
from heuristan.tangram.expert.ranking import Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.outlines.reading import read_shape
from heuristan.tangram.puzzle.puzzle import Puzzle

PAPER = read_ranking("deutsch-hayes-1972")
REVERSED = replace(PAPER, rules=PAPER.rules[::-1])


def memory_of(puzzle: Puzzle, ranking: Ranking = PAPER) -> Memory:
    return Memory(puzzle, Setting.of(puzzle, ranking), PLAIN)


@contextmanager
def other_numbers(puzzle: Puzzle) -> Iterator[None]:
    """Number supplies as another process might, which came to them in another order."""
    _book.cache_clear()
    book = memory_of(puzzle).book
    for kind in puzzle.pieces.names[::-1]:
        book.number(puzzle.stock - Counter([kind]))
    yield
    _book.cache_clear()


@pytest.mark.slow
@settings(max_examples=6)
@given(puzzles())
def test_what_is_kept_changes_nothing(puzzle: Puzzle) -> None:
    before = memory_of(puzzle)
    runs = [run_remembering(before, ranking) for ranking in (PAPER, REVERSED)]
    with TemporaryDirectory() as place:
        Keeper(Path(place), "1").keep(before)
        with other_numbers(puzzle):
            memory = memory_of(puzzle)
            Keeper(Path(place), "1").recall(memory)
            assert memory.extent == before.extent
            assert [run_remembering(memory, ranking) for ranking in (PAPER, REVERSED)] == runs
            if None not in runs:  # an outline that is left to the loop may write rows in vain
                assert memory.extent == before.extent, "nothing is found a second time"
            heuristan = read_ranking("heuristan")
            if Setting.of(puzzle, heuristan) == memory.setting:
                assert run_remembering(memory, heuristan) == run_published(puzzle, heuristan, PLAIN)


@pytest.fixture(name="cat", scope="module")
def _cat() -> Memory:
    memory = memory_of(read_shape(folder("shapes") / "cat.yaml").puzzle)
    run_remembering(memory, PAPER)
    return memory


def files(place: Path) -> list[Path]:
    return [path for path in place.rglob("*") if path.is_file()]


def test_damaged_files_are_as_good_as_none(cat: Memory, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path, "1")
    keeper.keep(cat)
    [file] = files(tmp_path)
    whole = file.read_bytes()
    end = whole.index(b"\n")
    changed = bytearray(whole)
    changed[-1] ^= 1
    for data in (
        b"",
        b"{}\n",
        b"\xff" * 99,
        whole[:end],
        whole[: end + 1],
        whole[:-1],
        bytes(changed),
        b"[]\n" + whole,
    ):
        file.write_bytes(data)
        memory = memory_of(cat.puzzle)
        keeper.recall(memory)
        assert memory.states == 1
        assert run_remembering(memory, PAPER) == run_remembering(cat, PAPER)
    keeper.keep(cat)
    assert file.read_bytes() != whole, "a memory that knows no more than when it was kept is not written again"
    Keeper(tmp_path, "1").keep(cat)
    assert file.read_bytes() == whole


def test_memories_of_other_versions_settings_and_outlines_are_not_read(cat: Memory, tmp_path: Path) -> None:
    Keeper(tmp_path, "1").keep(cat)
    swan = read_shape(folder("shapes") / "swan.yaml").puzzle
    other = replace(PAPER, most_composites=PAPER.most_composites + 1)
    for version, memory in (("2", memory_of(cat.puzzle)), ("1", memory_of(swan)), ("1", memory_of(cat.puzzle, other))):
        Keeper(tmp_path, version).recall(memory)
        assert memory.states == 1


def test_a_folder_that_cannot_be_written_is_no_fault(cat: Memory, tmp_path: Path) -> None:
    keeper = Keeper(tmp_path / "memory", "1")
    (tmp_path / "memory" / "1").rmdir()
    keeper.keep(cat)
    assert not files(tmp_path)
