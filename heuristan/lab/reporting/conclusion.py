"""What a report comes to, in a sentence or two for each way; it stands above all tables.

The best ranking is set against the others, and what is said of two of them is said of the outlines that both were run
on. A difference is called open if its interval holds zero, or if p, adjusted by Holm's method where several rankings
are compared with the first, is 5 % or more.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from heuristan.common.words import listed
from heuristan.lab.reporting.findings import chance, percent, span
from heuristan.lab.reporting.rows import Comparison, Rate, way_words
from heuristan.lab.reporting.statistics import Proportion

MEASURE = "solved"

UNSURE = 0.05
"""The least p of a difference that is called open."""


def conclusions(rates: Iterable[Rate], pairs: Iterable[Comparison]) -> tuple[str, ...]:
    """Return a paragraph for each way.

    Args:
        rates: what each ranking solved, of all outlines together.
        pairs: the first ranking compared with the others.
    """
    pairs = tuple(pairs)
    return tuple(
        " ".join(_of_way(list(group), [pair for pair in pairs if pair.way == way and pair.measure == MEASURE]))
        for way, group in groupby(rates, key=lambda rate: rate.way)
    )


def _of_way(rates: Sequence[Rate], pairs: Sequence[Comparison]) -> Iterator[str]:
    best, *others = sorted(rates, key=lambda rate: -rate.solved.share)
    way = way_words(best.way).capitalize()
    at_once = f"{percent(best.at_once.share)} in the first attempt with nothing undone"
    if not others:
        yield f"{way}, {best.ranking} solves {_share(best.solved)} of {best.outlines:,} outlines; {at_once}."
        return
    if all(each.solved.share == best.solved.share for each in others):
        yield f"{way}, {listed([each.ranking for each in rates])} solve equally much: {_share(best.solved)}."
        return
    rest = listed([f"{each.ranking} {percent(each.solved.share)}" for each in others])
    yield f"{way}, {best.ranking} solves most: {_share(best.solved)} of {best.outlines:,} outlines ({at_once}); {rest}."
    yield from _against(best.ranking, others[0].ranking, pairs)


def _against(best: str, second: str, pairs: Sequence[Comparison]) -> Iterator[str]:
    """Say how sure the difference is: to the first ranking, or to the second best if the best is the first."""
    for pair in pairs:
        if pair.second == best or (pair.first, pair.second) == (best, second):
            sign = 1 if pair.second == best else -1
            other = pair.first if sign > 0 else pair.second
            low, high = sorted(sign * end for end in pair.interval)
            p, by = _sure(pair, len(pairs))
            words = (
                f"On the {pair.outlines:,} outlines that both were run on, {best} solves "
                f"{100 * sign * pair.difference:.1f} points more than {other} (95 %: {span(low, high)}; p {_p(p)}{by})"
            )
            is_open = low <= 0 <= high or (by and p >= UNSURE)
            yield f"{words}: which of them is better is open." if is_open else f"{words}."
            return


def _sure(pair: Comparison, count: int) -> tuple[float, str]:
    """Return p, and how it is adjusted where a number of rankings are compared with the first."""
    if count == 1 or pair.adjusted is None:
        return pair.p, ""
    return pair.adjusted, f", adjusted by Holm's method for {count} comparisons"


def _share(share: Proportion) -> str:
    return f"{percent(share.share)} ({span(share.low, share.high)})"


def _p(p: float) -> str:
    return chance(p) if p < 0.0001 else f"= {chance(p)}"
