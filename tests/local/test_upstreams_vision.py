import base64
import json
from datetime import timedelta
from typing import Any

import cv2
import httpx
import numpy as np
import pytest

from local.footage.render import frames
from local.replay.model import Replay
from local.replay.posts import Post, Rendering
from local.upstreams.vision import VisionServer
from tests.local.upstreams import StandingClock, ask

QUALITY = 70
CLOSED = {"SOCCER": "no", "SCREEN": "no", "CLOCK": "NONE", "ADDED": "NONE", "STOPPAGE_CLOCK": "NONE", "SCORE": "NONE"}


@pytest.fixture(scope="module")
def final() -> Replay:
    return Replay.load("world-cup-final-2022")


@pytest.fixture(scope="module")
def vision(final: Replay) -> VisionServer:
    return VisionServer(final.clips(), StandingClock(final.begins_at))


def jpeg(picture: Any) -> bytes:
    _, written = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    return written.tobytes()


def frame_of(post: Post, second: float) -> bytes:
    best = post.renderings()[0]
    one = Rendering(best.clip, best.variants, post.starts + second, 0.05, best.width, best.height)
    return jpeg(next(frames(one)))


def the_post(final: Replay, clip: str, variant: str | None = None) -> Post:
    """The first post of a clip as it was filmed, or in a variant."""
    fitting = [post for post in final.posts() if post.clip.id == clip]
    return next(post for post in fitting if (variant in post.variants if variant else not post.variants))


def chat(vision: VisionServer, *pictures: bytes, path: str = "/v1/chat/completions", **changes: Any) -> httpx.Response:
    urls = [f"data:image/jpeg;base64,{base64.b64encode(picture).decode()}" for picture in pictures]
    images = [{"type": "image_url", "image_url": {"url": url}} for url in urls]
    content = [{"type": "text", "text": "Look at this frame."}, *images]
    question = {"model": "a-model", "messages": [{"role": "user", "content": content}], **changes}
    return ask(vision.app(), "POST", path, json=question)


def seen(response: httpx.Response) -> Any:
    return json.loads(response.json()["choices"][0]["message"]["content"])


def test_clock_follows_the_second_of_the_frame(final: Replay, vision: VisionServer) -> None:
    frame = frame_of(the_post(final, "messi-23"), 3.2)
    assert seen(chat(vision, frame)) == {**CLOSED, "SOCCER": "yes", "CLOCK": "22:37", "SCORE": "ARG 0-0 FRA"}


def test_filmed_screen_is_recognised(final: Replay, vision: VisionServer) -> None:
    answer = seen(chat(vision, frame_of(the_post(final, "messi-23", "filmed"), 3)))
    assert (answer["SOCCER"], answer["SCREEN"]) == ("yes", "yes")


@pytest.mark.parametrize("clip", ["messi-23-basketball", "di-maria-36-panel"])
def test_other_footage_is_not_football(final: Replay, vision: VisionServer, clip: str) -> None:
    assert seen(chat(vision, frame_of(the_post(final, clip), 3))) == CLOSED


def test_clip_of_another_minute_shows_it(final: Replay, vision: VisionServer) -> None:
    answer = seen(chat(vision, frame_of(the_post(final, "messi-23-earlier-chance"), 0)))
    assert answer["CLOCK"] == "11:32"


def test_cut_copy_shows_its_own_start(final: Replay, vision: VisionServer) -> None:
    answer = seen(chat(vision, frame_of(the_post(final, "messi-23", "caption"), 1)))
    assert answer["CLOCK"] == "22:36"


def test_foreign_picture_is_not_football(vision: VisionServer) -> None:
    assert seen(chat(vision, jpeg(np.full((360, 640, 3), 90, np.uint8)))) == CLOSED


def test_outage_counts_from_the_first_request() -> None:
    hostile = Replay.load("hostile")
    clock = StandingClock(hostile.begins_at)
    vision = VisionServer(hostile.clips(), clock)
    bench, other = (frame_of(the_post(hostile, clip), 3) for clip in ("brandt-93-bench", "brandt-93"))
    assert chat(vision, bench).status_code == 503
    assert chat(vision, other).status_code == 200
    clock.moment += timedelta(seconds=301)
    assert seen(chat(vision, bench))["SOCCER"] == "yes"


def test_footage_has_unique_numbers(final: Replay) -> None:
    assert {post.clip.number for post in final.posts()} == set(final.clips())
