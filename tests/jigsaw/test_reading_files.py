"""Puzzles read from folders, sheets and lists: what is read, and what is refused with its place."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jigsaw_photographer import Recipe, cut, cut_sheet, write_sheet

from heuristan.common.faults import InputError, MissingExtraError
from heuristan.jigsaw import reading
from heuristan.jigsaw.cutting import load_source, write_folder
from heuristan.jigsaw.cutting.files import png_of
from heuristan.jigsaw.piece import Piece, reduced
from heuristan.jigsaw.reading import pieces_of, read_puzzle, sources_of

MADE = cut(load_source("coffee"), Recipe(2, 2, size=50, seed=1))
ONE = png_of(MADE.pictures["piece-1"])

KEYS = st.sampled_from(("pieces", "rows", "orientation", "x"))
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a puzzle of four pieces."""
    write_folder(MADE, tmp_path / "puzzle")
    return tmp_path / "puzzle"


def listed(folder: Path, **fields: Any) -> Path:
    """Write another puzzle.json into a folder."""
    text = json.dumps({"orientation": "unknown", "pieces": ["piece-1.png"], **fields})
    (folder / "puzzle.json").write_text(text, encoding="utf-8")
    return folder


def read_pieces(path: Path) -> tuple[Piece, ...]:
    """Read all pieces of a puzzle."""
    found = read_puzzle(path)
    for each in found.left_out:
        raise InputError(each.message)
    return found.pieces


class TestWhatIsRead:
    def test_files_say_what_the_memory_said(self, folder: Path) -> None:
        found, given_ = read_puzzle(folder), pieces_of(MADE.pictures)
        assert not found.is_upright
        assert [piece.name for piece in found.pieces] == [piece.name for piece in given_]
        for piece, other in zip(found.pieces, given_, strict=True):
            assert np.array_equal(piece.picture, other.picture)
            for side, same in zip(piece.sides, other.sides, strict=True):
                assert np.array_equal(side.contour, same.contour)
                assert np.array_equal(side.insets, same.insets)

    def test_a_list_says_the_orientation(self, tmp_path: Path) -> None:
        made = cut(load_source("coffee"), Recipe(2, 2, size=50, is_upright=True))
        write_folder(made, tmp_path / "puzzle")
        assert read_puzzle(tmp_path / "puzzle").is_upright

    def test_what_cannot_be_read_is_left_out_and_named(self, folder: Path) -> None:
        disc = np.zeros((120, 120, 4), np.uint8)
        cv2.circle(disc, (60, 60), 32, (0, 0, 255, 255), -1)
        cv2.imwrite(str(folder / "disc.png"), disc)
        listed(folder, pieces=[*(f"{name}.png" for name in MADE.pictures), "disc.png"])
        found = read_puzzle(folder)
        assert [piece.name for piece in found.pieces] == [*MADE.pictures]
        ((name, message),) = found.left_out
        assert name == "disc"
        assert message.startswith(f"{folder / 'disc.png'}: what lies at x 60, y 60 does not have four corners")
        with pytest.raises(InputError, match="does not have four corners"):
            read_pieces(folder)

    def test_the_list_itself_may_be_named(self, folder: Path) -> None:
        assert len(read_pieces(folder / "puzzle.json")) == 4

    def test_without_a_list_all_pictures_are_read_in_the_order_of_their_numbers(self, tmp_path: Path) -> None:
        for name in ("piece-10.png", "piece-9.png", "piece-1.png"):
            (tmp_path / name).write_bytes(ONE)
        (tmp_path / "notes.txt").write_text("not read", encoding="utf-8")
        assert [piece.name for piece in read_pieces(tmp_path)] == ["piece-1", "piece-9", "piece-10"]

    def test_a_sheet(self, tmp_path: Path) -> None:
        made = cut_sheet(load_source("coffee"), Recipe(3, 4, size=50, background=(255, 0, 255)), "sheet")
        write_sheet(made, tmp_path / "sheet.png")
        found = read_pieces(tmp_path / "sheet.png")
        assert [piece.name for piece in found] == [entry["piece"] for entry in made.truth["pieces"]]
        assert len({piece.origin for piece in found}) == 12

    @pytest.mark.slow
    @pytest.mark.parametrize("suffix", [".jpg", ".webp", ".png", ".tif", ".bmp"])
    def test_formats(self, tmp_path: Path, suffix: str) -> None:
        made = cut(load_source("coffee"), Recipe(2, 2, background=(0, 0, 255)))
        for name, picture in made.pictures.items():
            cv2.imwrite(str(tmp_path / f"{name}{suffix}"), picture[..., 2::-1])
        kinds = [[side.kind for side in piece.sides] for piece in read_pieces(tmp_path)]
        assert kinds == [[side.kind for side in piece.sides] for piece in pieces_of(made.pictures)]

    def test_deep_and_grey_pictures(self, tmp_path: Path) -> None:
        piece = MADE.pictures["piece-1"]
        cv2.imwrite(str(tmp_path / "deep.png"), piece[..., [2, 1, 0, 3]].astype(np.uint16) * 257)
        (deep,) = read_pieces(tmp_path / "deep.png")
        (plain,) = pieces_of({"piece": piece})
        assert np.array_equal(deep.picture, plain.picture)
        cv2.imwrite(str(tmp_path / "grey.png"), np.where(piece[..., 3] > 128, 40, 250).astype(np.uint8))
        (grey,) = read_pieces(tmp_path / "grey.png")
        assert [side.kind for side in grey.sides] == [side.kind for side in plain.sides]

    def test_the_files_may_be_watched(self, folder: Path) -> None:
        seen: list[int] = []

        def shown(files: Any) -> Any:
            seen.append(len(files))
            return iter(files)

        assert len(read_puzzle(folder, track=shown).pieces) == 4
        assert seen == [4]


class TestRefusals:
    @pytest.mark.parametrize(
        ("fields", "words"),
        [
            ({"pieces": []}, "pieces should be a list"),
            ({"pieces": "piece-1.png"}, "pieces should be a list"),
            ({"pieces": [1]}, "piece 1 is 1; write the name"),
            ({"pieces": ["../piece-1.png"]}, "piece 1 is '../piece-1.png'; write the name"),
            ({"pieces": ["/etc/passwd"]}, "write the name of a picture in the same folder"),
            ({"pieces": ["a\0b"]}, "piece 1 is "),
            ({"pieces": ["piece-1.png", "piece-7.png"]}, "piece 2, 'piece-7.png', is not in the folder"),
            ({"pieces": ["piece-1.png", "piece-1.png"]}, "piece 2, 'piece-1.png', is listed twice"),
            ({"orientation": "up"}, "orientation is 'up'"),
            ({"truth": 1}, "'truth' is not known"),
        ],
    )
    def test_lists(self, folder: Path, fields: dict[str, Any], words: str) -> None:
        with pytest.raises(InputError) as refusal:
            read_pieces(listed(folder, **fields))
        assert words in str(refusal.value)
        assert str(refusal.value).startswith(str(folder))
        assert "\n" not in str(refusal.value)

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "puzzle.json: the file is empty"),
            (b"{\n", "puzzle.json:2: this is not JSON"),
            (b"[" * 100_000, "nest too deep"),
            (b'{"rows": ' + b"1" * 10_000 + b"}", "a number has too many digits"),
            (b"\xff\xfe{", "the file is UTF-16 text"),
            (b"[1]", "should hold an object"),
            (b"{" + b" " * 2_000_000, "larger than 1024 KiB"),
        ],
        ids=["empty", "open", "deep", "long number", "utf-16", "a list", "large"],
    )
    def test_files_that_are_no_lists(self, folder: Path, content: bytes, words: str) -> None:
        (folder / "puzzle.json").write_bytes(content)
        with pytest.raises(InputError) as refusal:
            read_pieces(folder)
        assert words in str(refusal.value)

    @settings(max_examples=10)
    @given(VALUES)
    def test_any_json_is_read_or_refused(self, tmp_path_factory: pytest.TempPathFactory, value: Any) -> None:
        folder = tmp_path_factory.mktemp("any")
        (folder / "puzzle.json").write_text(json.dumps(value), encoding="utf-8")
        with pytest.raises(InputError):
            sources_of(folder)

    @settings(max_examples=10)
    @given(st.integers(0, len(ONE) - 1), st.integers(0, 255), st.integers(0, len(ONE)))
    def test_any_picture_is_read_or_refused(
        self, tmp_path_factory: pytest.TempPathFactory, at: int, byte: int, end: int
    ) -> None:
        damaged = bytearray(ONE)
        damaged[at] = byte
        path = tmp_path_factory.mktemp("any") / "piece.png"
        for data in (bytes(damaged), ONE[:end]):
            path.write_bytes(data)
            try:
                found = read_pieces(path)
            except InputError as fault:
                words = str(fault)
                is_plain = words.startswith(str(path)) and "\n" not in words
                assert is_plain
            else:
                assert len(found) >= 1

    @pytest.mark.parametrize(
        ("name", "content", "words"),
        [
            ("a.png", b"", "this is not a picture"),
            ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "ends in the middle"),
            ("a.jpg", b"\xff\xd8\xff\xe0" + b"\0" * 100, "cannot be decoded"),
            ("a.png", b"%PDF-1.4\n", "this is a PDF"),
            ("a.webp", bytes(range(256)) * 4, "this is not a picture"),
            ("a.txt", b"words", "this is not a picture"),
        ],
    )
    def test_files_that_are_no_pictures(self, tmp_path: Path, name: str, content: bytes, words: str) -> None:
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError) as refusal:
            read_pieces(tmp_path / name)
        assert str(refusal.value).startswith(f"{tmp_path / name}: ")
        assert words in str(refusal.value)

    def test_paths_that_lead_nowhere(self, tmp_path: Path) -> None:
        for path in (tmp_path / "nowhere", tmp_path / "a\0b", tmp_path / ("long" * 2000)):
            with pytest.raises(InputError):
                read_pieces(path)
        with pytest.raises(InputError, match="there is no picture in the folder"):
            read_pieces(tmp_path)

    def test_two_pictures_of_one_name(self, tmp_path: Path) -> None:
        for name in ("one.png", "one.webp"):
            (tmp_path / name).write_bytes(ONE)
        with pytest.raises(InputError, match=r"one\.webp: .*one\.png has the same name"):
            read_pieces(tmp_path)

    @pytest.mark.parametrize("name", ["piece-1.png", "puzzle.json"])
    def test_a_link_out_of_the_folder(self, folder: Path, tmp_path: Path, name: str) -> None:
        (folder / name).rename(tmp_path / name)
        (folder / name).symlink_to(tmp_path / name)
        with pytest.raises(InputError, match=rf"{name}: this link leads out of the folder"):
            sources_of(folder)

    def test_a_picture_too_small_for_a_piece(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "small.png"), np.zeros((8, 8, 3), np.uint8))
        with pytest.raises(InputError, match=r"small\.png: the picture has 8 x 8 pixels"):
            read_pieces(tmp_path / "small.png")

    def test_a_large_picture_is_reduced_and_messages_say_so(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert reduced(np.zeros((5000, 4000), np.uint8)).shape == (4472, 3577)
        monkeypatch.setattr(reading, "reduced", partial(reduced, most=160_000))
        cv2.imwrite(str(tmp_path / "large.png"), np.zeros((500, 400), np.uint8))
        with pytest.raises(InputError, match=r"large\.png \(reduced to 357 x 447 pixels\): "):
            read_pieces(tmp_path / "large.png")

    def test_a_reduced_sheet_has_the_same_pieces(self) -> None:
        cut = cut_sheet(load_source("chelsea"), Recipe(3, 4, seed=5, size=120), "cat")
        ((name, picture),) = cut.pictures.items()
        small = reduced(picture, most=picture.shape[0] * picture.shape[1] // 2)
        assert small.shape[0] * small.shape[1] <= picture.shape[0] * picture.shape[1] // 2
        kinds = [[side.kind for side in piece.sides] for piece in pieces_of({name: picture})]
        assert [[side.kind for side in piece.sides] for piece in pieces_of({name: small})] == kinds
        assert reduced(picture) is picture

    def test_a_missing_extra_is_said_in_one_line(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "cv2", None)
        with pytest.raises(MissingExtraError, match=r"^this needs OpenCV; .*pip install .*\[jigsaw\]"):
            read_pieces(folder)
