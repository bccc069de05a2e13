"""Fetching one clip: from where, how much, how often, and what it is called when it fails."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from fetcher.addresses import check_origin, check_public
from fetcher.direct import download
from fetcher.fetch import fetch
from fetcher.wire import open_line
from footy.errors import ClipError
from footy.settings import Rules, Settings
from tests.unit.containers.making import Answer, Site, serving, wanted

FILM = b"film" * 1000
INSIDE = [
    "10.0.0.1",
    "127.0.0.1",
    "127.255.0.9",
    "169.254.169.254",  # credentials of a machine
    "169.254.170.2",  # credentials of a task
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "0.0.0.0",  # noqa: S104
    "0.1.2.3",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "fe80::1%eth0",
    "fec0::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:169.254.169.254",
    "::ffff:10.0.0.1",
    "64:ff9b::a9fe:a9fe",  # 169.254.169.254 by NAT64
    "64:ff9b:1::1",
    "2002:a9fe:a9fe::1",  # by 6to4
    "2001:0:a00:1::1",  # by Teredo
    "2001:db8::1",
    "192.0.0.8",  # all of 192.0.0.0/24, of which Python knows a part
    "192.0.0.9",
    "192.0.0.170",
    "192.0.0.255",
    "192.88.99.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.7",
    "100.127.255.255",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "::ffff:192.88.99.1",
    "::ffff:192.0.0.9",
    "64:ff9b::192.0.0.9",
    "64:ff9b::c058:6301",  # 192.88.99.1
    "64:ff9b::6440:1",  # 100.64.0.1
    "64:ff9b::c612:1",  # 198.18.0.1
    "64:ff9b::7f00:1",
    "64:ff9b:1:ffff::9765:101",
    "64:ff9b:0:1::9765:101",
    "3fff::1",
    "3fff:fff:ffff::1",
    "2001:1::1",
    "2001:20::1",
    "2001:4:112::1",
    "2620:4f:8000::1",
    "5f00::1",
    "100::1",
    "100:0:0:1::1",
    "::ffff:0:151.101.1.1",
    "::9765:101",
]


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with open_line(30) as line:
        yield line


@pytest.fixture
def pauses() -> list[float]:
    """How long was waited, without waiting."""
    return []


def settings(site: Site, **rules: float) -> Settings:
    return Settings(media_origins=(site.origin,), rules=Rules(**rules))  # type: ignore[arg-type]


def refused(client: httpx.Client, url: str, file: Path, how: Settings) -> str:
    with pytest.raises(ClipError) as failure:
        download(client, url, file, how)
    return failure.value.reason


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


class TestAddresses:
    @pytest.mark.parametrize(
        "url",
        [
            "https://video.twimg.com/a.mp4",
            "https://VIDEO.twimg.com:443/a.mp4",
        ],
    )
    def test_listed_origins_may_be_asked(self, url: str) -> None:
        check_origin(httpx.URL(url), ["https://video.twimg.com"])

    @pytest.mark.parametrize(
        "url",
        [
            "http://video.twimg.com/a.mp4",
            "https://video.twimg.com:8443/a.mp4",
            "https://video.twimg.com.evil.test/a.mp4",
            "https://video.twimg.com@evil.test/a.mp4",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]/a.mp4",
            "https://somebody@video.twimg.com/a.mp4",
            "file:///etc/passwd",
            "ftp://video.twimg.com/a.mp4",
            "//video.twimg.com/a.mp4",
            "",
        ],
    )
    def test_nothing_else_is_asked(self, url: str, client: httpx.Client, tmp_path: Path) -> None:
        assert refused(client, url, tmp_path / "a", Settings()) == "refused_address"

    def test_a_listed_name_without_https_is_refused(self) -> None:
        with pytest.raises(ClipError):
            check_origin(httpx.URL("http://video.twimg.com/a.mp4"), ["http://video.twimg.com"])

    @pytest.mark.parametrize("target", ["http://127.0.0.1:1/a.mp4", "https://evil.test/a.mp4", "file:///etc/passwd"])
    def test_a_redirect_is_checked_again(self, site: Site, client: httpx.Client, tmp_path: Path, target: str) -> None:
        site.answers["/a.mp4"] = Answer(status=302, headers={"Location": target})
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site)) == "refused_address"

    @pytest.mark.parametrize(
        "address",
        [
            *(
                "https://xn--a/",
                "https://xn--/a.mp4",
                "https://\ud800/",
                "https://video.twimg.com\ud800/",
                "https://²/",
            ),
            *(
                "https://a\udfff.test/",
                "https://[",
                "https://" + "a" * 400,
                "https://xn--zzzzzz.test:²/",
                "https://\x00/",
            ),
        ],
    )
    def test_a_host_that_is_no_name_is_refused(self, client: httpx.Client, tmp_path: Path, address: str) -> None:
        assert refused(client, address, tmp_path / "a", Settings()) == "refused_address"

    @pytest.mark.parametrize("target", ["https://xn--a/", "https://xn--zzzzzz/a.mp4", "//xn--a/", "https://xn--/a"])
    def test_nor_does_a_redirect_lead_to_one(
        self, site: Site, client: httpx.Client, tmp_path: Path, target: str
    ) -> None:
        site.answers["/a.mp4"] = Answer(status=302, headers={"Location": target})
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site)) == "refused_address"

    def test_a_redirect_within_the_list_is_followed(self, site: Site, client: httpx.Client, tmp_path: Path) -> None:
        site.answers["/a.mp4"] = Answer(status=302, headers={"Location": "/b.mp4"})
        site.answers["/b.mp4"] = Answer(FILM)
        download(client, site.url("/a.mp4"), tmp_path / "a", settings(site))
        assert (tmp_path / "a").read_bytes() == FILM

    def test_redirects_end_somewhere(self, site: Site, client: httpx.Client, tmp_path: Path) -> None:
        site.answers["/a.mp4"] = Answer(status=302, headers={"Location": "/a.mp4"})
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site)) == "fetch_failed"
        assert len(site.asked) == 3

    @pytest.mark.parametrize("address", INSIDE)
    def test_addresses_of_the_inside_are_refused(self, address: str) -> None:
        with pytest.raises(ClipError):
            check_public(address)

    @pytest.mark.parametrize(
        "address", ["151.101.1.1", "2606:4700::1111", "::ffff:151.101.1.1", "64:ff9b::9765:101", "2600:1f18::1"]
    )
    def test_public_addresses_are_not(self, address: str) -> None:
        check_public(address)


class TestPatience:
    def test_a_clip_is_a_file_with_its_md5_and_size(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = Answer(FILM)
        fetched = fetch(wanted(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert fetched.md5 == hashlib.md5(FILM, usedforsecurity=False).hexdigest()
        assert fetched.size == len(FILM)
        assert pauses == []

    def test_what_may_pass_is_tried_three_times(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = [Answer(status=503), Answer(status=429), Answer(FILM)]
        fetch(wanted(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert pauses == [2.0, 4.0]

    def test_the_third_failure_is_the_last(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = Answer(status=429)
        with pytest.raises(ClipError) as failure:
            fetch(wanted(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert failure.value.reason == "rate_limited"
        assert (len(site.asked), pauses) == (3, [2.0, 4.0])

    def test_as_long_as_the_server_asks_for(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = [Answer(status=429, headers={"Retry-After": "7"}), Answer(FILM)]
        fetch(wanted(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert pauses == [7.0]

    def test_but_not_longer_than_there_is_time(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        site.answers["/a.mp4"] = Answer(status=503, headers={"Retry-After": "3600"})
        with pytest.raises(ClipError) as failure:
            fetch(wanted(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert (failure.value.reason, len(site.asked), pauses) == ("rate_limited", 1, [])

    @pytest.mark.parametrize("status", [400, 404, 418])
    def test_a_refusal_of_the_request_itself_is_final(
        self, site: Site, tmp_path: Path, pauses: list[float], status: int
    ) -> None:
        site.answers["/a.mp4"] = Answer(status=status)
        with pytest.raises(ClipError):
            fetch(wanted(site.url("/a.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert (len(site.asked), pauses) == (1, [])

    def test_what_cannot_pass_is_tried_once(self, site: Site, tmp_path: Path, pauses: list[float]) -> None:
        with pytest.raises(ClipError):
            fetch(wanted(site.url("/gone.mp4")), tmp_path / "a", settings(site), pauses.append)
        assert (len(site.asked), pauses) == (1, [])

    def test_a_clip_the_search_calls_too_long_is_not_fetched(self, site: Site, tmp_path: Path) -> None:
        with pytest.raises(ClipError) as failure:
            fetch(wanted(site.url("/a.mp4"), duration=61.0), tmp_path / "a", settings(site))
        assert failure.value.reason == "too_long"
        assert site.asked == []

    def test_without_an_address_the_tweet_is_asked(
        self, site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("fetcher.fetch.video_address", lambda tweet, *_: site.url(f"/a.mp4?{tweet}"))
        site.answers["/a.mp4?1"] = Answer(FILM)
        assert fetch(wanted(None), tmp_path / "a", settings(site)).size == len(FILM)
