import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from local.footage.renderer import file_of
from local.replay.model import Replay
from local.replay.posts import Post, media_path
from local.upstreams import media, syndication
from tests.local.upstreams import StandingClock, a_world, ask
from tests.unit.local.replay.days import a_day, a_goal

BYTES = bytes(range(256)) * 8


class Host:
    """The media host of a day with one post, whose best file is already drawn (and is no film)."""

    def __init__(self, folder: Path, more: str = "") -> None:
        post = f'[[fixture.row.post]]\nafter = 40\nby = "fan"\ntext = "Nine!"\nclip = "c"\n{more}\n'
        self.replay: Replay = a_day(folder, a_goal() + '[[fixture.row.clip]]\nid = "c"\n' + post)
        self.post: Post = self.replay.posts()[0]
        self.clock = StandingClock(self.post.at + timedelta(seconds=10))
        world = a_world(self.replay, self.clock, folder / "clips")
        best, _ = self.post.renderings()
        file_of(folder / "clips", best).write_bytes(BYTES)
        self.path = media_path(self.post, best)
        self._app, self._syndication = media.app(world), syndication.app(world)

    def get(self, path: str | None = None, **headers: str) -> httpx.Response:
        return ask(self._app, "GET", path or self.path, headers=headers)

    def head(self) -> httpx.Response:
        return ask(self._app, "HEAD", self.path)

    def tweet(self, **requests: str) -> httpx.Response:
        return ask(self._syndication, "GET", "/tweet-result", params=requests)


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def test_file_is_served_with_its_type(host: Host) -> None:
    response = host.get()
    assert (response.status_code, response.content) == (200, BYTES)
    assert response.headers["content-type"] == "video/mp4"
    assert response.headers["accept-ranges"] == "bytes"
    assert response.headers["content-length"] == str(len(BYTES))


def test_file_exists_only_with_its_post(host: Host) -> None:
    assert host.get(host.path.replace(".mp4", "x.mp4")).status_code == 404
    host.clock.move(seconds=-11)
    assert host.get().status_code == 404


def test_deleted_post_removes_its_file(tmp_path: Path) -> None:
    host = Host(tmp_path, "deleted_after = 60")
    assert host.get().status_code == 200
    host.clock.move(seconds=60)
    assert host.get().status_code == 404


def test_outage_is_a_server_error(tmp_path: Path) -> None:
    folder = tmp_path / "trouble"
    folder.mkdir()
    window = "from = 2024-05-04T15:00:00Z\nuntil = 2024-05-04T16:00:00Z\n"
    assert Host(folder, f'[[outage]]\nservice = "media"\nkind = "server_error"\n{window}').get().status_code == 503


def test_tweet_is_syndicated_with_its_files(host: Host) -> None:
    tweet: Any = host.tweet(id=host.post.tweet_id, token="t").json()
    assert (tweet["__typename"], tweet["id_str"]) == ("Tweet", host.post.tweet_id)
    details = tweet["mediaDetails"][0]["video_info"]
    assert details["duration_millis"] == tweet["video"]["durationMs"] == 12000
    assert host.path in details["variants"][0]["url"]
    assert [variant["type"] for variant in tweet["video"]["variants"]] == [
        "video/mp4",
        "video/mp4",
        "application/x-mpegURL",
    ]
    assert json.dumps(tweet)


@pytest.mark.parametrize("requests", [{"id": "1", "token": "t"}, {"id": "", "token": "t"}, {}])
def test_unknown_tweet_is_not_syndicated(host: Host, requests: dict[str, str]) -> None:
    assert host.tweet(**requests).status_code == 404


def test_tweet_is_not_syndicated_before_its_time(host: Host) -> None:
    host.clock.move(seconds=-11)
    assert host.tweet(id=host.post.tweet_id, token="t").status_code == 404
