"""A reading of the paper compared with another: what both solve, and how reliable the rules concerned are."""

from collections.abc import Iterator

from experiment import Answer

from heuristan.lab.reporting import rates, reliability
from heuristan.lab.scoring.sentences import Verdict, different, judged
from heuristan.lab.scoring.stored_runs import Results

FINAL = "deutsch-hayes-1972"


def compared(results: Results, variant: str, words: str, rules: tuple[str, ...]) -> Answer:
    """Return what the final order of the paper (figure 23) and a variant of it solve.

    Args:
        results: the runs of both.
        variant: the other ranking.
        words: what the variant has: begins a sentence that ends in "more is solved".
        rules: the rules concerned.
    """
    both = {"rankings": (FINAL, variant), **results.choice}
    solved = rates(results.path, **both)
    trusted = reliability(results.path, attempts="first", **both)
    shown = "".join(line for line in trusted.markdown().splitlines(keepends=True) if _is_of(line, rules))
    verdicts = (*_solves_more(results, variant, words), *_is_more_reliable(results, variant, words, rules))
    return Answer((shown,), solved, verdicts)


def _is_of(line: str, rules: tuple[str, ...]) -> bool:
    """Return whether a line of a table is its head, or about one of some rules."""
    cells = [cell.strip() for cell in line.split("|")]
    return "Rule" in cells or "---" in cells or any(rule in cells for rule in rules)


def _solves_more(results: Results, variant: str, words: str) -> Iterator[Verdict]:
    for measure, attempts in (("at once", "the first attempt"), ("solved", "any attempt")):
        found = results.comparison(FINAL, variant, measure)
        yield judged(f"{words} more is solved, in {attempts}.", f"more solved, {attempts}", found)


def _is_more_reliable(results: Results, variant: str, words: str, rules: tuple[str, ...]) -> Iterator[Verdict]:
    found = reliability(results.path, attempts="first", rankings=(FINAL, variant), **results.choice)
    shares = {(row.ranking, row.part): row.reliability for row in found}
    for rule in rules:
        claim = f"{words} `{rule}` is more reliable."
        yield different(claim, f"`{rule}` more reliable", shares.get((variant, rule)), shares.get((FINAL, rule)))
