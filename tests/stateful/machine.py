"""Random match, tick by tick: in the end every goal is where it belongs."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from footy.core.errors import UpstreamUnavailable
from tests.stateful.ground import Api, dying_after
from tests.stateful.identity import clip
from tests.stateful.pitch import FULL_TIME, SQUADS, Answer, Happening
from tests.stateful.referee import STABLE
from tests.stateful.searching import Searched
from tests.support.interruptions import before_write
from tests.support.match import AWAY, DI_MARIA, HOME, tick

SIDES = st.sampled_from([HOME, AWAY])
PICKS = st.integers(0, 7)
GARBLED = {"type": "Goal"}


class Match(Searched):
    """Goals, corrections, VAR, flicker and broken polls, and the response of the system."""

    # events on the pitch

    @precondition(lambda self: self.pitch.next_minute() < FULL_TIME)
    @rule(side=SIDES, pick=PICKS, nameless=st.booleans(), listed=st.booleans())
    def goal(self, side: int, pick: int, *, nameless: bool, listed: bool) -> None:
        squad = SQUADS[side]
        self.pitch.score(side, squad[pick % len(squad)], nameless=nameless, listed=listed or pick > 1)

    @rule(pick=PICKS, counted=st.booleans())
    def cancelled_by_var(self, pick: int, *, counted: bool) -> None:
        if (goal := self._pick(pick)) and self.referee.may_change_score(goal.minute):
            self.pitch.cancel(goal, counted=counted)

    @rule(pick=PICKS, after_a_while=st.booleans())
    def given_after_all(self, pick: int, *, after_a_while: bool) -> None:
        """Give a removed goal again, perhaps minutes later (G12)."""
        taken_back = self.pitch.taken_back()
        if not taken_back:
            return
        goal = taken_back[pick % len(taken_back)]
        if after_a_while:
            goal.counted = False
            self._settle_for_good()
        if self.referee.may_change_score(goal.minute):
            goal.cancelled, goal.listed = False, True
            self._settle()

    @precondition(lambda self: self.pitch.next_minute() < FULL_TIME)
    @rule(side=SIDES, pick=PICKS)
    def taken_back_with_its_clip_and_given_again(self, side: int, pick: int) -> None:
        squad = SQUADS[side]
        goal = self.pitch.score(side, squad[pick % len(squad)], nameless=False, listed=True)
        self._publish(goal)
        self.pitch.cancel(goal)
        self._settle_for_good()
        if self.referee.may_change_score(goal.minute):
            goal.cancelled = False
            self._settle()

    @rule(pick=PICKS)
    def given_to_the_other_side(self, pick: int) -> None:
        goal = self._pick(pick)
        if goal and goal.reported and not goal.awarded_by_var and self.referee.may_change_score(goal.minute):
            self.pitch.cancel(goal)
            other = AWAY if goal.team == HOME else HOME
            self.pitch.score(other, SQUADS[other][0], nameless=False, listed=True, minute=goal.minute + pick % 2)
            self._settle()

    @precondition(lambda self: self.pitch.next_minute() < FULL_TIME)
    @rule(side=SIDES)
    def cancelled_and_scored_again(self, side: int) -> None:
        original = self.pitch.score(side, SQUADS[side][0], nameless=False, listed=True)
        self._settle()
        self.pitch.cancel(original)
        for _ in range(STABLE):
            self._settle()
        self.pitch.score(side, original.player, nameless=False, listed=True)
        self._settle()

    @rule(pick=PICKS, counted=st.booleans())
    def flickers(self, pick: int, *, counted: bool) -> None:
        goal = self._pick(pick)
        if goal and self.referee.may_miss(goal) and self.referee.may_change_score(goal.minute):
            goal.listed, goal.counted = not goal.listed, counted

    @rule(pick=PICKS)
    def a_clip_is_published(self, pick: int) -> None:
        goal = self._pick(pick)
        if goal and goal.reported and not goal.nameless:
            self._publish(goal)

    def _publish(self, goal: Happening) -> None:
        self._settle()
        [event] = [one for one in self._check()["events"] if one["comments"] == goal.tag]
        video = clip(self.n)
        self.ground.events.update(event["_event_id"], {"$push": {"events.$._s3_videos": video}})
        self.referee.identity.publish(goal.tag, video)

    @rule(pick=PICKS)
    def another_scorer(self, pick: int) -> None:
        if (goal := self._pick(pick)) and self.referee.may_rename(goal):
            squad = SQUADS[goal.team]
            goal.player = squad[(squad.index(goal.player) + 1) % len(squad)]

    @rule(pick=PICKS)
    def the_name_comes_or_goes(self, pick: int) -> None:
        if (goal := self._pick(pick)) and self.referee.may_rename(goal):
            goal.nameless = not goal.nameless

    @rule(pick=PICKS, earlier=st.booleans())
    def another_minute(self, pick: int, *, earlier: bool) -> None:
        if (goal := self._pick(pick)) and not goal.awarded_by_var:
            goal.minute = goal.origin - 1 if earlier else goal.origin

    @rule(pick=PICKS)
    def a_late_assist(self, pick: int) -> None:
        if goal := self._pick(pick):
            goal.assist = DI_MARIA

    # ticks

    @rule(seed=PICKS, start_fails=st.booleans())
    def tick(self, seed: int, *, start_fails: bool) -> None:
        self._next_tick()
        self._sure_poll(seed, start_fails=start_fails)

    @rule(seed=PICKS)
    def three_ticks(self, seed: int) -> None:
        for _ in range(STABLE):
            self._next_tick()
            self._sure_poll(seed)

    @precondition(lambda self: self.n > 0)
    @rule(seed=PICKS, times=st.integers(1, 3))
    def tick_again(self, seed: int, times: int) -> None:
        for _ in range(times):
            self._list_what_must_be()
            self._sure_poll(seed)

    @rule(pick=PICKS)
    def turns_out_a_penalty(self, pick: int) -> None:
        goal = self._pick(pick)
        if goal and goal.detail == "Normal Goal" and self.referee.knows_scorer(goal):
            goal.detail = "Penalty"
            self.referee.counts_anew(goal)
            self._next_tick()
            self._sure_poll(pick)

    @rule(how=st.sampled_from(["outage", "left out", "without events", "garbled"]), times=st.integers(1, 3))
    def polls_fail(self, how: str, times: int) -> None:
        for _ in range(times):
            self._next_tick()
            before = self._doubts()
            self._failing_poll(how)
            assert self._doubts() <= before, "a poll that told nothing made a goal missing"

    def _failing_poll(self, how: str) -> None:
        answer = self._answer()
        reply = self._entry(answer)
        if how == "garbled":
            reply["events"].append(GARBLED)
            self.referee.attempt(tick(self.n), answer, self._now(), absence_counts=False)
        if how == "without events":
            reply["events"] = None
            self.referee.attempt(tick(self.n), replace(answer, rows=()), self._now(), absence_counts=False)
        entries = {"outage": None, "left out": []}.get(how, [reply])
        try:
            self._poll(tick(self.n), Api(entries))
        except UpstreamUnavailable:
            assert how == "outage"

    @rule(seed=PICKS, statements=st.integers(0, 3))
    def dies_while_writing(self, seed: int, statements: int) -> None:
        self._next_tick()
        answer = self._answer()
        self.referee.attempt(tick(self.n), answer, self._now())
        with dying_after(statements):
            self._poll(tick(self.n), Api([self._entry(answer, seed)]))
        self._check()

    @rule(seed=PICKS, writes=st.integers(0, 1), change=st.sampled_from(["nothing", "flickers", "cancelled", "goal"]))
    def two_ticks_race(self, seed: int, writes: int, change: str) -> None:
        if self.pitch.next_minute() < FULL_TIME:
            self.goal(HOME, seed, nameless=False, listed=True)
        self._next_tick()
        late, reply = tick(self.n), self._answer()
        self.referee.attempt(late, reply, self._now())
        with before_write(writes, lambda: self._overtake(seed, change)):
            self._poll(late, Api([self._entry(reply, seed)]))
        self._check()

    @precondition(lambda self: self.n > 2)
    @rule(back=st.integers(1, 2))
    def a_tick_comes_late(self, back: int) -> None:
        self._next_tick()
        self._sure_poll(back)
        before = self.ground.fixture(self.fixture_id)
        self._poll(tick(self.n - back), Api([self._entry(Answer(()))]))
        assert self.ground.fixture(self.fixture_id) == before

    def _overtake(self, seed: int, change: str) -> None:
        """Run the next tick during this one, perhaps with another answer."""
        changes: dict[str, Callable[[], object]] = {
            "nothing": lambda: None,
            "flickers": lambda: self.flickers(seed, counted=False),
            "cancelled": lambda: self.cancelled_by_var(seed, counted=False),
            "goal": lambda: self.goal(HOME, seed, nameless=False, listed=True),
        }
        if change != "goal" or self.pitch.next_minute() < FULL_TIME:
            changes[change]()
        self._next_tick()
        reply = self._answer()
        self.referee.attempt(tick(self.n), reply, self._now())
        starts = self._poll(tick(self.n), Api([self._entry(reply, seed)]))
        self.control.start(starts, self.ground.fixture(self.fixture_id), self._now())
