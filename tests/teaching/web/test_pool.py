"""Workers and the queue before them: turns, limits, and replacement."""

import asyncio
import json
import os
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heuristan.teaching.web.service import server
from heuristan.teaching.web.service.fair_queue import (
    CLICK,
    ENOUGH,
    HALF,
    HANDICAP,
    MOST_KEPT,
    MOST_OF_A_CLIENT,
    MOST_WAITING,
    Account,
    Accounts,
    BusyError,
    Client,
    FairQueue,
    Job,
    Pace,
)
from heuristan.teaching.web.service.server import Limits, Pool

LIMITS = Limits(seconds=30.0, memory=3 << 30, run=10.0)
LONG = b'{"puzzle": {"rings": [[[0, 0], [8, 0], [8, 4], [0, 4]]], "sets": 4}, "solver": "exact", "want": "count"}'
"""A run of a minute and more."""
STEP = b'{"puzzle": {"shape": "cat"}}'


def run(work: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a coroutine in a thread of its own: in this one, a browser of other tests may have a loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(asyncio.wait_for(work(), 60))).result()


class Time:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def done(queue: FairQueue, time: Time, seconds: float, worker: int = 0) -> Job:
    """Do the next job, which takes some seconds."""
    job = await queue.take(worker)
    time.now += seconds
    queue.finish(job, seconds)
    return job


async def known(queue: FairQueue, time: Time, name: str) -> Client:
    """Return a client whose clicks were answered quickly."""
    client = Client("here", name)
    for _ in range(ENOUGH):
        queue.put(Job(client, {}, pace="now"))
        await done(queue, time, 0.01)
    return client


class TestTurns:
    @given(st.lists(st.floats(0.01, 2.0), min_size=1, max_size=40))
    def test_of_those_who_wait_nobody_gets_more_than_a_job_ahead(self, costs: list[float]) -> None:
        async def work() -> None:
            time = Time()
            queue, used = FairQueue(1, 1, time), dict.fromkeys("abcd", 0.0)
            for name in used:
                queue.put(Job(await known(queue, time, name), {}, pace="now"))
            for seconds in costs:
                job = await done(queue, time, seconds)
                used = {name: value * 2 ** (-seconds / HALF) for name, value in used.items()}
                used[job.client.name] += seconds
                queue.put(Job(job.client, {}, pace="now"))
                assert max(used.values()) - min(used.values()) <= 2.1

        run(work)

    @given(st.lists(st.sampled_from(["new", "same", "few"]), min_size=1, max_size=12))
    def test_whatever_a_page_calls_itself_others_do_not_wait_for_it(self, names: list[str]) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(2, 1, time)
            other = await known(queue, time, "other")
            for number, name in enumerate(names):
                called = {"new": f"new {number}", "few": f"few {number // 4}"}.get(name, name)
                queue.put(Job(Client("here", called), {}, pace="now"))
                job = await queue.take(0)
                time.now += CLICK
                if not job.is_long:
                    queue.slow_down(job, CLICK)
                queue.finish(job)
            for number in range(9):
                queue.put(Job(Client("here", f"waiting {number}"), {}, pace="now"))
            idle = [asyncio.ensure_future(queue.take(worker)) for worker in range(3)]
            await asyncio.sleep(0)
            assert sum(each.done() for each in idle) == 1
            queue.put(Job(other, {}, pace="now"))
            await asyncio.sleep(0)
            assert other in [each.result().client for each in idle if each.done()]
            for each in idle:
                each.cancel()

        run(work)

    def test_a_newcomer_comes_before_a_page_that_always_has_new_names(self) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(1, 1, time)
            names = [*(f"forged {number}" for number in range(6)), "pupil"]
            for name in names:
                queue.put(Job(Client("here", name), {}, pace="now"))
            for number in range(20):
                job = await queue.take(0)
                is_pupil = job.client.name == "pupil"
                time.now += (seconds := 0.1 if is_pupil else 2.0)
                queue.finish(job, seconds)
                names.append("pupil" if is_pupil else f"forged again {number}")
                queue.put(Job(Client("here", names[-1]), {}, pace="now"))
            assert names.count("pupil") > 10

        run(work)

    def test_a_flood_of_new_names_comes_after_what_known_pages_can_wait_for(self) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(1, 1, time)
            page = await known(queue, time, "page")
            for number in range(1000):
                queue.put(Job(Client("here", f"new {number}"), {}, pace="now"))
                await done(queue, time, 0.02)
            queue.put(Job(Client("here", "another"), {}, pace="now"))
            queue.put(Job(page, {}, pace="soon"))
            assert (await queue.take(0)).client == page

        run(work)

    def test_a_newcomer_who_waits_is_held_up_by_no_flood_of_what_is_more_urgent(self) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(1, 1, time)
            queue.put(Job(Client("here", "pupil"), {}, b" " * 500, pace="soon"))
            for number in range(2 * MOST_KEPT):
                queue.put(Job(Client("here", f"new {number}"), {}, pace="now"))
                if (await done(queue, time, 0.02)).client.name == "pupil":
                    break
            assert time.now < 2 * max(HANDICAP.values())

        run(work)

    def test_nobody_who_waits_is_forgotten(self) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(1, 1, time)
            queue.put(Job(pupil := Client("here", "pupil"), {}))
            await done(queue, time, 0.02)
            queue.put(Job(pupil, {}, pace="soon"))
            for number in range(MOST_KEPT + 9):
                queue._accounts.charge(Client("here", f"flood {number}"), Account(), 0.0, is_click=True, worker=0)
            queue.put(Job(Client("here", "another"), {}, pace="now"))
            assert (await queue.take(0)).client == pupil

        run(work)

    def test_clicks_of_a_page_that_take_long_again_and_again_are_long_from_the_start(self) -> None:
        async def work() -> list[bool]:
            time, found = Time(), []
            queue = FairQueue(1, 1, time)
            for _ in range(4):
                queue.put(Job(Client("here", "page"), {}, pace="now"))
                job = await queue.take(0)
                found.append(job.is_long)
                if not job.is_long:
                    time.now += CLICK
                    queue.slow_down(job, CLICK)
                queue.finish(job)
            time.now += 5 * HALF
            queue.put(Job(Client("here", "page"), {}, pace="now"))
            return [*found, (await queue.take(0)).is_long]

        assert run(work) == [False, False, True, True, False]

    def test_a_place_with_many_pages_leaves_room_to_a_place_with_one(self) -> None:
        async def work() -> None:
            time = Time()
            queue, found = FairQueue(1, 1, time), []
            for number in range(100):
                queue.put(Job(Client("there", f"forged {number}"), {}))
            queue.put(Job(Client("here", "pupil"), {}))
            for _ in range(20):
                found.append((await done(queue, time, 1.0)).client.address)
                if found[-1] == "here":
                    queue.put(Job(Client("here", "pupil"), {}))
            assert found.count("here") >= 7

        run(work)

    @pytest.mark.parametrize(
        ("one", "other", "is_same"),
        [
            ("10.0.0.1", "10.0.0.2", False),
            ("fe80::1", "fe80::2", True),
            ("2001:db8:1::1", "2001:db8:2::1", False),
            ("::ffff:10.0.0.1", "::ffff:10.0.0.2", False),
            ("::ffff:10.0.0.1", "10.0.0.1", True),
            ("testclient", "testclient", True),
        ],
    )
    def test_nobody_is_somebody_else_by_an_address_that_can_be_chosen(
        self, one: str, other: str, is_same: bool
    ) -> None:
        assert (Client.at(one, "") == Client.at(other, "")) is is_same

    def test_a_flood_of_names_makes_no_page_forgotten_and_fills_no_memory(self) -> None:
        accounts = Accounts(Time())
        page = Client("here", "page")
        for _ in range(ENOUGH):
            accounts.charge(page, accounts.of(page), 0.1, is_click=True, worker=0)
        for number in range(MOST_KEPT + 9):
            accounts.charge(Client(f"{number}", "flood"), Account(), 0.1, is_click=True, worker=0)
        assert not accounts.of(page).is_new
        assert len(accounts._new) == len(accounts._places) == MOST_KEPT

    def test_a_client_comes_back_to_the_worker_that_remembers_it(self) -> None:
        async def work() -> list[int]:
            queue = FairQueue(2, 1)
            idle = {number: asyncio.ensure_future(queue.take(number)) for number in (0, 1)}
            await asyncio.sleep(0)
            found = []
            for _ in range(3):
                queue.put(Job(Client("page"), {}))
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

    def test_long_jobs_have_workers_of_their_own(self) -> None:
        async def work() -> None:
            queue = FairQueue(1, 1)
            for name in "abc":
                queue.put(Job(Client(name), {}, pace="long"))
            long = await queue.take(0)
            queue.put(Job(Client("d"), {}))
            short = await queue.take(1)
            assert (long.pace, short.pace) == ("long", "soon")
            queue.finish(long)
            assert (await queue.take(0)).pace == "long"

        run(work)

    def test_who_looks_at_the_board_is_served_first(self) -> None:
        async def work() -> None:
            queue = FairQueue(1, 1)
            paces: list[Pace] = ["soon", "now", "soon", "now"]
            for number, pace in enumerate(paces):
                queue.put(Job(Client(str(number)), {}, pace=pace))
            assert [(await done(queue, Time(), 0)).pace for _ in paces] == ["now", "now", "soon", "soon"]

        run(work)

    def test_one_page_cannot_fill_the_queue(self) -> None:
        async def work() -> None:
            queue = FairQueue(1, 1)
            for _ in range(MOST_OF_A_CLIENT):
                queue.put(Job(Client("greedy"), {}))
            with pytest.raises(BusyError) as caught:
                queue.put(Job(Client("greedy"), {}))
            assert caught.value.is_own_fault
            queue.put(Job(Client("modest"), {}))

        run(work)

    def test_the_queue_is_bounded_and_who_would_come_last_goes(self) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(1, 1, time)
            page = await known(queue, time, "page")
            queue.put(Job(Client("here", "forged"), {}))
            await done(queue, time, 2.0)
            jobs = [Job(Client("here", str(number)), {}) for number in range(MOST_WAITING)]
            for job in jobs:
                queue.put(job)
            with pytest.raises(BusyError) as caught:
                queue.put(Job(Client("here", "late"), {}))
            assert not caught.value.is_own_fault
            queue.put(Job(page, {}))
            assert isinstance(jobs[-1].done.exception(), BusyError)
            assert queue.waiting == MOST_WAITING

        run(work)

    def test_a_click_that_takes_long_waits_among_what_does(self) -> None:
        async def work() -> None:
            time = Time()
            queue = FairQueue(2, 1, time)
            clients = [await known(queue, time, name) for name in "ab"]
            for client in clients:
                queue.put(Job(client, {}, pace="now"))
            first, second = await queue.take(0), await queue.take(1)
            assert queue.slow_down(first, 2.0)  # goes on, and is no click any more
            assert not queue.slow_down(second, 2.0)
            assert queue.waiting == 1
            queue.finish(first)
            again = await queue.take(0)
            assert (again, again.is_long) == (second, True)

        run(work)

    def test_what_nobody_waits_for_is_not_done(self) -> None:
        async def work() -> None:
            queue = FairQueue(1, 1)
            jobs = [Job(Client("page"), {"n": n}, pace="long" if n % 2 else "soon") for n in range(4)]
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
            assert queue.waiting == 0
            assert queue._working == {}

        run(work)


class Busy:
    """The place of a worker that is never done."""

    took = 0.0

    def __init__(self) -> None:
        self.ended = Event()

        self.begun = monotonic()

    @property
    def spent(self) -> float:
        return monotonic() - self.begun

    def prepare(self) -> None:
        """Do nothing: there is no process."""

    def answer(self, *_: object) -> None:
        self.ended.wait(30)

    def close(self) -> None:
        self.ended.set()

    kill = close


def test_a_pool_ends_though_jobs_wait_beside_an_idle_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_Slot", lambda *_: Busy())

    async def work() -> None:
        pool = Pool(2, 1, LIMITS)
        pool.start()
        await asyncio.sleep(0.1)
        asking = [asyncio.create_task(pool.ask(Job(Client(client), {}, pace="long"))) for client in "abc"]
        await asyncio.sleep(0.1)
        assert pool.queue.waiting == 2  # long jobs leave the other worker idle
        await pool.close()
        assert [answer.fields["status"] for answer in await asyncio.gather(*asking)] == [503] * 3
        assert pool.queue.waiting == 0

    run(work)


def test_a_click_is_given_up_if_enough_takes_long_already_and_done_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "CLICK", 0.05)
    places: list[Busy] = []

    def place(*_: object) -> Busy:
        places.append(Busy())
        return places[-1]

    monkeypatch.setattr(server, "_Slot", place)

    async def work() -> None:
        pool = Pool(2, 1, LIMITS)
        pool.start()
        try:
            asking = [asyncio.create_task(pool.ask(Job(Client(name), {}, pace="now"))) for name in "abc"]
            await asyncio.sleep(0.5)
            assert [place.ended.is_set() for place in places].count(True) == 2
            for each in places:
                each.ended.set()
            assert await asyncio.wait_for(asyncio.gather(*asking), 5) == [None] * 3
        finally:
            await pool.close()

    run(work)


@pytest.mark.slow
class TestWorkers:
    def test_one_that_is_late_is_killed_and_replaced_and_leaves_no_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

        async def work() -> None:
            pool = Pool(0, 1, Limits(0.01, LIMITS.memory, LIMITS.run))
            pool.start()
            try:
                answer = await pool.ask(Job(Client("page"), {"do": "step"}, STEP, "long"))
                assert answer.fields["status"] == 422
                assert "longer than 0.01 seconds" in json.loads(answer.data)["message"]
                slot = pool._slots[0]
                slot._limits = LIMITS
                assert (await pool.ask(Job(Client("page"), {"do": "step"}, STEP, "long"))).fields["status"] == 200
                assert 0 < slot.took <= slot.spent
            finally:
                pids = pool.pids
                await pool.close()
            assert not [*tmp_path.iterdir()]
            assert not any(is_running(pid) for pid in pids)

        run(work)

    def test_one_whose_page_has_gone_is_there_for_others_soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(server, "PATIENCE", 0.1)

        async def work() -> None:
            pool = Pool(0, 1, Limits(60.0, LIMITS.memory, 50.0))
            pool.start()
            try:
                assert (await pool.ask(Job(Client("page"), {"do": "step"}, STEP, "long"))).fields["status"] == 200
                leaving = asyncio.create_task(pool.ask(Job(Client("page"), {"do": "run"}, LONG, "long")))
                await asyncio.sleep(0.3)
                leaving.cancel()
                began = asyncio.get_running_loop().time()
                assert (await pool.ask(Job(Client("other"), {"do": "step"}, STEP, "long"))).fields["status"] == 200
                assert asyncio.get_running_loop().time() - began < 30
            finally:
                await pool.close()

        run(work)

    def test_one_that_is_killed_while_nobody_asks_is_replaced(self) -> None:
        async def work() -> None:
            pool = Pool(0, 1, LIMITS)
            pool.start()
            try:
                for _ in range(2):
                    assert (await pool.ask(Job(Client("page"), {"do": "step"}, STEP, "long"))).fields["status"] == 200
                    pool._slots[0].kill()
            finally:
                await pool.close()

        run(work)

    def test_whoever_waits_at_the_end_is_told_so(self) -> None:
        async def work() -> None:
            pool = Pool(0, 1, LIMITS)
            pool.start()
            asking = [asyncio.create_task(pool.ask(Job(Client("page"), {"do": "run"}, LONG, "long"))) for _ in range(2)]
            await asyncio.sleep(0.1)
            await pool.close()
            answers = [
                *await asyncio.gather(*asking),
                await pool.ask(Job(Client("late"), {"do": "step"}, STEP, "long")),
            ]
            assert [answer.fields["status"] for answer in answers] == [503] * 3

        run(work)

    @pytest.mark.skipif(not Path("/proc/self").exists(), reason="memory is bounded on Linux alone")
    def test_one_that_needs_too_much_memory_says_so(self) -> None:
        async def work() -> None:
            pool = Pool(0, 1, Limits(30.0, 220 << 20, 10.0))
            pool.start()
            try:
                read = {"do": "read", "name": "a.geojson", "pieces": None}
                large = b'{"type": "Polygon", "coordinates": [[' + b"[0,0]," * 900_000 + b"[0,0]]]}"
                answer = await pool.ask(Job(Client("page"), read, large, "long"))
                assert answer.fields["status"] == 422
                assert "more memory" in json.loads(answer.data)["message"]
                assert (await pool.ask(Job(Client("page"), {"do": "step"}, STEP, "long"))).fields["status"] == 200
            finally:
                await pool.close()

        run(work)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
