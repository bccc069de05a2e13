from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from local.replay.model import Replay
from local.upstreams.context import BEARER_TOKEN
from local.upstreams.x_api import XApiServer
from tests.local.upstreams import MEDIA, StandingClock, a_world, ask
from tests.unit.local.replay.days import a_day, a_goal

VIDEO_FIELDS = {
    "tweet.fields": "attachments,created_at,author_id,lang",
    "expansions": "attachments.media_keys,author_id",
    "media.fields": "duration_ms,variants,width,height,preview_image_url",
}
FILTER = "has:videos -is:retweet"


class X:
    """The X API of one day; the clock starts 155 seconds after its first goal."""

    def __init__(self, replay: Replay, home: Path) -> None:
        first = replay.goals()[0]
        self.clock = StandingClock(first.happens_at + timedelta(seconds=155))
        self._app = XApiServer(a_world(replay, self.clock, home)).app()

    def get(self, query: str, token: str = BEARER_TOKEN, **parameters: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"}
        return ask(self._app, "GET", "/2/tweets/search/recent", params={"query": query, **parameters}, headers=headers)

    def body(self, query: str, **parameters: str) -> Any:
        return self.get(query, **parameters).json()

    def ago(self, seconds: float) -> str:
        return f"{self.clock.moment - timedelta(seconds=seconds):%Y-%m-%dT%H:%M:%SZ}"


@pytest.fixture
def x(tmp_path: Path) -> X:
    return X(Replay.load("world-cup-final-2022"), tmp_path)


def many_posts(folder: Path, count: int) -> X:
    post = '[[fixture.row.post]]\nafter = {n}\nby = "fan{n}"\ntext = "Nine number {n}"\nclip = "c"\n'
    posts = "".join(post.format(n=n) for n in range(1, count + 1))
    return X(a_day(folder, a_goal() + '[[fixture.row.clip]]\nid = "c"\n' + posts), folder)


def test_goal_query_finds_its_posts(x: X) -> None:
    body = x.body(f"Messi (Argentina OR Albiceleste) {FILTER}")
    texts = [tweet["text"] for tweet in body["data"]]
    assert [text.split(" https://t.co/")[0] for text in texts] == [
        "Gol de Messi, penal, Argentina 1 Francia 0",
        "MESSI!!! Argentina lead, filmed from my sofa",
        "GOAL! Messi from the spot, Argentina 1-0 France #FIFAWorldCup",
    ]
    assert body["meta"]["result_count"] == 3
    assert body["meta"]["newest_id"] == body["data"][0]["id"] > body["data"][2]["id"] == body["meta"]["oldest_id"]


def test_tweet_has_default_and_requested_fields(x: X) -> None:
    assert set(x.body("messi")["data"][0]) == {"id", "text", "edit_history_tweet_ids"}
    tweet = x.body("messi", **VIDEO_FIELDS)["data"][0]
    assert set(tweet) == {"id", "text", "edit_history_tweet_ids", "attachments", "created_at", "author_id", "lang"}
    assert tweet["created_at"] == "2022-12-18T15:24:40.000Z"


def test_media_have_lengths_sizes_and_files(x: X) -> None:
    body = x.body("messi", **VIDEO_FIELDS)
    keys = [tweet["attachments"]["media_keys"][0] for tweet in body["data"]]
    assert keys == [media["media_key"] for media in body["includes"]["media"]]
    media = body["includes"]["media"][0]
    assert (media["type"], media["duration_ms"], media["width"], media["height"]) == ("video", 12000, 640, 360)
    assert [variant.get("bit_rate") for variant in media["variants"]] == [832000, 256000, None]
    assert media["variants"][0]["content_type"] == "video/mp4"
    assert media["variants"][0]["url"].startswith(f"{MEDIA}/ext_tw_video/")
    assert media["variants"][2]["content_type"] == "application/x-mpegURL"


def test_newest_posts_need_an_end_time(x: X) -> None:
    x.clock.move(seconds=-20)
    assert x.body("messi")["meta"]["result_count"] == 2
    assert x.body("messi", end_time=x.ago(10))["meta"]["result_count"] == 3


def test_start_time_excludes_older_posts(x: X) -> None:
    assert x.body("messi", start_time=x.ago(100))["meta"]["result_count"] == 2


@pytest.mark.parametrize(("name", "ago"), [("end_time", 5), ("start_time", 5), ("start_time", 8 * 86400)])
def test_invalid_times_are_refused(x: X, name: str, ago: int) -> None:
    response = x.get("messi", **{name: x.ago(ago)})
    assert response.status_code == 400
    assert name in response.json()["errors"][0]["parameters"]


def test_pages_continue_until_the_last(tmp_path: Path) -> None:
    x = many_posts(tmp_path, 25)
    first = x.body("nine")
    second = x.body("nine", next_token=first["meta"]["next_token"])
    third = x.body("nine", next_token=second["meta"]["next_token"])
    assert [page["meta"]["result_count"] for page in (first, second, third)] == [10, 10, 5]
    assert "next_token" not in third["meta"]
    ids = [tweet["id"] for page in (first, second, third) for tweet in page["data"]]
    assert ids == sorted(ids, reverse=True)
    assert len(set(ids)) == 25


def test_search_is_limited_by_ids(x: X) -> None:
    ids = [tweet["id"] for tweet in x.body("messi")["data"]]
    assert [tweet["id"] for tweet in x.body("messi", since_id=ids[2], until_id=ids[0])["data"]] == [ids[1]]


def test_deleted_post_is_not_found(tmp_path: Path) -> None:
    post = '[[fixture.row.post]]\nafter = 20\nby = "fan"\ntext = "Nine"\nclip = "c"\ndeleted_after = 60\n'
    x = X(a_day(tmp_path, a_goal() + '[[fixture.row.clip]]\nid = "c"\n' + post), tmp_path)
    assert x.body("nine")["meta"]["result_count"] == 0
    x.clock.move(seconds=-80)
    assert x.body("nine")["meta"]["result_count"] == 1


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"query": "a" * 513}, "query"),
        ({"query": ""}, "query"),
        ({"query": "messi filter:videos"}, "query"),
        ({"query": "messi", "max_results": "5"}, "max_results"),
        ({"query": "messi", "max_results": "many"}, "max_results"),
        ({"query": "messi", "start_time": "yesterday"}, "start_time"),
        ({"query": "messi", "next_token": "?"}, "next_token"),
        ({"query": "messi", "media.fields": "duration"}, "media.fields"),
        ({"query": "messi", "tweet_mode": "extended"}, "tweet_mode"),
    ],
)
def test_bad_parameter_is_refused_as_by_x(x: X, parameters: dict[str, str], name: str) -> None:
    response = x.get(**parameters)
    body = response.json()
    assert response.status_code == 400
    assert body["title"] == "Invalid Request"
    assert body["type"] == "https://api.twitter.com/2/problems/invalid-request"
    assert body["errors"][0]["parameters"] == {name: [parameters[name]]}
    assert body["errors"][0]["message"]


def test_bad_token_is_refused(x: X) -> None:
    response = x.get("messi", token="wrong")
    assert response.status_code == 401
    assert response.json() == {"title": "Unauthorized", "type": "about:blank", "status": 401, "detail": "Unauthorized"}


def test_rate_headers_count_down_to_a_reset(x: X) -> None:
    headers = [x.get("messi").headers for _ in range(2)]
    assert [h["x-rate-limit-remaining"] for h in headers] == ["449", "448"]
    assert int(headers[0]["x-rate-limit-reset"]) == int((x.clock.moment + timedelta(minutes=15)).timestamp())


def test_rate_limit_is_450_searches(x: X) -> None:
    for _ in range(450):
        x.get("messi")
    refused = x.get("messi")
    assert (refused.status_code, refused.json()["title"]) == (429, "Too Many Requests")
    x.clock.move(minutes=15)
    assert x.get("messi").status_code == 200


@pytest.mark.parametrize(("kind", "status"), [("rate_limited", 429), ("server_error", 503)])
def test_outage_has_its_status(tmp_path: Path, kind: str, status: int) -> None:
    window = "from = 2024-05-04T15:00:00Z\nuntil = 2024-05-04T16:00:00Z\n"
    x = X(a_day(tmp_path, a_goal() + f'[[outage]]\nservice = "x"\nkind = "{kind}"\n{window}'), tmp_path)
    assert x.get("nine").status_code == status
