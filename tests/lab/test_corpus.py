"""Corpora that anybody can make: packages checked by their digests, figures put exactly where their authors meant."""

import io
import re
import tarfile
from cmath import rect
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.commands import Run
from shared.places import TOP
from shared.strategies import Assembly, full_sets

pytest.importorskip("duckdb")

from heuristan.common.faults import InputError
from heuristan.lab import recipes
from heuristan.lab.corpora import Corpus
from heuristan.lab.digests import shape_digest
from heuristan.lab.recipes import DebianPackage, content_of, exact_puzzle, files_in
from heuristan.tangram.pieces.sets import TANGRAM, in_legs
from heuristan.tangram.puzzle.drawing import Drawing, LaidPiece
from heuristan.tangram.puzzle.puzzle import make_puzzle


def package_of(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"./usr/share/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    packed = b"!<arch>\n"
    for name, content in (("debian-binary", b"2.0\n"), ("data.tar.xz", data.getvalue())):
        packed += f"{name:16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode() + content
        packed += b"\n" * (len(content) % 2)
    return packed


def pinned(data: bytes) -> DebianPackage:
    return DebianPackage("gtans", "1", "g/gtans/gtans_1_all.deb", len(data), "0", sha256(data).hexdigest(), "GPL-2+")


def test_the_files_of_a_package_are_read_and_any_other_package_is_refused(tmp_path: Path) -> None:
    data = package_of({"a.figures": b"abc", "b.figures": b"defg"})
    assert [*files_in(data)] == [("./usr/share/a.figures", b"abc"), ("./usr/share/b.figures", b"defg")]
    package = pinned(data)
    (tmp_path / package.file).write_bytes(data)
    assert content_of(package, tmp_path) == data
    for spoilt in (data[:-1], data + b"x", b""):
        (tmp_path / package.file).write_bytes(spoilt)
        with pytest.raises(InputError, match="is not gtans 1"):
            content_of(package, tmp_path)


def test_without_a_network_it_is_said_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(place: str, size: int) -> bytes:
        raise OSError(f"{place}: no network, {size}")

    monkeypatch.setattr("heuristan.lab.recipes._fetched", no_network)
    with pytest.raises(InputError, match=r"apt-get download gtans=1'.*--packages FOLDER; the corpus 'own'"):
        content_of(pinned(b"a"))


def laid_as(assembly: Assembly, angle: float, leg: float, noise: float) -> Drawing:
    """Return an assembly as its author may have laid it, y down, each piece a little off."""
    level = rect(leg, angle)
    pieces = []
    for number, placement in enumerate(assembly):
        off = complex(7, 3) + rect(noise * leg, number)
        spots = [complex(*in_legs(p)).conjugate() * level + off for p in placement.ring]
        pieces.append(LaidPiece(placement.name, tuple((z.real, z.imag) for z in spots)))
    return Drawing("laid", (), tuple(pieces), y_down=True, sets=1, pieces=TANGRAM, leg=leg)


@given(full_sets(), st.floats(-3, 3), st.sampled_from([1.0, 58.0]), st.sampled_from([0.0, 1e-4]))
def test_a_figure_is_put_exactly_where_it_was_meant(assembly: Assembly, angle: float, leg: float, noise: float) -> None:
    meant = make_puzzle("meant", [placement.ring for placement in assembly])
    found = exact_puzzle(laid_as(assembly, angle, leg, noise))
    # None is allowed where pieces touch by a length that is not that of whole sides; a wrong outline never is
    assert found is None or shape_digest(found) == shape_digest(meant)


def test_pieces_that_are_slid_turned_or_apart_are_no_exact_figure() -> None:
    square, triangle = TANGRAM.shapes[-1], TANGRAM.shapes[0]
    for move in (complex(0.37, 0), complex(0, 9)):
        rings = [[complex(*in_legs(p)) for p in shape.ring] for shape in (square, triangle)]
        laid = [rings[0], [z + move for z in rings[1]]]
        names = (square.name, triangle.name)
        pieces = tuple(
            LaidPiece(name, tuple((z.real, z.imag) for z in ring)) for name, ring in zip(names, laid, strict=True)
        )
        assert exact_puzzle(Drawing("apart", (), pieces, leg=1.0)) is None


def test_the_command_makes_a_corpus_of_a_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heuristan: Run
) -> None:
    # the triangles of one figure, and another whose pieces lie anywhere
    data = package_of({"alpha.figures": b"gTans v1.0 1\n1 1 1024\n" + ANYWHERE})
    package = pinned(data)
    (tmp_path / package.file).write_bytes(data)
    monkeypatch.setitem(recipes.RECIPES, "people", recipes.CorpusRecipe("", "GPL-2+", "", (package,), "human"))
    monkeypatch.setitem(recipes.FIGURES, package, ("alpha.figures",))
    done = heuristan("lab", "corpus", "people", "--packages", tmp_path, "--output", tmp_path / "p.geojsonl")
    assert (done.status, "no figure" in done.err) == (2, True)
    listed = heuristan("lab", "corpus")
    assert [line.partition(":")[0] for line in listed.out.splitlines()] == [*recipes.RECIPES]


def test_a_corpus_of_another_digest_than_listed_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heuristan: Run
) -> None:
    monkeypatch.setattr(recipes, "shape_names", lambda: ["cat", "house"])
    whole = Corpus(["cat", "house"])
    assert [outline.puzzle.id for outline in whole] == ["cat", "house"]
    for digest, status in ((whole.digest, 0), ("0" * 16, 1)):
        recipe = recipes.CorpusRecipe("", "ours", digest, has_shapes=True)
        monkeypatch.setitem(recipes.RECIPES, "own", recipe)
        done = heuristan("lab", "corpus", "own", "--output", tmp_path / f"{status}.geojsonl")
        words = f"but {digest} is listed" if status else "as listed"
        assert (done.status, f"digest {whole.digest}, {words}" in done.out) == (status, True)
        assert ("expect other figures" in done.err) == bool(status)


def test_pages_have_the_digests_that_are_listed() -> None:
    lab, results = ((TOP / "docs" / name).read_text(encoding="utf-8") for name in ("lab.md", "results.md"))
    for name, recipe in recipes.RECIPES.items():
        assert re.search(rf"^\| `{name}` \|.*\| `{recipe.digest}` \|$", lab, re.MULTILINE)
        assert name not in ("people", "census") or f"`{name}` `{recipe.digest}`" in results


ANYWHERE = b"p 0 0 1 1 0\np 0 0 3 1 16384\np 1 0 1 3 0\np 2 0 5 5 8192\np 3 1 6 6 0\np 4 0 7 7 0\np 4 0 8 8 0\n"
"""Seven pieces, lying anywhere."""
