"""Webhook messages: sent once, updated, deleted; failing targets (W5)."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from pymongo.database import Database

from footy.core.telemetry import metrics
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.webhooks import WebhookTarget
from footy.goals.steps.send_webhooks import Output
from tests.support.discord import Discord, Mood, discord
from tests.support.webhook_channel import SITE, Channel

NOTHING: Output = {"sent": 0, "updated": 0, "taken_back": 0, "failed": 0}


def counted(name: str) -> float:
    return float(sum(metrics.metric_set.get(name, {"Value": [0.0]})["Value"]))


@pytest.fixture(autouse=True)
def _from_zero() -> None:
    metrics.clear_metrics()


@pytest.fixture
def place() -> Iterator[Discord]:
    with discord() as server:
        yield server


@pytest.fixture
def channel(database: Database[FixtureDocument], place: Discord) -> Channel:
    return Channel(database, place)


class TestOnce:
    def test_a_goal_is_told_when_its_first_verified_clip_is_there(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1, verified=False)
        assert channel.pass_minute() == NOTHING
        link = channel.publish(1)
        assert channel.pass_minute() == {**NOTHING, "sent": 1}
        [text] = channel.messages_about(1)
        assert text == f"Scorer 1 23' · Argentina 1-0 France · World Cup\n{SITE}/v/{link}"
        assert channel.pass_minute() == NOTHING

    def test_a_better_clip_and_a_corrected_scorer_change_the_message(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1)
        channel.pass_minute()
        link = channel.publish(1)
        channel.correct(1)
        assert channel.pass_minute() == {**NOTHING, "updated": 1}
        [text] = channel.messages_about(1)
        assert text.startswith("Corrected 1 of 1")
        assert text.endswith(link)

    def test_a_removed_goal_is_announced_again_on_return(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1)
        channel.pass_minute()
        channel.take(1)
        assert channel.pass_minute() == {**NOTHING, "taken_back": 1}
        assert channel.messages_about(1) == []
        channel.give(1)
        assert channel.pass_minute() == {**NOTHING, "sent": 1}
        assert len(channel.messages_about(1)) == 1

    def test_one_that_died_while_it_sent_sends_nothing_twice(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1)
        channel.deaths[:] = [2]  # after the claim, and after the message
        assert channel.pass_minute() is None
        channel.pass_minute()
        assert len(channel.place.posted) == 1
        assert channel.state(1) == "lost"
        assert counted("WebhookMessagesLost") == 1


class TestTargets:
    def test_one_that_asks_for_patience_is_left_alone_until_then(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1)
        channel.place.moods, channel.place.patience = ["busy"], "90"
        answers = [channel.pass_minute() for _ in range(3)]
        assert answers == [{**NOTHING, "failed": 1}, NOTHING, {**NOTHING, "sent": 1}]

    @pytest.mark.parametrize("mood", ["broken", "down"])
    def test_one_that_fails_is_asked_again_in_the_next_minute(self, channel: Channel, mood: Mood) -> None:
        channel.score(1)
        channel.publish(1)
        channel.place.moods = [mood]
        assert [channel.pass_minute() for _ in range(2)] == [{**NOTHING, "failed": 1}, {**NOTHING, "sent": 1}]
        assert counted("WebhooksFailed") == 1

    def test_a_failing_message_does_not_block_others(self, channel: Channel) -> None:
        for n in (1, 2):
            channel.score(n)
            channel.publish(n)
        channel.place.moods = ["broken"]
        channel.pass_minute()
        channel.place.moods = ["well", "broken"]
        channel.pass_minute()
        assert channel.messages_about(2)
        assert not channel.messages_about(1)

    def test_a_message_that_is_refused_is_not_sent_again(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1)
        channel.place.moods = ["nonsense"]
        channel.pass_minute()
        assert channel.pass_minute() == NOTHING
        assert (channel.state(1), counted("WebhooksRefused")) == ("refused", 1)

    def test_a_webhook_that_is_gone_is_told_once_and_not_asked_again(self, channel: Channel) -> None:
        channel.place.exists = False
        channel.score(1)
        channel.publish(1)
        for _ in range(3):
            channel.pass_minute()
        assert len(channel.place.requests) == 1
        assert counted("WebhooksEnded") == 1

    def test_a_message_that_somebody_took_away_stays_away(self, channel: Channel) -> None:
        channel.score(1)
        channel.publish(1)
        channel.pass_minute()
        channel.place.messages.clear()
        channel.publish(1)
        channel.pass_minute()
        assert (channel.messages_about(1), channel.state(1)) == ([], "removed")

    def test_one_that_fails_keeps_no_other_target_from_its_messages(
        self, database: Database[FixtureDocument], place: Discord
    ) -> None:
        away = WebhookTarget("away", "http://127.0.0.1:9/hook")
        channel = Channel(database, place, [away, WebhookTarget("channel", place.url)])
        channel.score(1)
        channel.publish(1)
        assert channel.pass_minute() == {**NOTHING, "sent": 1, "failed": 1}

    def test_what_there_is_no_time_for_is_told_in_the_next_minute(self, channel: Channel) -> None:
        for n in (1, 2, 3):
            channel.score(n)
            channel.publish(n)
        channel.pace = timedelta(seconds=5)
        answers = [channel.pass_minute() for _ in range(4)]
        sent = [answer["sent"] for answer in answers if answer]
        assert max(sent) < 3
        assert sum(sent) == len(channel.place.posted) == 3
