"""What a local stack starts again of what ended with its emulator."""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from local.aws.server import ACCOUNT, REGION
from local.cli.play import Play
from local.stack.stack import Stack
from tests.support.searches import EVENT_ID, fixture, goal

LOST = f"download3-{EVENT_ID}-r1"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/any"


@pytest.fixture
def play(database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """A goal that waits for a download whose order is kept nowhere, beside moto's Step Functions and S3."""
    monkeypatch.setenv("MOTO_ACCOUNT_ID", ACCOUNT)
    database["fixtures_active"].insert_one(fixture(goal(_download_workflows=[LOST], _download_complete=False)))
    session: Any = boto3.Session("any", "any", region_name=REGION)
    with mock_aws():
        aws = SimpleNamespace(client=session.client)
        match_day = Play(cast("Stack", SimpleNamespace(aws=aws, database=database)))
        name = match_day.machine("download").rpartition(":")[2]
        match_day.states.create_state_machine(name=name, definition="{}", roleArn=ROLE)
        aws.client("s3").create_bucket(Bucket="work", CreateBucketConfiguration={"LocationConstraint": REGION})
        template = {
            "Resources": {"Any": {"Type": "AWS::SNS::Topic"}},
            "Outputs": {"WorkBucket": {"Value": "work"}},
        }
        aws.client("cloudformation").create_stack(
            StackName=name.replace("download", "data"), TemplateBody=json.dumps(template)
        )
        yield match_day


def started(play: Play) -> dict[str, Any]:
    machine = play.machine("download")
    executions = play.states.list_executions(stateMachineArn=machine)["executions"]
    described = (play.states.describe_execution(executionArn=one["executionArn"]) for one in executions)
    return {one["name"]: json.loads(one["input"]) for one in described}


def test_a_download_without_an_order_is_ended_for_its_goal(play: Play) -> None:
    play.take_up()
    assert started(play) == {LOST: {"event_id": EVENT_ID, "download_id": LOST, "clips": []}}


def test_an_ingest_says_for_when_it_is(play: Play) -> None:
    name = play.machine("ingest").rpartition(":")[2]
    play.states.create_state_machine(name=name, definition="{}", roleArn=ROLE)
    play.start_ingest("2022-12-18T15:00:00Z")
    [execution] = play.states.list_executions(stateMachineArn=play.machine("ingest"))["executions"]
    told = play.states.describe_execution(executionArn=execution["executionArn"])["input"]
    assert json.loads(told) == {"scheduled": "2022-12-18T15:00:00Z"}


def test_a_second_execution_says_which_download_it_repeats(play: Play) -> None:
    play.take_up()
    play.take_up()
    assert set(started(play)) == {LOST, f"{LOST}-again-1"}
