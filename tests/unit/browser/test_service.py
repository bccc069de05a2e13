"""Search service during a graceful shutdown, and with a failing store."""

from pathlib import Path

import pytest

from footy.goals.settings import Rules
from searcher.chromium import BrowserProgram, SearchBrowser
from searcher.queue import SearchQueue
from searcher.service import SearchService
from searcher.store import FolderStore
from searcher.x_pages import XPages
from tests.local.upstreams import ask
from tests.support.x_accounts import Instances, cookies

SEARCH = {"query": "Nine filter:videos", "max_age_minutes": 3, "seen": []}


@pytest.fixture
def service(tmp_path: Path) -> SearchService:
    store, rules = FolderStore(tmp_path), Rules()
    store.keep("first", cookies("first"))
    instances = Instances(store)
    chromium = SearchBrowser(BrowserProgram(), XPages(), instances.clock, rules)
    return SearchService(
        SearchQueue(instances.rotation("one"), chromium, instances.clock, rules), instances.clock, rules
    )


def test_graceful_shutdown_refuses_new_searches(service: SearchService) -> None:
    service.draining = True
    refused = ask(service.app(), "POST", "/search", json=SEARCH)
    assert (refused.status_code, refused.json()["error"]) == (503, "UpstreamUnavailable")
    health = ask(service.app(), "GET", "/health")
    assert (health.status_code, health.json()["draining"]) == (503, True)


def test_unreachable_store_answers_503(service: SearchService, tmp_path: Path) -> None:
    (tmp_path / "first.json").unlink()
    refused = ask(service.app(), "POST", "/search", json=SEARCH)
    assert (refused.status_code, refused.json()["error"]) == (503, "UpstreamUnavailable")
