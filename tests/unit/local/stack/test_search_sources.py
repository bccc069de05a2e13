"""Choice of the search source."""

from pathlib import Path

import pytest

from local.process.errors import LocalError
from local.stack.search_sources import SearchSource, choose_source

X, URL, SESSIONS = {"X_BEARER_TOKEN": "t"}, {"TWITTER_SERVICE_URL": "http://b"}, {"X_SESSIONS": "folder"}


@pytest.mark.parametrize(
    ("environment", "provider"), [(X, "x"), (URL, "browser"), (SESSIONS, "browser"), (X | URL, "auto")]
)
def test_configured_source_is_the_default(environment: dict[str, str], provider: str) -> None:
    assert choose_source("", environment).provider == provider


def test_option_decides_between_two_sources() -> None:
    assert choose_source("auto-browser", X | URL).settings == {
        "search_provider": "auto-browser",
        "twitter_service_url": "http://b",
    }
    assert choose_source("x", X | URL).wants_a_browser is False


@pytest.mark.parametrize(
    ("option", "environment", "missing"),
    [("browser", X, "TWITTER_SERVICE_URL or X_SESSIONS"), ("auto", URL, "X_BEARER_TOKEN")],
)
def test_missing_key_is_named(option: str, environment: dict[str, str], missing: str) -> None:
    with pytest.raises(LocalError, match=missing):
        choose_source(option, environment)


def test_browser_is_started_only_without_a_remote_one() -> None:
    here, elsewhere = choose_source("", SESSIONS), choose_source("", SESSIONS | URL)
    assert (here.wants_a_browser, here.sessions) == (True, Path("folder"))
    assert elsewhere.wants_a_browser is False
    assert SearchSource("browser").wants_a_browser
    assert not SearchSource("x").wants_a_browser
