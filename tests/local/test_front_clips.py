"""Clips through the front: in parts as players ask for them, kept for ever, and closed with the viewer."""

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


def test_clip_is_served_as_immutable(front: Fronted) -> None:
    answer = front.ask.get(ADDRESS)
    assert (answer.status_code, answer.content) == (200, CLIP)
    assert (answer.headers["cache-control"], answer.headers["content-type"]) == (FOR_EVER, "video/mp4")
    assert (answer.headers["accept-ranges"], answer.headers["x-content-type-options"]) == ("bytes", "nosniff")
    assert "x-amz-request-id" not in answer.headers


@pytest.mark.parametrize(("wished", "first", "last"), [("bytes=0-1", 0, 1), ("bytes=700-", 700, len(CLIP) - 1)])
def test_range_request_returns_its_part(front: Fronted, wished: str, first: int, last: int) -> None:
    answer = front.ask.get(ADDRESS, headers={"Range": wished})
    assert (answer.status_code, answer.content) == (206, CLIP[first : last + 1])
    assert answer.headers["content-range"] == f"bytes {first}-{last}/{len(CLIP)}"


def test_range_beyond_the_end_is_refused(front: Fronted) -> None:
    answer = front.ask.get(ADDRESS, headers={"Range": f"bytes={len(CLIP)}-"})
    assert (answer.status_code, answer.headers["content-range"]) == (416, f"bytes */{len(CLIP)}")


def test_head_request_does_not_fetch_the_clip(front: Fronted) -> None:
    answer = front.ask.head(ADDRESS)
    assert (answer.status_code, answer.content, answer.headers["content-length"]) == (200, b"", str(len(CLIP)))
    assert front.behind.asked[-1].method == "HEAD"


def test_missing_object_hides_the_answer_of_s3(front: Fronted) -> None:
    answer = front.ask.get("/media/1/2/another.mp4")
    assert (answer.status_code, answer.text) == (404, "")


def test_skipped_clips_leave_no_connection_open(front: Fronted) -> None:
    address = urlsplit(front.process.url)
    for _ in range(MANY):
        with socket.create_connection((str(address.hostname), address.port or 0)) as viewer:
            viewer.sendall(f"GET {ADDRESS} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
            assert viewer.recv(12) == b"HTTP/1.1 200"
    assert front.ask.get(ADDRESS, headers={"Range": "bytes=0-1"}).status_code == 206
