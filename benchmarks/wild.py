"""Write outlines of a generator unlike the package's own in many bad ways, and compare all answers with the truth.

    PYTHONPATH=tests python benchmarks/wild.py [--outlines N] [--first SEED] [--expert SHARE] [--only CHANGE] [--every]

Each outline is of one, two or three sets of tans, laid flush, slid by a + b sqrt2 and touching in points
(`tests/shared/wild`); its tiling is known. By default each of N outlines (2,000) is written in one of the ways in turn;
with `--every` in all of them. It is read, solved (by the expert system in a share of the cases), judged, and a hint is
asked for; counts are compared with those of the outline as it is. The table has a line for each way: how many agree in
everything, how many are answered honestly (refused or stuck), and how many wrongly; below it every disagreement.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random
from time import perf_counter

from shared.wild import CHANGES, wild_outline
from shared.wild.agreement import findings

KINDS = ("agreed", "said", "refused by the judge", "limit", "wrong")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--outlines", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--expert", type=float, default=0.1)
    parser.add_argument("--sets", type=int)
    parser.add_argument("--only", choices=CHANGES)
    parser.add_argument("--every", action="store_true")
    options = parser.parse_args()
    table: dict[str, Counter[str]] = defaultdict(Counter)
    slowest = (0.0, "")
    for seed, name in _cases(options):
        start = perf_counter()
        found = set(
            findings(
                CHANGES[name].write(wild_outline(seed, options.sets)),
                by_expert=Random(seed).random() < options.expert,
                with_counts=seed % 5 == 0,
            )
        )
        slowest = max(slowest, (perf_counter() - start, f"outline {seed}, {name}"))
        table[name][max((one.kind for one in found), key=KINDS.index, default="agreed")] += 1
        for one in sorted(found):
            print(f"{seed} | {name} | {one.kind} | {one.what}", flush=True)
    print(f"\n| written | {' | '.join(KINDS)} |\n|---|{'---|' * len(KINDS)}")
    for name, counts in table.items():
        print(f"| {name} | {' | '.join(str(counts[kind]) for kind in KINDS)} |")
    total = sum(table.values(), Counter())
    print(f"| all | {' | '.join(str(total[kind]) for kind in KINDS)} |\n\nslowest: {slowest[0]:.1f} s, {slowest[1]}")


def _cases(options: argparse.Namespace) -> Iterator[tuple[int, str]]:
    names = [options.only] if options.only else [*CHANGES]
    for number in range(options.outlines):
        seed = options.first + number
        yield from ((seed, name) for name in (names if options.every else [names[number % len(names)]]))


if __name__ == "__main__":
    main()
