"""Answers that were recorded elsewhere, where a folder has some: `FOOTY_RECORDINGS=folder`, a `*.json` for each.

What people wrote at X is theirs, so none is kept here; test_shape.py asks the same of a post of ours. In none of those
that were tried does a post quote another, so one is made to.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from footy.core.errors import MalformedAnswer, RequestRefused
from footy.goals.search.posts import best_variant
from searcher.refusals import refusal
from searcher.timeline import has_timeline, read_page
from tests.unit.browser.surgery import best_film, posts, without
from tests.unit.browser.test_shape import NEEDED
from tests.unit.browser.tweets import entry, page

FOLDER = os.environ.get("FOOTY_RECORDINGS")
BODIES = {file.stem: json.loads(file.read_text()) for file in sorted(Path(FOLDER).glob("*.json"))} if FOLDER else {}
pytestmark = pytest.mark.skipif(not BODIES, reason="FOOTY_RECORDINGS names no folder with recorded answers")

SEARCHES = {name: body for name, body in BODIES.items() if has_timeline(body)}
REFUSALS = {name: body for name, body in BODIES.items() if body.get("errors") and not has_timeline(body)}
# a conversation, or a post by itself: what is told of a post is the same as in a search
POSTS = [post for name, body in BODIES.items() if name not in REFUSALS for post in posts(body)]
FILMED = [post for post in POSTS if best_film(post)]
# what was counted by hand in some that are public: posts, own videos
COUNTED = {"SearchTimeline_neo": (9, ["2031507292454269171"])}
FILMED_ELSEWHERE = {"manual_tweet_with_video_1": ["1671508600538161153", "1671700833363447808"]}


def read(post: Any) -> Any:
    return read_page(page(entry(post)))


def summary(video: Any) -> tuple[str, float, str]:
    best = best_variant(video.variants, 100_000)
    return video.tweet_id, video.duration, best.url if best else ""


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_holds_the_videos_that_its_plain_fields_name(name: str) -> None:
    found = read_page(SEARCHES[name])
    expected = [best_film(post) for post in posts(SEARCHES[name])]
    assert [summary(video) for video in found.videos] == [film for film in expected if film]
    assert found.posts == len(expected)
    assert found.skipped == {"no_video": expected.count(None)}
    assert found.cursor
    if name in COUNTED:
        assert (found.posts, [video.tweet_id for video in found.videos]) == COUNTED[name]
        assert [(video.duration, len(video.variants)) for video in found.videos] == [(70.07, 4)]


@pytest.mark.parametrize("name", REFUSALS)
def test_a_query_that_x_refuses_is_refused(name: str) -> None:
    assert type(refusal(200, {}, REFUSALS[name], 0.0)) is RequestRefused
    with pytest.raises(MalformedAnswer):
        read_page(REFUSALS[name])


@pytest.mark.parametrize("post", POSTS, ids=lambda post: post["rest_id"])
def test_each_post_is_found_with_its_own_video_or_passed_over(post: Any) -> None:
    film, found = best_film(post), read(post)
    assert [summary(video) for video in found.videos] == ([film] if film else [])
    assert found.skipped == ({} if film else {"no_video": 1})


@pytest.mark.parametrize("name", sorted(FILMED_ELSEWHERE.keys() & BODIES.keys()))
def test_those_that_were_counted_by_hand_are_all(name: str) -> None:
    assert [post["rest_id"] for post in posts(BODIES[name]) if read(post).videos] == FILMED_ELSEWHERE[name]


@pytest.mark.parametrize("post", FILMED, ids=lambda post: post["rest_id"])
def test_what_is_needed_is_missed_a_short_id_refused_and_nothing_quoted_taken(post: Any) -> None:
    for path in NEEDED:
        with pytest.raises(MalformedAnswer):
            read(without(post, path))
    assert read(post | {"rest_id": post["rest_id"][:17]}).skipped == {"truncated_id": 1}
    for name in post.keys() - {path[0] for path in NEEDED} - {"core"}:
        assert read(without(post, (name,))) == read(post)
    for other in POSTS:
        assert read(other | {"quoted_status_result": {"result": post}}) == read(other)
