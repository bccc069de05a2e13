"""Recovery of a match day whose emulator ended, and the ticks and ingests that it starts."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import boto3
import pytest
from moto import mock_aws
from pymongo.database import Database

from footy.core.clock import MatchClock, Pace
from footy.goals.adapters.mongo.leases import Leases
from footy.goals.model.documents import FixtureDocument
from local.aws.client import ACCOUNT, REGION
from local.cli.play import Play
from local.stack.stack import Stack
from tests.support.searches import EVENT_ID, fixture, goal

LOST = f"download3-{EVENT_ID}-r1"
STARTED = datetime(2025, 7, 5, 18, 0, tzinfo=UTC)
FIRST, SECOND = "2025-07-05T17:59:00Z", "2025-07-05T18:01:00Z"
ROLE = f"arn:aws:iam::{ACCOUNT}:role/any"


@pytest.fixture
def play(database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch) -> Iterator[Play]:
    """Play of a goal that waits for a lost download, on moto's Step Functions and S3."""
    monkeypatch.setenv("MOTO_ACCOUNT_ID", ACCOUNT)
    database["fixtures_active"].insert_one(fixture(goal(_download_workflows=[LOST], _download_complete=False)))
    session: Any = boto3.Session("any", "any", region_name=REGION)
    with mock_aws():
        aws = SimpleNamespace(client=session.client)
        play = Play(cast("Stack", SimpleNamespace(aws=aws, database=database)))
        name = play.machine("download").rpartition(":")[2]
        play.states.create_state_machine(name=name, definition="{}", roleArn=ROLE)
        aws.client("s3").create_bucket(Bucket="work", CreateBucketConfiguration={"LocationConstraint": REGION})
        template = {
            "Resources": {"Any": {"Type": "AWS::SNS::Topic"}},
            "Outputs": {"WorkBucket": {"Value": "work"}},
        }
        aws.client("cloudformation").create_stack(
            StackName=name.replace("download", "data"), TemplateBody=json.dumps(template)
        )
        yield play


def started(play: Play) -> dict[str, Any]:
    machine = play.machine("download")
    executions = play.states.list_executions(stateMachineArn=machine)["executions"]
    described = (play.states.describe_execution(executionArn=one["executionArn"]) for one in executions)
    return {one["name"]: json.loads(one["input"]) for one in described}


def test_lost_download_without_manifest_is_restarted_empty(play: Play) -> None:
    play.recover()
    assert started(play) == {LOST: {"event_id": EVENT_ID, "download_id": LOST, "clips": []}}


def test_ingest_has_its_scheduled_time(play: Play) -> None:
    name = play.machine("ingest").rpartition(":")[2]
    play.states.create_state_machine(name=name, definition="{}", roleArn=ROLE)
    play.start_ingest("2022-12-18T15:00:00Z")
    [execution] = play.states.list_executions(stateMachineArn=play.machine("ingest"))["executions"]
    sent = play.states.describe_execution(executionArn=execution["executionArn"])["input"]
    assert json.loads(sent) == {"scheduled": "2022-12-18T15:00:00Z"}


def test_only_a_tick_after_the_start_counts_as_warm(tmp_path: Path, database: Database[FixtureDocument]) -> None:
    clock = MatchClock(tmp_path / "clock.json")
    clock.write(Pace(0.0, STARTED + timedelta(minutes=2), 0.0))
    aws = SimpleNamespace(client=lambda _name: None)
    play = Play(cast("Stack", SimpleNamespace(aws=aws, database=database, clock=clock)))
    leases = Leases(database)
    assert not play.has_ticked(STARTED), "no tick yet"
    leases.take(FIRST, STARTED - timedelta(minutes=1), timedelta(minutes=5))
    leases.release(FIRST, STARTED - timedelta(seconds=30))
    assert not play.has_ticked(STARTED), "a tick before the start"
    leases.take(SECOND, STARTED + timedelta(minutes=1), timedelta(minutes=5))
    assert not play.has_ticked(STARTED), "a running tick"
    leases.release(SECOND, STARTED + timedelta(minutes=1, seconds=20))
    assert play.has_ticked(STARTED)


def test_second_restart_has_another_name(play: Play) -> None:
    play.recover()
    play.recover()
    assert set(started(play)) == {LOST, f"{LOST}-again-1"}
