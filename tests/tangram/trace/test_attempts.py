"""The attempts of a run: together they are all that happened, and the one shown by default is one of them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shared.attempts import published
from shared.render_traces import SQUARE, puzzle_of, trace_of
from shared.traces import traces

from heuristan import solve
from heuristan.tangram.trace.events import (
    AttemptStarted,
    Ended,
    MatchTaken,
    MatchUndone,
    PuzzleRead,
    Trace,
    kept_events,
)
from heuristan.tangram.trace.kept_path import (
    Attempt,
    AttemptError,
    alike,
    attempt_of,
    attempts,
    entry_points_of,
    numbers_of,
)

runs = st.builds(
    lambda lengths, solved: published(*lengths, solved=solved),
    st.lists(st.integers(0, 5), min_size=1, max_size=6),
    st.booleans(),
)


class TestLaws:
    @given(runs)
    def test_together_they_are_everything_between_the_beginning_and_the_end(self, run: Trace) -> None:
        assert (run[0], *(event for attempt in attempts(run) for event in attempt.events), run[-1]) == run

    @given(traces)
    def test_of_any_events_they_are_all_from_the_first_start_on(self, trace: Trace) -> None:
        starts = [i for i, event in enumerate(trace) if isinstance(event, AttemptStarted)]
        after = trace[starts[0] :] if starts else ()
        found = attempts(trace)
        assert [event for attempt in found for event in attempt.events] == [
            event for event in after if not isinstance(event, PuzzleRead | Ended)
        ]
        assert len(found) == len(starts)
        assert all(attempt.events[0] is attempt.started for attempt in found)

    @given(runs)
    def test_by_default_the_one_that_solved_it_is_shown_else_the_first_that_came_furthest(self, run: Trace) -> None:
        found = attempts(run)
        furthest = max(len(attempt.taken) for attempt in found)
        wanted = next((a for a in found if a.solved), next(a for a in found if len(a.taken) == furthest))
        assert kept_events(run) == wanted.kept

    @given(runs)
    def test_each_is_found_by_its_number(self, run: Trace) -> None:
        found = attempts(run)
        assert [attempt_of(run, number) for number in range(1, len(found) + 1)] == list(found)
        assert [attempt.number for attempt in found] == [attempt.started.number for attempt in found]

    @given(runs)
    def test_each_stuck_or_solved_the_puzzle(self, run: Trace) -> None:
        *others, last = attempts(run)
        assert all(attempt.stuck and not attempt.solved for attempt in others)
        assert last.solved == (last.stuck is None)

    @given(runs)
    def test_those_that_are_alike_took_the_same_by_the_same_rules(self, run: Trace) -> None:
        groups = alike(run)
        assert sorted(attempt.number for group in groups for attempt in group) == list(range(1, len(attempts(run)) + 1))
        assert [group[0].number for group in groups] == sorted(group[0].number for group in groups)
        for group in groups:
            assert len({attempt.taken for attempt in group}) == 1
        firsts = [(group[0].taken, group[0].solved) for group in groups]
        assert len(firsts) == len(set(firsts))


class TestNamedCases:
    @pytest.mark.parametrize("number", [0, -1, 4])
    def test_one_that_the_run_does_not_have_is_refused_with_their_number(self, number: int) -> None:
        with pytest.raises(AttemptError, match=rf"^there is no attempt {number}: the run has 3 attempts"):
            attempt_of(published(1, 2, 3), number)

    def test_with_backtracking_there_is_one(self) -> None:
        run = trace_of(puzzle_of(SQUARE))
        assert len(attempts(run)) == 1
        with pytest.raises(AttemptError, match=r"the run has one attempt .*with backtracking"):
            attempt_of(run, 2)

    def test_one_attempt_as_published_is_not_explained_away(self) -> None:
        with pytest.raises(AttemptError, match=r"the run has one attempt$"):
            attempt_of(published(2), 2)

    @pytest.mark.parametrize("solver", ["exact", "ford"])
    def test_a_search_has_none(self, solver: str) -> None:
        solution = solve("lamp", solver)  # type: ignore[arg-type]
        assert solution.attempts == ()
        with pytest.raises(AttemptError, match="a search makes none"):
            attempt_of(solution.trace, 1)
        with pytest.raises(AttemptError, match="a search makes none"):
            alike(solution.trace)

    def test_a_run_that_ended_at_once_has_none(self) -> None:
        run = published(1)
        with pytest.raises(AttemptError, match="before its first one"):
            attempt_of((run[0], run[-1]), 1)

    def test_undone_matches_are_among_the_events_and_not_in_the_partial_solution(self) -> None:
        run = solve("digit-9").trace
        (only,) = attempts(run)
        undone = [event for event in only.events if isinstance(event, MatchUndone)]
        laid = [event for event in only.events if isinstance(event, MatchTaken)]
        assert undone
        assert len(laid) == len(only.taken) + len(undone)
        assert only.solved
        assert only.kept == kept_events(run)

    def test_they_are_named_with_their_entry_points(self) -> None:
        group = [attempt for attempt in attempts(published(1, 1, 1, 2, 1)) if attempt.number != 4]
        assert numbers_of(group).replace("\xa0", " ") == "attempts 1 to 3 and 5"
        assert entry_points_of(group).replace("\xa0", " ") == "E1 to E3 and E5"
        assert numbers_of(group[:1]).replace("\xa0", " ") == "attempt 1"

    @pytest.mark.parametrize(
        "change", [{"rule": "another"}, {"name": "another"}, {"vertices": ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))}]
    )
    def test_another_rule_or_figure_or_place_is_another_way(self, change: dict[str, Any]) -> None:
        run = published(2, 2, 2)
        assert [len(group) for group in alike(run)] == [3]
        changed = 1 + len(attempts(run)[0].events) + 2  # the first match of the second attempt
        event = run[changed]
        assert isinstance(event, MatchTaken)
        other = (*run[:changed], replace(event, **change), *run[changed + 1 :])
        assert [[attempt.number for attempt in group] for group in alike(other)] == [[1, 3], [2]]

    def test_one_that_was_broken_off_is_not_alike_to_one_that_stuck(self) -> None:
        run = published(2, 2)
        assert [len(group) for group in alike((*run[:-2], run[-1]))] == [1, 1]

    def test_a_stuck_one_says_where_and_why(self) -> None:
        attempt: Attempt = attempt_of(published(1, 3), 2)
        assert attempt.stuck is not None
        assert attempt.stuck.extracted == len(attempt.taken) == 3
        assert attempt.stuck.remaining == attempt.taken[-1].remaining
        assert attempt.entry_point == 2
