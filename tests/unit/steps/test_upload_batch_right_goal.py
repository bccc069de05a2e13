"""Batches whose clips are another goal's, or nobody's yet: a match whose second half has goals a minute apart."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from footy.adapters.messages import review_letter
from footy.adapters.mongo.events import Events
from footy.adapters.mongo.references import References
from footy.adapters.mongo.shares import Shares
from footy.clips.fixture_clips import Review
from footy.clips.sharing import Gone, Shown, Superseded
from footy.model.clips import FetchedClip
from footy.model.documents import EventDocument
from footy.model.ids import download_of
from footy.settings import Rules
from footy.steps.check_completion import check_completion
from footy.steps.sweep_objects import sweep_objects
from footy.steps.upload_batch import Input, upload_batch
from tests.unit.clips.goals import NOON, goal, insert
from tests.unit.clips.making import fetched, file_of, verdict
from tests.unit.clips.matches import frames
from tests.unit.fixtures.verdicts import take_away
from tests.unit.matchday import Watch
from tests.unit.steps.test_upload_batch import StaleEvents
from tests.unit.uploads import Stage, published

FIRST, SECOND, THIRD = "7_40_9_Goal_1", "7_40_9_Goal_2", "7_41_5_Goal_1"
OF_FIRST, OF_SECOND, OF_THIRD = (
    ("79:16 HOM 0-0 AWA", "79:25 HOM 1-0 AWA"),
    ("80:52 HOM 1-0 AWA", "81:01 HOM 2-0 AWA"),
    ("89:16 HOM 2-0 AWA", "89:25 HOM 2-1 AWA"),
)
NOTHING = ("- -", "- -")
TEAMS = {"home": {"name": "Homeham"}, "away": {"name": "Awayton"}}


def scored(event_id: str, minute: int, before: tuple[int, int], after: tuple[int, int], **facts: Any) -> EventDocument:
    scores = {
        name: {"home": one[0], "away": one[1]} for name, one in (("_score_before", before), ("_score_after", after))
    }
    told = {"_event_id": event_id, "time": {"elapsed": minute, "extra": None}, **scores}
    return goal(**{**told, **facts})


def first(**facts: Any) -> EventDocument:
    return scored(FIRST, 80, (0, 0), (1, 0), **facts)


def second(**facts: Any) -> EventDocument:
    return scored(SECOND, 81, (1, 0), (2, 0), **facts)


def third(**facts: Any) -> EventDocument:
    return scored(THIRD, 90, (2, 0), (2, 1), **facts)


def play(stage: Stage, *goals: EventDocument, score: tuple[int, int] | None = None, **facts: Any) -> None:
    """A fixture with these goals; the API's score is what they add up to unless another is told."""
    last = goals[-1]["_score_after"] if goals else {"home": 0, "away": 0}
    counted = {"home": score[0], "away": score[1]} if score else last
    stage.database["fixtures_active"].delete_many({})
    insert(stage.database, *goals, teams=TEAMS, goals=counted, **facts)


def change(stage: Stage, **facts: Any) -> None:
    stage.database["fixtures_active"].update_one({"_id": 7}, {"$set": facts})


def appears(stage: Stage, event: EventDocument) -> None:
    """The API tells of one more goal."""
    score = {"goals": event["_score_after"]}
    stage.database["fixtures_active"].update_one({"_id": 7}, {"$push": {"events": event}, "$set": score})


def bring(stage: Stage, found_at: str, number: int, *clips: tuple[FetchedClip, tuple[str, ...]]) -> None:
    """A download of that goal whose clips read so."""
    stage.fetch(*(clip for clip, _ in clips), download=download_of(number, found_at), goal=found_at)
    judged = [{**verdict(clip, verified=False), "frames_read": frames(*read)} for clip, read in clips]
    stage.upload(*judged, download=number, goal=found_at)  # type: ignore[arg-type]


def shown(stage: Stage, event_id: str) -> list[str]:
    return sorted(video["md5"] for video in stage.videos(event_id))


def waiting(stage: Stage, event_id: str) -> list[str]:
    return [video["md5"] for video in stage.event(event_id).get("_waiting_videos", [])]


def outcomes(stage: Stage, event_id: str) -> dict[str, int]:
    return stage.event(event_id)["_telemetry"]["downloads"][-1]["outcomes"]


class TestHandedOver:
    def test_a_clip_of_the_other_goal_goes_to_its_clips(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST), (fetched("b"), OF_SECOND))
        assert (shown(stage, FIRST), shown(stage, SECOND)) == ([file_of("a")], [file_of("b")])
        assert outcomes(stage, FIRST) == {"new": 1, "other_goal": 1}
        handed = stage.only(SECOND)
        assert (handed["timestamp_status"], handed["extracted_minute"]) == ("verified", 80)
        assert handed["goal_decision"]["found_at"] == [FIRST]
        assert stage.event(SECOND)["_telemetry"]["first_clip_at"] == stage.event(FIRST)["_telemetry"]["first_clip_at"]
        assert stage.objects() == sorted([published("a"), published("b")])

    def test_the_other_goals_own_batches_leave_its_object_alone(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        bring(stage, SECOND, 1)
        bring(stage, FIRST, 2)
        assert stage.objects() == [published("b")]
        assert References(stage.database).of([7]).keys == {published("b")}

    def test_one_minute_too_far_for_its_goal_is_handed_on_too(self, stage: Stage) -> None:
        play(stage, first(), second(), third())
        clip = fetched("c")
        stage.fetch(clip, download=download_of(1, FIRST), goal=FIRST)
        judged = {**verdict(clip, outcome="wrong_minute", verified=False), "frames_read": frames(*OF_THIRD)}
        stage.upload(judged, goal=FIRST)  # type: ignore[arg-type]
        assert shown(stage, THIRD) == [file_of("c")]

    def test_a_post_that_both_searches_found_counts_once(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("b", copies=2, posts=["b", "copy"]), OF_SECOND))
        bring(stage, SECOND, 1, (fetched("b"), OF_SECOND), (fetched("new", scene="b"), OF_SECOND))
        assert stage.only(SECOND)["popularity"] == 3

    def test_two_goals_in_one_clip_are_the_later_ones(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("both"), ("79:20 0-0", "80:10 1-0", "81:02 2-0")))
        assert stage.only(SECOND)["goal_decision"]["compilation"]
        assert shown(stage, FIRST) == []


class TestSameFootage:
    def test_what_both_searches_find_and_nobody_can_read_stays_at_the_first(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a", scene="close-up"), NOTHING))
        bring(stage, SECOND, 1, (fetched("b", scene="close-up", tweet_id="b"), NOTHING))
        assert stage.videos(SECOND) == []
        assert stage.only(FIRST)["popularity"] == 2
        assert outcomes(stage, SECOND) == {"other_goal": 1}
        assert len(stage.objects()) == 1

    def test_it_stays_with_the_better_fit_and_the_other_link_leads_there(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a", scene="goal"), NOTHING))
        link = stage.only(FIRST)["share_id"]
        bring(stage, SECOND, 1, (fetched("b", scene="goal", tweet_id="b"), OF_SECOND))
        video = stage.only(SECOND)
        assert (stage.videos(FIRST), video["popularity"], video["md5"]) == ([], 2, file_of("b"))
        assert Shares(stage.database).resolve(link) == Superseded(video["share_id"])

    def test_the_same_file_too(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a"), NOTHING))
        bring(stage, SECOND, 1, (fetched("a"), NOTHING))
        assert (shown(stage, FIRST), shown(stage, SECOND)) == ([file_of("a")], [])
        assert stage.only(FIRST)["popularity"] == 1

    def test_goals_of_which_the_pictures_tell_are_not_joined(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a", scene="pan"), OF_FIRST), (fetched("b", scene="pan"), OF_SECOND))
        assert (shown(stage, FIRST), shown(stage, SECOND)) == ([file_of("a")], [file_of("b")])

    def test_documents_of_before_know_neither_posts_nor_texts(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a", scene="goal"), NOTHING))
        old = {name: value for name, value in stage.only(FIRST).items() if name in OLD_SHAPE}
        change(stage, **{"events.0._s3_videos": [old]})
        stage.database["fixtures_active"].update_one(
            {"_id": 7}, {"$unset": {"_clips_judged": "", "_clips_written": ""}}
        )
        bring(stage, SECOND, 1, (fetched("b", scene="goal"), OF_SECOND))
        assert (stage.videos(FIRST), stage.only(SECOND)["popularity"]) == ([], 2)


OLD_SHAPE = {
    *("s3_url", "_s3_key", "perceptual_hash", "hash_version", "hash_views", "width", "height", "file_size"),
    *("duration", "bitrate", "aspect_ratio", "resolution_score", "popularity", "rank", "source_url", "md5"),
    *("timestamp_verified", "extracted_minute", "timestamp_status", "share_id", "previous_share_ids"),
}


class TestWaiting:
    def test_a_clip_that_fits_no_known_goal_waits_unpublished(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        assert (shown(stage, FIRST), waiting(stage, FIRST)) == ([], [file_of("b")])
        assert outcomes(stage, FIRST) == {"waiting": 1}
        assert "first_clip_at" not in stage.event(FIRST)["_telemetry"]

    def test_it_is_published_under_its_goal_once_that_is_known(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        appears(stage, second())
        bring(stage, FIRST, 2)
        assert (waiting(stage, FIRST), shown(stage, SECOND)) == ([], [file_of("b")])
        assert stage.only(SECOND)["share_id"]
        assert stage.objects() == [published("b")]

    def test_the_same_file_waits_once(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        bring(stage, FIRST, 2, (fetched("b"), OF_SECOND))
        assert waiting(stage, FIRST) == [file_of("b")]

    def test_it_goes_on_waiting_when_everything_is_downloaded(self, stage: Stage) -> None:
        ids = [f"download{n}-{FIRST}" for n in range(1, 11)]
        play(stage, first(_download_workflows=ids, _finished_downloads=ids))
        bring(stage, FIRST, 11, (fetched("b"), OF_SECOND))
        check_completion({"event_id": FIRST}, stage.world())
        assert stage.event(FIRST)["_download_complete"]
        appears(stage, second())
        review(stage)
        assert shown(stage, SECOND) == [file_of("b")]

    def test_the_night_after_its_goals_deadline_clears_it_away(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        night = replace(stage, rules=Rules(orphan_minutes=0))
        sweep_objects({}, night.world(clock=Watch(NOON + timedelta(minutes=29))))
        assert (waiting(stage, FIRST), stage.objects()) == ([file_of("b")], [published("b")])
        sweep_objects({}, night.world(clock=Watch(NOON + timedelta(minutes=30))))
        assert (waiting(stage, FIRST), stage.objects()) == ([], [])

    def test_after_its_deadline_a_goal_waits_for_nothing(self, stage: Stage) -> None:
        play(stage, first(_telemetry={"opened_at": NOON - timedelta(minutes=30)}))
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        assert (waiting(stage, FIRST), stage.objects()) == ([], [])
        assert outcomes(stage, FIRST) == {"fits_no_goal": 1}

    def test_scores_decide_nothing_while_a_row_is_missing(self, stage: Stage) -> None:
        play(stage, first(), score=(2, 0))
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        assert shown(stage, FIRST) == [file_of("b")]
        appears(stage, second())
        bring(stage, FIRST, 2)
        assert (shown(stage, FIRST), shown(stage, SECOND)) == ([], [file_of("b")])

    def test_what_waits_for_its_score_waits_on_when_scores_say_nothing(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        change(stage, **{"goals.home": 2})
        bring(stage, FIRST, 2)
        assert (shown(stage, FIRST), waiting(stage, FIRST)) == ([], [file_of("b")])


def review(stage: Stage, event_id: str = FIRST, **ports: Any) -> str:
    """The message that the monitor sends when something that clips are judged by has changed."""
    letter = review_letter(Review(event_id, "before", "now"))
    message: Input = {
        "body": letter.body,
        "group": letter.group,
        "deduplication_id": letter.deduplication_id,
        "receives": 1,
    }
    return upload_batch(message, stage.world(**ports))


class TestReview:
    def test_a_goal_that_becomes_known_takes_its_clips_without_another_batch(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        appears(stage, second())
        assert review(stage) == "finished"
        assert (waiting(stage, FIRST), shown(stage, SECOND)) == ([], [file_of("b")])

    def test_a_corrected_minute_after_everything_was_uploaded(self, stage: Stage) -> None:
        play(stage, scored(FIRST, 61, (0, 0), (1, 0)))
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST))
        change(stage, **{"events.0.time.elapsed": 80})
        assert review(stage) == "finished"
        assert shown(stage, FIRST) == [file_of("a")]
        assert stage.event(FIRST)["_finished_downloads"] == [download_of(1, FIRST)]

    def test_delivered_again_nothing_changes(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
        appears(stage, second())
        review(stage)
        before = [stage.event(FIRST), stage.event(SECOND)]
        review(stage)
        assert [stage.event(FIRST), stage.event(SECOND)] == before

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
        assert shown(stage, SECOND) == sorted([file_of("b"), file_of("d")])


class TestJudgedAnew:
    def test_a_goal_that_becomes_known_takes_its_clips_and_their_links(self, stage: Stage) -> None:
        play(stage, first())
        bring(stage, FIRST, 1, (fetched("b"), ("80:50 1-0", "80:57 1-0")))
        [video] = stage.videos(FIRST)
        appears(stage, second())
        bring(stage, SECOND, 1)
        assert (shown(stage, FIRST), shown(stage, SECOND)) == ([], [file_of("b")])
        assert Shares(stage.database).resolve(video["share_id"]) == Shown(SECOND, stage.only(SECOND))

    def test_a_corrected_minute_publishes_what_waited_and_takes_off_what_no_longer_fits(self, stage: Stage) -> None:
        play(stage, scored(FIRST, 61, (0, 0), (1, 0)))
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST), (fetched("x"), ("60:10 0-0", "60:20 0-0")))
        assert (shown(stage, FIRST), waiting(stage, FIRST)) == ([file_of("x")], [file_of("a")])
        link = stage.only(FIRST)["share_id"]
        change(stage, **{"events.0.time.elapsed": 80})
        bring(stage, FIRST, 2)
        assert (shown(stage, FIRST), waiting(stage, FIRST)) == ([file_of("a")], [file_of("x")])
        assert stage.only(FIRST)["timestamp_verified"]
        assert Shares(stage.database).resolve(link) == Gone("fits_no_goal")
        change(stage, **{"events.0.time.elapsed": 61})
        bring(stage, FIRST, 3)
        assert isinstance(Shares(stage.database).resolve(link), Shown)

    def test_a_link_that_people_have_outlives_the_deadline(self, stage: Stage) -> None:
        play(stage, scored(FIRST, 61, (0, 0), (1, 0)))
        bring(stage, FIRST, 1, (fetched("x"), ("60:10 0-0", "60:20 0-0")))
        link = stage.only(FIRST)["share_id"]
        change(stage, **{"events.0.time.elapsed": 80})
        review(stage)
        sweep_objects({}, replace(stage, rules=Rules(orphan_minutes=0)).world(clock=Watch(NOON + timedelta(days=1))))
        assert Shares(stage.database).resolve(link) == Gone("fits_no_goal")
        assert stage.objects() == [published("x")]

    def test_with_the_forerunner_that_var_took_back_gone_the_score_is_the_goals_own(self, stage: Stage) -> None:
        play(
            stage, scored(SECOND, 81, (0, 0), (1, 0)), _removed_events=[{"_event_id": FIRST, "at": NOON, "why": "var"}]
        )
        bring(stage, SECOND, 1, (fetched("b"), ("80:52 0-0", "81:01 1-0")))
        assert shown(stage, SECOND) == [file_of("b")]

    def test_clips_that_went_with_the_forerunner_come_back_to_where_they_were_found(self, stage: Stage) -> None:
        play(stage, first(), scored(SECOND, 82, (1, 0), (2, 0)))
        bring(stage, SECOND, 1, (fetched("b"), ("80:52 0-0", "81:01 1-0")))
        bring(stage, FIRST, 1, (fetched("x"), ("79:10 0-0", "79:20 1-0")))
        assert shown(stage, FIRST) == sorted([file_of("b"), file_of("x")])
        link = next(video["share_id"] for video in stage.videos(FIRST) if video["md5"] == file_of("b"))
        take_away(stage.database, FIRST)
        nothing, one = {"home": 0, "away": 0}, {"home": 1, "away": 0}
        change(stage, **{"events.0._score_before": nothing, "events.0._score_after": one, "goals": one})
        review(stage, SECOND)
        assert shown(stage, SECOND) == [file_of("b")]
        assert Shares(stage.database).resolve(link) == Shown(SECOND, stage.only(SECOND))
        sweep_objects({}, replace(stage, rules=Rules(orphan_minutes=0)).world(clock=Watch(NOON + timedelta(days=2))))
        assert stage.objects() == [published("b", SECOND)]

    def test_a_clip_becomes_verified_by_a_corrected_minute(self, stage: Stage) -> None:
        play(stage, first(time={"elapsed": None, "extra": None}))
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST))
        assert not stage.only(FIRST)["timestamp_verified"]
        change(stage, **{"events.0.time.elapsed": 80})
        bring(stage, FIRST, 2)
        assert stage.only(FIRST)["timestamp_verified"]


@pytest.mark.parametrize("place", ["active", "completed"])
def test_clips_of_two_goals_are_written_wherever_their_fixture_is(stage: Stage, place: Any) -> None:
    insert(stage.database, first(), second(), place=place, teams=TEAMS, goals={"home": 2, "away": 0})
    bring(stage, FIRST, 1, (fetched("b"), OF_SECOND))
    found = Events(stage.database).find_with_hashes(SECOND)
    assert found is not None
    assert len(found[1]["_s3_videos"]) == 1
