"""Posters of clips (U7)."""

from datetime import timedelta

from footy.goals.adapters.storage.work import Frame
from footy.goals.model.clips import POSTER_FRAME, FetchedClip
from footy.goals.model.documents import Hiding
from tests.support.clips import fetched, verdict
from tests.support.goals import DOWNLOAD, NOON, SECOND, goal, insert
from tests.support.uploads import Stage, published

HIDDEN: Hiding = {"by": "anna", "at": NOON}


def picture(stage: Stage, clip: FetchedClip, download: str = DOWNLOAD) -> None:
    stage.work.put_frame(download, clip["tweet_id"], POSTER_FRAME, Frame(b"jpeg", 6.0))


def deliver(stage: Stage, clip: FetchedClip, download: str = DOWNLOAD, number: int = 1) -> None:
    picture(stage, clip, download)
    stage.fetch(clip, download=download)
    stage.upload(verdict(clip), download=number)


def test_the_frame_in_the_middle_lies_beside_the_clip(stage: Stage) -> None:
    insert(stage.database, goal())
    deliver(stage, fetched("a"))
    poster = published("a").replace(".mp4", ".jpg")
    assert stage.only()["poster_key"] == poster
    assert stage.objects() == sorted([poster, published("a")])
    stored_object = stage.s3.get_object(Bucket="media", Key=poster)
    assert (stored_object["Body"].read(), stored_object["ContentType"]) == (b"jpeg", "image/jpeg")
    assert "s-maxage=3600" in stored_object["CacheControl"]


def test_it_goes_with_its_clip_and_is_no_orphan(stage: Stage) -> None:
    insert(stage.database, goal())
    deliver(stage, fetched("a", scene="goal"))
    assert list(stage.media.old_keys(timedelta(0))) == [[published("a")]]
    deliver(stage, fetched("b", scene="goal", file_size=9000), SECOND, 2)
    assert stage.objects() == sorted([published("b").replace(".mp4", ".jpg"), published("b")])
