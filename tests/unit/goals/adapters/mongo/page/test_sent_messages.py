"""Claims that only one can make, and targets that only one serves."""

from datetime import UTC, datetime, timedelta

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.page.sent_messages import SentMessages
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.webhooks import MessageState

NOW = datetime(2022, 12, 18, 15, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def messages(database: Database[FixtureDocument]) -> SentMessages:
    return SentMessages(database)


def test_a_message_is_claimed_once(messages: SentMessages) -> None:
    claimed = messages.claim("goal", "target", 7, NOW)
    assert claimed is not None
    assert messages.claim("goal", "target", 7, NOW) is None
    assert messages.claim("goal", "other", 7, NOW)
    assert messages.of("target", [7]) == {"goal": claimed}


@pytest.mark.parametrize("state", ["claimed", "standing", "leaving", "lost", "refused", "removed"])
def test_only_one_that_is_free_is_claimed_again(messages: SentMessages, state: MessageState) -> None:
    message = messages.claim("goal", "target", 7, NOW)
    assert message is not None
    messages.note(message, state, NOW)
    assert messages.claim("goal", "target", 7, NOW) is None
    messages.note(message, "free", NOW, tries=3)
    again = messages.claim("goal", "target", 7, NOW)
    assert again is not None
    assert (again["state"], again["tries"]) == ("claimed", 3)


def test_a_target_is_reserved_until_release_or_timeout(messages: SentMessages) -> None:
    messages.meet(["target"], since=NOW, now=NOW)
    assert messages.take("target", NOW, MINUTE)
    assert not messages.take("target", NOW, MINUTE)
    messages.release("target", rests_until=NOW, looked_at=NOW)
    assert messages.take("target", NOW, MINUTE)
    assert messages.take("target", NOW + MINUTE, MINUTE)


def test_the_least_recently_served_target_comes_first(messages: SentMessages) -> None:
    messages.meet(["first", "second"], since=NOW, now=NOW)
    messages.take("first", NOW + MINUTE, MINUTE)
    met = messages.meet(["first", "second", "third"], since=NOW, now=NOW + MINUTE)
    assert met[0]["_id"] == "second"


def test_old_messages_are_deleted(messages: SentMessages) -> None:
    messages.claim("old", "target", 7, NOW)
    messages.claim("young", "target", 7, NOW + MINUTE)
    messages.forget(NOW + MINUTE)
    assert list(messages.of("target", [7])) == ["young"]
