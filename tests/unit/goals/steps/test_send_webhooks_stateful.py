"""Webhook messages under any history of goals, outages and crashes."""

import random

from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.support.discord import Mood, discord
from tests.support.examples import examples
from tests.support.webhook_channel import Channel, is_about

MOODS: list[Mood] = ["busy", "broken", "down", "late", "cut"]
GOALS = 3


def live(channel: Channel, chance: random.Random) -> int:
    """One thing happens in the match, to the server, or to the function; answers how often it may lose an answer."""
    n = chance.randrange(1, GOALS + 1)
    if n in channel.goals:
        act = chance.choice(["publish", "publish", "correct", "take", "hide"])
        getattr(channel, act)(n)
    elif n in channel.removed_goals:
        channel.give(n)
    else:
        channel.score(n)
        channel.publish(n, verified=chance.random() < 0.7)
    trouble = chance.random()
    if trouble < 0.15:
        channel.deaths[:] = [chance.randrange(8)]
        return 1
    if trouble < 0.4:
        moods = [chance.choice(["well", *MOODS]) for _ in range(3)]
        channel.place.moods = moods
        return len(moods)
    return 0


@hypothesis(
    max_examples=examples(15),
    # what is drawn by chance does not get shorter by trying
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(chance=st.randoms(use_true_random=False))
def test_no_history_sends_a_goal_twice(database: Database[FixtureDocument], chance: random.Random) -> None:
    for name in ("fixtures_active", "webhook_messages", "webhook_targets"):
        database[name].delete_many({})
    with discord() as place:
        channel = Channel(database, place)
        troubles = 0
        for _ in range(12):
            troubles += live(channel, chance)
            if chance.random() < 0.8:
                channel.pass_minute()
            _never_two(channel)
        channel.deaths.clear()
        place.moods.clear()
        for _ in range(4):
            channel.pass_minute()
        _never_two(channel)
        _all_right(channel, troubles)


def _never_two(channel: Channel) -> None:
    place = channel.place
    for n in range(1, GOALS + 1):
        assert len(channel.messages_about(n)) <= 1
        posted = sum(is_about(text, n) for text in place.posted)
        assert posted <= 1 + sum(is_about(text, n) for text in place.deleted)


def _all_right(channel: Channel, troubles: int) -> None:
    lost_messages = [n for n in range(1, GOALS + 1) if channel.state(n) == "lost"]
    assert len(lost_messages) <= troubles
    for n in {1, 2, 3} - set(lost_messages):
        messages_about = channel.messages_about(n)
        visible = (
            [video for video in channel.goals[n]["_s3_videos"] if "hidden" not in video] if n in channel.goals else []
        )
        if not visible:
            assert messages_about == []
        elif any(video["timestamp_verified"] for video in visible):
            assert len(messages_about) == 1
        for text in messages_about:
            best = min(visible, key=lambda video: (not video["timestamp_verified"], video["rank"]))
            assert text.startswith(f"{channel.goals[n]['player']['name']} 23'")
            assert text.endswith(best["share_id"])
