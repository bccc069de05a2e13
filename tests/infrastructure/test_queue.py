"""Queues: order, visibility, dead letters."""

import pytest

from footy.api.settings import ApiRules
from operations.redrive import DEAD_LETTERS
from tests.support.templates import Deployment


def test_goals_do_not_block_each_other(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    assert queue["FifoQueue"] is True
    assert queue["FifoThroughputLimit"] == "perMessageGroupId"
    assert queue["DeduplicationScope"] == "messageGroup"


def test_failed_messages_are_dead_lettered(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    dead = anywhere.one("AWS::SQS::Queue", "UploadDeadLetters")
    assert queue["RedrivePolicy"]["deadLetterTargetArn"] == {"Fn::GetAtt": [dead.name, "Arn"]}
    assert queue["RedrivePolicy"]["maxReceiveCount"] > 1
    assert dead.properties["FifoQueue"] is True
    assert dead.properties["MessageRetentionPeriod"] == 14 * 24 * 3600


def test_visibility_exceeds_the_function_timeout(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    assert queue["VisibilityTimeout"] >= 6 * anywhere.function("upload_batch").properties["Timeout"]


def test_all_receives_fit_into_the_deadline_of_the_goal(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    assert queue["VisibilityTimeout"] * queue["RedrivePolicy"]["maxReceiveCount"] < 30 * 60


def test_queues_are_encrypted_and_tls_only(anywhere: Deployment) -> None:
    queues = anywhere.resources("AWS::SQS::Queue")
    assert all(queue.properties["SqsManagedSseEnabled"] for queue in queues)
    assert len(anywhere.resources("AWS::SQS::QueuePolicy")) == len(queues)


def test_consumers_report_single_failures(anywhere: Deployment) -> None:
    mappings = anywhere.resources("AWS::Lambda::EventSourceMapping")
    assert {tuple(one.properties["FunctionResponseTypes"]) for one in mappings} == {("ReportBatchItemFailures",)}
    fed = {
        anywhere.function(name).name for name in ("upload_batch", "take_down_clips", "validate_clip", "accept_image")
    }
    assert {one.properties["FunctionName"]["Ref"] for one in mappings} == fed


@pytest.mark.parametrize("name", ["Clips", "Looks"])
def test_jobs_are_kept_beyond_the_deadline(anywhere: Deployment, name: str) -> None:
    queue = anywhere.one("AWS::SQS::Queue", f"{name}Queue").properties
    assert queue["MessageRetentionPeriod"] > 60 * ApiRules().deadline_minutes
    assert "FifoQueue" not in queue


def test_a_job_of_a_dead_worker_returns_within_a_minute(anywhere: Deployment) -> None:
    assert anywhere.one("AWS::SQS::Queue", "ClipsQueue").properties["VisibilityTimeout"] <= 60


def test_validation_visibility_exceeds_the_timeout(anywhere: Deployment) -> None:
    hidden = anywhere.one("AWS::SQS::Queue", "LooksQueue").properties["VisibilityTimeout"]
    assert hidden > anywhere.function("validate_clip").properties["Timeout"]


def test_the_function_knows_the_last_receive(anywhere: Deployment) -> None:
    queue = anywhere.one("AWS::SQS::Queue", "UploadQueue").properties
    dead = anywhere.one("AWS::SQS::Queue", "UploadDeadLetters").name
    settings = anywhere.function("upload_batch").properties["Environment"]["Variables"]
    assert settings["FOOTY_UPLOAD_TRIES"] == str(queue["RedrivePolicy"]["maxReceiveCount"])
    assert settings["FOOTY_DEAD_LETTERS"] == {"Ref": dead}


def test_each_dead_letter_queue_is_an_output(anywhere: Deployment) -> None:
    """By a name that `make status` and `make redrive` look for."""
    policies = [one.properties.get("RedrivePolicy") for one in anywhere.resources("AWS::SQS::Queue")]
    set_aside = {policy["deadLetterTargetArn"]["Fn::GetAtt"][0] for policy in policies if policy}
    outputs = [output for one in anywhere.templates.values() for output in one.get("Outputs", {}).items()]
    output_urls = {output["Value"].get("Ref") for name, output in outputs if name.endswith(DEAD_LETTERS)}
    assert output_urls == set_aside


def test_the_work_bucket_uses_plain_encryption(anywhere: Deployment) -> None:
    (rule,) = anywhere.one("AWS::S3::Bucket", "Work").properties["BucketEncryption"][
        "ServerSideEncryptionConfiguration"
    ]
    assert rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"
