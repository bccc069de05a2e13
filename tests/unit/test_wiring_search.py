"""Which search provider a deployment gets."""

from collections.abc import Iterator

import pytest

from footy import wiring
from footy.search.providers.browser import BrowserSession
from footy.search.providers.x_api import XApi
from footy.search.wikidata import Wikidata
from footy.settings import Settings


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(wiring, "secret", lambda _: {"bearer_token": "not-a-secret"})
    monkeypatch.setattr(wiring, "spending", lambda: None)
    wiring.search_provider.cache_clear()
    yield
    wiring.search_provider.cache_clear()
    wiring.wikidata.cache_clear()


@pytest.mark.parametrize(("name", "provider"), [("x", XApi), ("browser", BrowserSession)])
def test_the_provider_is_chosen_by_its_name(monkeypatch: pytest.MonkeyPatch, name: str, provider: type) -> None:
    monkeypatch.setattr(
        wiring, "settings", lambda: Settings(search_provider=name, twitter_service_url="http://browser")
    )
    assert isinstance(wiring.search_provider(), provider)


def test_a_provider_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wiring, "settings", lambda: Settings(search_provider="mastodon"))
    with pytest.raises(ValueError, match="mastodon"):
        wiring.search_provider()


def test_wikidata_is_made_once_per_patience() -> None:
    assert isinstance(wiring.wikidata(15.0), Wikidata)
    assert wiring.wikidata(15.0) is wiring.wikidata(15.0)
    assert wiring.wikidata(15.0) is not wiring.wikidata(90.0)
