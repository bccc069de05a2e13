"""Parser of X's search answers (S15, D3)."""

import json
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from footy.core.errors import MalformedAnswer
from footy.goals.search.posts import FoundVideo, Variant
from searcher.timeline import read_page
from tests.support.spoiled_answers import spoiled
from tests.support.x_answers import ADDRESS, bottom, entry, film, full_id, page, tweet

MOMENT = datetime(2022, 12, 18, 15, 25, 15, tzinfo=UTC)


def ids(body: Any) -> list[str]:
    return [video.tweet_id for video in read_page(body).videos]


def test_post_with_its_own_video_is_found_with_all_files() -> None:
    read = read_page(page(entry(tweet(1, film()))))
    assert read.videos == (
        FoundVideo(
            url=f"https://x.com/fan/status/{full_id(1)}",
            tweet_id=full_id(1),
            duration=12.5,
            posted_at=MOMENT,
            variants=(
                Variant(ADDRESS.format("640x360"), 832000, 640, 360),
                Variant(ADDRESS.format("1280x720"), 2176000, 1280, 720),
            ),
            author="fan",
            text="GOAL",
        ),
    )
    assert (read.posts, read.oldest, read.cursor, read.skipped) == (1, MOMENT, "next", {})


def test_the_video_of_a_quoted_post_is_not_the_posts_own() -> None:
    quoting = {**tweet(2, is_quote_status=True), "quoted_status_result": {"result": tweet(1, film())}}
    assert read_page(page(entry(quoting))).skipped == {"no_video": 1}
    both = {**tweet(2, film()), "quoted_status_result": {"result": tweet(1, film())}}
    assert ids(page(entry(both))) == [full_id(2)]


def test_a_repost_is_passed_over_whatever_it_carries() -> None:
    body = page(entry(tweet(2, film(), retweeted_status_result={"result": tweet(1, film())})))
    assert read_page(body).skipped == {"repost": 1}


@pytest.mark.parametrize(
    ("media", "reason"),
    [
        ([], "no_video"),
        ([{"type": "photo", "media_key": "3_1"}], "no_video"),
        ([film("animated_gif")], "no_video"),
        ([film(), film()], "several_videos"),
    ],
)
def test_what_has_not_one_video_is_passed_over_and_counted(media: list[Any], reason: str) -> None:
    assert read_page(page(entry(tweet(1, *media)), entry(tweet(2, film())))).skipped == {reason: 1}


def test_a_truncated_id_is_refused() -> None:
    short = {**tweet(1, film()), "rest_id": "160449800000"}
    assert read_page(page(entry(short))).skipped == {"truncated_id": 1}


def test_posts_that_few_may_answer_are_wrapped_and_found() -> None:
    wrapped = {"__typename": "TweetWithVisibilityResults", "tweet": tweet(1, film()), "limitedActionResults": {}}
    assert ids(page(entry(wrapped))) == [full_id(1)]


def test_what_stands_in_place_of_a_post_is_no_post() -> None:
    missing = {"__typename": "TweetTombstone", "tombstone": {"text": {"text": "You're unable to view this Post"}}}
    read = read_page(page(entry(missing), entry(None), entry(tweet(1, film()))))
    assert (len(read.videos), read.posts) == (1, 1)


def test_a_paid_post_is_nobodys_goal() -> None:
    assert ids(page(entry(tweet(1, film()), promotedMetadata={"advertiser": "x"}))) == []


def test_posts_inside_a_module_are_found() -> None:
    item = {"item": {"itemContent": entry(tweet(1, film()))["content"]["itemContent"]}}
    module = {"entryId": "search-grid-0", "content": {"entryType": "TimelineTimelineModule", "items": [item]}}
    assert ids(page(module)) == [full_id(1)]


def test_cursor_of_a_later_page_replaces_the_first() -> None:
    replaced = {"type": "TimelineReplaceEntry", "entry_id_to_replace": "cursor-bottom-0", "entry": bottom("third")}
    assert read_page(page(entry(tweet(1)), cursor="", beside=(replaced,))).cursor == "third"


def test_the_author_of_an_older_shape_is_found() -> None:
    older = tweet(1, film())
    older["core"] = {"user_results": {"result": {"legacy": {"screen_name": "older"}}}}
    assert read_page(page(entry(older))).videos[0].url == f"https://x.com/older/status/{full_id(1)}"


def test_an_author_who_is_no_name_leads_nowhere_else() -> None:
    [video] = read_page(page(entry(tweet(1, film(), by="../evil")))).videos
    assert video.url == f"https://x.com/i/status/{full_id(1)}"


def test_words_that_cannot_be_written_on_are_not_said() -> None:
    half_a_letter, lines = json.loads('"\\ud83d GOAL"'), "GOAL\n\n1-0"
    read = read_page(page(entry(tweet(1, film(), full_text=half_a_letter)), entry(tweet(2, film(), full_text=lines))))
    assert [video.text for video in read.videos] == ["", lines]


def test_nothing_found_is_a_page() -> None:
    read = read_page(page())
    assert (read.videos, read.posts, read.oldest) == ((), 0, None)


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"data": {}},
        {"data": {"search_by_raw_query": {"search_timeline": None}}},
        {"data": {"search_by_raw_query": {"search_timeline": {"timeline": {"instructions": {}}}}}},
        {"data": {"search_by_raw_query": {"search_timeline": {"timeline": {"instructions": []}}}}},
    ],
)
def test_a_timeline_that_is_missing_is_no_empty_page(body: object) -> None:
    with pytest.raises(MalformedAnswer):
        read_page(body)


@pytest.mark.parametrize("field", ["rest_id", "legacy"])
def test_posts_of_which_none_can_be_read_are_no_empty_page(field: str) -> None:
    bare = {name: value for name, value in tweet(1, film()).items() if name != field}
    with pytest.raises(MalformedAnswer, match="none can be read"):
        read_page(page(entry(bare)))


def test_two_thousand_spoiled_answers_are_pages_or_malformed() -> None:
    whole_body = page(entry(tweet(1, film())), entry(tweet(2)), entry({"__typename": "TweetTombstone"}))
    random = Random(17)
    for _ in range(2000):
        try:
            body = json.loads(spoiled(random, whole_body).content)
            read = read_page(body)
        except (MalformedAnswer, ValueError, RecursionError):
            continue
        assert all(len(video.tweet_id) >= 18 and video.url.startswith("https://x.com/") for video in read.videos)
