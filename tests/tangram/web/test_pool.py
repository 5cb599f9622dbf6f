"""Workers and the queue before them: turns, limits, and replacement."""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.tangram.web import pool as pool_module
from heuristan.tangram.web.pool import Limits, Pool
from heuristan.tangram.web.queueing import MOST_OF_A_CLIENT, MOST_WAITING, BusyError, FairQueue, Job, Pace

LIMITS = Limits(seconds=30.0, memory=3 << 30, run=10.0)
LONG = b'{"puzzle": {"rings": [[[0, 0], [8, 0], [8, 4], [0, 4]]], "sets": 4}, "solver": "exact", "want": "count"}'
"""A run of a minute and more."""
STEP = b'{"puzzle": {"shape": "cat"}}'


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a coroutine in a thread of its own: in this one, a browser of other tests may have a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(work(), 60))).result()


class TestTurns:
    @given(st.lists(st.integers(0, 4), min_size=1, max_size=12))
    def test_clients_take_turns_whoever_asks_most(self, clients: list[int]) -> None:
        async def work() -> list[str]:
            queue = FairQueue(1)
            for client in clients:
                queue.put(Job(str(client), {}))
            found = []
            for _ in clients:
                job = await queue.take(0)
                queue.finish(job)
                found.append(job.client)
            return found

        found = run(work)
        assert sorted(found) == sorted(map(str, clients))
        # as long as a client has a job left, nobody else has two turns more
        for place in range(len(found)):
            left = {*found[place:]}
            turns = [found[:place].count(client) for client in left]
            assert max(turns) - min(turns) <= 1

    def test_a_client_comes_back_to_the_worker_that_remembers_it(self) -> None:
        async def work() -> list[int]:
            queue = FairQueue(2)
            idle = {number: asyncio.ensure_future(queue.take(number)) for number in (0, 1)}
            await asyncio.sleep(0)
            found = []
            for _ in range(3):
                queue.put(Job("page", {}))
                await asyncio.sleep(0)
                (number,) = (number for number, future in idle.items() if future.done())
                queue.finish(idle[number].result())
                idle[number] = asyncio.ensure_future(queue.take(number))
                await asyncio.sleep(0)
                found.append(number)
            for future in idle.values():
                future.cancel()
            return found

        assert len({*run(work)}) == 1

    def test_long_jobs_leave_a_worker_free(self) -> None:
        async def work() -> None:
            queue = FairQueue(2)
            for client in "abc":
                queue.put(Job(client, {}, pace="long"))
            long = await queue.take(0)
            queue.put(Job("d", {}))
            short = await queue.take(1)
            assert (long.pace, short.pace) == ("long", "soon")
            queue.finish(long)
            assert (await queue.take(0)).pace == "long"

        run(work)

    def test_who_looks_at_the_board_is_served_first(self) -> None:
        async def work() -> None:
            queue = FairQueue(1)
            paces: list[Pace] = ["long", "soon", "now", "soon", "now"]
            for number, pace in enumerate(paces):
                queue.put(Job(str(number), {}, pace=pace))
            found = []
            for _ in paces:
                job = await queue.take(0)
                queue.finish(job)
                found.append(job.pace)
            assert found == ["now", "now", "long", "soon", "soon"]

        run(work)

    def test_one_page_cannot_fill_the_queue(self) -> None:
        async def work() -> None:
            queue = FairQueue(1)
            for _ in range(MOST_OF_A_CLIENT):
                queue.put(Job("greedy", {}))
            with pytest.raises(BusyError) as caught:
                queue.put(Job("greedy", {}))
            assert caught.value.is_own_fault
            queue.put(Job("modest", {}))

        run(work)

    def test_the_queue_is_bounded(self) -> None:
        async def work() -> None:
            queue = FairQueue(1)
            for number in range(MOST_WAITING):
                queue.put(Job(str(number), {}))
            with pytest.raises(BusyError) as caught:
                queue.put(Job("late", {}))
            assert not caught.value.is_own_fault

        run(work)

    def test_what_nobody_waits_for_is_not_done(self) -> None:
        async def work() -> None:
            queue = FairQueue(1)
            jobs = [Job("page", {"n": n}, pace="long" if n % 2 else "soon") for n in range(4)]
            for job in jobs:
                queue.put(job)
            assert queue.drop(jobs[0])
            assert queue.drop(jobs[1])
            assert not queue.drop(jobs[0])
            assert await queue.take(0) is jobs[2]
            assert not queue.drop(jobs[2])
            queue.finish(jobs[2])
            assert await queue.take(0) is jobs[3]  # the long job that was dropped takes no worker
            queue.finish(jobs[3])
            assert queue._held == {}
            assert queue._long == 0

        run(work)


class Busy:
    """The place of a worker that is never done."""

    def __init__(self) -> None:
        self.ended = Event()

    def prepare(self) -> None:
        """Do nothing: there is no process."""

    def answer(self, *_: object) -> None:
        self.ended.wait(30)

    def close(self) -> None:
        self.ended.set()


def test_a_pool_ends_though_jobs_wait_beside_an_idle_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "_Slot", lambda *_: Busy())

    async def work() -> None:
        pool = Pool(2, LIMITS)
        pool.start()
        await asyncio.sleep(0.1)
        asking = [asyncio.create_task(pool.ask(Job(client, {}, pace="long"))) for client in "abc"]
        await asyncio.sleep(0.1)
        assert pool.queue.waiting == 2  # long jobs leave the other worker idle
        await pool.close()
        assert [answer.fields["status"] for answer in await asyncio.gather(*asking)] == [503] * 3
        assert pool.queue.waiting == 0

    run(work)


@pytest.mark.slow
class TestWorkers:
    def test_one_that_is_late_is_killed_and_replaced_and_leaves_no_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

        async def work() -> None:
            pool = Pool(1, Limits(0.01, LIMITS.memory, LIMITS.run))
            pool.start()
            try:
                answer = await pool.ask(Job("page", {"do": "step"}, STEP))
                assert answer.fields["status"] == 422
                assert "longer than 0.01 seconds" in json.loads(answer.data)["message"]
                pool._slots[0]._limits = LIMITS
                assert (await pool.ask(Job("page", {"do": "step"}, STEP))).fields["status"] == 200
            finally:
                pids = pool.pids
                await pool.close()
            assert not [*tmp_path.iterdir()]
            assert not any(is_running(pid) for pid in pids)

        run(work)

    def test_one_whose_page_has_gone_is_there_for_others_soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pool_module, "PATIENCE", 0.1)

        async def work() -> None:
            pool = Pool(1, Limits(60.0, LIMITS.memory, 50.0))
            pool.start()
            try:
                assert (await pool.ask(Job("page", {"do": "step"}, STEP))).fields["status"] == 200
                leaving = asyncio.create_task(pool.ask(Job("page", {"do": "run"}, LONG, pace="long")))
                await asyncio.sleep(0.3)
                leaving.cancel()
                began = asyncio.get_running_loop().time()
                assert (await pool.ask(Job("other", {"do": "step"}, STEP))).fields["status"] == 200
                assert asyncio.get_running_loop().time() - began < 30
            finally:
                await pool.close()

        run(work)

    def test_one_that_is_killed_while_nobody_asks_is_replaced(self) -> None:
        async def work() -> None:
            pool = Pool(1, LIMITS)
            pool.start()
            try:
                for _ in range(2):
                    assert (await pool.ask(Job("page", {"do": "step"}, STEP))).fields["status"] == 200
                    pool._slots[0].kill()
            finally:
                await pool.close()

        run(work)

    def test_whoever_waits_at_the_end_is_told_so(self) -> None:
        async def work() -> None:
            pool = Pool(1, LIMITS)
            pool.start()
            asking = [asyncio.create_task(pool.ask(Job("page", {"do": "run"}, LONG))) for _ in range(2)]
            await asyncio.sleep(0.1)
            await pool.close()
            answers = [*await asyncio.gather(*asking), await pool.ask(Job("late", {"do": "step"}, STEP))]
            assert [answer.fields["status"] for answer in answers] == [503] * 3

        run(work)

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="memory is bounded on Linux alone")
    def test_one_that_needs_too_much_memory_says_so(self) -> None:
        async def work() -> None:
            pool = Pool(1, Limits(30.0, 420 << 20, 10.0))
            pool.start()
            try:
                read = {"do": "read", "name": "a.geojson", "pieces": None}
                large = b'{"type": "Polygon", "coordinates": [[' + b"[0,0]," * 2_000_000 + b"[0,0]]]}"
                answer = await pool.ask(Job("page", read, large))
                assert answer.fields["status"] == 422
                assert "more memory" in json.loads(answer.data)["message"]
                assert (await pool.ask(Job("page", {"do": "step"}, STEP))).fields["status"] == 200
            finally:
                await pool.close()

        run(work)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
