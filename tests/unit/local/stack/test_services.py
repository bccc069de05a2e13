"""Real upstream services of a stack."""

import pytest

from local.process.errors import LocalError
from local.stack import services
from local.stack.services import real_services

KEYS = {"API_FOOTBALL_KEY": "k", "X_BEARER_TOKEN": "t"}


@pytest.fixture(autouse=True)
def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_check_key", lambda _url, _key: None)


def test_without_keys_there_are_no_real_services() -> None:
    assert real_services({}) is None


@pytest.mark.parametrize(
    "variables",
    [{"API_FOOTBALL_KEY": "k"}, {"X_BEARER_TOKEN": "t"}, {"TWITTER_SERVICE_URL": "http://b"}, {"X_SESSIONS": "s"}],
)
def test_single_key_is_refused(variables: dict[str, str]) -> None:
    with pytest.raises(LocalError, match="set both"):
        real_services(variables)


@pytest.mark.parametrize(("variables", "has_vision"), [({}, False), ({"VISION_URL": "http://gpu:8080"}, True)])
def test_vision_model_is_optional(variables: dict[str, str], has_vision: bool) -> None:  # noqa: FBT001
    addresses = real_services(KEYS | variables)
    assert addresses is not None
    assert addresses.has_vision is has_vision
    assert addresses.with_settings({"vision_url": "http://127.0.0.1:1"}).settings["vision_url"] == "http://127.0.0.1:1"


def test_session_needs_no_token() -> None:
    addresses = real_services({"API_FOOTBALL_KEY": "k", "TWITTER_SERVICE_URL": "http://browser:8080"})
    assert addresses is not None
    assert addresses.secrets == {"api_football": {"key": "k"}}
