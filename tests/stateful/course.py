"""How a random match is played: kick-off, ticks that come through, and the end, where nothing may be left over."""

import sys
from datetime import datetime, timedelta
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize

from tests.stateful.ground import Api, Ground
from tests.stateful.pitch import Answer, Happening, Pitch, tags
from tests.stateful.referee import STABLE, Referee
from tests.stateful.searches import Control
from tests.unit.fixtures.builders import at, tick
from tests.unit.fixtures.football import entry

SILENCE, DEADLINE = timedelta(minutes=4), timedelta(minutes=31)


class Course(RuleBasedStateMachine):
    """From the first whistle to the archive; what happens in between is left to `Match`."""

    ground: ClassVar[Ground]

    @initialize(won=st.booleans(), by_deadline=st.booleans())
    def kick_off(self, *, won: bool, by_deadline: bool) -> None:
        self.won, self.by_deadline = won, by_deadline
        self.fixture_id = self.ground.kick_off()
        self.pitch = Pitch()
        self.referee = Referee(self.pitch)
        self.control = Control(self.referee)
        self.n, self.status, self.ahead = 0, "2H", timedelta()

    def teardown(self) -> None:
        if not hasattr(self, "fixture_id"):
            return
        try:
            if sys.exc_info()[1] is None:
                self._play_to_the_end()
        finally:
            self.ground.clear(self.fixture_id)

    def _play_to_the_end(self) -> None:
        """The API recovers, every search is let finish, the match is blown off: nothing may be left over."""
        self._everything_is_told()
        self._every_search_is_made()
        if self.by_deadline:
            self._the_whistle_comes_early()
        else:
            for name in self.control.running(opened=True):
                self.control.succeed(name, self.ground.events)
        self.ahead += DEADLINE
        self.status = "FT"
        assert [self._last_tick() for _ in range(STABLE)] == ["completed" if self.won else "active"] * 2 + ["completed"]
        self._check_archived()

    def _everything_is_told(self) -> None:
        for goal in self.pitch.standing():
            goal.listed = True
        self._settle()
        for goal in self.pitch.standing():
            goal.nameless = False
        for _ in range(STABLE):
            self._settle()

    def _every_search_is_made(self) -> None:
        for _ in range(2):
            for name in self.control.running(opened=False):
                self._open(name)
            if any(self.control.died_at_work(goal.tag) for goal in self.pitch.standing()):
                self.ahead += SILENCE
                self._settle()
        for goal in self.pitch.standing():
            made = [search for search in self.control.of(goal.tag) if search.opened and search.status != "FAILED"]
            assert len(made) == 1, f"{goal.tag} was searched for {len(made)} times"

    def _the_whistle_comes_early(self) -> None:
        """While a search runs its fixture stays, however decided; then the match goes on after all."""
        self.status = "FT"
        running = {self.control.by_name[name].tag for name in self.control.running(opened=True)}
        if running & tags(self.pitch.standing()):
            assert self._last_tick() == "active"
        self.status = "ET"
        self._settle()

    def _last_tick(self) -> str:
        [home] = self.ground.where(self.fixture_id)
        if home == "active":
            self._settle()
            self.ground.finish(tick(self.n), self._now())
            [home] = self.ground.where(self.fixture_id)
        return home

    def _check_archived(self) -> None:
        archived = self.ground.fixture(self.fixture_id, "completed")
        assert sorted(event["comments"] or "" for event in archived["events"]) == sorted(
            goal.tag for goal in self.pitch.standing()
        )
        assert all(event["_monitor_complete"] and event["_download_complete"] for event in archived["events"])

    # how it is done

    def _pick(self, pick: int) -> Happening | None:
        standing = list(self.pitch.standing())
        return standing[-1 - pick % len(standing)] if standing else None

    @staticmethod
    def _of(names: list[str], pick: int) -> str:
        return names[pick % len(names)]

    def _now(self) -> datetime:
        return at(self.n) + self.ahead

    def _next_tick(self) -> None:
        self.n += 1
        self._list_what_must_be()

    def _list_what_must_be(self) -> None:
        """Whatever would be missing too often is listed again: it is a flicker, not a decision."""
        for goal in self.pitch.standing():
            goal.listed |= self.referee.must_be_listed(goal, tick(self.n))

    def _entry(self, answer: Answer, seed: int = 0) -> dict[str, Any]:
        winner = True if self.won and self.status == "FT" else None
        return entry(self.fixture_id, self.status, answer.shuffled(seed), winner=winner)

    def _poll(self, of: str, api: Api) -> list[Any]:
        return self.ground.poll(of, self.fixture_id, api, self.control, self._now())

    def _doubts(self) -> set[tuple[str, str]]:
        """Every miss that is held against a goal."""
        events = self.ground.fixture(self.fixture_id)["events"]
        return {(event["_event_id"], missed) for event in events for missed in event["_drop_workflows"]}

    def _settle(self) -> None:
        self._next_tick()
        self._sure_poll(0)

    def _sure_poll(self, seed: int, *, lost: bool = False) -> None:
        """A tick that comes through; the starts it asks for may still be lost."""
        answer, this = self.pitch.answer(), tick(self.n)
        self.referee.attempt(this, answer)
        starts = self._poll(this, Api([self._entry(answer, seed)]))
        self.referee.surely(this, answer)
        fixture = self._check()
        self.referee.check_after_sure_tick(fixture, answer)
        self.control.check_starts(starts, fixture, answer.named)
        if not lost:
            self.control.start(starts, fixture)

    def _check(self) -> Any:
        fixture = self.ground.fixture(self.fixture_id)
        self.referee.check_fixture(fixture)
        self.control.check_opened(fixture)
        return fixture

    def _open(self, name: str) -> None:
        self.control.open(name, self.ground.events, self._now())
