"""Clips through the front: in parts as players ask for them, kept for ever, and given up when nobody listens."""

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from tests.local.fronting import CLIP, FOR_EVER, Fronted, fronted

ADDRESS = "/media/1/goal%201/clip.mp4"
# more than a client keeps open to one origin
MANY = 120


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fronted]:
    with fronted(tmp_path_factory.mktemp("front")) as ready:
        ready.begin()
        ready.lead()
        yield ready


def test_a_clip_is_itself_and_is_kept_for_ever(front: Fronted) -> None:
    said = front.ask.get(ADDRESS)
    assert (said.status_code, said.content) == (200, CLIP)
    assert (said.headers["cache-control"], said.headers["content-type"]) == (FOR_EVER, "video/mp4")
    assert (said.headers["accept-ranges"], said.headers["x-content-type-options"]) == ("bytes", "nosniff")
    assert "x-amz-request-id" not in said.headers


@pytest.mark.parametrize(("wished", "first", "last"), [("bytes=0-1", 0, 1), ("bytes=700-", 700, len(CLIP) - 1)])
def test_a_player_gets_the_part_that_it_asks_for(front: Fronted, wished: str, first: int, last: int) -> None:
    said = front.ask.get(ADDRESS, headers={"Range": wished})
    assert (said.status_code, said.content) == (206, CLIP[first : last + 1])
    assert said.headers["content-range"] == f"bytes {first}-{last}/{len(CLIP)}"


def test_a_part_behind_the_end_is_none(front: Fronted) -> None:
    said = front.ask.get(ADDRESS, headers={"Range": f"bytes={len(CLIP)}-"})
    assert (said.status_code, said.headers["content-range"]) == (416, f"bytes */{len(CLIP)}")


def test_only_its_size_is_asked_for_without_fetching_it(front: Fronted) -> None:
    said = front.ask.head(ADDRESS)
    assert (said.status_code, said.content, said.headers["content-length"]) == (200, b"", str(len(CLIP)))
    assert front.behind.asked[-1].method == "HEAD"


def test_what_a_bucket_says_of_a_missing_object_is_not_handed_on(front: Fronted) -> None:
    said = front.ask.get("/media/1/2/another.mp4")
    assert (said.status_code, said.text) == (404, "")


def test_whoever_skips_from_clip_to_clip_leaves_nothing_open(front: Fronted) -> None:
    address = urlsplit(front.process.url)
    for _ in range(MANY):
        with socket.create_connection((str(address.hostname), address.port or 0)) as viewer:
            viewer.sendall(f"GET {ADDRESS} HTTP/1.1\r\nHost: front\r\n\r\n".encode())
            assert viewer.recv(12) == b"HTTP/1.1 200"
    assert front.ask.get(ADDRESS, headers={"Range": "bytes=0-1"}).status_code == 206
