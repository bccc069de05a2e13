"""Webhook targets of the secret."""

import json

import pytest

from footy.core.errors import MalformedRequest
from footy.goals.adapters.webhooks.targets import read_targets
from footy.goals.model.webhooks import WebhookTarget

URL = "https://discord.com/api/webhooks/1/secret"


def test_targets_are_read_from_a_list_or_its_text() -> None:
    value = [{"url": URL, "leagues": [39], "teams": [26]}]
    [target] = read_targets(json.dumps(value))
    assert target == WebhookTarget(target.id, URL, frozenset({39}), frozenset({26}))
    assert read_targets(value) == [target]


def test_a_target_id_hides_its_url() -> None:
    [every], [some] = read_targets([{"url": URL}]), read_targets([{"url": URL, "leagues": [1]}])
    assert every.id == some.id
    assert "secret" not in every.id


def test_of_two_with_one_address_the_first_counts() -> None:
    [target] = read_targets([{"url": URL, "leagues": [1]}, {"url": URL, "leagues": [2]}])
    assert target.leagues == {1}


@pytest.mark.parametrize(
    "url",
    [
        "http://discord.com/secret",
        "https://secret@discord.com/a",
        "https://10.0.0.1/secret",
        "https://[::1]/secret",
        "https://169.254.169.254/secret",
        "https:///secret",
        "https://discord.com/a#secret",
        "file:///etc/secret",
        "discord.com/secret",
        "",
    ],
)
def test_only_public_https_urls_are_accepted(url: str) -> None:
    with pytest.raises(MalformedRequest) as failure:
        read_targets([{"url": url}])
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize("value", [None, "", "no JSON", {}, [{}], [{"url": URL, "league": 1}], [{"url": URL}] * 51])
def test_what_is_no_list_of_targets_is_refused(value: object) -> None:
    with pytest.raises(MalformedRequest, match="webhooks are a list of"):
        read_targets(value)
