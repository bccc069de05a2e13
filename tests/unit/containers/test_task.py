"""The whole task: files from a server on this machine, buckets in process."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from fetcher import __main__ as program
from fetcher.decoder import Decoder
from fetcher.task import run
from footy.adapters.work import Work
from footy.clips.hashes import HASH_VERSION, parse_hash
from footy.errors import UpstreamUnavailable
from footy.model.clips import FetchedClip, Manifest, Result, WantedClip
from footy.settings import Rules, Settings
from footy.world import World
from tests.unit.clips.goals import DOWNLOAD, GOAL
from tests.unit.containers.making import Answer, Site, clip, serving, wanted

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


def fetched(site: Site, work: Work, decoder: Decoder, *clips: WantedClip) -> Result:
    manifest: Manifest = {"event_id": GOAL, "download_id": DOWNLOAD, "clips": list(clips)}
    how = Settings(media_origins=(site.origin,), rules=SHORT_WAY)
    result = run(manifest, work=work, decoder=decoder, settings=how)
    assert work.result(DOWNLOAD) == result
    return result


def film(site: Site, tmp_path: Path, path: str, *, seed: int = 1, **facts: object) -> None:
    site.answers[path] = Answer(clip(tmp_path / "film.mp4", seed=seed, **facts).read_bytes())  # type: ignore[arg-type]


def test_a_clip_leaves_its_file_three_frames_and_its_facts(
    site: Site, work: Work, s3: "S3Client", tmp_path: Path, decoder: Decoder
) -> None:
    film(site, tmp_path, "/a.mp4")
    result = fetched(site, work, decoder, wanted(site.url("/a.mp4")))
    (told,) = result["clips"]
    kept = {found["Key"] for found in s3.list_objects_v2(Bucket="work")["Contents"]}
    names = {"result.json", f"{told['md5']}.mp4", *(f"{told['tweet_id']}-{percent}.jpg" for percent in (25, 50, 75))}
    assert kept == {f"{DOWNLOAD}/{name}" for name in names}
    assert told.keys() == FetchedClip.__required_keys__ | {"posts"}
    assert (told["duration"], told["width"], told["height"], told["copies"]) == (4.0, 320, 180, 1)
    assert told["hash_version"] == HASH_VERSION
    assert len(parse_hash(told["perceptual_hash"])) == 14
    assert result["outcomes"] == {}


def test_every_clip_that_is_left_out_is_counted_under_its_reason(
    site: Site, work: Work, tmp_path: Path, decoder: Decoder
) -> None:
    film(site, tmp_path, "/good.mp4")
    film(site, tmp_path, "/short.mp4", seconds=2.0)
    film(site, tmp_path, "/tall.mp4", size=(180, 320))
    site.answers["/page.mp4"] = Answer(b"<html>", kind="text/html")
    site.answers["/noise.mp4"] = Answer(b"noise" * 100)
    paths = ("/good.mp4", "/short.mp4", "/tall.mp4", "/page.mp4", "/noise.mp4", "/gone.mp4")
    elsewhere = wanted("https://elsewhere.test/a.mp4")
    result = fetched(site, work, decoder, *(wanted(site.url(path)) for path in paths), elsewhere)
    assert len(result["clips"]) == 1
    assert result["outcomes"] == {
        "too_short": 1,
        "not_landscape": 1,
        "not_video": 2,
        "deleted": 1,
        "refused_address": 1,
    }


def test_equal_files_count_as_one_with_copies(site: Site, work: Work, tmp_path: Path, decoder: Decoder) -> None:
    film(site, tmp_path, "/a.mp4")
    site.answers["/b.mp4"] = site.answers["/a.mp4"]
    film(site, tmp_path, "/c.mp4", seed=2)
    clips = [wanted(site.url("/a.mp4"), "1"), wanted(site.url("/b.mp4"), "2"), wanted(site.url("/c.mp4"), "3")]
    result = fetched(site, work, decoder, *clips)
    assert sorted((told["tweet_id"], told["copies"]) for told in result["clips"]) == [("1", 2), ("3", 1)]
    assert sorted(told["posts"] for told in result["clips"]) == [["1", "2"], ["3"]]
    assert result["outcomes"] == {"duplicate_file": 1}


def test_a_task_whose_clips_all_fail_still_reports(site: Site, work: Work, decoder: Decoder) -> None:
    assert fetched(site, work, decoder, wanted(site.url("/gone.mp4")))["outcomes"] == {"deleted": 1}


def test_without_its_bucket_the_task_fails_instead_of_reporting(
    site: Site, s3: "S3Client", tmp_path: Path, decoder: Decoder
) -> None:
    film(site, tmp_path, "/a.mp4")
    with pytest.raises(UpstreamUnavailable):
        fetched(site, Work(s3, "nowhere"), decoder, wanted(site.url("/a.mp4")))


def test_the_program_works_from_the_manifest_of_its_download(
    site: Site, work: Work, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film(site, tmp_path, "/a.mp4")
    monkeypatch.setenv("DOWNLOAD_ID", DOWNLOAD)
    world = World(Settings(media_origins=(site.origin,), work_bucket="work"))
    monkeypatch.setattr(program, "World", lambda: world)
    assert program.main() == 1
    work.put_manifest({"event_id": GOAL, "download_id": DOWNLOAD, "clips": [wanted(site.url("/a.mp4"))]})
    assert program.main() == 0
    assert len((work.result(DOWNLOAD) or {"clips": []})["clips"]) == 1
