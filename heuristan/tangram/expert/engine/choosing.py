"""Rules between the lines of a ranking: finders that assert evidence where a line asks for it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heuristan.tangram.expert.engine.facts import Evidence, Examined
from heuristan.tangram.expert.engine.line_rules import TIGHTEST
from heuristan.tangram.expert.engine.patterns import Production, fact, no

if TYPE_CHECKING:
    from heuristan.tangram.expert.engine.running import RankingEngine


def finders(kinds: frozenset[str], salience: int, tightest: int | None) -> Iterator[Production]:
    """Yield the rules that look for evidence: of the kinds that lines ask for, and for the tightest vertex."""
    if kinds:
        first = min(kinds)
        yield Production(
            "find-evidence",
            salience,
            (fact(Examined), no(Evidence, kind=first)),
            _find_evidence,
            "\n   ".join(f"(assert (Evidence (kind {kind}) (matches (find {kind}))))" for kind in sorted(kinds)),
        )
    if tightest is not None:
        yield Production(
            "find-tightest-vertex",
            tightest,
            (fact(Examined), no(Evidence, kind=TIGHTEST)),
            _find_tightest,
            f"(assert (Evidence (kind {TIGHTEST}) (matches (pieces-at-tightest-vertex))))",
        )


def _find_evidence(engine: "RankingEngine") -> None:
    engine.find_evidence()


def _find_tightest(engine: "RankingEngine") -> None:
    engine.find_tightest()
