"""The upload queue: in order within a goal, side by side between goals, and nothing lost."""

import pytest

from footy.api.settings import ApiRules
from operations.redrive import DEAD_LETTERS
from tests.infrastructure.templates import Deployment


def test_goals_do_not_wait_for_each_other(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    assert queue["FifoQueue"] is True
    assert queue["FifoThroughputLimit"] == "perMessageGroupId"
    assert queue["DeduplicationScope"] == "messageGroup"


def test_messages_nobody_can_handle_are_set_aside(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    dead = anywhere.one("AWS::SQS::Queue", "UploadDeadLetters")
    assert queue["RedrivePolicy"]["deadLetterTargetArn"] == {"Fn::GetAtt": [dead.name, "Arn"]}
    assert queue["RedrivePolicy"]["maxReceiveCount"] > 1
    assert dead.properties["FifoQueue"] is True
    assert dead.properties["MessageRetentionPeriod"] == 14 * 24 * 3600


def test_a_message_stays_hidden_much_longer_than_its_handling_may_take(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    assert queue["VisibilityTimeout"] >= 6 * anywhere.function("upload_batch").properties["Timeout"]


def test_all_tries_of_a_message_fit_into_the_deadline_of_its_goal(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    assert queue["VisibilityTimeout"] * queue["RedrivePolicy"]["maxReceiveCount"] < 30 * 60


def test_both_queues_are_encrypted_and_answer_only_over_tls(anywhere: Deployment) -> None:
    queues = anywhere.resources("AWS::SQS::Queue")
    assert all(queue.properties["SqsManagedSseEnabled"] for queue in queues)
    assert len(anywhere.resources("AWS::SQS::QueuePolicy")) == len(queues)


def test_the_upload_answers_for_single_messages(anywhere: Deployment) -> None:
    mappings = anywhere.resources("AWS::Lambda::EventSourceMapping")
    assert {tuple(one.properties["FunctionResponseTypes"]) for one in mappings} == {("ReportBatchItemFailures",)}
    fed = {anywhere.function(name).name for name in ("upload_batch", "validate_clip", "accept_image")}
    assert {one.properties["FunctionName"]["Ref"] for one in mappings} == fed


@pytest.mark.parametrize("name", ["Clips", "Looks"])
def test_work_is_kept_for_longer_than_a_goal_may_want_it(anywhere: Deployment, name: str) -> None:
    queue = anywhere.one("AWS::SQS::Queue", f"{name}Queue").properties
    assert queue["MessageRetentionPeriod"] > 60 * ApiRules().deadline_minutes
    assert "FifoQueue" not in queue


def test_what_a_dead_worker_had_in_its_hands_is_another_ones_within_a_minute(anywhere: Deployment) -> None:
    assert anywhere.one("AWS::SQS::Queue", "ClipsQueue").properties["VisibilityTimeout"] <= 60


def test_a_look_stays_hidden_longer_than_it_may_take(anywhere: Deployment) -> None:
    hidden = anywhere.one("AWS::SQS::Queue", "LooksQueue").properties["VisibilityTimeout"]
    assert hidden > anywhere.function("validate_clip").properties["Timeout"]


def test_the_function_sets_a_message_aside_at_the_last_of_its_tries(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    dead = anywhere.one("AWS::SQS::Queue", "UploadDeadLetters").name
    settings = anywhere.function("upload_batch").properties["Environment"]["Variables"]
    assert settings["FOOTY_UPLOAD_TRIES"] == str(queue["RedrivePolicy"]["maxReceiveCount"])
    assert settings["FOOTY_DEAD_LETTERS"] == {"Ref": dead}


def test_every_queue_of_dead_letters_is_told_by_its_stack(anywhere: Deployment) -> None:
    """By a name that `make status` and `make redrive` look for."""
    policies = [one.properties.get("RedrivePolicy") for one in anywhere.resources("AWS::SQS::Queue")]
    set_aside = {policy["deadLetterTargetArn"]["Fn::GetAtt"][0] for policy in policies if policy}
    outputs = [found for one in anywhere.templates.values() for found in one.get("Outputs", {}).items()]
    told = {output["Value"].get("Ref") for name, output in outputs if name.endswith(DEAD_LETTERS)}
    assert told == set_aside


def test_dead_letters_ring_an_alarm(prod: Deployment) -> None:
    alarms = {alarm.properties["AlarmName"]: alarm.properties for alarm in prod.resources("AWS::CloudWatch::Alarm")}
    dead = alarms["footy-prod-upload-dead-letters"]
    assert (dead["Threshold"], dead["EvaluationPeriods"]) == (1, 1)
    assert dead["AlarmActions"]
    assert "footy-prod-OrphansRemoved" in alarms


def test_files_are_checked_by_the_checksum_that_only_plain_encryption_keeps(anywhere: Deployment) -> None:
    (rule,) = anywhere.one("AWS::S3::Bucket", "Work").properties["BucketEncryption"][
        "ServerSideEncryptionConfiguration"
    ]
    assert rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"
