"""Waiting clips and reviews after changes of goals (D18, D22, D23)."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

from footy.goals.adapters.messages import review_message
from footy.goals.adapters.mongo.page.shares import Shares
from footy.goals.clips.assignment.goal_clips import Review
from footy.goals.clips.sharing import RemovedClip, SharedClip
from footy.goals.model.ids import download_of
from footy.goals.settings import Rules
from footy.goals.steps.sweep_objects import sweep_objects
from footy.goals.steps.upload_batch import Input, upload_batch
from tests.support.clips import fetched, file_of
from tests.support.goals import NOON
from tests.support.matchday import Watch
from tests.support.three_goals import (
    FIRST,
    OF_FIRST,
    OF_SECOND,
    SECOND,
    appears,
    bring,
    change,
    first,
    outcomes,
    play,
    published_files,
    scored,
    second,
    waiting_files,
)
from tests.support.uploads import Stage, published
from tests.support.var_removal import take_away
from tests.unit.goals.steps.test_upload_batch_again import StaleEvents


class TestWaiting:
    def test_a_clip_that_fits_no_known_goal_waits_unpublished(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        assert (published_files(stage, FIRST), waiting_files(stage, FIRST)) == ([], [file_of("b")])
        assert outcomes(stage, FIRST) == {"waiting": 1}
        assert "first_clip_at" not in stage.event(FIRST)["_telemetry"]

    def test_the_night_after_its_goals_deadline_clears_it_away(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        night = replace(stage, rules=Rules(orphan_minutes=0))
        sweep_objects({}, night.container(clock=Watch(NOON + timedelta(minutes=29))))
        assert (waiting_files(stage, FIRST), stage.objects()) == ([file_of("b")], [published("b")])
        sweep_objects({}, night.container(clock=Watch(NOON + timedelta(minutes=30))))
        assert (waiting_files(stage, FIRST), stage.objects()) == ([], [])

    def test_after_its_deadline_a_goal_waits_for_nothing(self, stage: Stage) -> None:
        play(stage, first(_telemetry={"opened_at": NOON - timedelta(minutes=30)}))
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        assert (waiting_files(stage, FIRST), stage.objects()) == ([], [])
        assert outcomes(stage, FIRST) == {"fits_no_goal": 1}


def review(stage: Stage, event_id: str = FIRST, **ports: Any) -> str:
    """The message that the monitor sends when something that clips are judged by has changed."""
    letter = review_message(Review(event_id, "before", "now"))
    message: Input = {
        "body": letter.body,
        "group": letter.group,
        "deduplication_id": letter.deduplication_id,
        "receives": 1,
    }
    return upload_batch(message, stage.container(**ports))


class TestReview:
    def test_a_corrected_minute_after_everything_was_uploaded(self, stage: Stage) -> None:
        play(stage, scored(FIRST, 61, (0, 0), (1, 0)))
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST))
        change(stage, **{"events.0.time.elapsed": 80})
        assert review(stage) == "finished"
        assert published_files(stage, FIRST) == [file_of("a")]
        assert stage.event(FIRST)["_finished_downloads"] == [download_of(1, FIRST)]

    def test_a_goal_that_is_gone_is_asked_for_again_by_another_one(self, stage: Stage) -> None:
        play(stage)
        assert review(stage) == "goal_removed"

    def test_a_batch_that_came_between_is_taken_into_account(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        appears(stage, second())
        stale = StaleEvents(stage.database, times=1)
        bring(stage, SECOND, 1, (fetched("d"), OF_SECOND))
        review(stage, events=stale)
        assert published_files(stage, SECOND) == sorted([file_of("b"), file_of("d")])


class TestJudgedAnew:
    def test_a_new_goal_gets_its_clips_with_their_links(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), ("80:50 1-0", "80:57 1-0")))
        [video] = stage.videos(FIRST)
        appears(stage, second())
        bring(stage, SECOND, 1)
        assert (published_files(stage, FIRST), published_files(stage, SECOND)) == ([], [file_of("b")])
        assert Shares(stage.database).resolve(video["share_id"]) == SharedClip(SECOND, stage.only(SECOND))

    def test_a_corrected_minute_swaps_published_and_waiting(self, stage: Stage) -> None:
        play(stage, scored(FIRST, 61, (0, 0), (1, 0)))
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST), (fetched("x"), ("60:10 0-0", "60:20 0-0")))
        assert (published_files(stage, FIRST), waiting_files(stage, FIRST)) == ([file_of("x")], [file_of("a")])
        link = stage.only(FIRST)["share_id"]
        change(stage, **{"events.0.time.elapsed": 80})
        bring(stage, FIRST, 2)
        assert (published_files(stage, FIRST), waiting_files(stage, FIRST)) == ([file_of("a")], [file_of("x")])
        assert stage.only(FIRST)["timestamp_verified"]
        assert Shares(stage.database).resolve(link) == RemovedClip("fits_no_goal")
        change(stage, **{"events.0.time.elapsed": 61})
        bring(stage, FIRST, 3)
        assert isinstance(Shares(stage.database).resolve(link), SharedClip)

    def test_clips_of_a_removed_goal_return_to_their_finder(self, stage: Stage) -> None:
        play(stage, first(), scored(SECOND, 82, (1, 0), (2, 0)))
        bring(stage, SECOND, 1, (fetched("b"), ("80:52 0-0", "81:01 1-0")))
        bring(stage, FIRST, 1, (fetched("x"), ("79:10 0-0", "79:20 1-0")))
        assert published_files(stage, FIRST) == sorted([file_of("b"), file_of("x")])
        link = next(video["share_id"] for video in stage.videos(FIRST) if video["md5"] == file_of("b"))
        take_away(stage.database, FIRST)
        nothing, one = {"home": 0, "away": 0}, {"home": 1, "away": 0}
        change(stage, **{"events.0._score_before": nothing, "events.0._score_after": one, "goals": one})
        review(stage, SECOND)
        assert published_files(stage, SECOND) == [file_of("b")]
        assert Shares(stage.database).resolve(link) == SharedClip(SECOND, stage.only(SECOND))
        sweep_objects(
            {}, replace(stage, rules=Rules(orphan_minutes=0)).container(clock=Watch(NOON + timedelta(days=2)))
        )
        assert stage.objects() == [published("b", SECOND)]
