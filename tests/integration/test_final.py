"""The World Cup final, from its ingest to the archive, on the real machines and functions."""

import json

import pytest

from footy.goals.model.documents import Video
from local.stack.deploy import TARGET
from tests.integration.conftest import Played

pytestmark = [pytest.mark.xdist_group("matches"), pytest.mark.soak, pytest.mark.long]

GOALS = [
    ("23", "L. Messi", "1-0"),
    ("36", "Á. Di María", "2-0"),
    ("80", "K. Mbappé", "2-1"),
    ("81", "K. Mbappé", "2-2"),
    ("108", "L. Messi", "3-2"),
    ("118", "K. Mbappé", "3-3"),
]


def test_the_match_ends_without_a_problem(final: Played) -> None:
    assert final.summary.problems == []


def test_the_six_goals_are_there_with_their_scores_and_no_kick_of_the_shoot_out(final: Played) -> None:
    [fixture] = final.summary.fixtures
    assert [(goal.minute, goal.scorer, goal.score) for goal in fixture.goals] == GOALS


def test_the_fixture_is_archived_and_nowhere_else(final: Played) -> None:
    assert [(line.fixture_id, line.home, line.status) for line in final.summary.fixtures] == [
        (979139, "completed", "PEN")
    ]


def test_every_goal_was_stable_before_it_was_searched(final: Played) -> None:
    for goal in final.goals():
        assert len(set(goal["_monitor_workflows"])) >= 3
        assert goal["_monitor_complete"]
        assert goal["_telemetry"]["opened_at"] > goal["_first_seen"]


def test_every_goal_has_ten_different_downloads_and_each_is_finished(final: Played) -> None:
    for goal in final.goals():
        named = [f"download{n}-{goal['_event_id']}" for n in range(1, 11)]
        assert sorted(goal["_download_workflows"]) == sorted(named)
        assert set(goal["_finished_downloads"]) == set(named)
        assert goal["_download_complete"]
        assert goal["_telemetry"]["completed_because"] == "downloads_finished"


def test_every_goal_has_clips_and_most_of_them_show_their_minute(final: Played) -> None:
    for goal in final.goals():
        videos = goal["_s3_videos"]
        assert [video["rank"] for video in sorted(videos, key=_rank)] == list(range(1, len(videos) + 1))
        assert videos
        assert any(video["timestamp_verified"] for video in videos)


def test_every_published_clip_stands_under_its_goal(final: Played) -> None:
    truth = final.summary.truth
    assert (truth.wrong, truth.untold) == ((), 0)
    assert truth.right == sum(len(goal["_s3_videos"]) for goal in final.goals())
    assert "under another goal" not in truth.lost


def test_two_goals_of_one_scorer_a_minute_apart_share_no_clip(final: Played) -> None:
    shown = {goal["time"]["elapsed"]: {video["md5"] for video in goal["_s3_videos"]} for goal in final.goals()}
    assert len(shown[80]) == len(shown[81]) == 2
    assert not shown[80] & shown[81]


def test_copies_of_one_clip_became_one(final: Played) -> None:
    assert all(any(video["popularity"] > 1 for video in goal["_s3_videos"]) for goal in final.goals())


def test_every_clip_has_all_its_fields(final: Played) -> None:
    for goal in final.goals():
        for video in goal["_s3_videos"]:
            assert set(Video.__required_keys__) <= set(video)
            assert video["perceptual_hash"].startswith("dense:0.25:0.25=")
            assert video["timestamp_status"] in {"verified", "unverified"}


def test_executions_are_named_by_their_goal_and_attempt(final: Played) -> None:
    ids = [goal["_event_id"] for goal in final.goals()]
    goals = {execution["name"]: execution["status"] for execution in final.executions("goal")}
    assert goals == {f"goal-{event_id}": "SUCCEEDED" for event_id in ids}
    downloads = {execution["name"]: execution["status"] for execution in final.executions("download")}
    assert downloads == {f"download{n}-{event_id}": "SUCCEEDED" for event_id in ids for n in range(1, 11)}


def test_no_object_is_without_a_document_and_no_document_without_an_object(final: Played) -> None:
    kept = [(*goal["_s3_videos"], *goal.get("_waiting_videos", [])) for goal in final.goals()]
    documented = {video["_s3_key"] for videos in kept for video in videos}
    assert documented == final.play.stored()
    assert len(documented) == final.summary.objects


def test_objects_say_what_they_show(final: Played) -> None:
    goal = final.goals()[0]
    video = goal["_s3_videos"][0]
    head = final.play.objects.head_object(Bucket=final.play.media_bucket(), Key=video["_s3_key"])
    assert (head["ContentType"], head["ContentLength"]) == ("video/mp4", video["file_size"])
    assert head["Metadata"]["event-id"] == goal["_event_id"]
    assert head["Metadata"]["player"] in {"L. Messi", "A. Di Maria", "K. Mbappe"}


def test_a_goals_whole_life_costs_few_transitions(final: Played) -> None:
    """Of the goal's own execution; a Map counts once here, its iterations are counted from the downloads' clips."""
    for execution in final.executions("goal"):
        pages = final.play.states.get_paginator("get_execution_history").paginate(
            executionArn=execution["executionArn"]
        )
        entered = sum(event["type"].endswith("StateEntered") for page in pages for event in page["events"])
        assert entered <= 75


def test_nothing_is_left_in_the_queues(final: Played) -> None:
    sqs = final.stack.aws.client("sqs")
    for url in sqs.list_queues(QueueNamePrefix=f"footy-{TARGET}-")["QueueUrls"]:
        waiting = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
        assert (waiting["ApproximateNumberOfMessages"], waiting["ApproximateNumberOfMessagesNotVisible"]) == ("0", "0")


def test_the_summary_can_be_written_as_json(final: Played) -> None:
    told = json.loads(json.dumps(final.summary.as_json(), default=str))
    assert len(told["fixtures"][0]["goals"]) == len(GOALS)


def _rank(video: Video) -> int:
    return video["rank"]
