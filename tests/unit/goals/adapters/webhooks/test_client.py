"""Webhooks that speak as Discord's do."""

from collections.abc import Iterator

import pytest

from footy.core.errors import (
    AnswerLost,
    FootyError,
    MessageGone,
    RateLimited,
    RequestRefused,
    UpstreamUnavailable,
    WebhookGone,
)
from footy.core.http.client import HttpClient
from footy.goals.adapters.webhooks.client import SERVICE, WebhookClient
from tests.support.discord import PATH, Discord, Mood, discord


@pytest.fixture
def place() -> Iterator[Discord]:
    with discord() as server:
        yield server


@pytest.fixture
def webhooks() -> WebhookClient:
    return WebhookClient(HttpClient(SERVICE, seconds=20))


def test_a_message_is_sent_edited_and_taken_back(place: Discord, webhooks: WebhookClient) -> None:
    number = webhooks.send(place.url, "a goal")
    assert place.messages == {number: "a goal"}
    webhooks.update(place.url, number, "a better clip")
    assert place.messages == {number: "a better clip"}
    webhooks.delete(place.url, number)
    assert place.messages == {}


def test_nobody_is_called_by_a_message(place: Discord, webhooks: WebhookClient) -> None:
    webhooks.update(place.url, webhooks.send(place.url, "@everyone"), "@here")
    assert [body["allowed_mentions"] for body in place.bodies] == [{"parse": []}] * 2


def test_a_thread_in_the_address_stays_behind_every_place(place: Discord, webhooks: WebhookClient) -> None:
    url = f"{place.url}?thread_id=5"
    number = webhooks.send(url, "a goal")
    webhooks.delete(url, number)
    assert place.requests == [
        ("POST", f"{PATH}?thread_id=5&wait=true"),
        ("DELETE", f"{PATH}/messages/{number}?thread_id=5"),
    ]


@pytest.mark.parametrize(
    ("mood", "error"),
    [
        ("busy", RateLimited),
        ("broken", UpstreamUnavailable),
        ("down", UpstreamUnavailable),
        ("nonsense", RequestRefused),
        ("late", AnswerLost),
        ("cut", AnswerLost),
    ],
)
def test_an_unknown_outcome_is_a_lost_answer(
    place: Discord, webhooks: WebhookClient, mood: Mood, error: type[FootyError]
) -> None:
    place.moods = [mood]
    with pytest.raises(error):
        webhooks.send(place.url, "a goal")
    assert len(place.messages) == (error is AnswerLost)


def test_deleted_messages_differ_from_deleted_webhooks(place: Discord, webhooks: WebhookClient) -> None:
    number = webhooks.send(place.url, "a goal")
    place.messages.clear()
    with pytest.raises(MessageGone):
        webhooks.update(place.url, number, "a better clip")
    place.exists = False
    for call in (lambda: webhooks.delete(place.url, number), lambda: webhooks.send(place.url, "another")):
        with pytest.raises(WebhookGone):
            call()


def test_no_failure_tells_the_address(place: Discord, webhooks: WebhookClient) -> None:
    place.moods = ["nonsense", "busy", "late"]
    for _ in range(3):
        with pytest.raises(FootyError) as failure:
            webhooks.send(place.url, "a goal")
        assert "secret" not in str(failure.value)
