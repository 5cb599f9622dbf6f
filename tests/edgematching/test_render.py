"""Pictures of edge-matching: what must be seen in them, and that they come out the same again."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from shared.edgematching_puzzles import made, small

from heuristan.common.svg.palette import contrast
from heuristan.edgematching.generating import Generated
from heuristan.edgematching.puzzle import Deadline
from heuristan.edgematching.relaxing import Iterate, Settings, relax
from heuristan.edgematching.render.films import MAX_SNAPSHOTS, Snapshot, iterates_svg, snapshot_of, strip_of
from heuristan.edgematching.render.grids import drawn_faces, puzzle_svg, tone_of_edge


def of_class(drawn: str, kind: str) -> list[ET.Element]:
    return [each for each in ET.fromstring(drawn).iter() if kind in (each.get("class") or "").split()]


def words(drawn: str, kind: str) -> list[str]:
    return [each.text or "" for each in of_class(drawn, kind)]


class TestPuzzle:
    @given(small(maximum=6))
    @settings(max_examples=8)
    def test_every_edge_has_its_number_twice_beside_its_colour(self, one: Generated) -> None:
        drawn = puzzle_svg(one.puzzle, one.solution)
        board = one.puzzle.board
        numbers = words(drawn, "colour")
        faces = drawn_faces(board.cell)
        frame = sum(len(board.wall(face)) for face in faces)
        assert len(numbers) == 2 * (len(faces) * len(board.places) + frame)
        assert sum(len(re.findall("M", each.get("d") or "")) for each in of_class(drawn, "edges")) == len(numbers)

    def test_the_pieces_have_their_numbers(self) -> None:
        one = made((2, 3))
        numbers = words(puzzle_svg(one.puzzle, one.solution), "piece")
        assert numbers == [*"123456", *(str(laid.piece + 1) for laid in one.solution)]

    def test_without_a_solution_the_pieces_are_drawn_alone(self) -> None:
        assert words(puzzle_svg(made((2, 2)).puzzle), "title") == ["The pieces"]

    def test_the_layers_of_a_box_are_named(self) -> None:
        assert words(puzzle_svg(made((2, 2, 2)).puzzle), "layer") == ["layer 1", "layer 2"]

    def test_large_puzzles_leave_out_what_could_not_be_read(self) -> None:
        assert not words(puzzle_svg(made((30, 30), 4).puzzle), "colour")

    @pytest.mark.parametrize("colour", range(30))
    def test_numbers_can_be_read_on_every_colour(self, colour: int) -> None:
        tone = tone_of_edge(colour)
        assert contrast(tone.fill, tone.ink) > 4.5

    def test_the_first_colours_differ(self) -> None:
        assert len({tone_of_edge(colour).fill for colour in range(29)}) == 29


class TestIterates:
    def run(self) -> tuple[Generated, list[Iterate]]:
        seen: list[Iterate] = []
        one = made((5, 5), 3, 4)
        relax(one.puzzle, Settings(), Deadline(), seen.append)
        return one, seen

    def test_the_last_start_is_shown_from_its_first_program_to_its_last(self) -> None:
        one, seen = self.run()
        strip = strip_of([*map(snapshot_of, seen)])
        assert len(strip) <= MAX_SNAPSHOTS
        assert strip[0].number == 1
        assert strip[-1].number == seen[-1].number
        assert {frame.start for frame in strip} == {seen[-1].start}
        drawn = iterates_svg(one.puzzle, strip)
        assert words(drawn, "caption")[-1] == f"program {seen[-1].number}: 25 of 25 decided"
        assert len(of_class(drawn, "matrix")) == len(strip)

    def test_no_program_no_frame(self) -> None:
        assert strip_of([]) == ()
        assert "nothing" in iterates_svg(made().puzzle, ())

    def test_numbers_stand_where_an_edge_is_decided(self) -> None:
        puzzle = made((2, 2), 2).puzzle
        half = Snapshot(0, 1, ((0, 0, 1.0), (1, 1, 0.5), (2, 1, 0.5)))
        frame_only = len(words(iterates_svg(puzzle, [Snapshot(0, 1, ())]), "colour"))
        assert 4 <= len(words(iterates_svg(puzzle, [half]), "colour")) - frame_only <= 8
