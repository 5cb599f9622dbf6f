"""Count results that are wrongly called solved, and right assemblies with false faults, on sets that are not clean.

    python benchmarks/jigsaw_faulty.py [--runs 300] [--first 0] [--pieces 48] [--only missing jpeg ...]

Each run has its own seed, kind and photograph. A set that is not exactly one puzzle must never be solved; one that is
must not be solved wrongly, and the judge must find no fault in its truth. The kinds are taken in turn:

missing   one to five pieces are not there
surplus   one to three pieces of another puzzle are added
foreign   one to three pieces are replaced by those of another puzzle with as many flat sides
mixed     all pieces of another puzzle are added
jpeg      the pieces lie on a colour that the photograph hardly has, and are saved as JPEG of quality 50 to 95
scale     the pieces come from three photographs whose scales differ by 1 to 4 per cent
"""

import argparse
from collections import Counter
from typing import Any

import cv2
import numpy as np
from jigsaw import TEST, truth_of

from heuristan.common.faults import InputError
from heuristan.jigsaw.cutting import Recipe, cut, grid_for, load_source
from heuristan.jigsaw.judging import agreement, joints_of, judge
from heuristan.jigsaw.piece import Bytes, Piece
from heuristan.jigsaw.reading import pieces_of
from heuristan.jigsaw.results import Result
from heuristan.jigsaw.solving import solve

KINDS = ("missing", "surplus", "foreign", "mixed", "jpeg", "scale")
TABLES = ((255, 255, 255), (0, 0, 0), (40, 70, 200), (60, 160, 60))
"""Colours of tables."""
MARGIN = 8
"""Pixels of background added around a piece that is saved as JPEG, whose blocks are as wide."""


def main() -> None:
    """Run, print what is wrong as it comes, and then the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--pieces", type=int, default=48, help="pieces of a puzzle")
    parser.add_argument("--only", nargs="+", choices=KINDS, default=KINDS)
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in options.only}
    for seed in range(options.first, options.first + options.runs):
        kind = options.only[seed % len(options.only)]
        for word in words_of(kind, seed, options.pieces):
            counts[kind][word] += 1
            if word.isupper():
                print(f"{kind}, seed {seed}: {word}", flush=True)
    for kind, found in counts.items():
        print(f"{kind:<8} " + ", ".join(f"{count} {word}" for word, count in sorted(found.items())), flush=True)


def words_of(kind: str, seed: int, count: int) -> list[str]:
    """Return what came of a run; what must not be is in capitals."""
    random = np.random.default_rng([seed, 17])
    try:
        pieces, truth, is_whole = made(kind, seed, count, random)
    except InputError:
        return ["not read"]
    words = []
    faults = judge(pieces, truth).faults if is_whole else ()
    if faults:
        # a side that is read as another kind is the reader's fault
        words.append("misread" if misread(pieces, truth) else "FALSE FAULTS")
    try:
        result = solve("it", pieces)
    except InputError:
        return [*words, "refused"]
    right = agreement(result, truth)
    if result.status == "solved":
        words.append("solved" if is_whole and right.is_perfect else "WRONGLY SOLVED")
    else:
        words.append("stuck and perfect" if is_whole and right.is_perfect else result.status)
    if not is_whole and right.pieces == sum(one.piece.startswith("piece") for one in truth.pieces) - gone(
        pieces, truth
    ):
        words.append("all that is there laid right")
    return words


def misread(pieces: list[Piece], truth: Result) -> bool:
    """Return whether a side has another kind than it should."""
    kinds = {(piece.name, number): side.kind for piece in pieces for number, side in enumerate(piece.sides)}
    meeting = [tuple(joint) for joint in joints_of(truth)]
    inside = {frozenset((kinds[one], kinds[other])) for one, other in meeting} <= {frozenset(("tab", "blank"))}
    return not inside or sum(kind != "flat" for kind in kinds.values()) != 2 * len(meeting)


def gone(pieces: list[Piece], truth: Result) -> int:
    """Return the number of pieces of the truth that are not there."""
    return len({one.piece for one in truth.pieces} - {piece.name for piece in pieces})


def made(kind: str, seed: int, count: int, random: np.random.Generator) -> tuple[list[Piece], Result, bool]:
    """Make pieces, the truth, and whether they are exactly one puzzle."""
    picture = TEST[seed % len(TEST)]
    wear: dict[str, Any] = {"background": table_for(picture)} if kind == "jpeg" else {}
    pictures, truth = pictures_of(picture, seed, count, **wear)
    if kind == "jpeg":
        quality = int(random.integers(50, 96))
        pictures = {name: as_jpeg(each, quality) for name, each in pictures.items()}
    if kind == "scale":
        spread = random.uniform(0.01, 0.04)
        scales = 1 + spread * np.array([-0.5, 0.0, 0.5])
        pictures = {name: scaled(each, float(random.choice(scales))) for name, each in pictures.items()}
    pieces = [*pieces_of(pictures)]
    if kind in ("jpeg", "scale"):
        return pieces, truth, True
    some = random.permutation(len(pieces)).tolist()
    if kind == "missing":
        return [pieces[number] for number in some[int(random.integers(1, 6)) :]], truth, False
    others, _ = pictures_of(TEST[(seed + 3) % len(TEST)], seed + 5000, count)
    strange = [Piece(f"other-{p.name}", p.picture, p.sides) for p in pieces_of(others)]
    if kind == "mixed":
        return [*pieces, *strange], truth, False
    number = int(random.integers(1, 4))
    strange = [strange[each] for each in random.permutation(len(strange)).tolist()]
    if kind == "surplus":
        return [*pieces, *strange[:number]], truth, False
    for place in some[:number]:
        stranger = next(each for each in strange if flat_sides(each) == flat_sides(pieces[place]))
        strange.remove(stranger)
        pieces[place] = stranger
    return pieces, truth, False


def flat_sides(piece: Piece) -> int:
    """Return the number of flat sides."""
    return sum(side.kind == "flat" for side in piece.sides)


def pictures_of(picture: str, seed: int, count: int, **wear: Any) -> tuple[dict[str, Bytes], Result]:
    """Cut a photograph; return the pictures of the pieces and the truth."""
    whole = load_source(picture)
    rows, columns = grid_for(count, whole.shape[1], whole.shape[0])
    found = cut(whole, Recipe(rows, columns, seed=seed, **wear))
    return found.pictures, truth_of(found)


def table_for(picture: str) -> tuple[int, int, int]:
    """Return the colour that the fewest pixels of a photograph are near to."""
    pixels = load_source(picture).reshape(-1, 3).astype(float)
    return min(TABLES, key=lambda colour: float((np.abs(pixels - colour).max(axis=1) < 60).mean()))


def as_jpeg(picture: Bytes, quality: int) -> Bytes:
    """Save a picture as JPEG, and load it again."""
    wide = cv2.copyMakeBorder(picture[..., 2::-1], *4 * (MARGIN,), cv2.BORDER_REPLICATE)
    _, data = cv2.imencode(".jpg", wide, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.cvtColor(cv2.imdecode(data, cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB))


def scaled(picture: Bytes, scale: float) -> Bytes:
    """Change the scale of a picture."""
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way))


if __name__ == "__main__":
    main()
