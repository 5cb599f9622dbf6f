"""Outlines made at random: what they are made of, how, and the command that writes them."""

import json
from collections import Counter
from functools import partial
from importlib import import_module
from itertools import combinations, islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shared.commands import Run
from shared.places import TOP
from shared.strategies import overlap

from heuristan.lab import generating
from heuristan.lab.columns import kind_of, vertex_count
from heuristan.lab.commands import generate as command
from heuristan.lab.digests import shape_digest
from heuristan.lab.generating import (
    EVERY_COMPACT,
    MADE,
    How,
    Made,
    NotSnug,
    Recipe,
    TooRare,
    grown,
    outlines,
    some_joins,
    tables_of,
)
from heuristan.tangram.boundary import Boundary, Ring, line_of, sides
from heuristan.tangram.lattice.points import Point, parts, projection
from heuristan.tangram.outlines.piece_sets import read_piece_set
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.pieces.sets import TANGRAM, PieceSet, Placement, Shape, along, ring_from
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly

seeds = st.integers(0, 10**6)
hows: st.SearchStrategy[How] = st.sampled_from(("assembly", "snug"))


def some(recipe: Recipe, count: int, seed: int = 1, **options: object) -> list[Made]:
    return list(islice(outlines(recipe, seed, **options), count))  # type: ignore[arg-type]


def unit_sides(piece: Placement) -> list[tuple[Point, Point]]:
    """The sides of a tan cut into pieces of one leg or one hypotenuse, whichever goes into them, found by lengths."""
    found = []
    for direction, start, end in sides(piece.ring):
        a, b = parts(projection(end, direction) - projection(start, direction))
        count = a // 2 if b == 0 else b // 4
        step = along(direction, 1) if b == 0 else along(direction, 0, 1)
        for _ in range(count):
            after = tuple(x + y for x, y in zip(start, step, strict=True))
            found.append((start, after))
            start = after
        assert start == end
    return found  # type: ignore[return-value]


def share_a_stretch(side: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    if line_of(*side) != line_of(*other):
        return False
    k, _ = line_of(*side)
    (a, b), (c, d) = sorted(p[k] for p in side), sorted(p[k] for p in other)
    return a < d and c < b


class TestOutlines:
    @given(seeds, hows, st.integers(1, 2), st.sampled_from((*EVERY_COMPACT, None)), st.sampled_from((None, MADE)))
    @settings(max_examples=8)
    def test_they_are_made_of_all_pieces(
        self, seed: int, how: How, sets: int, compact: int | None, kinds: tuple[str, ...] | None
    ) -> None:
        recipe = Recipe(
            how=how,
            sets=sets,
            compact=(compact,) if compact else EVERY_COMPACT,
            **({"kinds": kinds} if kinds else {}),  # type: ignore[arg-type]
        )
        for puzzle, vertices, kind, pieces, _ in some(recipe, 2, seed):
            assert Counter(piece.name for piece in pieces) == puzzle.stock == TANGRAM.stock(sets)
            assert not any(overlap(piece, other) for piece, other in combinations(pieces, 2))
            assert Boundary.of(piece.ring for piece in pieces) == puzzle.boundary
            assert (vertices, kind) == (vertex_count(puzzle), kind_of(puzzle))
            assert kind in recipe.kinds

    @pytest.mark.slow
    @given(seeds, st.integers(1, 2), st.sampled_from((("simple-10-", "simple-11+"), ("touching",))))
    @settings(max_examples=8)
    def test_triangles_of_snug_ones_meet_whole_side_to_whole_side(
        self, seed: int, sets: int, kinds: tuple[str, ...]
    ) -> None:
        recipe = Recipe("snug", sets, kinds=kinds)  # type: ignore[arg-type]
        (made,) = some(recipe, 1, seed)
        for piece, other in combinations(made.pieces, 2):
            for side in unit_sides(piece):
                for beside in unit_sides(other):
                    assert not share_a_stretch(side, beside) or side == beside[::-1]

    def test_others_do_not(self) -> None:
        made = some(Recipe("assembly"), 5)
        assert any(
            share_a_stretch(side, beside) and side != beside[::-1]
            for one in made
            for piece, other in combinations(one.pieces, 2)
            for side in unit_sides(piece)
            for beside in unit_sides(other)
        )

    @pytest.mark.slow
    @pytest.mark.parametrize("how", ["assembly", "snug"])
    @pytest.mark.parametrize("sets", [1, 2])
    def test_they_can_be_solved(self, how: How, sets: int) -> None:
        for made in some(Recipe(how, sets, kinds=MADE), 8 // sets, seed=5):
            assert solve_exactly(made.puzzle, limit=20).status == "solved"

    @pytest.mark.slow
    def test_none_comes_twice(self) -> None:
        made = some(Recipe("snug", compact=(16,)), 100)
        assert len({shape_digest(one.puzzle) for one in made}) == 100

    @pytest.mark.slow
    @given(seeds, hows)
    @settings(max_examples=10)
    def test_a_seed_says_it_all(self, seed: int, how: How) -> None:
        recipe = Recipe(how, compact=EVERY_COMPACT)
        assert some(recipe, 4, seed) == some(recipe, 7, seed)[:4]
        assert some(recipe, 4, seed) != some(recipe, 4, seed + 1)

    def test_a_seed_means_the_same_on_every_python(self) -> None:
        found = {how: [shape_digest(one.puzzle) for one in some(Recipe(how), 3)] for how in ("assembly", "snug")}
        assert found == PINNED

    @pytest.mark.slow
    @pytest.mark.part(2)
    @pytest.mark.parametrize("how", ["assembly", "snug"])
    @pytest.mark.parametrize("kind", [kind for kind in MADE if kind != "convex"])
    def test_every_kind_is_found(self, how: How, kind: str) -> None:
        made = some(Recipe(how, kinds=(kind,), compact=EVERY_COMPACT), 3)  # type: ignore[arg-type]
        assert {one.kind for one in made} == {kind}

    def test_vertices_are_those_asked_for(self) -> None:
        made = some(Recipe(vertices=range(6, 8), compact=EVERY_COMPACT), 10)
        assert {one.vertices for one in made} == {6, 7}

    @pytest.mark.slow
    def test_the_more_choices_the_fewer_vertices(self) -> None:
        means = [sum(one.vertices for one in some(Recipe(compact=(n,)), 40)) / 40 for n in (1, 4, 16)]
        assert means[0] > means[1] + 1 > means[2] + 2

    def test_what_there_is_too_little_of_is_given_up(self) -> None:
        found = outlines(Recipe(vertices=range(3, 4), compact=EVERY_COMPACT), 1, tries=30)
        with pytest.raises(TooRare) as fault:
            list(found)
        assert fault.value.tries == 30

    @pytest.mark.parametrize("name", ["sei-shonagon", "banquet-tables"])
    def test_other_sets_are_laid_too(self, name: str) -> None:
        pieces = read_piece_set(name)
        for how in ("assembly", "snug"):
            (made,) = some(Recipe(how, pieces=pieces), 1)
            assert Counter(piece.name for piece in made.pieces) == pieces.stock(1)
            assert made.puzzle.pieces == pieces

    def test_pieces_not_made_of_unit_triangles_cannot_be_snug(self) -> None:
        legs = (along(0, 1, 1), along(2, 1), along(4, 1, 1), along(6, 1))
        pieces = PieceSet("bars", "Bars", (Shape("bar", ring_from((0, 0, 0, 0), legs)),), (4,))
        with pytest.raises(NotSnug, match="the bar is not made"):
            Recipe("snug", pieces=pieces)
        assert some(Recipe("assembly", pieces=pieces), 1)


class TestGrowing:
    def test_a_piece_may_find_no_room(self) -> None:
        """Three triangles make a square on its corner, whose sides are hypotenuses; the square has none."""
        place = {name: tables_of("snug", TANGRAM)[name].turns for name in TANGRAM.names}
        joins = partial(some_joins, how="snug", pieces=TANGRAM)
        found = set()
        for seed in range(300):
            names = ["small-triangle", "medium-triangle", "square"]
            laid = grown(Random(seed), place["small-triangle"][0], names, joins, 2)
            if laid is not None:
                found.add(len(laid))
                continue
            laid = grown(Random(seed), place["small-triangle"][0], names[:2], joins, 2)
            assert laid is not None
            outline = Boundary.of(piece.ring for piece in laid)
            assert {vertex.angle for vertex in outline.vertices} == {2}
            assert {vertex.opening % 2 for vertex in outline.vertices} == {1}
            found.add(0)
        assert found == {0, 4}

    @given(seeds, hows, st.booleans())
    def test_joins_are_different_and_complete_if_more_are_asked_for(self, seed: int, how: How, in_points: bool) -> None:
        first = tables_of(how, TANGRAM)["square"].turns[0]
        joins = partial(some_joins, Random(seed), [first], how=how, pieces=TANGRAM, in_points=in_points)
        every = joins("parallelogram", 10**6)
        assert len({piece.bounds for piece in every}) == len(every) > 4
        assert {piece.bounds for piece in joins("parallelogram", 3)} < {piece.bounds for piece in every}
        assert all(meet(first.ring, piece.ring, in_points) and not overlap(first, piece) for piece in every)

    def test_sides_are_joined_at_either_end(self) -> None:
        """A large triangle beside a square's right side: up from its lower end or down from its upper one."""
        first = tables_of("assembly", TANGRAM)["square"].turns[0]
        every = some_joins(Random(1), [first], "large-triangle", 10**6, how="assembly", pieces=TANGRAM)
        (low, high), right = first.bounds[4:6], first.bounds[1]
        beside = [piece.bounds for piece in every if piece.bounds[0] == right]
        assert any(b[4] == low for b in beside)
        assert any(b[5] == high for b in beside)


def meet(ring: Ring, other: Ring, in_points: bool) -> bool:
    """Whether a corner of one is a corner of the other, or a side runs along a side."""
    along_each_other = any(share_a_stretch((a, b), (c, d)) for _, a, b in sides(ring) for _, c, d in sides(other))
    return bool({*ring} & {*other}) if in_points else along_each_other


def features(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


class TestCommand:
    @pytest.mark.slow
    @pytest.mark.parametrize("options", [(), ("--how", "snug", "--sets", 2), ("--kind", "touching", "--kind", "holes")])
    def test_what_is_written_is_read_back_exactly(self, heuristan: Run, options: tuple[object, ...]) -> None:
        status, out, err = heuristan("generate", "-n", 12, "--seed", 3, *options, "--output", "made.geojsonl")
        assert (status, out, err) == (0, "", "")
        lines = features(Path("made.geojsonl").read_text(encoding="utf-8"))
        found = list(read_outlines("made.geojsonl"))
        assert len(found) == len(lines) == 12
        for number, (puzzle, line) in enumerate(zip(found, lines, strict=True), 1):
            assert isinstance(puzzle, Puzzle)
            assert puzzle.nearness == 0
            assert puzzle.denominator == 1
            assert puzzle.id == line["id"] == f"{'snug' if '--how' in options else 'assembly'}-3-{number}"
            assert line["properties"] == {
                "sets": puzzle.sets,
                "made": "generated",
                "how": "snug" if "--how" in options else "assembly",
                "seed": 3,
                "number": number,
                "vertices": vertex_count(puzzle),
                "kind": kind_of(puzzle),
            }

    def test_the_same_outlines_come_back(self, heuristan: Run) -> None:
        heuristan("generate", "-n", 10, "--output", "made.geojsonl")
        found = [shape_digest(puzzle) for puzzle in read_outlines("made.geojsonl") if isinstance(puzzle, Puzzle)]
        assert found == [shape_digest(one.puzzle) for one in some(Recipe(), 10)]

    def test_a_seed_makes_one_file(self, heuristan: Run) -> None:
        options = ("--vertices", "8-", "--kind", "simple")
        _, first, _ = heuristan("generate", "-n", 6, *options)
        assert heuristan("generate", "-n", 6, *options).out == first
        longer = heuristan("generate", "-n", 9, *options).out
        assert longer.startswith(first)
        assert heuristan("generate", "-n", 6, "--seed", 2, *options).out != first

    @pytest.mark.slow
    @pytest.mark.parametrize(("vertices", "found"), [("9", {9}), ("8-9", {8, 9}), ("14-", {14, 15, 16, 17})])
    def test_vertices(self, heuristan: Run, vertices: str, found: set[int]) -> None:
        made = features(heuristan("generate", "-n", 12, "--vertices", vertices).out)
        assert {one["properties"]["vertices"] for one in made} <= found  # type: ignore[index]

    def test_simple_is_three_kinds(self, heuristan: Run) -> None:
        made = features(heuristan("generate", "-n", 30, "--how", "snug", "--compact", 8, "--kind", "simple").out)
        found = {one["properties"]["kind"] for one in made}  # type: ignore[index]
        assert {"convex", "simple-10-"} <= found <= {"convex", "simple-10-", "simple-11+"}

    def test_kinds_are_those_that_are_made(self) -> None:
        assert set(command.KINDS) == {*MADE, "simple"}
        assert set(command.SIMPLE) <= set(MADE)

    def test_other_sets(self, heuristan: Run) -> None:
        heuristan("generate", "-n", 2, "--set", "sei-shonagon", "--output", "made.geojsonl")
        found = list(read_outlines("made.geojsonl"))
        assert [isinstance(puzzle, Puzzle) and puzzle.pieces.name for puzzle in found] == ["sei-shonagon"] * 2

    def test_giving_up(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(generating, "outlines", partial(outlines, tries=20))
        status, out, err = heuristan("generate", "--vertices", 3, "--output", "made.geojsonl")
        count = len(Path("made.geojsonl").read_text(encoding="utf-8").splitlines())
        assert (status, out) == (1, "")
        assert err == (
            f"heuristan: 20 tries in a row made nothing new; {count} of 100 outlines made; "
            "allow other vertices or kinds\n"
        )

    def test_an_interruption_keeps_what_is_written(self, heuristan: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupted(*options: object) -> object:
            yield from islice(outlines(*options), 3)  # type: ignore[arg-type]
            assert len(Path("made.geojsonl").read_text(encoding="utf-8").splitlines()) == 3
            raise KeyboardInterrupt

        monkeypatch.setattr(generating, "outlines", interrupted)
        status, _, err = heuristan("generate", "--output", "made.geojsonl")
        assert status == 130
        assert err == "heuristan: interrupted after 3 outlines; they are kept in made.geojsonl\n"
        assert len(list(read_outlines("made.geojsonl"))) == 3

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("--vertices", "40"), "the pieces of one set have 23 vertices together, and no outline has more"),
            (("--vertices", "50-", "--sets", 2), "the pieces of 2 sets have 46 vertices together"),
            (("--vertices", "1-2"), "an outline has three vertices or more"),
            (("--vertices", "12-8"), "write the smaller number first: 8-12"),
            (("--vertices", "many"), "'many' is not a number of vertices; write 9, or 8-12, or 11-"),
            (("--vertices", "-9"), "'-9' is not a number of vertices"),
            (("--kind", "parts"), "there is no 'parts'; there are simple"),
            (("--number", "0"), "0 is not in the range"),
            (("--sets", "11"), "11 is not in the range"),
            (("--compact", "0"), "0 is not in the range"),
            (("--seed", "x"), "'x' is not a valid integer"),
            (("--output", "made.svg"), "made.svg: a GeoJSON feature per line is written; end the name in .geojsonl"),
            (("--output", "no/such/folder.geojsonl"), "no/such/folder.geojsonl: cannot be written"),
            (("--set", "nothing"), "there is no set of pieces or file 'nothing'"),
            (("--set", "bars.yaml", "--how", "snug"), "the set 'bars' cannot be laid snugly: the bar is not made of"),
        ],
    )
    def test_bad_input(self, heuristan: Run, options: tuple[object, ...], message: str) -> None:
        bar = "{piece: bar, count: 4, vertices: [[0, 0], [1+r2, 0], [1+r2, 1], [0, 1]]}"
        Path("bars.yaml").write_text(f"name: bars\ntitle: Bars\npieces:\n  - {bar}\n", encoding="utf-8")
        status, out, err = heuristan("generate", *options)
        assert (status, out) == (2, "")
        assert message in " ".join(err.split())


@pytest.mark.slow
@pytest.mark.part(2)
@pytest.mark.parametrize("options", ["", "--how snug"])
def test_the_page_tells_what_comes_of_it(options: str, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = TOP / "docs"
    monkeypatch.syspath_prepend(str(docs / "making"))
    page = import_module("generate_page")
    row = " | ".join(page.share_row(options))
    assert f"| {row} |" in (docs / "generate.md").read_text(encoding="utf-8"), "run python docs/making/generate_page.py"


PINNED = {
    "assembly": ["515ef2415dc69590", "4104382b68c26b04", "34d5e691cd70790b"],
    "snug": ["fbeba0130c56bd17", "4fa0155e6ba6b2f2", "61681be6eb6e85f8"],
}
