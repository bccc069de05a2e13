"""What `make status`, `logs` and `ingest` tell of a deployed target."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cdk.commit import commit, git
from operations.account import OperationRefused, TargetAccount
from operations.ingest import ingest, request_of
from operations.logs import Line, followed, lines
from operations.status import status
from tests.unit.operations.accounts import account_of, stack

MACHINE = {"StartAt": "Done", "States": {"Done": {"Type": "Succeed"}}}
NOW = datetime.now(UTC)


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


def told(account: TargetAccount, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = status(account, NOW)
    return code, capsys.readouterr().out


def test_a_target_that_is_well(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = told(dev, capsys)
    assert code == 0, said
    assert "9 in the last ten minutes" in said
    assert "none rings" in said
    assert said.splitlines()[-1] == "all is well"


def test_an_alarm_that_rings_is_named(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    for name, state in (
        ("footy-dev-ingest-silence", "ALARM"),
        ("footy-dev-TicksSkippedForQuota", "OK"),
        ("other", "ALARM"),
    ):
        dev.client("cloudwatch").put_metric_alarm(
            AlarmName=name, EvaluationPeriods=1, ComparisonOperator="LessThanThreshold", Threshold=1
        )
        dev.client("cloudwatch").set_alarm_state(AlarmName=name, StateValue=state, StateReason="test")
    code, said = told(dev, capsys)
    assert code == 1
    assert "ringing: ingest-silence\n" in said
    assert "look at: alarms" in said


def test_batches_set_aside_and_silence_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with account_of("dev") as account:
        deploy(account, commit())
        account.client("sqs").send_message(QueueUrl=account.output("DeadLetters"), MessageBody="{}")
        code, said = told(account, capsys)
    assert code == 1
    assert "1 set aside" in said
    assert "look at: ticks, DeadLetters" in said


def test_what_is_deployed_is_compared_with_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    before = git("rev-parse", "--short=12", "HEAD~1")
    if not before:
        pytest.skip("this checkout has no history to compare with")
    with account_of("dev") as account:
        deploy(account, before)
        tick(account)
        _, said = told(account, capsys)
    assert f"deployed {before}, here {commit()}: 1 commits here are not deployed, 0 deployed ones are not here" in said


def test_a_target_that_is_not_deployed_says_so() -> None:
    with account_of("dev") as account, pytest.raises(OperationRefused, match="make deploy ENV=dev"):
        status(account, NOW)


def write(account: TargetAccount, function: str, *messages: str) -> None:
    logs = account.client("logs")
    group = f"/footy/dev/{function}"
    logs.create_log_group(logGroupName=group)
    logs.create_log_stream(logGroupName=group, logStreamName="one")
    start = int(NOW.timestamp() * 1000)
    events = [{"timestamp": start + n, "message": message} for n, message in enumerate(messages)]
    logs.put_log_events(logGroupName=group, logStreamName="one", logEvents=events)


def test_lines_of_all_functions_come_in_order_and_in_words() -> None:
    with account_of("dev") as account:
        tick = {
            "level": "INFO",
            "message": "tick_skipped",
            "why": "busy",
            "service": "plan_tick",
            "xray_trace_id": "1-2",
        }
        write(account, "plan_tick", "START RequestId: 1", json.dumps(tick))
        write(account, "clips", "a plain line", json.dumps({"level": "ERROR", "message": "failed"}))
        since = NOW - timedelta(minutes=1)
        found = lines(account, "", since)
        assert [(one.speaker, one.level, one.text) for one in found] == [
            ("clips", "", "a plain line"),
            ("clips", "ERROR", "failed"),
            ("plan_tick", "INFO", "tick_skipped why=busy"),
        ]
        assert [one.text for one in lines(account, "", since, loud=True)] == ["failed"]
        assert [one.speaker for one in lines(account, "plan_tick", since)] == ["plan_tick"]
        with pytest.raises(OperationRefused, match="these do: clips, plan_tick"):
            lines(account, "nobody", since)


def test_lines_are_followed_also_where_nobody_has_said_anything_yet_or_one_comes_late() -> None:
    def said(second: int, text: str) -> Line:
        return Line(int(NOW.timestamp() + second) * 1000, "clips", text, "")

    first, late, next_one = said(90, "first"), said(85, "late"), said(91, "next")
    shown = {0: [], 1: [first], 2: [late, first, next_one]}
    asked: list[datetime] = []

    def ask(since: datetime) -> list[Line]:
        asked.append(since)
        return [line for line in shown[min(len(asked) - 1, 2)] if line.at >= since.timestamp() * 1000]

    following = followed(ask, NOW, sleep=lambda _seconds: None)
    assert [next(following).text for _ in range(3)] == ["first", "late", "next"]
    assert asked[1] == NOW, "no line is older than what was asked for"
    assert asked[2] > NOW


def test_an_ingest_is_asked_for_as_the_machine_reads_it() -> None:
    assert request_of("", "") == {}
    assert request_of("2022-12-18", "") == {"date": "2022-12-18"}
    assert request_of("", "979139,979140") == {"fixture_ids": [979139, 979140]}
    with pytest.raises(OperationRefused, match="not both"):
        request_of("2022-12-18", "1")
    with pytest.raises(OperationRefused, match="numbers with commas"):
        request_of("", "final")


def test_an_ingest_is_followed_to_its_end(dev: TargetAccount) -> None:
    states = dev.client("stepfunctions")
    machine = dev.output("IngestMachine")
    given: list[dict[str, Any]] = []

    def stopped_by_somebody(_seconds: float) -> None:
        [running] = states.list_executions(stateMachineArn=machine, statusFilter="RUNNING")["executions"]
        given.append(json.loads(states.describe_execution(executionArn=running["executionArn"])["input"]))
        states.stop_execution(executionArn=running["executionArn"], error="Stopped", cause="by hand")

    with pytest.raises(OperationRefused, match="the ingest ended as ABORTED"):
        ingest(dev, {"date": "2022-12-18"}, sleep=stopped_by_somebody)
    assert given == [{"date": "2022-12-18"}]
