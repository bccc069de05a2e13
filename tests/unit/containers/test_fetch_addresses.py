"""From which addresses a clip is fetched, and from which it never is."""

from pathlib import Path

import httpx
import pytest

from fetcher.addresses import check_origin, check_public
from fetcher.direct import download
from footy.errors import ClipError
from footy.settings import Settings
from tests.unit.containers.fetching import FILM, refused, settings
from tests.unit.containers.making import Answer, Site

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
