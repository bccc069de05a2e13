"""Clips through the front: in parts as players ask for them, kept for ever, and given up when nobody listens."""

import asyncio
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from local.front.cache import Cache, Stored, lasting
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


class Upstream:
    """Answers when it is let, and remembers how often it was asked."""

    def __init__(self, until: float = 10.0) -> None:
        self.asked, self.free, self.until = 0, asyncio.Event(), until

    async def ask(self) -> Stored:
        self.asked += 1
        await self.free.wait()
        return Stored(200, {}, f"{self.asked}".encode(), self.until)


def test_one_question_goes_through_however_many_ask_at_once() -> None:
    async def play() -> None:
        cache, upstream = Cache(lambda: 0.0), Upstream()
        waiting = [asyncio.ensure_future(cache.answer(("a",), upstream.ask)) for _ in range(50)]
        other = asyncio.ensure_future(cache.answer(("b",), upstream.ask))
        await asyncio.sleep(0)
        waiting.pop().cancel()  # one of them leaves, and takes nobody along
        upstream.free.set()
        assert len({found.body for found in await asyncio.gather(*waiting)}) == 1
        await other
        assert upstream.asked == 2

    asyncio.run(play())


def test_what_has_ended_is_asked_for_again() -> None:
    async def play() -> None:
        moment = [0.0]
        cache, upstream = Cache(lambda: moment[0]), Upstream(until=10.0)
        upstream.free.set()
        for now, asked in ((0.0, 1), (9.9, 1), (10.0, 2)):
            moment[0] = now
            await cache.answer(("a",), upstream.ask)
            assert upstream.asked == asked

    asyncio.run(play())


def test_a_question_that_fails_fails_for_those_who_wait_and_for_nobody_later() -> None:
    async def play() -> None:
        cache, asked = Cache(lambda: 0.0), list[int]()

        async def ask() -> Stored:
            asked.append(len(asked))
            if len(asked) == 1:
                raise ConnectionError("away")
            return Stored(200, {}, b"", 10.0)

        first = await asyncio.gather(*(cache.answer(("a",), ask) for _ in range(3)), return_exceptions=True)
        assert [type(one) for one in first] == [ConnectionError] * 3
        assert (await cache.answer(("a",), ask)).status == 200

    asyncio.run(play())


@pytest.mark.parametrize(
    ("status", "said", "seconds"),
    [
        (200, "public, max-age=60", 60.0),
        (200, "public, max-age=60, s-maxage=5", 5.0),
        (404, "public, max-age=5", 5.0),
        (410, "public, max-age=2", 2.0),
        (200, "private, max-age=60", 0.0),
        (200, "no-store", 0.0),
        (200, "", 0.0),
        (401, "public, max-age=60", 0.0),
        (503, "public, max-age=60", 0.0),
    ],
)
def test_an_answer_lasts_by_its_own_word_and_a_refusal_not_at_all(status: int, said: str, seconds: float) -> None:
    assert lasting(status, {"cache-control": said}) == seconds
