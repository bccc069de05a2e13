"""Which search provider a deployment gets."""

from collections.abc import Iterator

import pytest

from footy import world
from footy.adapters.browser import BrowserSession
from footy.adapters.wikidata import Wikidata
from footy.adapters.x_api import XApi
from footy.settings import Settings


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(world, "secret", lambda _: {"bearer_token": "not-a-secret"})
    monkeypatch.setattr(world, "spending", lambda: None)
    world.search_provider.cache_clear()
    yield
    world.search_provider.cache_clear()
    world.wikidata.cache_clear()


@pytest.mark.parametrize(("name", "provider"), [("x", XApi), ("browser", BrowserSession)])
def test_the_provider_is_chosen_by_its_name(monkeypatch: pytest.MonkeyPatch, name: str, provider: type) -> None:
    monkeypatch.setattr(world, "settings", lambda: Settings(search_provider=name, twitter_service_url="http://browser"))
    assert isinstance(world.search_provider(), provider)


def test_a_provider_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "settings", lambda: Settings(search_provider="mastodon"))
    with pytest.raises(ValueError, match="mastodon"):
        world.search_provider()


def test_wikidata_is_made_once_per_patience() -> None:
    assert isinstance(world.wikidata(15.0), Wikidata)
    assert world.wikidata(15.0) is world.wikidata(15.0)
    assert world.wikidata(15.0) is not world.wikidata(90.0)
