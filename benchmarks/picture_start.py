"""The processor time of a picture solved by the exact way, beside that of importing numpy and OpenCV.

    python benchmarks/picture_start.py [PICTURE ...]

Whole processes run in turn; the least of nine counts. Without a file it is the cat, 400 and 800 pixels wide.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import run
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from inputs import puzzles_of
from measuring import table

TIMES = 9
"""Number of times that each process runs."""


def main() -> None:
    """Print the table."""
    with TemporaryDirectory() as folder:
        pictures = list(map(Path, sys.argv[1:])) or list(_silhouettes(Path(folder)))
        words = {"import numpy, cv2": ["-c", "import numpy, cv2"]}
        words |= {
            picture.name: [
                "-m",
                "heuristan",
                "solve",
                str(picture),
                "--solver",
                "exact",
                "--output",
                f"{folder}/solved.svg",
            ]
            for picture in pictures
        }
        seconds = [[_seconds(one) for one in words.values()] for _ in range(TIMES)]
    least = [min(each) for each in zip(*seconds, strict=True)]
    rows = [(name, f"{one:.3f}", f"{one / least[0]:.2f}") for name, one in zip(words, least, strict=True)]
    print(table(("process", "seconds", "times"), rows))


def _silhouettes(folder: Path) -> Iterator[Path]:
    cat = next(puzzles_of("cat"))
    ring = np.array([cat.in_legs(point) for point in cat.rings[0]]) * (1, -1)
    ring = (ring - ring.min(0)) / np.ptp(ring, axis=0).max()
    for width in (400, 800):
        image = np.full((width, width), 255, np.uint8)
        cv2.fillPoly(image, [np.rint((ring * 0.9 + 0.05) * width * 16).astype(np.int32)], 0, cv2.LINE_AA, 4)
        path = folder / f"cat-{width}.png"
        cv2.imwrite(str(path), image)
        yield path


def _seconds(words: list[str]) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    run([sys.executable, *words], check=True, capture_output=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
