"""An attempt that is delivered again, a download that died, aliases that became better."""

import pytest

from footy.core.errors import UpstreamUnavailable, WriteConflict
from footy.core.executions import ExecutionStatus
from footy.goals.model.documents import AliasDocument, AliasSource
from tests.support.searches import EVENT_ID, NOON, after, tweet_id, video
from tests.unit.goals.steps.one_search import Search


def test_an_attempt_that_is_delivered_again_answers_the_same_and_searches_nothing(opened: Search) -> None:
    opened.posts.videos = [video(1), video(2)]
    first = opened.attempt(1)
    opened.clock.moment = after(20)
    opened.posts.videos = [video(3)]
    again = opened.attempt(1)
    assert again["clips"] == first["clips"]
    assert again["wait_seconds"] == 40
    assert len(opened.posts.asked) == 1


def test_an_empty_attempt_that_is_delivered_again_searches_nothing_either(opened: Search) -> None:
    opened.attempt(1)
    opened.posts.videos = [video(1)]
    assert opened.attempt(1)["clips"] == []


def test_of_two_deliveries_at_once_both_get_the_choice_of_the_first(opened: Search) -> None:
    opened.posts.videos = [video(1)]

    def other() -> None:
        opened.posts.meanwhile = lambda: None
        opened.attempt(1)
        opened.posts.videos = [video(2)]

    opened.posts.meanwhile = other
    with pytest.raises(WriteConflict):
        opened.attempt(1)
    assert [clip["tweet_id"] for clip in opened.attempt(1)["clips"]] == [tweet_id(1)]


def test_a_download_that_died_unheard_is_ordered_under_another_name_without_a_search(opened: Search) -> None:
    opened.posts.videos = [video(1)]
    first = opened.attempt(1)
    opened.downloads.known = {first["download"]: "FAILED"}
    again = opened.attempt(2)
    assert (again["download"], again["order"]) == (f"download1-{EVENT_ID}-r1", 1)
    assert again["clips"] == first["clips"]
    assert len(opened.posts.asked) == 1
    opened.downloads.known[again["download"]] = "ABORTED"
    assert opened.attempt(3, started=1)["download"] == f"download1-{EVENT_ID}-r2"


@pytest.mark.parametrize("status", ["RUNNING", "SUCCEEDED", "PENDING_REDRIVE"])
def test_a_download_that_lives_or_did_its_work_keeps_its_name(opened: Search, status: ExecutionStatus) -> None:
    first = opened.attempt(1)
    opened.downloads.known = {first["download"]: status}
    assert opened.attempt(2)["download"] == f"download2-{EVENT_ID}"


def test_of_a_download_nobody_can_tell_about_nothing_is_concluded(opened: Search) -> None:
    opened.attempt(1)
    opened.downloads.failure = UpstreamUnavailable("no answer")
    assert opened.attempt(2)["download"] == f"download2-{EVENT_ID}"


def test_an_older_download_that_died_does_not_make_later_ones_start_again(opened: Search) -> None:
    for n in (1, 2, 3):
        opened.attempt(n)
    opened.downloads.known = {f"download1-{EVENT_ID}": "FAILED", f"download3-{EVENT_ID}": "RUNNING"}
    again = opened.attempt(4)
    assert (again["download"], again["order"]) == (f"download1-{EVENT_ID}-r1", 3)


def known(source: AliasSource, *aliases: str) -> AliasDocument:
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


def test_a_goal_whose_aliases_are_made_of_its_name_looks_for_better_ones_with_each_attempt(search: Search) -> None:
    search.resolved = UpstreamUnavailable("nobody answers")
    search.open()
    search.attempt(1)
    search.aliases.save(known("wikidata", "Argentina", "Albiceleste"))
    search.attempt(2)
    assert [query.text for query in search.posts.asked] == [
        "Messi Argentina has:videos -is:retweet",
        "Messi (Argentina OR Albiceleste) has:videos -is:retweet",
    ]
    assert search.goal()["_twitter_aliases"] == ["Argentina", "Albiceleste"]


def test_aliases_that_somebody_told_are_kept_for_the_whole_search(opened: Search) -> None:
    opened.aliases.save(known("wikidata", "Argentina", "Scaloneta"))
    opened.attempt(1)
    assert "Albiceleste" in opened.posts.asked[0].text
