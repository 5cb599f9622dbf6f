"""Solve pictures as people take and draw them, from a seed, and report right, said, and wrong ones by kind.

    python benchmarks/photographed.py [--number N] [--seed S] [--kinds table,...] [--keep FOLDER] [--list] [--law]

A figure counts as *right* if it is solved and the solution covers the figure that was drawn; as *said* if the answer
says what went wrong (refused, stuck, out of time), or solves something else with a suspicion in words; as *wrong* if
something else is solved, or the figure passed over, without a word. With `--law` pictures are only read, and each
counts: as *right* if as many figures are read as it has, as *said* if something is refused or suspicious, else as
*wrong*. Of figures that are painted as pieces a last line says of how many these were read as the author's: right if
each lies where it was painted and the judge finds nothing wrong, else wrong.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import numpy as np
from photographs.samples import COVERED, Sample, covers, lie_alike

from heuristan.common.faults import InputError
from heuristan.pictures.images import read as read_picture
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle
from heuristan.tangram.solving.shortcuts import solve_exactly
from heuristan.tangram.verification.judging.judge import authors_verdicts

KINDS = ("table", "border", "print", "sketch", "page", "pdf", "telephone", "grid", "layout", "pieces")
MODULES = {"border": "table", "print": "table", "pdf": "page", "telephone": "page"}
"""The modules of kinds that do not have their own name."""
LIMIT = 30.0
"""Maximum number of seconds for one figure."""


def samples(kinds: Sequence[str], number: int, seed: int) -> Iterator[Sample]:
    """Yield a number of pictures, as many of each kind as of the others."""
    for place, kind in enumerate(kinds):
        count = number // len(kinds) + (place < number % len(kinds))
        make: Callable[[int, int], Iterator[Sample]] = import_module(f"photographs.{MODULES.get(kind, kind)}").make
        found = (sample for sample in make(count * len(KINDS), seed) if sample.kind == kind)
        for _, sample in zip(range(count), found, strict=False):
            yield sample


def answers(path: Path, sample: Sample) -> list[tuple[str, str]]:
    """Return a word for each figure of a picture, and why: right, said or wrong."""
    try:
        found = list(read_outlines(path))
    except InputError as fault:
        return [("right" if not sample.truths else "said", str(fault))] * max(1, len(sample.truths))
    left = dict(enumerate(sample.truths))
    words: list[tuple[str, str]] = []
    refusals: list[str] = []
    for one in found:
        if isinstance(one, Refusal):
            refusals.append(one.message)
            continue
        word, why = _answer(one, left)
        if word == "said":
            refusals.append(why)
        else:
            words.append((word, why))
    said = [("said", why) for why in refusals[: len(left)]]
    words += [*said, *[("wrong", "a figure is passed over")] * (len(left) - len(said))]
    return words or [("right", "refused, as it should be")]


def _answer(puzzle: Puzzle, left: dict[int, object]) -> tuple[str, str]:
    """Return a word for a figure that was read, and take what it shows from those left."""
    result = solve_exactly(puzzle, limit=LIMIT)
    if result.status != "solved":
        return "said", f"{result.status}: {result.message}"
    pieces = [np.array(piece.vertices) for piece in result.pieces]
    down = puzzle.drawing is not None and puzzle.drawing.y_down
    best = max(((covers(pieces, truth, y_down=down), number) for number, truth in left.items()), default=(0.0, -1))
    if best[0] > COVERED:
        del left[best[1]]
        return "right", ""
    suspicions = puzzle.drawing.origin.suspicions if puzzle.drawing else ()
    if suspicions:
        return "said", "; ".join(suspicions)
    if left:
        del left[best[1] if best[1] >= 0 else next(iter(left))]
    return "wrong", f"solved, and covers {best[0]:.3f} of the figure"


def authors(path: Path, sample: Sample) -> str:
    """Return a word for the author's pieces of a picture that is painted as them: right, unread or wrong."""
    try:
        found = list(read_outlines(path))
    except InputError:
        return "unread"
    drawings = [one.drawing for one in found if one.drawing is not None and one.drawing.laid]
    if not drawings:
        return "unread"
    laid = [np.array(piece.vertices) for drawing in drawings for piece in drawing.laid]
    is_right = len(found) == 1 and next(authors_verdicts(found)).verdict == "right"
    return "right" if is_right and lie_alike(laid, sample.pieces, y_down=True) else "wrong"


def law(path: Path, sample: Sample) -> list[tuple[str, str]]:
    """Return a word for a picture, and why: whether all of its figures are read, or what is left out is said."""
    try:
        found = list(read_picture(path))
    except InputError as fault:
        return [("said" if sample.truths else "right", str(fault))]
    drawings = [one for one in found if not isinstance(one, Refusal)]
    said = [one.message for one in found if isinstance(one, Refusal)]
    said += sorted({clause for one in drawings for clause in one.origin.suspicions})
    if len(drawings) == len(found) == len(sample.truths):
        return [("right", "")]
    return [("said" if said else "wrong", f"{len(drawings)} of {len(sample.truths)} read; {'; '.join(said)}")]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=120, help="the number of pictures")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--keep", type=Path, help="a folder to keep the pictures in")
    parser.add_argument("--law", action="store_true", help="only read, and ask whether anything is dropped in silence")
    parser.add_argument("--list", action="store_true", help="name each figure that is not right, and why")
    options = parser.parse_args()
    words: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    laid: Counter[str] = Counter()
    with nullcontext(options.keep) if options.keep else TemporaryDirectory() as folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        for sample in samples(options.kinds.split(","), options.number, options.seed):
            path = Path(folder) / f"{sample.name}{sample.suffix}"
            path.write_bytes(sample.data)
            start = time.perf_counter()
            for word, why in (law if options.law else answers)(path, sample):
                words[sample.kind][word] += 1
                if options.list and word != "right":
                    print(f"{path.name} ({sample.kind}): {word}: {why}", flush=True)
            seconds[sample.kind].append(time.perf_counter() - start)
            if sample.pieces:
                word = authors(path, sample)
                laid[word] += 1
                if options.list and word != "right":
                    print(f"{path.name} (the author's pieces): {word}", flush=True)
    print(
        f"{'kind':12} {'pictures':>8} {'figures':>8} {'right':>7} {'said':>5} {'wrong':>6} {'median s':>9} {'max s':>7}"
    )
    for kind, count in words.items():
        share = 100 * count["right"] / count.total()
        taken = seconds[kind]
        print(
            f"{kind:12} {len(taken):8} {count.total():8} {share:6.1f}% {count['said']:5} {count['wrong']:6} "
            f"{median(taken):9.2f} {max(taken):7.2f}"
        )
    if laid:
        print(f"the author's pieces: {laid['right']} right, {laid['unread']} unread, {laid['wrong']} wrong")


if __name__ == "__main__":
    main()
