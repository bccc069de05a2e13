"""Allow-list of the origins that clips are fetched from (D3)."""

from pathlib import Path

import httpx
import pytest

from fetcher.addresses import check_origin
from fetcher.download import download
from footy.core.errors import ClipError
from footy.goals.settings import Settings
from tests.support.clip_files import Answer, Site
from tests.support.fetching import FILM, refused, settings


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
            "https://user@video.twimg.com/a.mp4",
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

    def test_a_redirect_within_the_list_is_followed(self, site: Site, client: httpx.Client, tmp_path: Path) -> None:
        site.answers["/a.mp4"] = Answer(status=302, headers={"Location": "/b.mp4"})
        site.answers["/b.mp4"] = Answer(FILM)
        download(client, site.url("/a.mp4"), tmp_path / "a", settings(site))
        assert (tmp_path / "a").read_bytes() == FILM

    def test_redirects_end_somewhere(self, site: Site, client: httpx.Client, tmp_path: Path) -> None:
        site.answers["/a.mp4"] = Answer(status=302, headers={"Location": "/a.mp4"})
        assert refused(client, site.url("/a.mp4"), tmp_path / "a", settings(site)) == "fetch_failed"
        assert len(site.requests) == 3
