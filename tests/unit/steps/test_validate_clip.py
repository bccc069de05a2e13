"""A download up to its upload signal, against a real database and S3 in process."""

from collections.abc import Callable, Iterator, Sequence

import boto3
import pytest
from moto import mock_aws
from pymongo.database import Database

from footy.adapters.mongo.downloads import Downloads
from footy.adapters.mongo.events import Events
from footy.adapters.s3 import Work
from footy.clips.clock import ClockTexts
from footy.clips.look import Look
from footy.errors import UpstreamUnavailable
from footy.model.clips import FetchedClip, Manifest, Verdict, WantedClip
from footy.model.documents import FixtureDocument
from footy.settings import Rules
from footy.steps.register_download import register_download
from footy.steps.validate_clip import validate_clip
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.unit.clips.making import fetched

WANTED: WantedClip = {"tweet_id": "1", "source_url": "https://x.com/i/status/1", "video_url": None, "duration": 12.0}
Validation = Callable[[FetchedClip], Verdict | None]


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


class Eyes:
    """Sees the clock that is written in the frame."""

    def look(self, jpegs: Sequence[bytes]) -> list[Look]:
        texts = (ClockTexts(jpeg.decode(), "NONE", "NONE") for jpeg in jpegs)
        return [Look(soccer=True, screen=False, clock=text) for text in texts]


@pytest.fixture
def look_at(database: Database[FixtureDocument], work: Work) -> Validation:
    """Validates a clip of a download that left two."""
    work.put_result({"download_id": DOWNLOAD, "clips": [fetched("a"), fetched("b")], "outcomes": {}})

    def look(clip: FetchedClip) -> Verdict | None:
        url, events = clip["source_url"], Events(database)
        return validate_clip(GOAL, DOWNLOAD, url, events=events, work=work, vision=Eyes(), rules=Rules())

    return look


class TestValidate:
    @pytest.mark.parametrize(("clock", "outcome"), [("67:30", "accepted"), ("12:30", "wrong_minute")])
    def test_compares_the_clock_with_the_goal(
        self, database: Database[FixtureDocument], work: Work, look_at: Validation, clock: str, outcome: str
    ) -> None:
        insert(database, goal())
        clip = fetched("b")
        work.put_frame(DOWNLOAD, clip["md5"], 25, b"NONE")
        work.put_frame(DOWNLOAD, clip["md5"], 75, clock.encode())
        verdict = look_at(clip)
        assert verdict is not None
        assert (verdict["clip"], verdict["outcome"]) == (clip["md5"], outcome)

    def test_what_was_not_fetched_has_no_verdict(
        self, database: Database[FixtureDocument], look_at: Validation
    ) -> None:
        insert(database, goal())
        assert look_at(fetched("deleted meanwhile")) is None

    def test_a_goal_that_is_gone_is_not_looked_at(self, look_at: Validation) -> None:
        verdict = look_at(fetched("a"))
        assert verdict is not None
        assert verdict["outcome"] == "unchecked"

    def test_a_task_without_a_result_is_a_failure_and_not_an_absence(
        self, database: Database[FixtureDocument], work: Work, look_at: Validation
    ) -> None:
        insert(database, goal())
        work.delete(DOWNLOAD)
        with pytest.raises(UpstreamUnavailable):
            look_at(fetched("a"))
