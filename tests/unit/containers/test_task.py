"""One clip's way: files from a server on this machine, buckets in process."""

from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from fetcher.clip import run
from fetcher.decoder_client import Decoder
from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.storage.work import Work
from footy.goals.clips.copies.hashes import HASH_VERSION, parse_hash
from footy.goals.model.clips import ChosenPost, ClipResult, FetchedClip
from footy.goals.settings import Rules, Settings
from tests.support.clip_files import Answer, Site, chosen_post, clip, serving
from tests.support.goals import DOWNLOAD

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

SHORT_WAY = Rules(fetch_tries=1)


@pytest.fixture
def s3() -> Iterator["S3Client"]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="work")
        yield client


@pytest.fixture
def work(s3: "S3Client") -> Work:
    return Work(s3, "work")


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


@pytest.fixture(scope="module")
def decoder() -> Iterator[Decoder]:
    with Decoder(SHORT_WAY) as decoder:
        yield decoder


def fetched(site: Site, work: Work, decoder: Decoder, clip: ChosenPost) -> ClipResult:
    how = Settings(media_origins=(site.origin,), rules=SHORT_WAY)
    return run(DOWNLOAD, clip, work=work, decoder=decoder, slot=nullcontext(), settings=how)


def film(site: Site, tmp_path: Path, path: str, *, seed: int = 1, **facts: object) -> None:
    site.answers[path] = Answer(clip(tmp_path / "film.mp4", seed=seed, **facts).read_bytes())  # type: ignore[arg-type]


def test_a_clip_leaves_its_file_three_frames_and_its_facts(
    site: Site, work: Work, s3: "S3Client", tmp_path: Path, decoder: Decoder
) -> None:
    film(site, tmp_path, "/a.mp4")
    result = fetched(site, work, decoder, chosen_post(site.url("/a.mp4")))
    fetched_clip = result["clip"]
    assert fetched_clip is not None
    stored = {entry["Key"] for entry in s3.list_objects_v2(Bucket="work")["Contents"]}
    names = {f"{fetched_clip['md5']}.mp4", *(f"{fetched_clip['tweet_id']}-{percent}.jpg" for percent in (25, 50, 75))}
    assert stored == {f"{DOWNLOAD}/{name}" for name in names}
    assert fetched_clip.keys() == FetchedClip.__required_keys__ | {"posts"}
    assert (fetched_clip["duration"], fetched_clip["width"], fetched_clip["height"], fetched_clip["copies"]) == (
        4.0,
        320,
        180,
        1,
    )
    assert fetched_clip["hash_version"] == HASH_VERSION
    assert len(parse_hash(fetched_clip["perceptual_hash"])) == 14
    assert result["outcome"] == "fetched"


@pytest.mark.parametrize(
    "skipped",
    [
        ("/short.mp4", "too_short"),
        ("/tall.mp4", "not_landscape"),
        ("/page.mp4", "not_video"),
        ("/noise.mp4", "not_video"),
        ("/gone.mp4", "deleted"),
        ("https://elsewhere.test/a.mp4", "refused_address"),
    ],
)
def test_a_clip_that_is_left_out_is_counted_under_its_reason(
    site: Site, work: Work, tmp_path: Path, decoder: Decoder, skipped: tuple[str, str]
) -> None:
    path, outcome = skipped
    film(site, tmp_path, "/short.mp4", seconds=2.0)
    film(site, tmp_path, "/tall.mp4", size=(180, 320))
    site.answers["/page.mp4"] = Answer(b"<html>", kind="text/html")
    site.answers["/noise.mp4"] = Answer(b"noise" * 100)
    address = path if path.startswith("https") else site.url(path)
    assert fetched(site, work, decoder, chosen_post(address)) == {"tweet_id": "1", "clip": None, "outcome": outcome}


def test_without_its_bucket_it_fails_instead_of_reporting(
    site: Site, s3: "S3Client", tmp_path: Path, decoder: Decoder
) -> None:
    film(site, tmp_path, "/a.mp4")
    with pytest.raises(UpstreamUnavailable):
        fetched(site, Work(s3, "nowhere"), decoder, chosen_post(site.url("/a.mp4")))
