"""What an instance says that is about to end, or whose store does not answer; no browser is needed for that."""

from pathlib import Path

import pytest

from footy.goals.settings import Rules
from searcher.chromium import BrowserProgram, SearchBrowser
from searcher.queue import SearchQueue
from searcher.service import SearchService
from searcher.store import FolderStore
from searcher.x_pages import XPages
from tests.local.upstreams import ask
from tests.unit.browser.instances import Instances, account, cookies

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


def test_one_that_is_about_to_end_begins_no_search(service: SearchService) -> None:
    service.draining = True
    refused = ask(service.app(), "POST", "/search", json=SEARCH)
    assert (refused.status_code, refused.json()["error"]) == (503, "UpstreamUnavailable")
    health = ask(service.app(), "GET", "/health")
    assert (health.status_code, health.json()["draining"]) == (503, True)


def test_an_account_that_another_instance_has_is_a_reason_to_ask_again(service: SearchService, tmp_path: Path) -> None:
    account(Instances(FolderStore(tmp_path)).rotation("two"))
    refused = ask(service.app(), "POST", "/search", json=SEARCH)
    assert (refused.status_code, refused.json()["error"]) == (503, "AccountInUse")


def test_a_store_that_does_not_answer_is_no_fault_of_ours(service: SearchService, tmp_path: Path) -> None:
    (tmp_path / "first.json").unlink()
    refused = ask(service.app(), "POST", "/search", json=SEARCH)
    assert (refused.status_code, refused.json()["error"]) == (503, "UpstreamUnavailable")
