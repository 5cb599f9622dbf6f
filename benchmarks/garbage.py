"""Feed garbage to the readers of outlines for a while, and report whatever is no clear message.

    python benchmarks/garbage.py [SECONDS] [SEED]

Inputs are shapes and GeoJSON with stretches cut, doubled, swapped or replaced, random bytes, and random YAML and JSON.
The same seed gives the same inputs.
"""

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import format_exception_only

from inputs import feature, puzzles_of

from heuristan.outlines.reading import OutlineFileError, Refusal, read_outlines
from heuristan.resources import folder

NAMES = ("a.yaml", "a.geojson", "a.geojsonl", "a")
SCRAPS = (
    *"[]{},:-\"'\n\t #&*!|>?%@`",
    *(
        "- ",
        "? ",
        "---\n",
        "...\n",
        "&a ",
        "*a",
        "!!int ",
        "!!python/object/apply:os.getcwd []",
        "<<: *a",
        "%YAML 1.1\n",
    ),
    *("\x1e", "\0", "\ufeff", "\x85", "\u2028", "\\ud800", "\\UFFFFFFFF", "\\x00", "\r", "\x7f"),
    *(
        "r2",
        "1/2",
        "1/0",
        "1e9",
        "1e-9",
        "1e999",
        "NaN",
        "-Infinity",
        "null",
        "true",
        "0",
        "-1",
        "9" * 30,
        "0.1",
        "2r2-1",
    ),
    *(
        "E 7",
        "NW 10",
        "type",
        "Polygon",
        "MultiPolygon",
        "Feature",
        "coordinates",
        "vertices",
        "sets: 2",
        "pieces",
        "at",
    ),
)


def good_shapes() -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder("shapes").glob("*.yaml"))]


def good_geojson() -> list[str]:
    """The shapes that ship as GeoJSON features."""
    return [json.dumps(feature(puzzle, puzzle.id)) for puzzle in puzzles_of(folder("shapes"))]


def mutated(text: str, dice: random.Random) -> str:
    for _ in range(dice.choice((1, 1, 1, 2, 3, 6))):
        start = dice.randint(0, len(text))
        end = min(len(text), start + dice.choice((0, 1, 1, 2, 4, 20)))
        other = dice.randint(0, len(text))
        piece = dice.choice(
            (dice.choice(SCRAPS), "", text[start:end] * 2, text[other : other + end - start], str(dice.randint(-9, 99)))
        )
        text = text[:start] + piece + text[end:]
    return text


def loose(dice: random.Random, depth: int = 0) -> object:
    """A random JSON value with the words of GeoJSON in it."""
    kind = dice.randrange(8 if depth < 6 else 5)
    if kind < 2:
        return dice.choice((0, 1, 2, 4, -1, 0.5, 1e300, 2**0.5, dice.random(), 10**20))
    if kind < 5:
        return dice.choice(
            (None, True, "x", "Polygon", "MultiPolygon", "Feature", "FeatureCollection", "GeometryCollection")
        )
    if kind == 5:
        words = ("type", "type", "coordinates", "geometry", "geometries", "properties", "features", "sets", "id")
        return {dice.choice(words): loose(dice, depth + 1) for _ in range(dice.randrange(5))}
    return [loose(dice, depth + 1) for _ in range(dice.randrange(6))]


def rings(dice: random.Random) -> str:
    """Polygons of small whole numbers, halves and roots: closed, but seldom more."""
    numbers = (0, 1, 2, 3, 4, -1, 0.5, 2**0.5, 8**0.5, 0.5**0.5)

    def ring() -> list[list[float]]:
        vertices = [[dice.choice(numbers), dice.choice(numbers)] for _ in range(dice.randint(3, 9))]
        return [*vertices, vertices[0]]

    polygons = [[ring() for _ in range(dice.choice((1, 1, 2)))] for _ in range(dice.choice((1, 1, 2)))]
    if dice.random() < 0.5:
        return json.dumps({"type": "MultiPolygon", "coordinates": polygons})
    return f"vertices: {json.dumps(polygons[0])}"


def generators(dice: random.Random) -> dict[str, Callable[[], str | bytes]]:
    shapes, features = good_shapes(), good_geojson()
    return {
        "shape, mutated": lambda: mutated(dice.choice(shapes), dice),
        "GeoJSON, mutated": lambda: mutated(dice.choice(features), dice),
        "GeoJSON lines, mutated": lambda: mutated("\n".join(dice.sample(features, 3)), dice),
        "random bytes": lambda: dice.randbytes(dice.randint(0, 300)),
        "random YAML": lambda: "".join(dice.choices(SCRAPS, k=dice.randint(1, 60))),
        "random JSON": lambda: json.dumps(loose(dice), indent=dice.choice((None, 1))),
        "random rings": lambda: rings(dice),
    }


def run(seconds: float, seed: int) -> int:
    """Feed garbage, print the report; the number of inputs that did not get a clear answer."""
    counts: Counter[str] = Counter()
    faults: list[str] = []
    slowest = (0.0, "")
    dice = random.Random(seed)
    makers = list(generators(dice).items())
    with TemporaryDirectory() as place:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            kind, make = dice.choice(makers)
            made = make()
            content = made if isinstance(made, bytes) else made.encode(errors="surrogatepass")
            path = Path(place) / dice.choice(NAMES)
            path.write_bytes(content)
            start = time.process_time()
            answer = answer_to(path)
            slowest = max(slowest, (time.process_time() - start, kind))
            counts[kind] += 1
            counts[answer] += 1
            if answer.startswith("!"):
                faults.append(f"{answer[1:]}: {content[:500]!r}")
    report(counts, [kind for kind, _ in makers], slowest)
    print(f"exceptions that are no clear message: {len(faults)}")
    print("\n".join(faults[:20]))
    return len(faults)


def answer_to(path: Path) -> str:
    """How the readers answered: read, refused, or an exception after an exclamation mark."""
    try:
        found = list(read_outlines(path))
    except OutlineFileError:
        return "refused"
    except Exception as fault:  # any other exception is what this looks for
        return "!" + "".join(format_exception_only(fault)).strip()
    return "refused" if any(isinstance(one, Refusal) for one in found) else "read"


def report(counts: Counter[str], kinds: list[str], slowest: tuple[float, str]) -> None:
    print(f"inputs: {sum(counts[kind] for kind in kinds)}; read {counts['read']}, refused {counts['refused']}")
    for kind in kinds:
        print(f"  {kind}: {counts[kind]}")
    print(f"slowest: {slowest[0]:.3f} s ({slowest[1]})")


if __name__ == "__main__":
    limit = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    chosen = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(2**32)
    print(f"seed {chosen}, {limit:g} seconds")
    sys.exit(1 if run(limit, chosen) else 0)
