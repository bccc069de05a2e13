"""Fetching of one clip: retries and typed outcomes (D3)."""

import hashlib
from pathlib import Path

import httpx
import pytest

from fetcher.download import download
from fetcher.fetch import fetch
from footy.core.errors import ClipError
from footy.goals.settings import Settings
from tests.support.clip_files import Answer, Site, chosen_post
from tests.support.fetching import FILM, refused, settings


class TestDownload:
    @pytest.mark.parametrize("sized", [True, False])
    def test_writes_the_file(self, site: Site, client: httpx.Client, tmp_path: Path, *, sized: bool) -> None:
        site.answers["/a.mp4"] = Answer(FILM, sized=sized)
        download(client, site.url("/a.mp4"), tmp_path / "a", settings(site))
        assert (tmp_path / "a").read_bytes() == FILM

    @pytest.mark.parametrize(
        ("status", "reason"),
        [
            (401, "deleted"),
            (403, "geo_blocked"),
            (404, "deleted"),
            (410, "deleted"),
            (429, "rate_limited"),
            (451, "geo_blocked"),
            (418, "fetch_failed"),
            (500, "fetch_failed"),
        ],
    )
    def test_names_what_the_server_means(
        self, site: Site, client: httpx.Client, tmp_path: Path, status: int, reason: str
    ) -> None:
        site.answers["/a.mp4"] = Answer(status=status)
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site)) == reason

    def test_a_page_is_not_a_video(self, site: Site, client: httpx.Client, tmp_path: Path) -> None:
        site.answers["/a.mp4"] = Answer(b"<html>", kind="text/html; charset=utf-8")
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site)) == "not_video"

    @pytest.mark.parametrize("sized", [True, False])
    def test_stops_at_the_largest_size(self, site: Site, client: httpx.Client, tmp_path: Path, *, sized: bool) -> None:
        site.answers["/a.mp4"] = Answer(FILM, sized=sized)
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site, clip_max_bytes=100)) == "too_large"

    def test_a_server_that_is_not_there_failed(self, client: httpx.Client, tmp_path: Path) -> None:
        how = Settings(media_origins=("http://127.0.0.1:9",))
        assert refused(client, "http://127.0.0.1:9/a.mp4", tmp_path / "a", how) == "fetch_failed"


class TestPatience:
    def test_a_clip_is_a_file_with_its_md5_and_size(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = Answer(FILM)
        fetched = fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert fetched.md5 == hashlib.md5(FILM, usedforsecurity=False).hexdigest()
        assert fetched.size == len(FILM)
        assert pauses == []

    def test_what_may_pass_is_tried_three_times(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = [Answer(status=503), Answer(status=429), Answer(FILM)]
        fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert pauses == [2.0, 4.0]

    def test_the_third_failure_is_the_last(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = Answer(status=429)
        with pytest.raises(ClipError) as failure:
            fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert failure.value.reason == "rate_limited"
        assert (len(site.requests), pauses) == (3, [2.0, 4.0])

    def test_as_long_as_the_server_asks_for(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = [Answer(status=429, headers={"Retry-After": "7"}), Answer(FILM)]
        fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert pauses == [7.0]

    def test_who_waits_knows_for_how_long(self, site: Site, tmp_path: Path) -> None:
        site.answers["/a.mp4"] = [Answer(status=429, headers={"Retry-After": "7"}), Answer(FILM)]
        events: list[tuple[str, float]] = []

        def sign(ahead: float = 0.0) -> None:
            events.append(("sign", ahead))

        def sleep(seconds: float) -> None:
            events.append(("sleep", seconds))

        fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), sleep, heartbeat=sign)
        at = events.index(("sleep", 7.0))
        assert events[at - 1] == ("sign", 7.0)
        assert {events[0], events[-1]} == {("sign", 0.0)}

    def test_but_not_longer_than_there_is_time(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = Answer(status=503, headers={"Retry-After": "3600"})
        with pytest.raises(ClipError) as failure:
            fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert (failure.value.reason, len(site.requests), pauses) == ("rate_limited", 1, [])

    @pytest.mark.parametrize("status", [400, 404, 418])
    def test_a_refusal_of_the_request_itself_is_final(
        self, site: Site, tmp_path: Path, pauses: list[float], status: int
    ) -> None:
        site.answers["/a.mp4"] = Answer(status=status)
        with pytest.raises(ClipError):
            fetch(chosen_post(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert (len(site.requests), pauses) == (1, [])

    def test_what_cannot_pass_is_tried_once(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        with pytest.raises(ClipError):
            fetch(chosen_post(site.url("/gone.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert (len(site.requests), pauses) == (1, [])

    def test_a_clip_the_search_calls_too_long_is_not_fetched(self, site: Site, tmp_path: Path) -> None:
        with pytest.raises(ClipError) as failure:
            fetch(chosen_post(site.url("/a.mp4"), duration=61.0), tmp_path / "a", settings(site))
        assert failure.value.reason == "too_long"
        assert site.requests == []

    def test_without_an_address_the_tweet_is_asked(
        self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("fetcher.fetch.video_address", lambda tweet, *_: site.url(f"/a.mp4?{tweet}"))
        site.answers["/a.mp4?1"] = Answer(FILM)
        assert fetch(chosen_post(None), tmp_path / "a", settings(site)).size == len(FILM)
