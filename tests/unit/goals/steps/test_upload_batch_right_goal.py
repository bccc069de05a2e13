"""Clips of other goals, undecided clips and shared footage (D20, D21, D24 to D26)."""

from footy.goals.adapters.mongo.page.shares import Shares
from footy.goals.clips.sharing import SupersededClip
from footy.goals.model.ids import download_of
from tests.support.clips import fetched, file_of, verdict
from tests.support.readings import frames
from tests.support.three_goals import (
    FIRST,
    NOTHING,
    OF_FIRST,
    OF_SECOND,
    OF_THIRD,
    SECOND,
    THIRD,
    bring,
    first,
    outcomes,
    play,
    published_files,
    second,
    third,
)
from tests.support.uploads import Stage, published


class TestHandedOver:
    def test_a_clip_of_the_other_goal_goes_to_its_clips(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a"), OF_FIRST), (fetched("b"), OF_SECOND))
        assert (published_files(stage, FIRST), published_files(stage, SECOND)) == ([file_of("a")], [file_of("b")])
        assert outcomes(stage, FIRST) == {"new": 1, "other_goal": 1}
        handed = stage.only(SECOND)
        assert (handed["timestamp_status"], handed["extracted_minute"]) == ("verified", 80)
        assert handed["goal_decision"]["found_at"] == [FIRST]
        assert stage.event(SECOND)["_telemetry"]["first_clip_at"] == stage.event(FIRST)["_telemetry"]["first_clip_at"]
        assert stage.objects() == sorted([published("a"), published("b")])

    def test_one_minute_too_far_for_its_goal_is_handed_on_too(self, stage: Stage) -> None:
        play(stage, first(), second(), third())
        clip = fetched("c")
        stage.fetch(clip, download=download_of(1, FIRST), goal=FIRST)
        wrong_minute = {**verdict(clip, outcome="wrong_minute", verified=False), "frames_read": frames(*OF_THIRD)}
        stage.upload(wrong_minute, goal=FIRST)  # type: ignore[arg-type]
        assert published_files(stage, THIRD) == [file_of("c")]


class TestSameFootage:
    def test_footage_stays_with_the_better_fit(self, stage: Stage) -> None:
        play(stage, first(), second())
        bring(stage, FIRST, 1, (fetched("a", scene="goal"), NOTHING))
        link = stage.only(FIRST)["share_id"]
        bring(stage, SECOND, 1, (fetched("b", scene="goal", tweet_id="b"), OF_SECOND))
        video = stage.only(SECOND)
        assert (stage.videos(FIRST), video["popularity"], video["md5"]) == ([], 2, file_of("b"))
        assert Shares(stage.database).resolve(link) == SupersededClip(video["share_id"])
