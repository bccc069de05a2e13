"""What `make preflight` finds: each check in an account that lacks it and in one that does not."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from botocore.stub import Stubber
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from operations.account import DeployedStack, TargetAccount
from operations.preflight import place, upstreams
from operations.preflight.__main__ import CHECKS, preflight
from operations.preflight.findings import Finding, Grade, found, good, look, table
from tests.unit.operations.accounts import NEW, Accounts, stack
from tests.unit.operations.answers import answering


def use_ecs(account: TargetAccount) -> None:
    """What the first use of ECS leaves; moto calls the role otherwise when it is asked as AWS is."""
    account.client("iam").create_role(
        RoleName="AWSServiceRoleForECS", Path="/aws-service-role/ecs.amazonaws.com/", AssumeRolePolicyDocument="{}"
    )


def program(folder: Path, *, engine: int, buildx: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A docker that answers so."""
    file = folder / "docker"
    file.write_text(f'#!/bin/sh\n[ "$1" = info ] && {{ echo 28.1; exit {engine}; }}\nexit {buildx}\n')
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin")


def test_the_region_is_the_one_that_the_cdk_deploys_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    monkeypatch.delenv("AWS_REGION", raising=False)
    assert place.region(TargetAccount.of("dev")).said == "eu-west-1"
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    assert place.region(TargetAccount.of("dev")).said == "eu-central-1"


def test_a_place_that_was_never_bootstrapped(accounts: Accounts) -> None:
    account = accounts.of()
    finding = place.bootstrap(account)
    assert (finding.grade, finding.advice) == (
        Grade.BAD,
        "npx cdk bootstrap aws://123456789012/eu-west-1 -c target=dev",
    )
    account.client("ssm").put_parameter(Name=place.BOOTSTRAP, Value="4", Type="String")
    assert place.bootstrap(account).said == "version 4 is older than 6"
    account.client("ssm").put_parameter(Name=place.BOOTSTRAP, Value="30", Type="String", Overwrite=True)
    assert place.bootstrap(account).grade is Grade.GOOD


def test_credentials_of_another_account(accounts: Accounts) -> None:
    assert place.credentials(accounts.of()).grade is Grade.GOOD
    finding = place.credentials(accounts.of(account="999999999999"))
    assert finding.grade is Grade.BAD
    assert "but the target says 999999999999" in finding.said


def test_an_account_that_never_used_ecs(accounts: Accounts) -> None:
    account = accounts.of()
    finding = place.service_role(account)
    assert finding.advice == "aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com"
    use_ecs(account)
    assert place.service_role(account).grade is Grade.GOOD


def test_an_account_full_of_networks(accounts: Accounts) -> None:
    account = accounts.of()
    assert place.network(account).said == "1 of 5 VPCs are used"
    for n in range(4):
        account.client("ec2").create_vpc(CidrBlock=f"10.{n}.0.0/16")
    assert place.network(account).grade is Grade.BAD
    stack(account, "state")
    assert place.network(account).grade is Grade.GOOD, "the target has its own"


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ((0, 0), Finding(Grade.GOOD, "engine 28.1 with buildx")),
        ((1, 0), Finding(Grade.BAD, "its engine does not run")),
        ((0, 1), Finding(Grade.BAD, "without buildx")),
    ],
)
def test_docker_with_its_engine_and_buildx(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: tuple[int, int], told: Finding
) -> None:
    program(tmp_path, engine=answers[0], buildx=answers[1], monkeypatch=monkeypatch)
    finding = place.docker(accounts.of())
    assert (finding.grade, finding.said) == (told.grade, told.said)


def test_no_docker_at_all(accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert place.docker(accounts.of()).said == "not installed"


def test_who_looks_at_clips(accounts: Accounts) -> None:
    assert upstreams.vision(accounts.of(settings={"vision_url": "http://127.0.0.1:1/v1"})).grade is Grade.LOOK
    with answering({}) as url:
        assert upstreams.vision(accounts.of(settings={"vision_url": f"{url}/v1"})).said == f"{url}/v1 answers 200"
        assert upstreams.vision(accounts.of(settings={"vision_url": url})).grade is Grade.GOOD, "a 404 is an answer"


def test_a_database_elsewhere(accounts: Accounts, mongo_uri: str, database: Database[FixtureDocument]) -> None:
    assert database.name
    account = accounts.of()
    assert upstreams.database(account).said == "its address is not known yet"
    secrets = account.client("secretsmanager")
    secrets.create_secret(
        Name="footy-dev/mongodb", SecretString='{"uri": "mongodb://127.0.0.1:1/?directConnection=true"}'
    )
    assert "0.0.0.0/0 at Atlas" in upstreams.database(account).advice
    secrets.put_secret_value(SecretId="footy-dev/mongodb", SecretString=f'{{"uri": "{mongo_uri}"}}')
    finding = upstreams.database(account)
    assert finding.grade is Grade.GOOD, finding.said
    assert mongo_uri not in finding.said


def test_a_database_of_its_own_only_where_its_class_is_offered(accounts: Accounts) -> None:
    account = accounts.of("prod")
    finding = upstreams.database(account)
    assert (finding.grade, finding.said) == (Grade.BAD, "this region has no DocumentDB 8.0.0 Serverless")
    with Stubber(account.client("docdb")) as documentdb:
        wanted = {"Engine": "docdb", "EngineVersion": "8.0.0", "DBInstanceClass": "db.serverless"}
        offered = {"OrderableDBInstanceOptions": [wanted]}
        documentdb.add_response("describe_orderable_db_instance_options", offered, wanted)
        documentdb.add_response("describe_db_cluster_snapshots", {"DBClusterSnapshots": []})
        assert upstreams.database(account).said == "DocumentDB 8.0.0, empty"


def test_keys_and_who_is_told(accounts: Accounts) -> None:
    account = accounts.of()
    empty = "empty: footy-dev/mongodb, footy-dev/api_football, footy-dev/x, footy-dev/page"
    assert upstreams.keys(account).said == empty
    for name in ("mongodb", "api_football", "x", "page"):
        account.client("secretsmanager").create_secret(Name=f"footy-dev/{name}", SecretString="{}")
    assert upstreams.keys(account).grade is Grade.GOOD
    assert upstreams.email(account).said == "nobody is told of alarms"
    told = accounts.of(alarm_email="me@example.org")
    assert upstreams.email(told).grade is Grade.GOOD


def test_a_budget_counts_what_the_bill_knows_by_its_tag(accounts: Accounts) -> None:
    finding = upstreams.budget(accounts.of(monthly_budget_usd=300))
    assert finding.grade is Grade.LOOK
    assert finding.advice.endswith("--cost-allocation-tags-status TagKey=target,Status=Active")
    assert upstreams.budget(accounts.of(monthly_budget_usd=300, tags=["target"])).grade is Grade.GOOD
    assert upstreams.budget(accounts.of(monthly_budget_usd=0)).said == "none is asked for"


def test_a_stack_that_stands_still(accounts: Accounts, monkeypatch: pytest.MonkeyPatch) -> None:
    account = accounts.of()
    assert place.leftovers(account).said == "not deployed yet"
    stack(account, "goals")
    [one] = account.stacks()
    for status, grade in (("ROLLBACK_COMPLETE", Grade.BAD), ("UPDATE_ROLLBACK_COMPLETE", Grade.LOOK)):
        standing = type(one)(one.name, status, one.created, {})
        monkeypatch.setattr(TargetAccount, "stacks", lambda _self, standing=standing: [standing])
        assert place.leftovers(account).grade is grade


@pytest.mark.parametrize(
    ("status", "commands"),
    [
        ("ROLLBACK_COMPLETE", ["update-termination-protection", "delete-stack"]),
        ("ROLLBACK_FAILED", ["update-termination-protection", "delete-stack"]),
        ("DELETE_FAILED", ["delete-stack"]),
        ("UPDATE_ROLLBACK_FAILED", ["continue-update-rollback"]),
    ],
)
def test_only_a_stack_that_never_stood_loses_its_protection(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch, status: str, commands: list[str]
) -> None:
    """The CDK protects the stack of data before it makes it, and nobody can delete it as it is."""
    account = accounts.of()
    standing = [DeployedStack("footy-dev-data", status, datetime.now(UTC), {})]
    monkeypatch.setattr(TargetAccount, "stacks", lambda _self: standing)
    advice = place.leftovers(account).advice
    assert re.findall(r"cloudformation ([a-z-]+)", advice) == commands
    assert advice.count("--stack-name footy-dev-data") == len(commands)


@pytest.mark.parametrize(("target", "named"), [("prod", True), ("dev", False)])
def test_a_database_of_its_own_is_let_go_by_its_name(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch, *, target: str, named: bool
) -> None:
    """CloudFormation cannot delete a cluster that is protected, and neither can who deletes its stack."""
    account = accounts.of(target)
    standing = [DeployedStack(f"footy-{target}-state", "ROLLBACK_FAILED", datetime.now(UTC), {})]
    monkeypatch.setattr(TargetAccount, "stacks", lambda _self: standing)
    advice = place.leftovers(account).advice
    assert (f'make destroy ENV={target} ARGS="--database footy-{target}"' in advice) is named
    assert ("delete-stack" in advice) is not named


def test_what_may_not_be_asked_is_told(accounts: Accounts) -> None:
    """moto refuses a quota it does not know as AWS does one that may not be read."""

    def refused(account: TargetAccount) -> Any:
        account.client("iam").get_role(RoleName="nobody's")
        return good("never")

    finding = found(accounts.of(), refused)
    assert finding.grade is Grade.LOOK
    assert finding.said.startswith("could not be asked: An error occurred (NoSuchEntity")


def test_one_table_with_every_check_and_two_for_what_is_in_the_way(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path, engine=0, buildx=0, monkeypatch=monkeypatch)
    account = accounts.of(quotas=NEW, concurrency=10)
    assert preflight(account) == 2
    said = capsys.readouterr().out
    assert all(f"  {name} " in said for name in ("region", "credentials", *CHECKS))
    assert said.splitlines()[-1] == "footy-dev cannot be deployed: bootstrap, ECS role"


def test_an_account_that_lacks_nothing(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path, engine=0, buildx=0, monkeypatch=monkeypatch)
    account = accounts.of(settings={"vision_url": "http://127.0.0.1:1/v1"})
    account.client("ssm").put_parameter(Name=place.BOOTSTRAP, Value="30", Type="String")
    use_ecs(account)
    assert preflight(account) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "footy-dev can be deployed"


def test_a_line_of_advice_stands_below_what_it_is_for() -> None:
    lines = list(table([("region", good("eu-west-1")), ("keys", look("empty", "make keys"))]))
    assert lines == ["ok    region  eu-west-1", "look  keys    empty", "              -> make keys"]
