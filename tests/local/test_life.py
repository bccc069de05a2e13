"""The life of a target: deployed, changed, deployed again and destroyed, by the real CDK CLI and our own command."""

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from local import PROJECT, TARGET
from local.aws.client import ACCOUNT, CREDENTIALS, REGION
from local.aws.server import Ministack
from local.stack.deploy import CDK, Deployment
from local.stack.home import Home
from operations.account import DeployedStack, OperationRefused, TargetAccount, target_of
from operations.destroy import DestroyOptions, destroy
from operations.keys import fill
from tests.local.reduced import reduce
from tests.support.templates import DASHBOARDS, EXTERNAL_VISION, SESSIONS, STACKS, USERS, context, synthesise

pytestmark = [pytest.mark.xdist_group("embedded-aws"), pytest.mark.soak, pytest.mark.long]
# the local target has no vision, accounts at X, database users or dashboards
NAMES = set(STACKS) - {"vision", SESSIONS, DASHBOARDS, USERS}
KEY = {"uri": "mongodb://one"}


@pytest.fixture(scope="module")
def emulator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ministack]:
    """Return a separate emulator: these tests count all resources."""
    with Ministack(tmp_path_factory.mktemp("life"), workers=2) as emulator:
        yield emulator


@pytest.fixture(scope="module")
def account(emulator: Ministack) -> TargetAccount:
    return TargetAccount(target_of(TARGET), emulator.client)


def deployed(emulator: Ministack, folder: Path, **rules: int) -> None:
    home = Home(folder)
    home.prepare()
    Deployment(home, emulator, {"secrets": {"mongodb": KEY}, "rules": rules}).run()


def names(stacks: list[DeployedStack]) -> set[str]:
    return {stack.name for stack in stacks}


def environment(account: TargetAccount, part_of_name: str) -> Mapping[str, str]:
    functions: list[dict[str, Any]] = account.client("lambda").list_functions()["Functions"]
    [results] = [one for one in functions if part_of_name in one["FunctionName"]]
    variables: Mapping[str, str] = results["Environment"]["Variables"]
    return variables


def refuse(_question: str, _expected: str) -> bool:
    return False


def test_local_target_is_deployed_changed_and_destroyed(
    emulator: Ministack, account: TargetAccount, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deployed(emulator, tmp_path, deadline_minutes=20)
    assert names(account.stacks()) == {f"footy-{TARGET}-{name}" for name in NAMES}
    bucket, secret = account.output("MediaBucket"), account.output("XSecret")
    account.client("s3").put_object(Bucket=bucket, Key="979139/clip.mp4", Body=b"clip")
    account.client("secretsmanager").put_secret_value(SecretId=secret, SecretString='{"bearer_token": "mine"}')
    assert environment(account, "FinishTick")["FOOTY_DEADLINE_MINUTES"] == "20"

    deployed(emulator, tmp_path, deadline_minutes=25)
    assert environment(account, "FinishTick")["FOOTY_DEADLINE_MINUTES"] == "25"
    assert account.output("MediaBucket") == bucket == "footy-local-media-000000000000-eu-west-1"
    assert account.client("s3").get_object(Bucket=bucket, Key="979139/clip.mp4")["Body"].read() == b"clip"
    stored = account.client("secretsmanager").get_secret_value(SecretId=secret)["SecretString"]
    assert json.loads(stored) == {"bearer_token": "mine"}, "a stored key survives a deployment"

    account.client("s3").delete_object(Bucket=bucket, Key="979139/clip.mp4")
    assert destroy(account, DestroyOptions(yes=True), ask=refuse) == 0
    assert account.stacks() == []
    assert account.client("lambda").list_functions()["Functions"] == []
    assert account.client("stepfunctions").list_state_machines()["stateMachines"] == []
    answer = capsys.readouterr().out.splitlines()
    deleted = [line.split()[0] for line in answer if line.endswith("is being deleted ...")]
    assert (sorted(deleted), deleted[-2:]) == (
        sorted(f"footy-{TARGET}-{name}" for name in NAMES),
        [f"footy-{TARGET}-state", f"footy-{TARGET}-data"],
    )


@pytest.mark.parametrize(
    ("target", "choice"),
    [("dev", {"vision": ""}), ("dev", {"vision": "cpu"}), ("prod", EXTERNAL_VISION)],
    ids=["dev", "dev-cpu", "prod-url"],
)
def test_reduced_aws_target_is_deployed_and_destroyed(
    emulator: Ministack, tmp_path: Path, capsys: pytest.CaptureFixture[str], target: str, choice: dict[str, Any]
) -> None:
    """Alarms, schedules, the rule of the first ingest, roles: what `local` leaves out, from the same constructs."""
    account = TargetAccount(target_of(target), emulator.client)
    with capsys.disabled():
        for retention in (14, 30):  # deployed, and changed
            folder = tmp_path / str(retention)
            block = {
                **context(target)[target],
                "log_retention_days": retention,
                "alarm_email": "me@example.org",
                **choice,
            }
            synthesise(target, folder, **{target: block})
            assert "AWS::StepFunctions::StateMachine" not in reduce(folder)
            deploy_assembly(emulator, folder)
            groups = account.client("logs").describe_log_groups(logGroupNamePrefix=f"/footy/{target}/plan_tick")
            assert [group["retentionInDays"] for group in groups["logGroups"]] == [retention]
            if retention == 14:
                fill(account, ["x"], ask=lambda _: "mine")
    alarms = account.client("cloudwatch").describe_alarms(AlarmNamePrefix=f"footy-{target}-", MaxRecords=100)
    assert len(alarms["MetricAlarms"]) > 50
    key = account.client("secretsmanager").get_secret_value(SecretId=f"footy-{target}/x")["SecretString"]
    assert json.loads(key) == {"bearer_token": "mine"}, "a template that says nothing of it overwrites nothing"
    if target == "prod":
        with pytest.raises(OperationRefused, match="is protected"):
            destroy(account, DestroyOptions(yes=True), ask=refuse)
    assert destroy(account, DestroyOptions(database=f"footy-{target}", yes=True), ask=refuse) == 0
    assert names(account.stacks()) == {f"footy-{target}-data"}


def deploy_assembly(emulator: Ministack, folder: Path) -> None:
    pointed = {"AWS_ENDPOINT_URL": emulator.url, "AWS_ENDPOINT_URL_S3": emulator.url}
    environment = {**os.environ, **CREDENTIALS, **pointed, "CDK_DISABLE_CLI_TELEMETRY": "1"}
    place = f"aws://{ACCOUNT}/{REGION}"
    common = ["--no-notices", "--ci"]
    for command in (
        ["bootstrap", place, "--app", str(folder), *common],
        ["deploy", "--all", "--app", str(folder), "--method=direct", "--require-approval=never", *common],
    ):
        done = subprocess.run(
            [str(CDK), *command], cwd=PROJECT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
