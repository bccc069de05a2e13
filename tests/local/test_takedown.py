"""The old address of a clip that was taken down, asked through the front."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from pymongo.database import Database

from footy.goals.adapters.messages import takedown_message
from footy.goals.adapters.storage.media import Media
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.keys import key_in, poster_key_of
from footy.goals.steps.take_down_clips import take_down_clips
from local.aws.client import REGION
from local.aws.server import Ministack
from local.front.server import FrontProcess
from tests.support.clips import stored
from tests.support.containers import container_of
from tests.support.goals import NOON, goal, insert

BUCKET, LINK = "taken-down", "7-aaaaaaaaaaaa"
KEY = stored("a")["_s3_key"]
ADDRESSES = (f"/media/{KEY}", f"/media/{poster_key_of(KEY)}")


@pytest.fixture
def s3(emulator: Ministack) -> Any:
    client: Any = emulator.client("s3")
    client.create_bucket(Bucket=BUCKET, CreateBucketConfiguration={"LocationConstraint": REGION})
    for key in (KEY, poster_key_of(KEY)):
        client.put_object(Bucket=BUCKET, Key=key, Body=b"film")
    return client


@pytest.fixture
def viewer(emulator: Ministack, tmp_path: Path) -> Iterator[httpx.Client]:
    front = FrontProcess(tmp_path, tmp_path / "origins.json")
    try:
        front.start()
        front.set_origins({"api": "http://127.0.0.1:1", "media": f"{emulator.url}/{BUCKET}", "uploads": ""})
        with httpx.Client(base_url=front.url, trust_env=False) as client:
            yield client
    finally:
        front.stop()


def test_the_old_addresses_are_gone_until_the_clip_is_shown_again(
    s3: Any, viewer: httpx.Client, database: Database[FixtureDocument]
) -> None:
    insert(database, goal(_s3_videos=[stored("a", share_id=LINK)]))
    container = container_of(database, media=Media(s3, BUCKET))
    settle = partial(take_down_clips, {"body": takedown_message([7]).body, "message_id": "m"}, container)
    assert codes(viewer, *ADDRESSES) == [200, 200]
    container.hidden_clips.hide(LINK, {"by": "anna", "at": NOON})
    settle()
    assert codes(viewer, *ADDRESSES) == [404, 404]
    private = f"/media/{key_in('hidden', KEY)}"
    dotted = f"/media/7/..%2f{key_in('hidden', KEY)}"
    assert codes(viewer, private, dotted, private.replace("private", "%70rivate")) == [404, 404, 404]
    container.hidden_clips.show(LINK)
    settle()
    assert codes(viewer, *ADDRESSES) == [200, 200]


def codes(viewer: httpx.Client, *addresses: str) -> list[int]:
    return [viewer.get(address).status_code for address in addresses]
