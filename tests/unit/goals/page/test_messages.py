"""Text and next action of webhook messages."""

from datetime import datetime, timedelta
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.model.documents import EventDocument
from footy.goals.model.webhooks import MessageDocument, MessageState, WebhookTarget
from footy.goals.page.messages import (
    LONGEST_NAME,
    MARKS,
    GoalMessage,
    MessageAction,
    digest,
    escaped,
    goal_message,
    goals_by_first_id,
    is_subscribed,
    next_action,
)
from footy.goals.settings import Rules
from tests.support.match import HOME, KICKOFF
from tests.support.page_match import LINK, NOW, OTHER_LINK, clip, goal, match

SITE = "https://goals.example"
FIRST, LATER = GoalMessage("a goal", first=True), GoalMessage("a goal", first=False)


def message_of(event: EventDocument, *, since: datetime = KICKOFF, now: datetime = NOW) -> GoalMessage | None:
    return goal_message(match(event), event, site=SITE, since=since, now=now, rules=Rules())


def message(state: MessageState, text: str = "a goal") -> MessageDocument:
    stored = {"_id": "g/t", "goal": "g", "target": "t", "fixture": 1, "state": state, "at": NOW, "tries": 0}
    return cast("MessageDocument", {**stored, "message": "7", "shown": digest(text)})


class TestTelling:
    def test_a_goal_is_told_in_a_line_with_a_link_to_its_clip(self) -> None:
        announcement = message_of(goal(_s3_videos=[clip()]))
        assert announcement == GoalMessage(
            f"L. Messi 23' · Argentina 1-0 France · World Cup\n{SITE}/v/{LINK}", first=True
        )

    def test_the_link_leads_to_a_verified_clip_before_all_others(self) -> None:
        clips = [clip(OTHER_LINK, rank=1, timestamp_verified=False), clip(rank=2)]
        announcement = message_of(goal(_s3_videos=clips))
        assert announcement is not None
        assert announcement.text.endswith(LINK)

    def test_a_goal_without_a_verified_clip_is_no_first_message(self) -> None:
        announcement = message_of(goal(_s3_videos=[clip(timestamp_verified=False)]))
        assert announcement is not None
        assert not announcement.first

    @pytest.mark.parametrize("clips", [[], [clip(hidden={"by": "operator", "at": NOW})]])
    def test_without_a_clip_to_see_nothing_is_told(self, clips: list[object]) -> None:
        assert message_of(goal(_s3_videos=clips)) is None

    @pytest.mark.parametrize(
        ("since", "now"), [(KICKOFF + timedelta(minutes=24), NOW), (KICKOFF, KICKOFF + timedelta(hours=4))]
    )
    def test_a_goal_before_the_target_or_hours_ago_is_no_news(self, since: datetime, now: datetime) -> None:
        announcement = message_of(goal(_s3_videos=[clip()]), since=since, now=now)
        assert announcement is not None
        assert not announcement.first

    def test_a_goal_keeps_its_name_over_corrections(self) -> None:
        assert list(goals_by_first_id(match(goal(2, _previous_ids=["first", "second"])))) == ["first"]


class TestNextAct:
    @pytest.mark.parametrize(
        ("by_now", "stored", "act"),
        [
            (FIRST, None, MessageAction("send", "a goal")),
            (FIRST, message("free"), MessageAction("send", "a goal")),
            (LATER, None, None),
            (None, None, None),
            (None, message("free"), None),
            (LATER, message("standing"), None),
            (LATER, message("standing", "another"), MessageAction("update", "a goal")),
            (None, message("standing"), MessageAction("take_back")),
            (FIRST, message("leaving"), MessageAction("take_back")),
            (FIRST, message("claimed"), MessageAction("lose")),
            (FIRST, message("lost"), None),
            (None, message("lost"), None),
            (FIRST, message("removed"), None),
            (FIRST, message("refused"), None),
        ],
    )
    def test_what_is_done(
        self, by_now: GoalMessage | None, stored: MessageDocument | None, act: MessageAction | None
    ) -> None:
        assert next_action(by_now, stored) == act


class TestWanted:
    @pytest.mark.parametrize(
        ("leagues", "teams", "expected"),
        [((), (), True), ((1,), (), True), ((39,), (), False), ((), (HOME,), True), ((39,), (HOME,), True)],
    )
    def test_by_league_or_by_team(self, leagues: tuple[int, ...], teams: tuple[int, ...], *, expected: bool) -> None:
        target = WebhookTarget("t", "https://hooks.example", frozenset(leagues), frozenset(teams))
        assert is_subscribed(target, match()) is expected


class TestNames:
    @given(st.text(max_size=200))
    def test_foreign_names_are_escaped_on_one_line(self, name: str) -> None:
        written = escaped(name)
        letters = iter(written)
        plain = [next(letters) if letter == "\\" else letter for letter in letters]
        assert len(plain) <= LONGEST_NAME
        assert all(letter.isprintable() for letter in written)
        assert sum(letter in MARKS for letter in plain) == len(written) - len(plain)
