"""Answers that are kept are those that were given, and they are not too many."""

from hypothesis import given
from hypothesis import strategies as st

from heuristan.common.processes import Message
from heuristan.teaching.web.service.server import LARGEST, Known

REQUESTS = st.lists(st.tuples(st.sampled_from(["step", "inspect"]), st.binary(max_size=2), st.integers(0, 60)))


@given(REQUESTS)
def test_an_answer_is_the_one_that_was_given_first(requests: list[tuple[str, bytes, int]]) -> None:
    known, given_first = Known(most=100), dict[tuple[str, bytes], Message]()
    for do, data, size in requests:
        found = known.get(do, data)
        if found is None:
            given_first[do, data] = found = Message({"status": 200}, b" " * size)
            known.keep(do, data, found)
        assert found is given_first[do, data]
        kept = [answer for key in given_first if (answer := known.get(*key)) is not None]
        assert sum(len(answer.data) for answer in kept) <= 100


def test_a_large_answer_is_not_kept() -> None:
    known = Known()
    known.keep("step", b"", Message({}, b" " * (LARGEST + 1)))
    assert known.get("step", b"") is None
