"""`make status` and `make ingest`."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cdk.commit import commit, git
from operations.account import OperationRefused, TargetAccount
from operations.ingest import ingest, request_of
from operations.status import status
from tests.support.aws_accounts import account_of, stack

MACHINE = {"StartAt": "Done", "States": {"Done": {"Type": "Succeed"}}}
NOW = datetime.now(UTC)
PAGE = "https://d1.cloudfront.net"


@pytest.fixture
def dev() -> Iterator[TargetAccount]:
    """Deployed from this commit, with ticks of the last minutes."""
    with account_of("dev") as account:
        deploy(account, commit())
        tick(account)
        yield account


def deploy(account: TargetAccount, of: str) -> None:
    queues, states = account.client("sqs"), account.client("stepfunctions")
    urls = {name: queues.create_queue(QueueName=name)["QueueUrl"] for name in ("UploadQueue", "DeadLetters")}
    arns = {
        f"{name}Machine": states.create_state_machine(
            name=name, definition=json.dumps(MACHINE), roleArn="arn:aws:iam::123456789012:role/any"
        )["stateMachineArn"]
        for name in ("Ingest", "Goal")
    }
    download = states.create_state_machine(
        name="Download", definition=json.dumps(MACHINE), roleArn="arn:aws:iam::123456789012:role/any"
    )
    stack(account, "downloads", {**urls, "DownloadMachine": download["stateMachineArn"]})
    stack(account, "goals", {**arns, "Commit": of})
    stack(account, "page", {"PageUrl": PAGE, "ConsoleUrl": f"{PAGE}/ops", "ImagesUrl": f"{PAGE}/images"})


def tick(account: TargetAccount) -> None:
    account.client("cloudwatch").put_metric_data(
        Namespace="FoundFooty/dev",
        MetricData=[
            {
                "MetricName": "TicksFinished",
                "Dimensions": [{"Name": "service", "Value": "finish_tick"}],
                "Timestamp": NOW - timedelta(minutes=2),
                "Value": 9,
            }
        ],
    )


def status_of(account: TargetAccount, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = status(account, NOW)
    return code, capsys.readouterr().out


def test_a_healthy_target_has_no_problems(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = status_of(dev, capsys)
    assert code == 0, output
    assert "9 in the last ten minutes" in output
    assert "none\n" in output
    addresses = {line.split()[0]: line.split()[-1] for line in output.splitlines() if PAGE in line}
    assert addresses == {"page": PAGE, "console": f"{PAGE}/ops", "images": f"{PAGE}/images"}
    assert output.splitlines()[-1] == "no problems"


def test_active_alarms_are_named(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    for name, state in (
        ("footy-dev-ingest-silence", "ALARM"),
        ("footy-dev-TicksSkippedForQuota", "OK"),
        ("other", "ALARM"),
    ):
        dev.client("cloudwatch").put_metric_alarm(
            AlarmName=name, EvaluationPeriods=1, ComparisonOperator="LessThanThreshold", Threshold=1
        )
        dev.client("cloudwatch").set_alarm_state(AlarmName=name, StateValue=state, StateReason="test")
    code, output = status_of(dev, capsys)
    assert code == 1
    assert "  ingest-silence\n" in output
    assert "problems: alarms." in output


def test_dead_letters_and_missing_ticks_are_problems(capsys: pytest.CaptureFixture[str]) -> None:
    with account_of("dev") as account:
        deploy(account, commit())
        account.client("sqs").send_message(QueueUrl=account.output("DeadLetters"), MessageBody="{}")
        code, output = status_of(account, capsys)
    assert code == 1
    assert "1 dead letters" in output
    assert "problems: ticks, DeadLetters." in output


def test_the_deployed_commit_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    before = git("rev-parse", "--short=12", "HEAD~1")
    if not before:
        pytest.skip("this checkout has no history to compare with")
    with account_of("dev") as account:
        deploy(account, before)
        tick(account)
        _, output = status_of(account, capsys)
    assert f"deployed {before}, here {commit()}: 1 commits only here, 0 only deployed" in output


def test_status_needs_a_deployed_target() -> None:
    with account_of("dev") as account, pytest.raises(OperationRefused, match="make deploy ENV=dev"):
        status(account, NOW)


def test_ingest_options_become_its_input() -> None:
    assert request_of("", "") == {}
    assert request_of("2022-12-18", "") == {"date": "2022-12-18"}
    assert request_of("", "979139,979140") == {"fixture_ids": [979139, 979140]}
    with pytest.raises(OperationRefused, match="exclude each other"):
        request_of("2022-12-18", "1")
    with pytest.raises(OperationRefused, match="comma-separated list of integers"):
        request_of("", "final")


def test_an_aborted_ingest_is_an_error(dev: TargetAccount) -> None:
    states = dev.client("stepfunctions")
    machine = dev.output("IngestMachine")
    inputs: list[dict[str, Any]] = []

    def stopped_by_somebody(_seconds: float) -> None:
        [running] = states.list_executions(stateMachineArn=machine, statusFilter="RUNNING")["executions"]
        inputs.append(json.loads(states.describe_execution(executionArn=running["executionArn"])["input"]))
        states.stop_execution(executionArn=running["executionArn"], error="Stopped", cause="by hand")

    with pytest.raises(OperationRefused, match="the ingest ended as ABORTED"):
        ingest(dev, {"date": "2022-12-18"}, sleep=stopped_by_somebody)
    assert inputs == [{"date": "2022-12-18"}]
