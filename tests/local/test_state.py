import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local.aws.server import Ministack
from tests.local.cloud import Cloud, archive, arn
from tests.support.waiting import eventually

BIG = os.urandom(6 * 1024 * 1024)
ROLE = arn("iam", "role/any").replace("eu-west-1", "")
RECORDS = """
import boto_free, os
def handler(event, context):
    return boto_free.answer
"""
TEMPLATE: dict[str, Any] = {
    "Resources": {
        "Media": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "media"}},
        "Uploads": {"Type": "AWS::SQS::Queue", "Properties": {"QueueName": "uploads.fifo", "FifoQueue": True}},
        "Layer": {
            "Type": "AWS::Lambda::LayerVersion",
            "Properties": {"LayerName": "deps", "Content": {"S3Bucket": "assets", "S3Key": "layer.zip"}},
        },
        "Answer": {
            "Type": "AWS::Lambda::Function",
            "Properties": {
                "FunctionName": "answer",
                "Runtime": "python3.13",
                "Handler": "index.handler",
                "Role": ROLE,
                "Code": {"S3Bucket": "assets", "S3Key": "code.zip"},
                "Layers": [{"Ref": "Layer"}],
            },
        },
        "Goal": {
            "Type": "AWS::StepFunctions::StateMachine",
            "Properties": {
                "StateMachineName": "goal",
                "RoleArn": ROLE,
                "DefinitionString": json.dumps(
                    {
                        "QueryLanguage": "JSONata",
                        "StartAt": "Call",
                        "States": {
                            "Call": {
                                "Type": "Task",
                                "Resource": "arn:aws:states:::lambda:invoke",
                                "Arguments": {"FunctionName": "answer", "Payload": {}},
                                "Output": "{% $states.result.Payload %}",
                                "End": True,
                            }
                        },
                    }
                ),
            },
        },
        "Key": {"Type": "AWS::SecretsManager::Secret", "Properties": {"Name": "api-football"}},
    }
}


@pytest.fixture
def cloud(tmp_path: Path) -> Iterator[Cloud]:
    """Separate emulator with a deployed stack."""
    with Ministack(tmp_path / "aws", workers=2) as emulator:
        cloud = Cloud(emulator)
        s3 = cloud.client("s3")
        s3.create_bucket(Bucket="assets", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        s3.put_object(Bucket="assets", Key="code.zip", Body=archive({"index.py": RECORDS}))
        s3.put_object(Bucket="assets", Key="layer.zip", Body=archive({"python/boto_free.py": "answer = 42"}))
        cloudformation = cloud.client("cloudformation")
        cloudformation.create_stack(StackName="footy", TemplateBody=json.dumps(TEMPLATE))
        eventually(lambda: status(cloud) == "CREATE_COMPLETE")
        yield cloud


def status(cloud: Cloud) -> str:
    return str(cloud.client("cloudformation").describe_stacks(StackName="footy")["Stacks"][0]["StackStatus"])


def kill_and_restart(cloud: Cloud) -> None:
    assert cloud.emulator.pid
    os.kill(cloud.emulator.pid, signal.SIGKILL)
    cloud.emulator.stop()
    cloud.emulator.start()


def test_objects_survive_a_kill(cloud: Cloud) -> None:
    s3 = cloud.client("s3")
    s3.put_object(Bucket="media", Key="1/a.mp4", Body=b"clip", ContentType="video/mp4", Metadata={"player": "Messi"})
    s3.put_object(Bucket="media", Key="1/gone.mp4", Body=b"gone")
    s3.copy_object(Bucket="media", Key="1/copy.mp4", CopySource={"Bucket": "media", "Key": "1/a.mp4"})
    upload = s3.create_multipart_upload(Bucket="media", Key="1/big.mp4")["UploadId"]
    part = s3.upload_part(Bucket="media", Key="1/big.mp4", UploadId=upload, PartNumber=1, Body=BIG)["ETag"]
    parts = {"Parts": [{"ETag": part, "PartNumber": 1}]}
    s3.complete_multipart_upload(Bucket="media", Key="1/big.mp4", UploadId=upload, MultipartUpload=parts)
    s3.delete_object(Bucket="media", Key="1/gone.mp4")
    kill_and_restart(cloud)
    results = s3.list_objects_v2(Bucket="media")["Contents"]
    assert [item["Key"] for item in results] == ["1/a.mp4", "1/big.mp4", "1/copy.mp4"]
    clip = s3.get_object(Bucket="media", Key="1/copy.mp4")
    assert (clip["Body"].read(), clip["ContentType"], clip["Metadata"]) == (b"clip", "video/mp4", {"player": "Messi"})
    assert s3.get_object(Bucket="media", Key="1/big.mp4")["Body"].read() == BIG


def test_deployment_survives_a_kill(cloud: Cloud) -> None:
    kill_and_restart(cloud)
    assert status(cloud) == "CREATE_COMPLETE"
    assert cloud.invoke("answer") == (42, None)
    assert cloud.outcome(cloud.start(arn("states", "stateMachine:goal")))["output"] == 42
    changed = json.loads(json.dumps(TEMPLATE).replace("uploads.fifo", "signals.fifo"))
    cloud.client("cloudformation").update_stack(StackName="footy", TemplateBody=json.dumps(changed))
    eventually(lambda: status(cloud) == "UPDATE_COMPLETE")
    assert cloud.client("s3").list_objects_v2(Bucket="media")["KeyCount"] == 0


def test_messages_and_secrets_survive_a_kill(cloud: Cloud) -> None:
    sqs = cloud.client("sqs")
    url = sqs.get_queue_url(QueueName="uploads.fifo")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody="signal", MessageGroupId="g", MessageDeduplicationId="d")
    cloud.client("secretsmanager").put_secret_value(SecretId="api-football", SecretString="key")
    saved = cloud.emulator.home / "state" / "secretsmanager.json"
    eventually(lambda: '"key"' in saved.read_text())
    kill_and_restart(cloud)
    assert sqs.receive_message(QueueUrl=url)["Messages"][0]["Body"] == "signal"
    assert cloud.client("secretsmanager").get_secret_value(SecretId="api-football")["SecretString"] == "key"


def test_message_in_flight_is_visible_after_a_kill(cloud: Cloud) -> None:
    sqs = cloud.client("sqs")
    url = sqs.get_queue_url(QueueName="uploads.fifo")["QueueUrl"]
    sqs.send_message(QueueUrl=url, MessageBody="signal", MessageGroupId="g", MessageDeduplicationId="d")
    assert sqs.receive_message(QueueUrl=url, VisibilityTimeout=600)["Messages"][0]["Body"] == "signal"
    saved = cloud.emulator.home / "state" / "sqs.json"
    eventually(lambda: '"receive_count": 1' in saved.read_text())
    assert "Messages" not in sqs.receive_message(QueueUrl=url)
    kill_and_restart(cloud)
    again = sqs.receive_message(QueueUrl=url, AttributeNames=["ApproximateReceiveCount"])["Messages"][0]
    assert (again["Body"], again["Attributes"]["ApproximateReceiveCount"]) == ("signal", "2")


def test_stack_cannot_delete_a_bucket_with_objects(cloud: Cloud) -> None:
    s3, cloudformation = cloud.client("s3"), cloud.client("cloudformation")
    s3.put_object(Bucket="media", Key="1/a.mp4", Body=b"clip")
    cloudformation.delete_stack(StackName="footy")
    eventually(lambda: status(cloud) == "DELETE_FAILED")
    assert s3.get_object(Bucket="media", Key="1/a.mp4")["Body"].read() == b"clip"
    s3.delete_object(Bucket="media", Key="1/a.mp4")
    cloudformation.delete_stack(StackName="footy")
    eventually(lambda: "media" not in [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]])
    kill_and_restart(cloud)
    assert "media" not in [bucket["Name"] for bucket in s3.list_buckets()["Buckets"]]


def test_everything_survives_a_stop(cloud: Cloud) -> None:
    execution = cloud.start(arn("states", "stateMachine:goal"))
    cloud.outcome(execution)
    cloud.emulator.stop()
    cloud.emulator.start()
    assert cloud.outcome(execution)["output"] == 42
    assert status(cloud) == "CREATE_COMPLETE"
