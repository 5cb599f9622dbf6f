"""What a worker answers, asked without a server."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from shared import requests

from heuristan import Puzzle, solve
from heuristan.common.proportions import paired_difference
from heuristan.tangram.expert.ranking_entries import ranking_names
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.outlines.reading import shape_files
from heuristan.tangram.trace.lines import dumps
from heuristan.teaching.stepping import ChoiceError, Consultation, Session
from heuristan.teaching.stepping.short_words import IN_SHORT
from heuristan.teaching.web.answering import Answering
from heuristan.teaching.web.messages import MOST_OF_A_PIECE, Position
from heuristan.teaching.web.requested import all_rankings, gallery
from heuristan.teaching.web.sessions import Sessions

LIMIT = 2.0
answering = Answering(LIMIT)


def asked(do: str, **request: Any) -> Any:
    reply = answering.reply({"do": do}, json.dumps(request).encode())
    assert reply.status == 200, reply.data
    return json.loads(reply.data)


def refused(do: str, **request: Any) -> str:
    reply = answering.reply({"do": do}, json.dumps(request).encode())
    assert reply.status == 422, reply.data
    return str(json.loads(reply.data)["message"])


def done(puzzle: str, ranking: str, moves: list[dict[str, Any]]) -> Session | None:
    """Do with a session in Python what moves say; None if one of them cannot be made."""
    session = Session.begun(Puzzle.from_name(puzzle), read_ranking(ranking))
    try:
        for move in moves:
            session = moved(session, move)
    except ChoiceError:
        return None
    return session


def moved(session: Session, move: dict[str, Any]) -> Session:
    match move:
        case {"do": "take", "number": number}:
            return session.take(number)
        case {"do": "rule", "line": line}:
            return Consultation(session).rule(line + 1).session
        case {"do": "back", "count": count}:
            return session.taken_back(count)
    steps = [*session.finished()][: move.get("count")]
    if not steps:
        raise ChoiceError("nothing was left to go on with")
    return steps[-1]


class TestSteps:
    @pytest.mark.slow
    @given(st.sampled_from(requests.SHAPES), st.sampled_from(requests.RANKINGS), st.lists(requests.moves, max_size=6))
    @settings(max_examples=10)
    def test_moves_lead_where_a_session_in_python_goes(
        self, shape: str, ranking: str, moves: list[dict[str, Any]]
    ) -> None:
        position = {"puzzle": {"shape": shape}, "ranking": {"name": ranking}, "moves": moves}
        expected = done(shape, ranking, moves)
        if expected is None:
            refused("step", **position)
            return
        # with no memory of what was done before, too
        session = Sessions().at(Position.model_validate(position))
        assert dumps(session.trace) == dumps(expected.trace)
        found = asked("step", **position)
        assert found["steps"] == expected.steps
        assert found["status"] == (expected.status or "open")

    def test_the_offers_are_in_the_order_of_their_numbers(self) -> None:
        found = asked("step", puzzle={"shape": "cat"})
        scene = found["film"]["scenes"][found["scene"]]
        offered = [match for _, matches in scene["offers"] for match in matches]
        session = Session.begun(Puzzle.from_name("cat"), read_ranking(ranking_names()[0]))
        assert found["pieces"] == [choice.match.placement.name for choice in session.offers.choices]
        assert len(offered) == len(found["pieces"])
        assert found["next"] == 1

    @given(st.sampled_from(requests.SHAPES), st.data())
    @settings(max_examples=10)
    def test_a_match_is_taken_by_its_ring_as_by_its_number(self, shape: str, data: st.DataObject) -> None:
        found = asked("step", puzzle={"shape": shape})
        film, scene = found["film"], found["film"]["scenes"][found["scene"]]
        rings = [ring for _, matches in scene["offers"] for _, ring, _ in matches]
        number = data.draw(st.integers(1, len(rings)))
        ring = [film["points"][point] for point in rings[number - 1]]
        by_ring = asked("step", puzzle={"shape": shape}, moves=[{"do": "take", "ring": ring[1:] + ring[:1]}])
        assert by_ring == asked("step", puzzle={"shape": shape}, moves=[{"do": "take", "number": number}])

    def test_an_edited_ranking_is_stepped_and_inspected(self) -> None:
        position = {"puzzle": {"shape": "cat"}, "ranking": {"text": "rules: [pieces-direct, vertex-fit]"}}
        assert asked("step", **position)["film"]["rules"][0]["title"]
        found = asked("inspect", **position)
        assert [line for line, _ in found["lacking"]] == [0]
        assert found["fillable"] is True
        assert any(kind == "Vertex" for _, kind, _ in found["facts"])

    def test_a_step_that_cannot_be_completed_is_said_to_be(self) -> None:
        moves = [{"do": "take", "number": 9}]
        found = asked("inspect", puzzle={"shape": "cat"}, moves=moves)
        assert found["fillable"] is False
        assert found["right"] == 0
        assert asked("ask", puzzle={"shape": "cat"}, moves=moves, question={"ask": "check"})["words"]

    def test_a_session_is_kept_only_as_long_as_there_is_room(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("heuristan.teaching.web.sessions.MOST_KEPT", 2)
        sessions = Sessions()
        for count in (1, 2, 3, 1):
            moves = [{"do": "go", "count": 1}] * count
            session = sessions.at(Position.model_validate({"puzzle": {"shape": "cat"}, "moves": moves}))
            assert session.steps == count
        assert len(sessions._kept) == 2


class TestPuzzles:
    @pytest.mark.parametrize("shape", requests.SHAPES)
    def test_a_puzzle_is_the_same_by_its_name_rings_pieces_and_feature(self, shape: str) -> None:
        by_name = asked("puzzle", puzzle={"shape": shape})
        pieces = asked("run", puzzle={"shape": shape}, solver="exact")["pieces"]
        laid = [{"piece": each["piece"], "vertices": each["ring"]} for each in pieces]
        for given_so in ({"rings": by_name["rings"]}, {"laid": laid}, {"feature": by_name["feature"]}):
            runs = [asked("run", puzzle=each, solver="exact", want="count") for each in ({"shape": shape}, given_so)]
            assert runs[0]["solutions"] == runs[1]["solutions"]

    def test_the_gallery_has_every_shape(self) -> None:
        found = gallery()["shapes"]
        assert {each["shape"] for each in found} == {*shape_files()}
        assert all(len(ring) >= 3 for each in found for ring in each["rings"])

    def test_the_pieces_are_those_of_the_set(self) -> None:
        found = asked("puzzle", puzzle={"shape": "cat"})["pieces"]
        assert sum(each["count"] for each in found) == 7
        assert {each["piece"]: len(each["ring"]) for each in found}["parallelogram"] == 4

    @pytest.mark.parametrize("name", ["/etc/passwd", "../cat", "shapes/cat.yaml", "cat.yaml", ".", "~"])
    def test_no_name_is_that_of_a_file(self, name: str) -> None:
        assert "there is no" in refused("step", puzzle={"shape": name})
        assert "there is no" in refused("step", puzzle={"shape": "cat"}, ranking={"name": name})
        ring = [[0, 0], [4, 0], [4, 2], [0, 2]]
        assert "there is no" in refused("puzzle", puzzle={"rings": [ring], "pieces": name})


class TestPlay:
    @given(st.sampled_from(requests.SHAPES), st.data())
    @settings(max_examples=10)
    def test_the_judge_says_what_verify_says(self, shape: str, data: st.DataObject) -> None:
        puzzle = Puzzle.from_name(shape)
        pieces = asked("run", puzzle={"shape": shape}, solver="exact")["pieces"]
        shift = data.draw(st.sampled_from([0.0, 0.0, 0.25, 1.0]))
        which = data.draw(st.integers(0, len(pieces) - 1))
        laid = [{"piece": each["piece"], "vertices": each["ring"]} for each in pieces]
        laid[which] = {**laid[which], "vertices": [[x + shift, y] for x, y in laid[which]["vertices"]]}
        verdict = asked("judge", puzzle={"shape": shape}, laid=laid)
        solution = puzzle.solve("exact")
        assert verdict["verdict"] == ("wrong" if shift else "right")
        assert puzzle.verify(solution).verdict == "right"

    def test_any_correct_tiling_counts(self) -> None:
        puzzle = Puzzle.from_name("convex-square")
        found, board = puzzle.solve("exact", want="all").searched, puzzle.position
        assert found is not None
        assert len(found.all) > 1
        for pieces in found.all:
            laid = [{"piece": each.piece, "vertices": [*map(board.legs, each.vertices)]} for each in pieces]
            assert asked("judge", puzzle={"shape": "convex-square"}, laid=laid)["verdict"] == "right"

    @pytest.mark.parametrize("do", ["judge", "hint"])
    def test_a_piece_has_no_more_vertices_than_can_be_judged_soon(self, do: str) -> None:
        ring = [[number, number**2] for number in range(MOST_OF_A_PIECE + 1)]
        laid = [{"vertices": ring[:3]}, {"vertices": ring}]
        assert refused(do, puzzle={"shape": "cat"}, laid=laid).startswith("laid.1.vertices: a piece has 41 vertices")

    def test_a_hint_reveals_what_is_asked_for(self) -> None:
        by = {reveal: asked("hint", puzzle={"shape": "cat"}, reveal=reveal) for reveal in ("vertex", "piece", "place")}
        assert "piece" not in by["vertex"]
        assert "vertices" not in by["piece"]
        assert by["place"]["piece"] == by["piece"]["piece"]
        # it is where the board has it: laid there, the next hint goes on
        laid = [{"piece": by["place"]["piece"], "vertices": by["place"]["vertices"]}]
        assert asked("hint", puzzle={"shape": "cat"}, laid=laid)["advice"] == "hint"

    def test_a_piece_that_blocks_is_to_be_taken_back(self) -> None:
        square = {"piece": "square", "vertices": [[0, 0], [1, 0], [1, 1], [0, 1]]}
        assert asked("hint", puzzle={"shape": "cat"}, laid=[square])["take_back"] == [1]


class TestRuns:
    def test_two_rankings_and_a_search_say_what_they_took(self) -> None:
        puzzle = {"shape": "cat"}
        found = [asked("run", puzzle=puzzle, ranking={"name": name}) for name in requests.RANKINGS]
        found += [asked("run", puzzle=puzzle, solver=solver) for solver in ("exact", "ford")]
        for run in found:
            assert run["status"] == "solved"
            assert run["nodes"] >= 6
            assert run["film"]["scenes"]

    @pytest.mark.slow
    def test_a_run_of_an_edited_ranking_has_answers_if_asked(self) -> None:
        found = asked("run", puzzle={"shape": "cat"}, answers=True)
        assert any("lacking" in scene for scene in found["film"]["scenes"])

    def test_an_impossible_shape_is_proven_so(self) -> None:
        name = next(each["shape"] for each in gallery()["shapes"] if not each["possible"])
        assert asked("run", puzzle={"shape": name}, solver="exact")["status"] == "unsolvable"


class TestRankings:
    def test_each_that_ships_is_read_back_from_its_lines(self) -> None:
        for each in all_rankings()["rankings"]:
            lines = "\n".join(f"  - {rule['line']}" for rule in each["rules"])
            found = asked("ranking", text=f"rules:\n{lines}\n")
            assert [rule["text"] for rule in found["rules"]] == [rule["text"] for rule in each["rules"]]

    def test_a_fault_has_its_line(self) -> None:
        found = asked("ranking", text="title: mine\nrules:\n  - pieces-direct\n  - pieces-dire\n")
        assert not found["ok"]
        assert found["line"] == 4
        assert "did you mean" in found["message"]


class TestExports:
    @pytest.mark.parametrize("what", requests.FILES)
    def test_everything_can_be_taken_away(self, what: str) -> None:
        request = {"puzzle": {"shape": "cat"}, "moves": [{"do": "finish"}], "what": what}
        for run in (False, True):
            reply = answering.reply({"do": "export"}, json.dumps({**request, "run": run}).encode())
            assert reply.status == 200
            assert reply.ending
            assert len(reply.data) > 200

    def test_what_was_done_by_hand_is_a_result_that_verify_takes(self) -> None:
        request = {"puzzle": {"shape": "cat"}, "moves": [{"do": "finish"}], "what": "result"}
        reply = answering.reply({"do": "export"}, json.dumps(request).encode())
        assert Puzzle.from_name("cat").verify(json.loads(reply.data)).verdict == "right"

    @pytest.mark.parametrize("form", ["geojson", "svg", "wkt", "yaml"])
    def test_an_outline_is_read_back(self, form: str) -> None:
        request = {"puzzle": {"shape": "swan"}, "what": "outline", "form": form}
        written = answering.reply({"do": "export"}, json.dumps(request).encode())
        fields = {"do": "read", "name": f"swan.{form}", "pieces": None}
        read = json.loads(answering.reply(fields, written.data).data)
        assert [len(puzzle["rings"]) for puzzle in read["puzzles"]] == [1]
        again = asked("run", puzzle={"feature": read["puzzles"][0]["feature"]}, solver="exact")
        assert again["status"] == "solved"


def test_a_message_quotes_rules_so_that_they_can_be_read() -> None:
    body = {"puzzle": {"shape": "cat"}, "rules": "\u2066a\u2069"}
    reply = answering.reply({"do": "inspect"}, json.dumps(body).encode())
    assert (reply.status, reply.data.isascii()) == (422, True)


class TestUploads:
    def test_a_message_names_the_file_and_not_its_place(self) -> None:
        reply = answering.reply({"do": "read", "name": "../../etc/odd name.svg", "pieces": None}, b"<svg")
        assert reply.status == 422
        message = json.loads(reply.data)["message"]
        assert message.startswith("etc-odd-name.svg")
        assert "/" not in message.replace("</", "")

    @given(st.binary(max_size=200), st.text(max_size=20))
    def test_odd_bytes_under_odd_names_are_refused(self, data: bytes, name: str) -> None:
        reply = answering.reply({"do": "read", "name": name, "pieces": None}, data)
        assert reply.status in (200, 422), reply.data

    @pytest.mark.slow
    def test_a_picture_has_its_recognition_sheet(self) -> None:
        pytest.importorskip("cv2")
        from heuristan.common.svg.png import to_png

        outline = json.dumps({"puzzle": {"shape": "cat"}, "what": "outline", "form": "svg"})
        svg = answering.reply({"do": "export"}, outline.encode()).data.decode()
        found = json.loads(answering.reply({"do": "read", "name": "cat.png", "pieces": None}, to_png(svg)).data)
        assert found["sheet"].startswith("data:image/png;base64,")
        assert len(found["puzzles"]) == 1


class TestHostileRequests:
    @pytest.mark.slow
    @given(requests.requests)
    @settings(max_examples=33)
    def test_each_has_an_answer_or_a_message(self, request: tuple[str, dict[str, Any]]) -> None:
        do, body = request
        try:
            reply = answering.reply({"do": do}, json.dumps(body).encode())
        except ValidationError:
            return  # the server refuses it before
        assert reply.status in (200, 422), reply.data
        if reply.status == 422:
            assert "Traceback" not in json.loads(reply.data)["message"]


class TestRankingsWeighed:
    @pytest.mark.parametrize("shape", ["cat", "goose", "digit-9"])
    def test_attempts_are_those_of_a_run_as_published(self, shape: str) -> None:
        found = solve(shape, ranking="deutsch-hayes-1972", way="published")
        first = found.entry_point == 1
        told = asked("attempts", puzzle={"shape": shape}, ranking={"name": "deutsch-hayes-1972"})
        assert told == {"first": first, "any": found.status == "solved", "ended": True}

    def test_a_difference_has_an_interval_and_a_chance(self) -> None:
        told = asked("difference", both=21, only_first=20, only_second=2, neither=18)
        assert told["difference"] == list(paired_difference(21, 20, 2, 18))
        assert told["first"][0] < 41 / 61 < told["first"][1]
        assert told["p"] < 0.001
        assert "at least one puzzle" in refused("difference", both=0, only_first=0, only_second=0, neither=0)


class TestShortForms:
    def test_a_step_is_told_by_its_sides_and_by_who_chose_it(self) -> None:
        lies, who = asked("step", puzzle={"shape": "cat"}, moves=[{"do": "go", "count": 1}])["short"]
        assert lies[1]["sides"][0] == [IN_SHORT["E"][1], {"count": "three"}]
        assert who == ["Rule {rule} takes it: it is the first rule tried that has a match.", {"rule": 5}]
        *_, other = asked("step", puzzle={"shape": "cat"}, moves=[{"do": "take", "number": 2}])["short"]
        assert other == [
            "You chose it; the rules would have taken {piece}, {region}.",
            {"piece": "a parallelogram", "region": "at the bottom right"},
        ]
        assert asked("step", puzzle={"shape": "cat"})["short"] == []

    @pytest.mark.slow
    @given(st.sampled_from(requests.SHAPES), st.sampled_from(requests.RANKINGS))
    @settings(max_examples=5)
    def test_every_why_has_a_short_form_without_facts(self, shape: str, ranking: str) -> None:
        told = asked("ask", puzzle={"shape": shape}, ranking={"name": ranking}, question={"ask": "why"})
        assert [text.count("f-") for text, _ in told["short"]] == [0, 0]


class TestWorksheets:
    def test_shapes_of_the_gallery_are_put_on_a_sheet(self) -> None:
        pytest.importorskip("typst", reason="worksheets need the extra worksheet")
        made = Answering(5.0).reply({"do": "worksheet"}, b'{"shapes": ["cat"], "language": "de"}')
        assert (made.status, made.media, made.data[:5]) == (200, "application/pdf", b"%PDF-")

    def test_what_cannot_be_on_one_is_refused(self) -> None:
        pytest.importorskip("typst", reason="worksheets need the extra worksheet")
        assert "there is no shape" in refused("worksheet", shapes=["../cat"])
        assert "unsolvable" in refused("worksheet", shapes=["impossible-bowl"])
