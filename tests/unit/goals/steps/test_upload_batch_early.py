"""Batches of single clips before the last batch of their download (U2)."""

from tests.support.clips import fetched, verdict
from tests.support.goals import DOWNLOAD, goal, insert
from tests.support.uploads import Stage, published

A, B = fetched("a"), fetched("b")


def begun(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.fetch(A, B)


def test_the_first_clip_is_published_before_its_companions(stage: Stage) -> None:
    begun(stage)
    assert stage.upload_early(verdict(A)) == "finished"
    assert stage.objects() == [published("a")]
    event = stage.event()
    assert (event["_finished_clips"], event["_finished_downloads"]) == ([f"{DOWNLOAD}/a"], [])
    assert "first_clip_at" in event["_telemetry"]
    assert stage.objects("work"), "the others still need their files"


def test_the_last_batch_finishes_the_download(stage: Stage) -> None:
    begun(stage)
    stage.upload_early(verdict(A))
    assert stage.upload(verdict(A), verdict(B)) == "finished"
    assert sorted(stage.objects()) == sorted([published("a"), published("b")])
    assert [video["popularity"] for video in stage.videos()] == [1, 1]
    event = stage.event()
    assert event["_finished_downloads"] == [DOWNLOAD]
    assert [record["outcomes"] for record in event["_telemetry"]["downloads"]] == [{"new": 1}, {"new": 1}]
    assert stage.objects("work") == []


def test_a_batch_that_comes_again_is_counted_once(stage: Stage) -> None:
    begun(stage)
    assert [stage.upload_early(verdict(A)) for _ in range(2)] == ["finished", "again"]
    assert stage.only()["popularity"] == 1
