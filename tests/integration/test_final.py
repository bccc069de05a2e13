"""The World Cup final, from its ingest to the archive, on the real machines and functions."""

import pytest

from footy.goals.model.documents import Video
from local import TARGET
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


def test_six_goals_and_no_shoot_out_kick(final: Played) -> None:
    [fixture] = final.summary.fixtures
    assert [(goal.minute, goal.scorer, goal.score) for goal in fixture.goals] == GOALS


def test_the_fixture_is_archived_and_nowhere_else(final: Played) -> None:
    assert [(line.fixture_id, line.collection, line.status) for line in final.summary.fixtures] == [
        (979139, "completed", "PEN")
    ]


def test_every_goal_has_ten_finished_downloads(final: Played) -> None:
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
    truth = final.summary.placement
    assert (truth.wrong, truth.unidentified) == ((), 0)
    assert truth.right == sum(len(goal["_s3_videos"]) for goal in final.goals())
    assert "under another goal" not in truth.losses


def test_executions_are_named_by_their_goal_and_attempt(final: Played) -> None:
    ids = [goal["_event_id"] for goal in final.goals()]
    goals = {execution["name"]: execution["status"] for execution in final.executions("goal")}
    assert goals == {f"goal-{event_id}": "SUCCEEDED" for event_id in ids}
    downloads = {execution["name"]: execution["status"] for execution in final.executions("download")}
    assert downloads == {f"download{n}-{event_id}": "SUCCEEDED" for event_id in ids for n in range(1, 11)}


def test_objects_and_documents_match(final: Played) -> None:
    stored_videos = [(*goal["_s3_videos"], *goal.get("_waiting_videos", [])) for goal in final.goals()]
    documented = {video["_s3_key"] for videos in stored_videos for video in videos}
    assert documented == final.play.stored()
    assert len(documented) == final.summary.objects


def test_a_goals_whole_life_costs_few_transitions(final: Played) -> None:
    """Only the goal's own execution; a Map counts once."""
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


def _rank(video: Video) -> int:
    return video["rank"]
