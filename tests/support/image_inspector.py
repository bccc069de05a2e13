"""Image pipeline with access to its messages, executions and functions."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from urllib.parse import quote_plus

from footy.images.adapters.bucket_events import read_bucket_events
from footy.images.model import ImageDocument
from footy.images.rules.arrival import Replace, decide
from footy.images.rules.identity import parse_image_key
from local.aws.engine import Aws
from local.cli.image_client import ImageClient
from local.stack.deploy import outputs
from tests.support.waiting import eventually

CLUB = "my-club"
QUEUE_DEPTHS = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")


@dataclass(frozen=True)
class ImageInspector:
    """Deployed image pipeline under test."""

    studio: ImageClient
    aws: Aws

    @property
    def queue(self) -> str:
        return outputs(self.aws, "data")["ImageEventsQueue"]

    @property
    def dead(self) -> str:
        return outputs(self.aws, "data")["ImageEventsDeadLetters"]

    @property
    def bucket(self) -> str:
        return self.studio.container.settings.uploads_bucket

    @property
    def model_inputs(self) -> list[str]:
        """Return the model inputs that are still stored."""
        bucket = outputs(self.aws, "data")["SquaresBucket"]
        return [one["Key"] for one in self.studio.s3.list_objects_v2(Bucket=bucket).get("Contents", [])]

    def row(self, name: str, club: str = CLUB) -> dict[str, Any]:
        """Return the row of an image."""
        return dict(self.studio.container.database["images"].find_one({"_id": f"{club}/{name}"}) or {})

    def upload(self, name: str, content: bytes) -> ImageDocument:
        """Upload an image and return its row when it is classified or failed."""
        self.copy(name, content)
        self.studio.wait_for([name])
        return cast("ImageDocument", self.row(name))

    def copy(self, name: str, content: bytes) -> str:
        """Write a new version of an object and wait until its row has it."""
        version: str = self.studio.s3.put_object(Bucket=self.bucket, Key=f"{CLUB}/{name}", Body=content)["VersionId"]
        eventually(lambda: self.row(name).get("versionId") == version, "the version is taken up")
        return version

    def deliver(self, image: Mapping[str, object], kind: str = "ObjectCreated:Put", sequencer: str = "") -> None:
        """Deliver S3's message of a version again and wait for its effects."""
        self.send(s3_message(image, kind, sequencer))
        self.settle()

    def send(self, message: str) -> None:
        self.aws.client("sqs").send_message(QueueUrl=self.queue, MessageBody=message)

    def settle(self) -> None:
        """Wait until no message is in the queue or in flight and no execution runs."""
        eventually(lambda: not self.queue_length() and not self.running(), "the end of all messages and executions")

    def queue_length(self) -> int:
        attributes = self.aws.client("sqs").get_queue_attributes(QueueUrl=self.queue, AttributeNames=list(QUEUE_DEPTHS))
        return sum(int(attributes["Attributes"][name]) for name in QUEUE_DEPTHS)

    def running(self) -> list[str]:
        return [name for name, status in self.executions() if status == "RUNNING"]

    def executions(self, of: str = "") -> list[tuple[str, str]]:
        """Return name and status of the executions with this prefix."""
        pages = self.aws.client("stepfunctions").get_paginator("list_executions")
        machine = self.studio.container.settings.classify_machine
        listed = [one for page in pages.paginate(stateMachineArn=machine) for one in page["executions"]]
        return sorted((one["name"], one["status"]) for one in listed if one["name"].startswith(of))

    def function(self, part: str) -> str:
        """Return the name of a deployed function."""
        listed = self.aws.client("lambda").list_functions()["Functions"]
        return next(name for name in (str(one["FunctionName"]) for one in listed) if part in name)

    def invoke(self, part: str, request: dict[str, Any]) -> Any:
        answer = self.aws.client("lambda").invoke(
            FunctionName=self.function(part), Payload=json.dumps(request).encode()
        )
        return json.loads(answer["Payload"].read())

    @contextmanager
    def without_consumer(self) -> Iterator[None]:
        """Disable the event source mapping within the block."""
        functions = self.aws.client("lambda")
        (mapping,) = functions.list_event_source_mappings(FunctionName=self.function("AcceptImage"))[
            "EventSourceMappings"
        ]
        functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=False)
        eventually(lambda: self._state(mapping["UUID"]) == "Disabled", "a disabled event source mapping")
        yield
        functions.update_event_source_mapping(UUID=mapping["UUID"], Enabled=True)

    def _state(self, mapping: str) -> str:
        return str(self.aws.client("lambda").get_event_source_mapping(UUID=mapping)["State"])

    def taken_from_the_queue(self) -> str:
        """Receive and delete the only message, as a function that crashes."""
        sqs = self.aws.client("sqs")

        def received() -> list[dict[str, Any]]:
            return list(sqs.receive_message(QueueUrl=self.queue, VisibilityTimeout=600).get("Messages", []))

        (message,) = eventually(received, "the message of S3")
        sqs.delete_message(QueueUrl=self.queue, ReceiptHandle=message["ReceiptHandle"])
        return str(message["Body"])

    def write_row_and_die(self, message: str) -> None:
        """Do what `accept_image` does before it starts an execution."""
        container = self.studio.container
        (event,) = read_bucket_events(message)
        place = parse_image_key(event.key)
        assert place is not None
        decision = decide(event, place, None, container.clock.now())
        assert isinstance(decision, Replace)
        assert container.images.put(decision.document, None)


def s3_message(image: Mapping[str, object], kind: str = "ObjectCreated:Put", sequencer: str = "") -> str:
    """Build the message that S3 sent for the version of a row."""
    about = {
        "key": quote_plus(str(image["_id"]), safe="/"),
        "eTag": image["eTag"],
        "versionId": image["versionId"],
        "sequencer": sequencer or image["sequencer"],
    }
    uploaded_at = image["uploadedAt"]
    assert isinstance(uploaded_at, datetime)
    record = {"eventName": kind, "eventTime": uploaded_at.isoformat(), "s3": {"object": about}}
    return json.dumps({"Records": [record]})
