"""Upload of one batch (U3, U4, U5, U6, U7)."""

from threading import Barrier
from typing import Any

from footy.goals.adapters.storage.media import Media
from footy.goals.model.keys import Place
from tests.support.clips import fetched, file_of, verdict
from tests.support.goals import DOWNLOAD, GOAL, goal, insert
from tests.support.uploads import Stage, StoppedClock, published
from tests.support.waiting import FAILED_SECONDS


class CompanyMedia(Media):
    """Media that copies nothing before all clips of a batch are asked for."""

    together = Barrier(3)

    def publish(self, source: Any, key: str, labels: Any, place: Place = "published") -> None:
        self.together.wait(FAILED_SECONDS)
        super().publish(source, key, labels, place)


def test_clips_of_a_batch_are_copied_side_by_side(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(*map(fetched, "abc"), media=CompanyMedia(stage.s3, "media"))
    assert stage.objects() == sorted(map(published, "abc"))


def test_an_accepted_clip_is_copied_ranked_and_written_down(stage: Stage) -> None:
    insert(stage.database, goal(_download_workflows=[DOWNLOAD]))
    stage.deliver(fetched("a"))
    event = stage.event()
    (video,) = event["_s3_videos"]
    assert video["_s3_key"] == published("a")
    assert (video["rank"], video["extracted_minute"], video["s3_url"]) == (1, 67, f"s3://media/{published('a')}")
    assert event["_finished_downloads"] == [DOWNLOAD]
    assert event["_telemetry"]["downloads"] == [{"id": DOWNLOAD, "outcomes": {"new": 1}}]
    assert event["_telemetry"]["first_clip_at"] == StoppedClock.now_is
    assert stage.objects() == [published("a")]


def test_the_object_tells_whose_goal_it_is(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a"))
    assert stage.s3.head_object(Bucket="media", Key=published("a"))["Metadata"] == {
        "player": "M. Odegaard",
        "team": "Besiktas",
        "event-id": GOAL,
        "fixture-id": "7",
    }


def test_only_accepted_clips_are_published(stage: Stage) -> None:
    insert(stage.database, goal())
    clips = [fetched(name) for name in "abc"]
    stage.fetch(*clips, geo_blocked=1)
    stage.upload(verdict(clips[0]), verdict(clips[1], outcome="not_football"))
    assert stage.objects() == [published("a")]
    outcomes = stage.event()["_telemetry"]["downloads"][0]["outcomes"]
    assert outcomes == {"new": 1, "not_football": 1, "unchecked": 1, "geo_blocked": 1}


def test_an_empty_download_is_finished_too(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.upload()
    assert stage.event()["_finished_downloads"] == [DOWNLOAD]
    assert "first_clip_at" not in stage.event()["_telemetry"]


def test_a_better_clip_replaces_the_object_and_keeps_its_links(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a", scene="goal"))
    link = stage.event()["_s3_videos"][0]["share_id"]
    stage.deliver(fetched("b", scene="goal", file_size=5000), download=2)
    (video,) = stage.event()["_s3_videos"]
    assert (video["md5"], video["popularity"]) == (file_of("b"), 2)
    assert video["previous_share_ids"] == [link]
    assert stage.objects() == [published("b")]
