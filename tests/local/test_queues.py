import json
from itertools import combinations, pairwise
from pathlib import Path
from typing import TypedDict

import pytest

from tests.local.cloud import Cloud, arn, unique
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("embedded-aws")

RECORDS = """
import json, os, time
def handler(event, context):
    bodies = [json.loads(record["body"]) for record in event["Records"]]
    start = time.time()
    time.sleep(0.8)
    groups = [record["attributes"]["MessageGroupId"] for record in event["Records"]]
    entry = {"groups": groups, "numbers": [body["number"] for body in bodies], "start": start, "end": time.time()}
    with open(bodies[0]["file"], "a") as file:
        file.write(json.dumps(entry) + "\\n")
"""


class Batch(TypedDict):
    groups: list[str]
    numbers: list[int]
    start: float
    end: float


@pytest.fixture
def batches(cloud: Cloud, tmp_path: Path) -> list[Batch]:
    """Return what the function received of three messages in each of four groups."""
    sqs, record = cloud.client("sqs"), tmp_path / "batches.jsonl"
    name = f"{unique('queue')}.fifo"
    url = sqs.create_queue(QueueName=name, Attributes={"FifoQueue": "true", "VisibilityTimeout": "300"})["QueueUrl"]
    for number in range(3):
        for group in "abcd":
            body = json.dumps({"file": str(record), "number": number})
            sqs.send_message(
                QueueUrl=url, MessageBody=body, MessageGroupId=group, MessageDeduplicationId=f"{group}{number}"
            )
    cloud.client("lambda").create_event_source_mapping(
        FunctionName=cloud.function(RECORDS),
        EventSourceArn=arn("sqs", name),
        BatchSize=2,
        ScalingConfig={"MaximumConcurrency": 4},
    )

    def read() -> list[Batch] | None:
        entries: list[Batch] = [json.loads(line) for line in record.read_text().splitlines()] if record.exists() else []
        return entries if sum(len(entry["numbers"]) for entry in entries) == 12 else None

    return eventually(read, "twelve messages")


def test_groups_run_in_parallel_and_in_order(batches: list[Batch]) -> None:
    assert all(len(set(batch["groups"])) == 1 for batch in batches)
    by_group = {group: [batch for batch in batches if batch["groups"][0] == group] for group in "abcd"}
    for own in by_group.values():
        assert [number for batch in own for number in batch["numbers"]] == [0, 1, 2]
        assert all(earlier["end"] <= later["start"] for earlier, later in pairwise(own))
    assert any(
        max(one["start"], other["start"]) < min(one["end"], other["end"])
        for one, other in combinations(batches, 2)
        if one["groups"] != other["groups"]
    )
