"""Which services a stack talks to."""

import pytest

from local.process.errors import LocalError
from local.stack import services
from local.stack.services import real_services

KEYS = {"API_FOOTBALL_KEY": "k", "X_BEARER_TOKEN": "t"}


@pytest.fixture(autouse=True)
def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_check_key", lambda _url, _key: None)


def test_without_keys_there_are_none() -> None:
    assert real_services({}) is None


@pytest.mark.parametrize(
    "given",
    [{"API_FOOTBALL_KEY": "k"}, {"X_BEARER_TOKEN": "t"}, {"TWITTER_SERVICE_URL": "http://b"}, {"X_SESSIONS": "s"}],
)
def test_one_key_alone_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(LocalError, match="set both"):
        real_services(given)


@pytest.mark.parametrize(("given", "sees"), [({}, False), ({"VISION_URL": "http://gpu:8080"}, True)])
def test_a_vision_model_may_be_among_them(given: dict[str, str], sees: bool) -> None:  # noqa: FBT001
    addresses = real_services(KEYS | given)
    assert addresses is not None
    assert addresses.can_see is sees
    assert addresses.told({"vision_url": "http://127.0.0.1:1"}).settings["vision_url"] == "http://127.0.0.1:1"


def test_a_session_is_enough_to_search_and_no_token_is_made_up_for_it() -> None:
    addresses = real_services({"API_FOOTBALL_KEY": "k", "TWITTER_SERVICE_URL": "http://browser:8080"})
    assert addresses is not None
    assert addresses.secrets == {"api_football": {"key": "k"}}
