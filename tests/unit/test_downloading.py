"""A download up to its upload signal, against a real database and S3 in process."""

from collections.abc import Iterator, Sequence

import boto3
import pytest
from moto import mock_aws
from pymongo.database import Database

from footy.clips.clock import ClockTexts
from footy.clips.look import Look
from footy.clips.manifest import Manifest, WantedClip
from footy.downloading import collect_clips, register_download, validate_clip
from footy.errors import UpstreamUnavailable
from footy.media import Work
from footy.settings import Rules
from footy.store.documents import FixtureDocument
from footy.store.downloads import Downloads
from footy.store.events import Events
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.unit.clips.making import fetched

WANTED: WantedClip = {"tweet_id": "1", "source_url": "https://x.com/i/status/1", "video_url": None, "duration": 12.0}


@pytest.fixture
def work() -> Iterator[Work]:
    with mock_aws():
        s3 = boto3.client("s3", region_name="us-east-1")
        s3.create_bucket(Bucket="work")
        yield Work(s3, "work")


def manifest(*clips: WantedClip) -> Manifest:
    return {"event_id": GOAL, "download_id": DOWNLOAD, "clips": list(clips)}


class TestRegister:
    def test_notes_the_download_and_writes_its_manifest(self, database: Database[FixtureDocument], work: Work) -> None:
        insert(database, goal())
        events = Events(database)
        for _ in range(2):
            assert register_download(manifest(WANTED), downloads=Downloads(events), work=work) == "fetch"
        event = events.find(GOAL)
        assert event is not None
        assert event["_download_workflows"] == [DOWNLOAD]
        assert work.manifest(DOWNLOAD) == manifest(WANTED)

    def test_nothing_to_fetch_is_noted_too(self, database: Database[FixtureDocument], work: Work) -> None:
        insert(database, goal())
        events = Events(database)
        assert register_download(manifest(), downloads=Downloads(events), work=work) == "empty"
        event = events.find(GOAL)
        assert event is not None
        assert event["_download_workflows"] == [DOWNLOAD]
        assert work.manifest(DOWNLOAD) is None

    def test_follows_a_corrected_scorer(self, database: Database[FixtureDocument], work: Work) -> None:
        corrected = "7_40_11_Goal_1"
        stone = {"_event_id": GOAL, "at": NOON, "why": "corrected", "redirect_to": corrected}
        insert(database, goal(_event_id=corrected), _removed_events=[stone])
        events = Events(database)
        assert register_download(manifest(WANTED), downloads=Downloads(events), work=work) == "fetch"
        event = events.find(corrected)
        assert event is not None
        assert event["_download_workflows"] == [DOWNLOAD]

    def test_a_goal_that_is_gone_needs_no_download(self, database: Database[FixtureDocument], work: Work) -> None:
        insert(database)
        assert register_download(manifest(WANTED), downloads=Downloads(Events(database)), work=work) == "gone"
        assert work.manifest(DOWNLOAD) is None


class TestCollect:
    def test_names_the_clips_of_the_result(self, work: Work) -> None:
        work.put_result({"download_id": DOWNLOAD, "clips": [fetched("a"), fetched("b")], "outcomes": {}})
        assert collect_clips(DOWNLOAD, work=work) == [fetched("a")["md5"], fetched("b")["md5"]]

    def test_a_task_without_a_result_is_a_failure_and_not_an_empty_list(self, work: Work) -> None:
        with pytest.raises(UpstreamUnavailable):
            collect_clips(DOWNLOAD, work=work)


class Eyes:
    """Sees the clock that is written in the frame."""

    def look(self, jpegs: Sequence[bytes]) -> list[Look]:
        texts = (ClockTexts(jpeg.decode(), "NONE", "NONE") for jpeg in jpegs)
        return [Look(soccer=True, screen=False, clock=text) for text in texts]


class TestValidate:
    @pytest.mark.parametrize(("clock", "outcome"), [("67:30", "accepted"), ("12:30", "wrong_minute")])
    def test_compares_the_clock_with_the_goal(
        self, database: Database[FixtureDocument], work: Work, clock: str, outcome: str
    ) -> None:
        insert(database, goal())
        work.put_frame(DOWNLOAD, "a", 25, b"NONE")
        work.put_frame(DOWNLOAD, "a", 75, clock.encode())
        verdict = validate_clip(GOAL, DOWNLOAD, "a", events=Events(database), work=work, vision=Eyes(), rules=Rules())
        assert verdict["outcome"] == outcome

    def test_a_goal_that_is_gone_is_not_looked_at(self, database: Database[FixtureDocument], work: Work) -> None:
        verdict = validate_clip(GOAL, DOWNLOAD, "a", events=Events(database), work=work, vision=Eyes(), rules=Rules())
        assert verdict["outcome"] == "unchecked"
