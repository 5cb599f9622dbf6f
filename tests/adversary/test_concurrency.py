"""Puzzles solved from threads, from asyncio, in processes that were spawned or forked, and within another run."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, TypeAlias

import pytest

from heuristan import Puzzle
from heuristan.common.clock import Clock
from heuristan.tangram.expert.backtracking import rules_for
from heuristan.tangram.expert.ranking_file import read_ranking
from heuristan.tangram.expert.runs import control_for, drive
from heuristan.tangram.expert.tracing import Tracer
from heuristan.tangram.expert.ways import Engine
from heuristan.tangram.trace.events import Event
from heuristan.teaching.stepping import Consultation

pytestmark = pytest.mark.slow

Job: TypeAlias = tuple[str, str]

SHAPES = ("cat", "goose")
WAYS: Mapping[str, Callable[[Puzzle], Any]] = {
    "exact": lambda puzzle: _told(puzzle, solver="exact"),
    "count": lambda puzzle: puzzle.count(),
    "ford": lambda puzzle: _told(puzzle, solver="ford"),
    "engine": lambda puzzle: _told(puzzle, engine="production"),
    "published": lambda puzzle: _told(puzzle, backtracking=False),
    "heuristan": lambda puzzle: _told(puzzle, ranking="heuristan"),
    "hint": lambda puzzle: puzzle.hint().as_json(),
    "why not": lambda puzzle: Consultation.begun(puzzle).why_not(5, "square", 6).paragraphs,
    "verdict": lambda puzzle: puzzle.verify(puzzle.solve("exact")).verdict,
}


def _told(puzzle: Puzzle, **how: Any) -> tuple[str, str]:
    found = puzzle.solve(**how)
    return found.status, found.explain()


def answer(job: Job) -> Any:
    shape, way = job
    return WAYS[way](Puzzle.from_name(shape))


@pytest.fixture(scope="module")
def alone() -> Mapping[Job, Any]:
    """The answers when nothing else runs."""
    return {(shape, way): answer((shape, way)) for shape in SHAPES for way in WAYS}


@pytest.fixture
def jobs(alone: Mapping[Job, Any], random: Random) -> list[Job]:
    return random.sample([*alone], len(alone))


@pytest.fixture(autouse=True)
def switching() -> Iterator[None]:
    """Let threads change places all the time."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(usual)


def test_threads_get_the_answers_of_one_alone(
    alone: Mapping[Job, Any], jobs: list[Job], part: Callable[[int], int]
) -> None:
    some = jobs[: part(64)]
    with ThreadPoolExecutor(4) as threads:
        assert dict(zip(some, threads.map(answer, some), strict=True)) == {job: alone[job] for job in some}


def test_asyncio_gets_the_answers_of_one_alone(
    alone: Mapping[Job, Any], jobs: list[Job], part: Callable[[int], int]
) -> None:
    some = jobs[: part(64)]

    async def gathered() -> list[Any]:
        return await asyncio.gather(*(asyncio.to_thread(answer, job) for job in some))

    assert asyncio.run(gathered()) == [alone[job] for job in some]


@pytest.mark.parametrize("start", ["spawn", "fork"])
def test_processes_get_the_answers_of_one_alone(
    alone: Mapping[Job, Any], jobs: list[Job], start: str, part: Callable[[int], int]
) -> None:
    some = jobs[: part(64)]
    if start == "fork" and sys.platform != "linux":
        pytest.skip("processes are forked safely on Linux alone")
    with ProcessPoolExecutor(2, mp_context=get_context(start)) as processes:
        assert list(processes.map(answer, some)) == [alone[job] for job in some]


@pytest.mark.part(3)
@pytest.mark.parametrize("engine", ["compiled", "production"])
@pytest.mark.parametrize("way", [*WAYS])
def test_a_run_goes_on_after_another_within_it(alone: Mapping[Job, Any], engine: Engine, way: str) -> None:
    puzzle, ranking = Puzzle.from_name("goose"), read_ranking("deutsch-hayes-1972")

    def events_of(record: Callable[[Event], None]) -> list[Event]:
        found: list[Event] = []
        tracer = Tracer(
            puzzle, ranking, rules_for(ranking, "backtracking"), lambda each: (found.append(each), record(each))[0]
        )
        drive(control_for(puzzle, ranking, "backtracking", tracer, Clock()), engine)
        return found

    answers = []
    assert events_of(lambda _: answers.append(answer(("goose", way))) if not answers else None) == events_of(
        lambda _: None
    )
    assert answers == [alone["goose", way]]
