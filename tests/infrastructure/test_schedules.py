"""Ticks every minute, ingest every hour until the day is done; on the emulator the match clock does it instead."""

import json

from tests.infrastructure.templates import Deployment


def test_the_monitor_is_started_every_minute_with_the_minute_it_is_for(on_aws: Deployment) -> None:
    schedule = on_aws.one("AWS::Scheduler::Schedule", "EveryMinute").properties
    assert schedule["ScheduleExpression"] == "cron(* * * * ? *)"
    assert schedule["State"] == "ENABLED"
    assert "MonitorMachine" in json.dumps(schedule["Target"]["Arn"])
    assert json.loads(schedule["Target"]["Input"]) == {"scheduled": "<aws.scheduler.scheduled-time>"}


def test_a_tick_that_missed_its_minute_is_not_started_late(on_aws: Deployment) -> None:
    policy = on_aws.one("AWS::Scheduler::Schedule", "EveryMinute").properties["Target"]["RetryPolicy"]
    assert policy["MaximumEventAgeInSeconds"] == 60


def test_the_ingest_is_started_five_past_midnight_utc_and_five_past_every_hour(on_aws: Deployment) -> None:
    schedule = on_aws.one("AWS::Scheduler::Schedule", "EveryHour").properties
    assert schedule["ScheduleExpression"] == "cron(5 * * * ? *)"
    assert schedule["ScheduleExpressionTimezone"] == "Etc/UTC"
    assert "IngestMachine" in json.dumps(schedule["Target"]["Arn"])
    assert json.loads(schedule["Target"]["Input"]) == {"scheduled": "<aws.scheduler.scheduled-time>"}


def test_an_ingest_that_missed_its_hour_leaves_it_to_the_next(on_aws: Deployment) -> None:
    policy = on_aws.one("AWS::Scheduler::Schedule", "EveryHour").properties["Target"]["RetryPolicy"]
    assert policy["MaximumEventAgeInSeconds"] == 3600


def test_the_emulator_starts_nothing_by_itself(local: Deployment) -> None:
    assert {one.properties["State"] for one in local.resources("AWS::Scheduler::Schedule")} == {"DISABLED"}
