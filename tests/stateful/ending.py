"""End of a random match: nothing remains, and nothing runs for ever (F22 to F27, S9)."""

import sys
from datetime import datetime, timedelta

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from footy.goals.model.documents import EventDocument
from tests.stateful.course import Course
from tests.stateful.ground import Api
from tests.stateful.pitch import tags
from tests.stateful.referee import STABLE
from tests.stateful.searches import TICK, life_of
from tests.stateful.trust import PATIENCE
from tests.support.match import KICKOFF, tick

SILENCE, DEADLINE, UNOPENED = timedelta(minutes=4), timedelta(minutes=31), timedelta(hours=2)
WATCHED, QUIET = timedelta(hours=5), timedelta(minutes=31)
ENDINGS = st.sampled_from(["searches succeed", "deadlines pass", "no search starts", "no whistle", "forgotten"])


class Ending(Course):
    """Endings: the API recovers and the match ends in one of several ways, or never."""

    @initialize(ending=ENDINGS, leader=st.booleans())
    def kick_off(self, ending: str, *, leader: bool) -> None:
        self.begin()
        self.ending, self.leader = ending, leader

    def teardown(self) -> None:
        if not hasattr(self, "fixture_id"):
            return
        try:
            if sys.exc_info()[1] is None:
                self._play_to_the_end()
        finally:
            self.ground.clear(self.fixture_id)

    def _play_to_the_end(self) -> None:
        self._everything_is_told()
        match self.ending:
            case "no search starts":
                self._next_tick(UNOPENED)
                self._whistle()
            case "no whistle":
                self._goes_on_for_ever()
            case "forgotten":
                self._is_forgotten()
            case _:
                self._every_search_is_made()
                if self.ending == "deadlines pass":
                    self._the_whistle_comes_early()
                else:
                    for name in self.control.running(opened=True):
                        self._succeed(name)
                self._next_tick(DEADLINE)
                self._whistle()
        self._check_archived()

    def _everything_is_told(self) -> None:
        for goal in self.pitch.goals:
            goal.counted = False
        for goal in self.pitch.standing():
            goal.listed = True
        self._settle_for_good()
        for goal in self.pitch.standing():
            goal.nameless = False
        for _ in range(STABLE + 1):
            self._settle()

    def _whistle(self) -> None:
        self.status = "FT"
        assert [self._last_tick() for _ in range(STABLE)] == ["active"] * 2 + ["completed"]

    def _every_search_is_made(self) -> None:
        for _ in range(3):
            for name in self.control.running(opened=False):
                self._open(name)
            for name in self.control.of_former_lives(self.ground.fixture(self.fixture_id)):
                self._succeed(name)
            if self._unsearched():
                self._settle(self.control.longest_pause() + SILENCE)
                self.ground.finish(tick(self.n), self._now())
        assert not self._unsearched(), "no search runs any more"

    def _unsearched(self) -> set[str]:
        """Return the goals without a search."""
        fixture = self.ground.fixture(self.fixture_id)
        over = (event for event in fixture["events"] if not event["_download_complete"])
        return {
            event["comments"] or ""
            for event in over
            if not self.control.viable(event["comments"] or "", life_of(event, fixture))
        }

    def _the_whistle_comes_early(self) -> None:
        """Keep the fixture active while a search runs, then continue the match."""
        self.status = "FT"
        if self._young_searches():
            assert [self._last_tick() for _ in range(STABLE)] == ["active"] * STABLE
        self.status = "ET"
        self._settle()
        self._settle(PATIENCE)

    def _young_searches(self) -> set[str]:
        """Return the goals whose search was opened recently and still runs."""
        running = {self.control.by_name[name].tag for name in self.control.running(opened=True)}
        events = self.ground.fixture(self.fixture_id)["events"]
        recent = self._now() - DEADLINE / 2
        young = {event["comments"] for event in events if _opened(event) > recent and not event["_download_complete"]}
        return running & tags(self.pitch.standing()) & young

    def _goes_on_for_ever(self) -> None:
        """Freeze status, clock, score and rows: the fixture leaves active for good (F24)."""
        frozen = self._answer()
        for after, home in ((WATCHED - 2 * TICK, "active"), (WATCHED + QUIET, "completed")):
            self.n = after // TICK
            self._sure_poll(0, answer=frozen)
            self.ground.finish(tick(self.n), self._now())
            assert self._home() == home
        self.ground.look_again("completed", tick(self.n), self.fixture_id, Api([self._entry(frozen)]), self._now())
        assert self._home() == "completed", "let go, and watched again"

    def _is_forgotten(self) -> None:
        """Remove the fixture from the API (F24)."""
        self.n = (WATCHED + UNOPENED) // TICK
        self._poll(tick(self.n), Api([]))
        self.ground.finish(tick(self.n), self._now())

    def _check_archived(self) -> None:
        assert self.ground.where(self.fixture_id) == ["completed"]
        archived = self.ground.fixture(self.fixture_id, "completed")
        assert sorted(event["comments"] or "" for event in archived["events"]) == sorted(
            goal.tag for goal in self.pitch.standing()
        )
        assert all(event["_download_complete"] for event in archived["events"]), "archived, and not closed"
        assert archived["completed_because"] == ("overdue" if self.ending in ("no whistle", "forgotten") else "ended")


def _opened(event: EventDocument) -> datetime:
    return event["_telemetry"].get("opened_at", KICKOFF)
