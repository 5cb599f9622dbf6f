"""Mutated files through all readers of outlines; reports every answer that is neither a puzzle nor a clear message.

    PYTHONPATH=benchmarks:tests python -m adversary.garbage [--number N] [--seed N] [--only FORMAT ...] [--keep FOLDER]

A file is made from good ones of its format by dice, read by a worker process, and the first outlines in it are asked
for. What the worker may answer is puzzles, refusals, and errors with a message of one line. Anything else is printed,
and the file kept: another exception, a warning, more than SECONDS, more than MEMORY, an end of the worker itself. The
same seed gives the same files.
"""

import argparse
import multiprocessing
import resource
import signal
import sys
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from traceback import extract_tb
from typing import NamedTuple

from heuristan.common.faults import InputError
from heuristan.tangram.outlines.reading import read_outlines
from heuristan.tangram.puzzle.drawing import Refusal
from heuristan.tangram.puzzle.puzzle import Puzzle

SECONDS = 20
"""For a file."""
MEMORY = 1024
"""Maximum memory of a worker, in MiB."""
PATIENCE = 10
"""Seconds more until a worker that does not even stop by itself is ended."""
MOST = 20
"""Outlines of a file that are asked for."""

SHARES = {
    "yaml": 9,
    "geojson": 13,
    "geojsonl": 8,
    "wkt": 15,
    "walk": 8,
    "points": 6,
    "gtans": 9,
    "peces": 9,
    "svg": 8,
    "svgz": 4,
    "png": 0.6,
    "jpeg": 0.4,
    "webp": 0.4,
    "pdf": 0.2,
    "outline": 1.4,
    "nonsense": 8,
}
"""The parts of each format, about a hundred in all: pictures take a hundred times as long as texts."""


class Answer(NamedTuple):
    """The answer to a file."""

    number: int
    form: str
    outcome: str
    """``read``, ``read in part``, ``refused``; or what went wrong, after an exclamation mark."""
    seconds: float
    peak: float
    """Peak memory of the worker until now, in MiB."""


class Late(BaseException):
    """A file took too long; no reader may take this for a fault of the file."""


def forms_of(number: int, only: list[str], seed: int) -> list[str]:
    """Return the format of each file."""
    shares = {form: share for form, share in SHARES.items() if form in only or not only}
    return Random(seed).choices(list(shares), list(shares.values()), k=number)


def contents(form: str, good: dict[str, list[bytes]], dice: Random) -> bytes:
    """Return a bad file of a format, or one that only looks like it."""
    from adversary import mutations

    if form == "outline":
        made = mutations.outline(dice)
        return mutations.mutated(made, made, dice) if dice.random() < 0.1 else made
    if form == "nonsense":
        return mutations.nonsense(dice)
    change = mutations.damaged if form in ("png", "jpeg", "webp") else mutations.mutated
    change = mutations.packed if form == "svgz" else change
    if form == "pdf" and dice.random() < 0.5:
        change = mutations.damaged
    others = form if form == "svgz" or dice.random() < 0.6 else dice.choice(list(good))
    return change(dice.choice(good[form]), dice.choice(good[others]), dice)


def work(answers: Connection, forms: list[str], first: int, seed: int, path: Path) -> None:
    """Make and read the files from a number on, one after the other, and send what became of each."""
    from adversary.seeds import seeds

    # what people would see on standard error, though nothing failed
    warnings.simplefilter("error", RuntimeWarning)
    signal.signal(signal.SIGALRM, _stop)
    good = seeds()
    for number, form in islice(enumerate(forms), first, None):
        path.write_bytes(contents(form, good, Random(f"{seed} {number}")))
        start = time.process_time()
        outcome = answer_to(path)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        answers.send(Answer(number, form, outcome, time.process_time() - start, peak))


def _stop(*_what: object) -> None:
    raise Late


def answer_to(path: Path) -> str:
    """Return how the readers answered."""
    signal.alarm(SECONDS)
    try:
        found = list(islice(read_outlines(path), MOST))
        for one in found:
            if isinstance(one, Puzzle) and not one.nearness and not one.boundary:
                return "!a puzzle without a boundary"
    except InputError as fault:
        return "refused" if _is_clear(str(fault), path) else f"!unclear message: {str(fault)[:200]!r}"
    except Late:
        return f"!more than {SECONDS} seconds"
    except Exception as fault:  # any other exception is what this looks for
        at = extract_tb(fault.__traceback__)[-1]
        return f"!{type(fault).__name__}: {str(fault)[:120]!r} ({Path(at.filename).name}:{at.lineno})"
    finally:
        signal.alarm(0)
    refused = [one.message for one in found if isinstance(one, Refusal)]
    unclear = next((message for message in refused if not _is_clear(message, path)), None)
    if unclear is not None:
        return f"!unclear message: {unclear[:200]!r}"
    return "read in part" if refused else "read"


def _is_clear(message: str, path: Path) -> bool:
    return message.startswith(str(path)) and message.isprintable() and len(message) < 1000


@dataclass
class Report:
    """The answers to all files."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    slowest: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    faults: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    peak: float = 0.0

    def add(self, answer: Answer) -> None:
        is_fault = answer.outcome.startswith("!")
        self.counts[answer.form]["faults" if is_fault else answer.outcome] += 1
        self.slowest[answer.form] = max(self.slowest[answer.form], answer.seconds)
        self.seconds[answer.form] += answer.seconds
        if is_fault:
            self.faults[f"{answer.form}: {answer.outcome[1:]}"].append(answer.number)

    def print(self) -> None:
        outcomes = ("read", "read in part", "refused", "faults")
        print(
            f"{'format':10}{'files':>8}" + "".join(f"{outcome:>14}" for outcome in outcomes) + "   mean ms  slowest s"
        )
        for form, counts in sorted(self.counts.items()):
            files = counts.total()
            numbers = "".join(f"{counts[outcome]:14}" for outcome in outcomes)
            print(f"{form:10}{files:8}{numbers}{1000 * self.seconds[form] / files:10.2f}{self.slowest[form]:11.2f}")
        total = sum((counts for counts in self.counts.values()), Counter[str]())
        print(f"{'all':10}{total.total():8}" + "".join(f"{total[outcome]:14}" for outcome in outcomes))
        print(f"peak memory of a worker: {self.peak:.0f} MiB; processor time: {sum(self.seconds.values()):.0f} s")
        for fault, numbers in sorted(self.faults.items()):
            print(f"  {len(numbers)} x {fault}; files {', '.join(map(str, numbers[:5]))}")


def answers_of(forms: list[str], seed: int, first: int = 0) -> Iterator[tuple[Answer, bytes]]:
    """Yield the answer to each file, and the file if there was no answer; a worker that fails is replaced."""
    from adversary.seeds import seeds

    good = seeds()

    def made(number: int) -> bytes:
        return contents(forms[number], good, Random(f"{seed} {number}"))

    context = multiprocessing.get_context("spawn")
    with TemporaryDirectory() as place:
        path = Path(place) / "garbage"
        while first < len(forms):
            here, there = context.Pipe(duplex=False)
            worker = context.Process(target=work, args=(there, forms, first, seed, path), daemon=True)
            worker.start()
            there.close()
            peak = 0.0
            while first < len(forms):
                answer = _next(here, worker, first, forms[first])
                if answer.peak > MEMORY >= peak and not answer.outcome.startswith("!"):
                    answer = answer._replace(outcome=f"!{answer.peak:.0f} MiB")
                peak, first = answer.peak, first + 1
                is_fault = answer.outcome.startswith("!")
                # the next file may be there already: it is made again
                yield answer, made(answer.number) if is_fault else b""
                if peak > MEMORY or not (worker.is_alive() or here.poll()):
                    break
            worker.kill()
            worker.join()


def _next(answers: Connection, worker: multiprocessing.process.BaseProcess, number: int, form: str) -> Answer:
    """Return the next answer of a worker, or the reason why it has none."""
    patience = SECONDS + PATIENCE + 60 * (number == 0 or not worker.is_alive())
    try:
        if answers.poll(patience):
            answer: Answer = answers.recv()
            return answer
        worker.kill()
        worker.join()
        return Answer(number, form, f"!more than {patience} seconds, without an end", patience, 0)
    except EOFError:
        worker.join()
        return Answer(number, form, f"!the worker ended with {worker.exitcode}", 0, 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--number", type=int, default=100_000, help="number of files")
    parser.add_argument("--seed", type=int, default=1972)
    parser.add_argument("--only", nargs="*", default=[], choices=list(SHARES), metavar="FORMAT", help=" ".join(SHARES))
    parser.add_argument("--keep", type=Path, default=Path("garbage"), help="the folder where files with faults go")
    asked = parser.parse_args()
    report, forms = Report(), forms_of(asked.number, asked.only, asked.seed)
    try:
        for answer, content in answers_of(forms, asked.seed):
            report.add(answer)
            report.peak = max(report.peak, answer.peak)
            if answer.outcome.startswith("!"):
                asked.keep.mkdir(exist_ok=True)
                (asked.keep / f"{asked.seed}-{answer.number}-{answer.form}").write_bytes(content)
                print(f"{answer.number} {answer.form}: {answer.outcome[1:]}", flush=True)
    except KeyboardInterrupt:
        pass
    report.print()
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
