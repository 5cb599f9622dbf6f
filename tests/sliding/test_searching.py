"""Sliding tiles: shortest solutions, each estimate and backend beside the tree."""

import io
from collections import deque
from itertools import islice, product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.sliding_puzzles import solvable

from heuristan.common import kernels
from heuristan.common.clock import Clock
from heuristan.common.progress import progress
from heuristan.sliding.boards import MOVES, Board, distances, moved, neighbours, random_boards
from heuristan.sliding.files import Puzzle, read_board, read_puzzles
from heuristan.sliding.judge import fewest_moves
from heuristan.sliding.searching import ida_star, kernel
from heuristan.sliding.searching.ida_star import (
    LONGEST_LINE,
    Database,
    NoDatabaseError,
    conflict,
    conflicts,
    database_for,
    kept_in,
    patterns_for,
    shortest,
)
from heuristan.sliding.state_space import tree_of

compiled = pytest.mark.skipif(not kernels.has_numba(), reason="numba is not installed")


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


class TestPlain:
    @given(st.integers(2, 3), st.integers(2, 3), st.integers(0, 10**6), st.sampled_from(("distances", "conflicts")))
    @settings(max_examples=10)
    def test_solutions_are_shortest(self, rows: int, columns: int, seed: int, estimate: str) -> None:
        start, goal = solvable(rows, columns, seed)
        found = shortest(start, goal, estimate=estimate, compiled=False)  # type: ignore[arg-type]
        tree = tree_of(rows, columns, goal.blank)
        assert found.moves is not None
        assert len(found.moves) == found.bound == tree.levels[tree.node_of(start, goal)]
        assert moved(start, found.moves) == goal

    def test_conflicts_save_states(self) -> None:
        goal = Board.goal(3, 3)
        nodes = dict.fromkeys(("distances", "conflicts"), 0)
        for board, estimate in product(islice(random_boards(goal, 6), 8), nodes):
            nodes[estimate] += shortest(board, goal, estimate=estimate, compiled=False).nodes  # type: ignore[arg-type]
        assert nodes["conflicts"] < 0.7 * nodes["distances"]

    def test_the_limit_ends_it_and_the_bound_is_proven(self) -> None:
        puzzle = read_puzzles("korf-88")[0]
        found = shortest(puzzle.start, puzzle.goal, 0.05, "distances", compiled=False)
        assert found.moves is None
        assert found.nodes > 0
        assert 40 <= found.bound <= 65
        assert (65 - found.bound) % 2 == 0

    def test_it_reports_its_progress(self, monkeypatch: pytest.MonkeyPatch) -> None:
        reports: list[str] = []
        ends = Clock.is_over
        monkeypatch.setattr(Clock, "is_over", lambda clock: reports.append(progress()) or ends(clock))
        puzzle = read_puzzles("korf-12")[0]
        shortest(puzzle.start, puzzle.goal, 0.2, compiled=False, estimate="distances")
        assert reports[0] == "0 states; every solution has at least 35 moves"
        assert reports[-1] > reports[0]
        assert progress() == ""

    def test_the_goal_itself(self) -> None:
        found = shortest(Board.goal(4, 4), Board.goal(4, 4), estimate="conflicts", compiled=False)
        assert (found.moves, found.nodes) == ("", 0)

    def test_lines_that_are_too_long_count_distances_alone(self) -> None:
        side = LONGEST_LINE + 1
        goal = Board.goal(side, side)
        start = moved(goal, "ULDLUURD")
        found = [shortest(start, goal, estimate=one, compiled=False) for one in ("distances", "conflicts")]
        assert found[0].moves == found[1].moves
        assert found[0].nodes == found[1].nodes
        assert found[0].moves is not None
        assert moved(start, found[0].moves) == goal


class TestEstimates:
    @pytest.mark.parametrize(
        ("line", "moves"),
        [
            ((1, 2, 3), 0),
            ((2, 1, 0), 2),
            ((3, 2, 1), 4),
            ((0, 3, 1), 2),
            ((2, 3, 1), 2),
            ((4, 1, 3, 2), 4),
            ((0, 0), 0),
        ],
    )
    def test_linear_conflicts(self, line: tuple[int, ...], moves: int) -> None:
        assert conflict(line) == moves

    def test_tables_have_every_line(self) -> None:
        for length in range(2, 5):
            lines = product(range(length + 1), repeat=length)
            assert conflicts(length) == tuple(map(conflict, lines))

    def test_distances(self) -> None:
        assert distances(2, 3)[:6] == (0, 1, 2, 1, 2, 3)
        assert distances(2, 3)[5 * 6 + 0] == 3


@compiled
class TestCompiled:
    @pytest.mark.slow
    @pytest.mark.parametrize("estimate", ["distances", "conflicts"])
    def test_it_takes_the_same_steps_as_the_plain_one(self, estimate: str) -> None:
        for goal in (Board.goal(3, 3), read_board("120/345"), read_board("1234/5670")):
            for board in islice(random_boards(goal, 9), 6):
                one, other = (shortest(board, goal, estimate=estimate, compiled=c) for c in (False, True))  # type: ignore[arg-type]
                assert one == other

    def test_korf(self) -> None:
        """Two that are quick by linear conflicts: 42 and 41 moves."""
        for puzzle in (read_puzzles("korf-79")[0], read_puzzles("korf-55")[0]):
            found = shortest(puzzle.start, puzzle.goal, 120, "conflicts")
            assert found.moves is not None
            assert len(found.moves) == puzzle.fewest
            assert moved(puzzle.start, found.moves) == puzzle.goal


def strolled(board: Board, moves: int, seed: int) -> Board:
    """Return a board after random moves."""
    random, after = Random(seed), neighbours(board.rows, board.columns)
    for _ in range(moves):
        open_ways = [move for move, cell in zip(MOVES, after[board.blank], strict=True) if cell >= 0]
        board = moved(board, random.choice(open_ways))
    return board


def moves_of_a_pattern(rows: int, columns: int, hole: int, pattern: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """Return for each arrangement of a pattern its moves from the goal: those of the other tiles cost nothing."""
    after = neighbours(rows, columns)
    fewest: dict[tuple[int, ...], int] = {}
    done: set[tuple[tuple[int, ...], int]] = set()
    queue = deque([(0, pattern, hole)])
    while queue:
        moves, cells, blank = queue.popleft()
        if (cells, blank) in done:
            continue
        done.add((cells, blank))
        fewest.setdefault(cells, moves)
        for cell in after[blank]:
            if cell in cells:
                queue.append((moves + 1, tuple(blank if one == cell else one for one in cells), cell))
            elif cell >= 0:
                queue.appendleft((moves, cells, cell))
    return fewest


@compiled
class TestPatterns:
    @pytest.mark.slow
    @pytest.mark.parametrize("goal", ["123456780", "012345678", "123405678", "1234/5670", "123/456/780"])
    def test_solutions_are_shortest(self, goal: str, cache: Path) -> None:
        """By the judge's own search; the hole in a corner, at an edge and in the middle."""
        end = read_board(goal)
        for board in islice(random_boards(end, 2), 12):
            found = shortest(board, end, estimate="patterns", cache=cache)
            assert found.moves is not None
            assert len(found.moves) == fewest_moves(Puzzle("", board, end))
            assert moved(board, found.moves) == end

    @pytest.mark.slow
    def test_3_x_4(self, cache: Path) -> None:
        """A board of which no tree is built: it agrees with linear conflicts, and looks at far fewer states."""
        goal = Board.goal(3, 4)
        for board in islice(random_boards(goal, 3), 4):
            by_patterns = shortest(board, goal, estimate="patterns", cache=cache)
            by_conflicts = shortest(board, goal, estimate="conflicts")
            assert by_patterns.moves is not None
            assert by_patterns.bound == by_conflicts.bound == len(by_patterns.moves)
            assert by_patterns.nodes < by_conflicts.nodes

    def test_the_first_estimate_is_never_too_large(self, cache: Path) -> None:
        """On all states of 3 x 3."""
        goal, tree = Board.goal(3, 3), tree_of(3, 3, 8)
        database = database_for(3, 3, 8, cache)
        for node in range(0, len(tree), 97):
            board = tree.board_of(node, goal)
            where = [board.tiles.index(tile) for tile in goal.tiles]
            assert sum(int(database.values[place]) for place in database.places(where)) <= tree.levels[node]

    @pytest.mark.slow
    def test_the_blank_goes_home_too(self, cache: Path) -> None:
        """In the goal of 2 x 4 the six tiles of the first pattern part the blank from the other free cell."""
        database = database_for(2, 4, 7, cache)
        fewest = moves_of_a_pattern(2, 4, 7, database.patterns[0])
        assert len(fewest) == np.count_nonzero(database.values[: 8**6] < kernel.UNREACHED)
        for cells, moves in fewest.items():
            assert database.values[sum(cell * 8**number for number, cell in enumerate(cells))] == moves

    def test_it_is_kept_and_read_again(self, tmp_path: Path) -> None:
        database_for.cache_clear()
        first = database_for(2, 3, 5, tmp_path)
        path = kept_in(2, 3, 5, tmp_path)
        assert path.is_file()
        database_for.cache_clear()
        again = database_for(2, 3, 5, tmp_path)
        assert again is not first
        assert np.array_equal(first.values, again.values)

    @pytest.mark.slow
    def test_any_flipped_bit_is_survived(self, tmp_path: Path) -> None:
        """In the compressed data and in the archive's directory; numpy and zipfile raise various exceptions."""
        stream = io.BytesIO()
        values = np.arange(60, dtype=np.uint8) % 7
        np.savez_compressed(stream, values=values)
        whole, path = stream.getvalue(), tmp_path / "spoilt.npz"
        for place, bit in product(range(len(whole)), range(0, 8, 2)):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            found = ida_star._read(path, 60)
            assert found is None or np.array_equal(found, values)

    def test_an_array_without_an_archive_is_built_again(self, tmp_path: Path) -> None:
        with kept_in(2, 3, 5, tmp_path).open("wb") as stream:
            np.save(stream, np.zeros(10, dtype=np.uint8))
        database_for.cache_clear()
        assert len(database_for(2, 3, 5, tmp_path).values) > 10

    def test_a_byte_flipped_in_the_middle_is_built_again(self, tmp_path: Path) -> None:
        database_for.cache_clear()
        values = database_for(2, 3, 5, tmp_path).values
        path = kept_in(2, 3, 5, tmp_path)
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 255
        path.write_bytes(data)
        database_for.cache_clear()
        assert np.array_equal(database_for(2, 3, 5, tmp_path).values, values)
        assert path.read_bytes() != data

    @pytest.mark.parametrize("spoilt", [b"", b"nonsense", b"PK\x03\x04 cut"])
    def test_a_spoilt_file_is_built_again(self, tmp_path: Path, spoilt: bytes) -> None:
        kept_in(2, 3, 5, tmp_path).write_bytes(spoilt)
        database_for.cache_clear()
        assert database_for(2, 3, 5, tmp_path).values.min() == 0
        assert kept_in(2, 3, 5, tmp_path).read_bytes() != spoilt

    def test_a_file_of_another_size_is_not_taken(self, tmp_path: Path) -> None:
        np.savez(kept_in(2, 3, 5, tmp_path), values=np.zeros(10, dtype=np.uint8))
        database_for.cache_clear()
        assert len(database_for(2, 3, 5, tmp_path).values) > 10

    def test_a_folder_that_cannot_be_written_does_no_harm(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        database_for.cache_clear()
        assert database_for(2, 3, 5, tmp_path / "file" / "folder").values.min() == 0

    def test_larger_boards_have_none(self) -> None:
        with pytest.raises(NoDatabaseError, match="up to 25 cells, and this one has 36; take --estimate conflicts"):
            shortest(Board.goal(6, 6), Board.goal(6, 6), estimate="patterns")

    @pytest.mark.slow
    def test_more_than_16_cells(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Tables of 32 bits for the blank's cells; boards a few moves from home agree with linear conflicts."""
        monkeypatch.setattr(ida_star, "_LARGEST_TABLE", 18**4)
        goal = Board.goal(2, 9)
        for seed in range(6):
            board = strolled(goal, 60, seed)
            found = shortest(board, goal, estimate="patterns", cache=tmp_path)
            assert found.moves is not None
            assert len(found.moves) == shortest(board, goal, estimate="conflicts").bound
            assert moved(board, found.moves) == goal


class TestDatabases:
    def test_without_numba_there_is_none(self) -> None:
        with pytest.raises(NoDatabaseError, match=r"pip install .*\[sliding\]"):
            shortest(Board.goal(4, 4), Board.goal(4, 4), estimate="patterns", compiled=False)

    @pytest.mark.parametrize(
        ("side", "hole", "tiles"),
        [*((4, hole, [6, 6, 3]) for hole in range(16)), *((5, hole, [5, 5, 5, 5, 4]) for hole in range(25))],
    )
    def test_patterns_divide_the_tiles(self, side: int, hole: int, tiles: list[int]) -> None:
        found = patterns_for(side, side, hole)
        assert sorted(home for homes in found for home in homes) == [home for home in range(side**2) if home != hole]
        assert [len(homes) for homes in found] == tiles

    @pytest.mark.parametrize("corner", range(4))
    @pytest.mark.parametrize("side", [4, 5])
    def test_those_of_the_corners_are_images_of_each_other(self, side: int, corner: int) -> None:
        """Neighbours stay neighbours, so the tables hold the same numbers."""
        cells = side**2
        hole = [0, side - 1, cells - side, cells - 1][corner]
        for homes, others in zip(patterns_for(side, side, cells - 1), patterns_for(side, side, hole), strict=True):
            for (a, b), (c, d) in zip(product(homes, homes), product(others, others), strict=True):
                assert distances(side, side)[cells * a + b] == distances(side, side)[cells * c + d]

    def test_the_mirror_leaves_the_hole_where_it_is(self) -> None:
        values = np.zeros(1, dtype=np.uint8)
        holes = [hole for hole in range(16) if Database(4, 4, hole, (), values).mirror()]
        assert holes == [0, 5, 10, 15]
        assert Database(3, 4, 11, (), values).mirror() == []

    def test_the_folder_is_asked_for(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv(ida_star.CACHE_VARIABLE, str(tmp_path / "a"))
        assert kept_in(4, 4, 15).parent == tmp_path / "a"
        assert kept_in(4, 4, 15, tmp_path / "b").parent == tmp_path / "b"
        monkeypatch.delenv(ida_star.CACHE_VARIABLE)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "c"))
        assert kept_in(4, 4, 15).parent == tmp_path / "c" / "heuristan"
