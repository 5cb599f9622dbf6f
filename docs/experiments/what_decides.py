"""Which rules, in which order: what decides how much the paper's ten rules solve?

Every ranking is an order of the ten rules (the paper's five, and some drawn), a preference of the pieces' rules within
a rule, and ties broken by vertex order or by lot; it is run as published in all positions of each outline, so that all
factors are crossed. The same command goes on after an interruption:

    python docs/experiments/what_decides.py OUTLINES.geojsonl --runs what_decides.jsonl --output what_decides
"""

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from heuristan.common.kernels import compiled_backend
from heuristan.common.svg.intervals import Estimate, Plot, intervals_svg
from heuristan.lab.columns import in_position
from heuristan.lab.corpora import Corpus, OutlineChoice
from heuristan.lab.quick import layout
from heuristan.lab.quick.as_published import Memory, solves
from heuristan.tangram.expert.preferences import PREFERENCES, RANDOM, VERTEX_ORDER
from heuristan.tangram.expert.ranking import DEFAULT, RankedRule, Ranking
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.state import Setting
from heuristan.tangram.lattice.lengths import parse_length
from heuristan.tangram.puzzle.puzzle import Puzzle

PAPER = (DEFAULT, "pieces-first", "composites-first", "deutsch-hayes-figure-17", "deutsch-hayes-figure-18")
REPEATED = 4
"""The first rules of an order are repeated, as in figure 17."""
FACTORS = ("order", "preference", "ties", "position")
SHOWN = (
    ("order",),
    ("preference",),
    ("order", "preference"),
    ("ties",),
    ("position",),
    ("order", "position"),
    ("preference", "position"),
)
"""The factors and interactions in the picture; the others are in the table."""
NO_INTERNAL_EDGE = parse_length(0)
"""Kernels leave outlines with internal edges to the loop, a hundred times as slow; the setting hardly matters."""
POSITIONS = 8
SEED = 1972
MOST_STATES = 4000
"""States of an outline in one position that kernels remember; two kilobytes each."""

Shares = np.ndarray[Any, Any]


def orders(count: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the paper's orders, then some drawn with a seed, with their names."""
    for name in PAPER:
        yield name, tuple(rule.name for rule in read_ranking(name).rules)
    drawn, names = Random(SEED), [rule.name for rule in read_ranking(DEFAULT).rules]
    for number in range(count):
        yield f"drawn {number}", tuple(drawn.sample(names, len(names)))


def rankings(count: int, seeds: int) -> Iterator[Ranking]:
    """Yield the rankings: orders, in each the preferences, in each the ways to break ties."""
    paper = read_ranking(DEFAULT)
    rules = {rule.name: rule for rule in paper.rules}
    for (_, order), preference, seed in product(orders(count), preferences(), range(seeds + 1)):
        lines = (_line(rules[name], place, preference, bool(seed)) for place, name in enumerate(order))
        yield replace(paper, rules=tuple(lines), seed=seed, internal_edge=NO_INTERNAL_EDGE)


def preferences() -> tuple[str, ...]:
    """Return the names of the preferences; a rule that prefers vertex order has none."""
    return tuple(name for name in PREFERENCES if name != RANDOM)


def _line(rule: RankedRule, place: int, preference: str, by_lot: bool) -> RankedRule:
    kept = rule.prefer if rule.kind == "composite" else (preference,) if preference != VERTEX_ORDER else ()
    return replace(rule, repeat=place < REPEATED, prefer=(*kept, *([RANDOM] if by_lot else [])))


def solved(puzzle: Puzzle, every: Sequence[Ranking]) -> str:
    """Return for each position and ranking a digit: 2 solved in the first attempt, 1 in another, 0 not."""
    found = []
    backend = compiled_backend()
    assert backend, "kernels are compiled by numba"
    for position in range(POSITIONS):
        memory = Memory(in_position(puzzle, position), Setting.of(puzzle, every[0]), backend)
        for ranking in every:
            is_solved = solves(memory, ranking)
            if is_solved is None:  # there was no room for what others had left
                memory.forget()
                is_solved = solves(memory, ranking)
            assert is_solved is not None, "kernels run all these rankings"
            found.append("0" if not is_solved else "12"[int(memory.board.registers[layout.ENTRY]) == 1])
            if memory.states > MOST_STATES:
                memory.forget()
    return "".join(found)


class Variance(NamedTuple):
    """The variance of the share solved that is due to some factors, with its interval of 95 %."""

    value: float
    low: float
    high: float

    @property
    def deviations(self) -> tuple[float, float, float]:
        """The standard deviation in points, and its interval."""
        value, low, high = (100 * max(0.0, each) ** 0.5 for each in self)
        return value, low, high


def variances(shares: Shares) -> dict[tuple[str, ...], Variance]:
    """Return the variance of the share solved that is due to each factor and each interaction of factors.

    Each effect is measured on each outline. The variance of its mean over outlines, less what chance adds to it because
    other outlines would have other effects, is that of the population of outlines; its interval is by the jackknife
    over outlines.

    Args:
        shares: for each outline whether it was solved, by the factors in order.
    """
    found = {}
    axes, count = tuple(range(1, shares.ndim)), len(shares)
    for size in range(1, len(FACTORS) + 1):
        for which in combinations(axes, size):
            effect = shares
            for axis in axes:
                mean = effect.mean(axis=axis, keepdims=True)
                effect = effect - mean if axis in which else mean
            rows = effect.reshape(count, -1)
            whole = _variance(rows.sum(0), (rows**2).sum(0), count)
            left = [_variance(rows.sum(0) - row, (rows**2).sum(0) - row**2, count - 1) for row in rows]
            error = 1.96 * ((count - 1) * float(np.var(left))) ** 0.5
            found[tuple(FACTORS[axis - 1] for axis in which)] = Variance(whole, whole - error, whole + error)
    return found


def _variance(sums: Shares, squares: Shares, count: int) -> float:
    """Return the variance of mean effects, less what the choice of outlines adds to it by chance."""
    by_chance = (squares - sums**2 / count) / (count - 1) / count
    return float(((sums / count) ** 2 - by_chance).mean())


def table(shares: Shares, count: int, seeds: int) -> str:
    """Return what each level of each factor solves in words."""
    ties = ["vertex order", *(f"by lot, seed {seed}" for seed in range(1, seeds + 1))]
    levels = [[name for name, _ in orders(count)], preferences(), ties, [str(n) for n in range(POSITIONS)]]
    lines = []
    for axis, (factor, names) in enumerate(zip(FACTORS, levels, strict=True), 1):
        means = shares.mean(axis=tuple(a for a in range(shares.ndim) if a != axis))
        parts = {factor: means}
        if factor == "order":
            parts = {"order, the paper's five": means[: len(PAPER)], f"order, {count} drawn": means[len(PAPER) :]}
        for title, some in parts.items():
            low, high = float(some.min()), float(some.max())
            lines.append(f"{title}: {100 * low:.1f} to {100 * high:.1f} %, {100 * (high - low):.1f} points")
        if factor != "order":
            lines += [f"    {name}: {100 * mean:.1f} %" for name, mean in zip(names, means, strict=True)]
        else:
            lines += [f"    {name}: {100 * mean:.1f} %" for name, mean in zip(PAPER, means, strict=False)]
    return "\n".join(lines)


def report(rows: Sequence[str], count: int, seeds: int) -> tuple[str, str]:
    """Return the tables in words, and a picture."""
    shape = len(rows), POSITIONS, count + len(PAPER), len(preferences()), seeds + 1
    digits = np.array([list(map(int, row)) for row in rows], dtype=np.int8).reshape(shape)
    pages, bars = [], {which: list[Estimate]() for which in SHOWN}
    for title, shares in (("in any attempt", digits > 0), ("in the first attempt", digits > 1)):
        # the factors in their order, positions last
        crossed = np.moveaxis(shares.astype(float), 1, -1)
        words = table(crossed, count, seeds)
        of_both = crossed.mean(axis=(0, 3, 4))
        first, best = 100 * of_both[0], np.unravel_index(of_both.argmax(), of_both.shape)
        words += f"\n{PAPER[0]} with each preference: {first.min():.1f} to {first.max():.1f} %"
        words += f"\nbest: {list(orders(count))[best[0]][0]} with {preferences()[best[1]]}, {100 * of_both[best]:.1f} %"
        parts = sorted(variances(crossed).items(), key=lambda each: -each[1].value)
        total = sum(max(0.0, part.value) for _, part in parts)
        rows_of = []
        for which, part in parts:
            value, low, high = part.deviations
            points = f"{value:.1f} points ({low:.1f} to {high:.1f})"
            rows_of.append(f"    {' x '.join(which)}: {points}, {max(0.0, part.value) / total:.0%}")
            if which in SHOWN:
                bars[which].append(Estimate(" x ".join(which), title, value, low, high, points))
        mean = (
            f"{100 * crossed.mean():.1f} % of {len(rows)} outlines solved {title}, over {crossed[0].size} runs of each"
        )
        by = "standard deviation of the share solved by what it is due to (95 %), and part of the variance:"
        pages.append("\n".join([mean, words, by, *rows_of]))
    subtitle = "Standard deviation of the share solved over its levels, and 95 % with outlines as clusters."
    plot = Plot("What the choice of each is worth", subtitle, tuple(chain(*bars.values())), "number")
    return "\n\n".join(pages) + "\n", intervals_svg(plot)


def main() -> None:
    """Run what is missing, and write tables and picture."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("outlines", nargs="+")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--orders", type=int, default=25)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--where", nargs="*", default=["sets = 1", "kind = 'simple-11+'"])
    parser.add_argument("--runs", type=Path, default=Path("what_decides.jsonl"))
    parser.add_argument("--output", type=Path, default=Path("what_decides"))
    asked = parser.parse_args()
    every = list(rankings(asked.orders, asked.seeds))
    design = [asked.orders, asked.seeds]
    lines = asked.runs.read_text().splitlines() if asked.runs.exists() else []
    known = {each["outline"]: each["solved"] for each in map(json.loads, lines) if each["design"] == design}
    rows, corpus = [], Corpus(asked.outlines, OutlineChoice(where=tuple(asked.where), sample=asked.sample))
    for name, puzzle in corpus:
        if name not in known:
            known[name] = solved(puzzle, every)
            with asked.runs.open("a") as file:
                file.write(json.dumps({"outline": name, "design": design, "solved": known[name]}) + "\n")
        rows.append(known[name])
    words, picture = report(rows, asked.orders, asked.seeds)
    words = f"On {len(rows):,} outlines (corpus {corpus.digest}); as published.\n\n{words}"
    asked.output.with_suffix(".txt").write_text(words)
    asked.output.with_suffix(".svg").write_text(picture)
    print(words)


if __name__ == "__main__":
    main()
