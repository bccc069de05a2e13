"""Whatever stands in a batch beside a good clip: that one comes through, and the others are each called something."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from moto import mock_aws

from fetcher.clip import run, skipped
from fetcher.decoder_client import Decoder
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import DecodedClip, Unchecked
from footy.core.errors import ClipError
from footy.goals.adapters.storage.work import Work
from footy.goals.clips.filters import Shape
from footy.goals.model.clips import ChosenPost, ClipResult
from footy.goals.settings import Rules, Settings
from tests.support.examples import examples
from tests.support.goals import DOWNLOAD
from tests.unit.containers.hostile_urls import urls
from tests.unit.containers.making import Answer, Site, serving, wanted

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

RULES = Rules(fetch_tries=1, clip_fetch_seconds=10)
FRAMES = {25: b"\xff\xd8\xff", 50: b"\xff\xd8\xff", 75: b"\xff\xd8\xff"}
FOOTAGE = DecodedClip(Shape(4.0, 320, 180), 1, "dense:0.25:0.25=0000000000000000", {}, FRAMES)
FAULTS: tuple[Exception, ...] = (
    ClipError("damaged"),
    Unchecked("no time"),
    MemoryError(),
    OSError(28, "no space"),
    BlockingIOError(11, "no threads"),
    ValueError("odd"),
    OverflowError("large"),
    RecursionError(),
    UnicodeEncodeError("idna", "x", 0, 1, "no"),
    KeyError("shape"),
    ZeroDivisionError(),
)


class Scripted(Decoder):
    """A decoder that fails as it is told by the file: the number of its failure is what is in it."""

    def __init__(self) -> None:
        self._rules = RULES

    def decode(self, file: Path, sign: Heartbeat = no_heartbeat) -> DecodedClip:  # noqa: ARG002 - it is done at once
        said = file.read_bytes()
        if said.startswith(b"fault"):
            raise FAULTS[int(said[5:])]
        return FOOTAGE


@pytest.fixture(scope="module")
def s3() -> "Iterator[S3Client]":
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="work")
        yield client


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving() as running:
        running.answers["/good.mp4"] = Answer(b"film")
        for n in range(len(FAULTS)):
            running.answers[f"/fault{n}.mp4"] = Answer(f"fault{n}".encode())
        yield running


def batch_of(site: Site, s3: "S3Client", *clips: ChosenPost) -> list[ClipResult]:
    """One after the other, as a worker may have them; one that is given back is called unchecked in the end."""
    how, decoder = Settings(media_origins=(site.origin,), rules=RULES), Scripted()

    def result(clip: ChosenPost) -> ClipResult:
        try:
            return run(DOWNLOAD, clip, work=Work(s3, "work"), decoder=decoder, slot=nullcontext(), settings=how)
        except Unchecked as lacking:
            return skipped(clip, lacking)

    return [result(clip) for clip in clips]


beside = st.lists(
    st.one_of(
        urls(),
        st.integers(0, len(FAULTS) - 1).map(lambda n: f"/fault{n}.mp4"),
        st.just("/gone.mp4"),
    ),
    max_size=4,
)


@settings(max_examples=examples(50), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(others=beside, place=st.integers(0, 4))
@pytest.mark.soak
def test_a_good_clip_comes_through(site: Site, s3: "S3Client", others: list[str], place: int) -> None:
    addresses = [site.url(other) if other.startswith("/") and "mp4" in other else other for other in others]
    addresses.insert(min(place, len(addresses)), site.url("/good.mp4"))
    clips = [wanted(address, str(n)) for n, address in enumerate(addresses)]
    results = batch_of(site, s3, *clips)
    good = {place for place, address in enumerate(addresses) if address == site.url("/good.mp4")}
    assert {int(result["tweet_id"]) for result in results if result["clip"]} == good
    assert all((result["outcome"] == "fetched") == bool(result["clip"]) for result in results)
