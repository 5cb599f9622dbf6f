"""The scoreboard: every sentence of the paper that outlines can test, with its verdict, on one page."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain, count
from typing import NamedTuple

from heuristan.common.files import folder
from heuristan.common.words import listed, plural
from heuristan.lab.digests import corpus_digest
from heuristan.lab.identity import version
from heuristan.lab.reporting import Report, queries
from heuristan.lab.reporting.findings import finding
from heuristan.lab.reporting.picking import as_stored
from heuristan.lab.reporting.selection import kept_open
from heuristan.lab.scoring.sentences import FINAL, SENTENCES, Grounds, Outcome
from heuristan.lab.scoring.signatures import READINGS, signature_words, weights
from heuristan.lab.scoring.stored_runs import Accepted, Direct, Results, accepted_on, direct_on
from heuristan.tangram.expert.ranking_file import read_ranking


def source_of(ranking: str) -> str:
    """Return the file of a variant, or the name of a ranking that ships for everybody."""
    own = folder("rules") / "variants" / f"{ranking}.yaml"
    return str(own) if own.is_file() else ranking


ONE_SET = "sets = 1"
SIMPLE = "kind IN ('convex', 'simple-10-', 'simple-11+')"
PAPERS_CLASS = "kind = 'simple-11+'"
"""One set, no holes, eleven vertices or more (section 3)."""

KINDS = ("convex", "simple-10-", "simple-11+")
"""The kinds of outlines that the scoreboard needs."""

NEEDED = tuple(dict.fromkeys(chain(READINGS, *(each.rankings for each in SENTENCES))))
"""The names of all rankings that must be run."""


class Weighed(NamedTuple):
    """A sentence with its verdict."""

    section: str
    said: str
    outcome: Outcome
    because: str
    runs: str
    """The rankings whose runs decide."""


@dataclass(frozen=True)
class Provenance:
    """The command and the outlines from which a scoreboard was made, to be printed on it."""

    command: str
    day: date
    again: int
    """Number of outlines that are looked at again."""
    seen: Callable[[int, int], None] = lambda *_: None
    """Is told how many of them are done."""


def scoreboard(stored: Results, asked: Provenance) -> Report:
    """Return the scoreboard of some runs, all of which must be there.

    Raises:
        ReportError: if a run is missing, or if a condition cannot be used.
    """
    with kept_open(stored.path):
        return _scoreboard(stored, asked)


def _scoreboard(stored: Results, asked: Provenance) -> Report:
    wider = stored.on(ONE_SET, SIMPLE)
    runs = stored.on(ONE_SET, PAPERS_CLASS)
    grounds = Grounds(runs, wider, *_again(runs, asked))
    rows = tuple(_weighed(grounds))
    readings = weights(runs)
    outcomes = Counter(row.outcome for row in rows)
    words = listed([f"{outcome} {count}" for outcome, count in outcomes.most_common()])
    return Report(
        "Scoreboard of the paper",
        (f"Of {plural(len(rows), 'sentence')} of the paper that outlines can test: {words}.",),
        tuple((ranking.name, ranking.title) for ranking in map(read_ranking, map(source_of, NEEDED))),
        tuple(_remarks(grounds, asked)),
        (finding("sentences", rows), readings),
    )


def _weighed(grounds: Grounds) -> Iterator[Weighed]:
    for sentence in SENTENCES:
        verdict = sentence.weigh(grounds, sentence.said)
        yield Weighed(sentence.section, sentence.said, verdict.outcome, verdict.because, ", ".join(sentence.rankings))


DIRECT = "pieces-direct"


def _again(runs: Results, asked: Provenance) -> tuple[Accepted, Direct]:
    """Look at some outlines again, drawn by their digests."""
    with runs.selection(FINAL) as chosen:
        accepted = accepted_on(chosen, asked.again)
        taken = [as_stored(row).puzzle for row in chosen.ask(queries.query("taken_by", count=asked.again))]
    ranking, done = read_ranking(FINAL), count(1)

    def seen() -> None:
        asked.seen(next(done), len(taken))

    return accepted, direct_on(taken, ranking, DIRECT, seen)


def _remarks(grounds: Grounds, asked: Provenance) -> Iterator[str]:
    outlines = [digest for (digest,) in grounds.runs.ask("\nSELECT outline FROM chosen ORDER BY outline", FINAL)]
    yield (
        f"{plural(len(outlines), 'outline')} of the paper's class: one set, one region without holes, eleven vertices "
        f"or more (digest {corpus_digest(outlines)}, of their sorted digests); the sentence on corners also takes "
        "those of fewer. All runs as published."
    )
    yield f"Made on {asked.day.isoformat()} by: {asked.command} (results {version()})."
    yield (
        "Holds: the whole interval of 95 % is on the side of the sentence. Does not hold: it is on the other side, or, "
        "of what is never, there is a case. Occurs: of what is said to exist, which no outline refutes. Each figure "
        "stands for one corpus; no interval is corrected for being one of twenty."
    )
    yield f"Signatures: {signature_words()}"
