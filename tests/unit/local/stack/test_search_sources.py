"""Where a stack searches, by what it is asked for and what it has."""

from pathlib import Path

import pytest

from local.process.errors import LocalError
from local.stack.search_sources import Searching, chosen

X, URL, SESSIONS = {"X_BEARER_TOKEN": "t"}, {"TWITTER_SERVICE_URL": "http://b"}, {"X_SESSIONS": "folder"}


@pytest.mark.parametrize(
    ("environment", "provider"), [(X, "x"), (URL, "browser"), (SESSIONS, "browser"), (X | URL, "auto")]
)
def test_without_a_word_it_is_what_there_are_keys_for(environment: dict[str, str], provider: str) -> None:
    assert chosen("", environment).provider == provider


def test_a_word_decides_where_there_are_keys_for_both() -> None:
    assert chosen("auto-browser", X | URL).settings == {
        "search_provider": "auto-browser",
        "twitter_service_url": "http://b",
    }
    assert chosen("x", X | URL).wants_a_browser is False


@pytest.mark.parametrize(
    ("asked", "environment", "missing"),
    [("browser", X, "TWITTER_SERVICE_URL or X_SESSIONS"), ("auto", URL, "X_BEARER_TOKEN")],
)
def test_what_is_asked_for_and_missing_is_said(asked: str, environment: dict[str, str], missing: str) -> None:
    with pytest.raises(LocalError, match=missing):
        chosen(asked, environment)


def test_a_service_is_started_here_only_where_there_is_none_elsewhere() -> None:
    here, elsewhere = chosen("", SESSIONS), chosen("", SESSIONS | URL)
    assert (here.wants_a_browser, here.sessions) == (True, Path("folder"))
    assert elsewhere.wants_a_browser is False
    assert Searching("browser").wants_a_browser
    assert not Searching("x").wants_a_browser
