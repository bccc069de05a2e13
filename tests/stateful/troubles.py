"""Wrong answers of the API (F18 to F21): one, several, or all for a while."""

from dataclasses import replace
from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from footy.goals.model.collections import CollectionName
from tests.stateful.ending import Ending
from tests.stateful.ground import Api
from tests.stateful.pitch import FULL_TIME, SQUADS, Answer, Happening
from tests.stateful.referee import STABLE
from tests.support.match import HOME, tick

A_WHILE = timedelta(minutes=11)
EARLIER = 2
TIMES = st.integers(1, 4)


class Troubled(Ending):
    """Stale answers, contradictory answers and wrong statuses."""

    @precondition(lambda self: self.n > 2 * EARLIER)
    @rule(goals=st.integers(1, 3), times=TIMES, for_long=st.booleans())
    def an_earlier_body_is_told_again(self, goals: int, times: int, *, for_long: bool) -> None:
        """Serve a stale answer without the last goals; it is believed only after a while (F20, F21)."""
        answer = self._answer().from_before(goals, EARLIER)
        for _ in range(times):
            self._serve_wrong(answer)
        if for_long:
            self._serve_wrong(answer, after=A_WHILE)

    @precondition(lambda self: self.pitch.next_minute() < FULL_TIME)
    @rule(times=st.sampled_from([STABLE, 1, STABLE + 1]), null=st.booleans(), for_long=st.booleans())
    def the_rows_are_gone(self, times: int, *, null: bool, for_long: bool) -> None:
        """Serve rows that contradict the score, or a null score, which proves no absence (F19)."""
        self._scored()
        for n in range(times + for_long):
            answer = replace(self._answer(), rows=())
            contradicts = replace(answer, score=None) if null else answer
            self._serve_wrong(contradicts, after=A_WHILE if n == times else None)

    @precondition(lambda self: self.pitch.next_minute() < FULL_TIME)
    @rule()
    def cancelled_but_not_in_the_score(self) -> None:
        """Serve a contradiction for so long that the rows are believed (F21)."""
        self.pitch.cancel(self._scored(), counted=True)
        self._settle_for_good()

    @rule(status=st.sampled_from(["FT", "PST"]), times=st.integers(1, STABLE - 1))
    def a_status_that_is_not_so(self, status: str, times: int) -> None:
        """Serve a wrong status once or twice (F3)."""
        before, self.leader = self.leader, True
        for _ in range(times):
            self._next_tick()
            self._tick_in(status)
            assert self._home() == "active", f"gone after {times} times {status}"
        self.leader = before
        self._settle()

    @rule()
    def postponed_and_played_after_all(self) -> None:
        for _ in range(STABLE):
            self._next_tick()
            self._tick_in("PST")
        assert self._home() == "staging", "three ticks said so"
        self._comes_back("staging")

    @rule()
    def the_last_whistle_was_none(self) -> None:
        """Serve a terminal status too early; then continue the match (F26)."""
        for _ in range(STABLE):
            self._next_tick()
            self._tick_in("FT")
        if self._home() == "completed":
            self._comes_back("completed")
        self._settle()

    def _scored(self) -> Happening:
        """Draw a goal that the API reports by now."""
        goal = self.pitch.score(HOME, SQUADS[HOME][0], nameless=False, listed=True)
        self._settle()
        return goal

    def _serve_wrong(self, answer: Answer, after: timedelta | None = None) -> None:
        """Serve a wrong answer; goals near the limit of misses are listed again at once."""
        self._next_tick(after) if after else self._next_tick()
        missing = {goal.tag for goal in self.pitch.standing() if self._would_drop(goal.tag, answer)}
        if missing:
            self._sure_poll(0)
        else:
            self._sure_poll(0, answer=answer)

    def _would_drop(self, tag: str, answer: Answer) -> bool:
        may = tag not in answer.tags and self.referee.trust.may_miss(tag, answer, self._now())
        return may and len(self.referee.misses[tag] | {tick(self.n)}) >= STABLE

    def _tick_in(self, status: str) -> None:
        """Run a complete tick with a wrong status."""
        if status == "PST":
            before = self.ground.fixture(self.fixture_id)["events"]
            self._poll(tick(self.n), Api([self._entry(self._answer(), status=status)]))
            assert self.ground.fixture(self.fixture_id, self._home())["events"] == before
            return
        self.status, before_it = status, self.status
        self._sure_poll(0)
        self.status = before_it
        self.ground.finish(tick(self.n), self._now())

    def _comes_back(self, place: CollectionName) -> None:
        before = self.ground.fixture(self.fixture_id, place)["events"]
        self._next_tick()
        answer = Api([self._entry(self._answer())])
        self.ground.look_again(place, tick(self.n), self.fixture_id, answer, self._now())
        assert self.ground.fixture(self.fixture_id)["events"] == before, "not all came back"
        self.referee.trust.begin_anew()
