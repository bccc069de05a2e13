"""Repeated attempts, failed downloads and better aliases (S4, S6, A8, G18)."""

import pytest

from footy.core.errors import UpstreamUnavailable, WriteConflict
from footy.core.executions import ExecutionStatus
from footy.goals.model.documents import AliasDocument, AliasSource
from tests.support.goal_search import Search
from tests.support.searches import EVENT_ID, NOON, after, tweet_id, video


def test_a_repeated_attempt_gets_the_same_answer(opened: Search) -> None:
    opened.posts.videos = [video(1), video(2)]
    first = opened.attempt(1)
    opened.clock.moment = after(20)
    opened.posts.videos = [video(3)]
    again = opened.attempt(1)
    assert again["clips"] == first["clips"]
    assert again["wait_seconds"] == 40
    assert len(opened.posts.queries) == 1


def test_concurrent_deliveries_get_the_first_choice(opened: Search) -> None:
    opened.posts.videos = [video(1)]

    def other() -> None:
        opened.posts.meanwhile = lambda: None
        opened.attempt(1)
        opened.posts.videos = [video(2)]

    opened.posts.meanwhile = other
    with pytest.raises(WriteConflict):
        opened.attempt(1)
    assert [clip["tweet_id"] for clip in opened.attempt(1)["clips"]] == [tweet_id(1)]


def test_failed_downloads_are_restarted_under_a_new_name(opened: Search) -> None:
    opened.posts.videos = [video(1)]
    first = opened.attempt(1)
    opened.downloads.statuses = {first["download"]: "FAILED"}
    again = opened.attempt(2)
    assert (again["download"], again["order"]) == (f"download1-{EVENT_ID}-r1", 1)
    assert again["clips"] == first["clips"]
    assert len(opened.posts.queries) == 1
    opened.downloads.statuses[again["download"]] = "ABORTED"
    assert opened.attempt(3, started=1)["download"] == f"download1-{EVENT_ID}-r2"


@pytest.mark.parametrize("status", ["RUNNING", "SUCCEEDED", "PENDING_REDRIVE"])
def test_running_and_finished_downloads_keep_their_name(opened: Search, status: ExecutionStatus) -> None:
    first = opened.attempt(1)
    opened.downloads.statuses = {first["download"]: status}
    assert opened.attempt(2)["download"] == f"download2-{EVENT_ID}"


def cached_aliases(source: AliasSource, *aliases: str) -> AliasDocument:
    return {
        "_id": 26,
        "name": "Argentina",
        "national": True,
        "country": None,
        "aliases": list(aliases),
        "source": source,
        "entity": None,
        "resolved_at": NOON,
    }


def test_fallback_aliases_are_replaced_by_resolved_ones(search: Search) -> None:
    search.resolved = UpstreamUnavailable("no answer")
    search.open()
    search.attempt(1)
    search.aliases.save(cached_aliases("wikidata", "Argentina", "Albiceleste"))
    search.attempt(2)
    assert [query.text for query in search.posts.queries] == [
        "Messi Argentina has:videos -is:retweet",
        "Messi (Argentina OR Albiceleste) has:videos -is:retweet",
    ]
    assert search.goal()["_twitter_aliases"] == ["Argentina", "Albiceleste"]
