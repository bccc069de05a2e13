"""Checks of `make preflight`, failed and passed."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from botocore.stub import Stubber
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from operations.account import TargetAccount
from operations.preflight import environment, upstreams
from operations.preflight.__main__ import CHECKS, preflight
from operations.preflight.findings import Finding, Grade, finding_of, ok, table, warning
from tests.support.aws_accounts import NEW, Accounts, stack
from tests.support.aws_answers import answering

BOOTSTRAP = "/cdk-bootstrap/hnb659fds/version"


def use_ecs(account: TargetAccount) -> None:
    """Create the role that the first use of ECS creates."""
    account.client("iam").create_role(
        RoleName="AWSServiceRoleForECS", Path="/aws-service-role/ecs.amazonaws.com/", AssumeRolePolicyDocument="{}"
    )


def program(folder: Path, *, engine: int, buildx: int, monkeypatch: pytest.MonkeyPatch, name: str = "docker") -> None:
    """Create a program that answers like Docker."""
    file = folder / name
    file.write_text(f'#!/bin/sh\n[ "$1" = info ] && {{ echo 28.1; exit {engine}; }}\nexit {buildx}\n')
    file.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/bin")


def test_region_is_the_one_of_the_cdk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "eu-west-1")
    monkeypatch.delenv("AWS_REGION", raising=False)
    assert environment.region(TargetAccount.of("dev")).text == "eu-west-1"
    monkeypatch.setenv("AWS_REGION", "eu-central-1")
    assert environment.region(TargetAccount.of("dev")).text == "eu-central-1"


def test_bootstrap_must_be_recent(accounts: Accounts) -> None:
    account = accounts.of()
    finding = environment.bootstrap(account)
    assert (finding.grade, finding.advice) == (
        Grade.ERROR,
        "npx cdk bootstrap aws://123456789012/eu-west-1 -c target=dev",
    )
    account.client("ssm").put_parameter(Name=BOOTSTRAP, Value="4", Type="String")
    assert environment.bootstrap(account).text == "version 4 is older than 6"
    account.client("ssm").put_parameter(Name=BOOTSTRAP, Value="30", Type="String", Overwrite=True)
    assert environment.bootstrap(account).grade is Grade.OK


def test_bootstrap_with_another_qualifier_is_found(accounts: Accounts) -> None:
    qualifier = TargetAccount.of("dev", ["@aws-cdk/core:bootstrapQualifier=acme"]).qualifier
    account = replace(accounts.of(), qualifier=qualifier)
    account.client("ssm").put_parameter(Name=BOOTSTRAP, Value="30", Type="String")
    assert environment.bootstrap(account).advice.endswith(
        "-c @aws-cdk/core:bootstrapQualifier=acme --toolkit-stack-name CDKToolkit-acme"
    )
    account.client("ssm").put_parameter(Name="/cdk-bootstrap/acme/version", Value="30", Type="String")
    assert environment.bootstrap(account).grade is Grade.OK


def test_credentials_must_match_the_account(accounts: Accounts) -> None:
    assert environment.credentials(accounts.of()).grade is Grade.OK
    finding = environment.credentials(accounts.of(account="999999999999"))
    assert finding.grade is Grade.ERROR
    assert "but the target has account 999999999999" in finding.text


def test_service_linked_role_of_ecs_must_exist(accounts: Accounts) -> None:
    account = accounts.of()
    finding = environment.service_role(account)
    assert finding.advice == "aws iam create-service-linked-role --aws-service-name ecs.amazonaws.com"
    use_ecs(account)
    assert environment.service_role(account).grade is Grade.OK


def test_vpc_quota_must_allow_one_more(accounts: Accounts) -> None:
    account = accounts.of()
    assert environment.network(account).text == "1 of 5 VPCs are used"
    for n in range(4):
        account.client("ec2").create_vpc(CidrBlock=f"10.{n}.0.0/16")
    assert environment.network(account).grade is Grade.ERROR
    stack(account, "state")
    assert environment.network(account).grade is Grade.OK, "the target has its own"


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((0, 0), Finding(Grade.OK, "docker runs, with buildx")),
        ((1, 0), Finding(Grade.ERROR, "the engine of docker does not run")),
        ((0, 1), Finding(Grade.ERROR, "without buildx")),
    ],
)
def test_docker_needs_engine_and_buildx(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: tuple[int, int], expected: Finding
) -> None:
    program(tmp_path, engine=answers[0], buildx=answers[1], monkeypatch=monkeypatch)
    finding = environment.docker(accounts.of())
    assert (finding.grade, finding.text) == (expected.grade, expected.text)


def test_docker_must_be_installed(accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert environment.docker(accounts.of()).text == "docker is not installed"


def test_the_program_of_cdk_docker_is_checked(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CDK_DOCKER", "finch")
    program(tmp_path, engine=0, buildx=0, monkeypatch=monkeypatch)
    assert environment.docker(accounts.of()).text == "finch is not installed"
    program(tmp_path, engine=0, buildx=1, monkeypatch=monkeypatch, name="finch")
    assert environment.docker(accounts.of()).text == "finch runs"


def test_vision_url_is_called(accounts: Accounts) -> None:
    assert upstreams.vision(accounts.of(settings={"vision_url": "http://127.0.0.1:1/v1"})).grade is Grade.WARNING
    with answering({}) as url:
        assert upstreams.vision(accounts.of(settings={"vision_url": f"{url}/v1"})).text == f"{url}/v1 answers 200"
        assert upstreams.vision(accounts.of(settings={"vision_url": url})).grade is Grade.OK, "a 404 is an answer"


def test_external_database_is_pinged(accounts: Accounts, mongo_uri: str, database: Database[FixtureDocument]) -> None:
    assert database.name
    account = accounts.of()
    assert upstreams.database(account).text == "its address is not entered"
    secrets = account.client("secretsmanager")
    secrets.create_secret(
        Name="footy-dev/mongodb", SecretString='{"uri": "mongodb://127.0.0.1:1/?directConnection=true"}'
    )
    assert "0.0.0.0/0 at Atlas" in upstreams.database(account).advice
    secrets.put_secret_value(SecretId="footy-dev/mongodb", SecretString=f'{{"uri": "{mongo_uri}"}}')
    finding = upstreams.database(account)
    assert finding.grade is Grade.OK, finding.text
    assert mongo_uri not in finding.text


def test_documentdb_must_be_offered_in_the_region(accounts: Accounts) -> None:
    account = accounts.of("prod")
    finding = upstreams.database(account)
    assert (finding.grade, finding.text) == (Grade.ERROR, "this region has no DocumentDB 8.0.0 Serverless")
    with Stubber(account.client("docdb")) as documentdb:
        options = {"Engine": "docdb", "EngineVersion": "8.0.0", "DBInstanceClass": "db.serverless"}
        offered = {"OrderableDBInstanceOptions": [options]}
        documentdb.add_response("describe_orderable_db_instance_options", offered, options)
        documentdb.add_response("describe_db_cluster_snapshots", {"DBClusterSnapshots": []})
        assert upstreams.database(account).text == "DocumentDB 8.0.0, empty"


def test_empty_keys_and_missing_email_are_warnings(accounts: Accounts) -> None:
    account = accounts.of()
    empty = "empty: footy-dev/mongodb, footy-dev/api_football, footy-dev/x, footy-dev/page, footy-dev/operators"
    assert upstreams.keys(account).text == empty
    for name in ("mongodb", "api_football", "x", "page", "operators"):
        account.client("secretsmanager").create_secret(Name=f"footy-dev/{name}", SecretString="{}")
    assert upstreams.keys(account).grade is Grade.OK
    assert upstreams.email(account).text == "alarms are sent to no address"
    expected = accounts.of(alarm_email="me@example.org")
    assert upstreams.email(expected).grade is Grade.OK


def test_takedowns_need_a_contact(accounts: Accounts) -> None:
    assert upstreams.contact(accounts.of()).grade is Grade.WARNING
    own = accounts.of(settings={"contact": "https://example.org/takedown"})
    assert upstreams.contact(own).text == "https://example.org/takedown"


def test_budget_needs_an_active_cost_tag(accounts: Accounts) -> None:
    finding = upstreams.budget(accounts.of(monthly_budget_usd=300))
    assert finding.grade is Grade.WARNING
    assert finding.advice.endswith("--cost-allocation-tags-status TagKey=target,Status=Active")
    assert upstreams.budget(accounts.of(monthly_budget_usd=300, tags=["target"])).grade is Grade.OK
    assert upstreams.budget(accounts.of(monthly_budget_usd=0)).text == "not set"


def test_missing_permissions_are_a_warning(accounts: Accounts) -> None:
    """Moto refuses a quota it does not know as AWS does one that may not be read."""

    def refused(account: TargetAccount) -> Any:
        account.client("iam").get_role(RoleName="absent")
        return ok("never")

    finding = finding_of(accounts.of(), refused)
    assert finding.grade is Grade.WARNING
    assert finding.text.startswith("could not be checked: An error occurred (NoSuchEntity")


def test_errors_are_listed_and_exit_with_2(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path, engine=0, buildx=0, monkeypatch=monkeypatch)
    account = accounts.of(quotas=NEW, concurrency=10)
    assert preflight(account) == 2
    output = capsys.readouterr().out
    assert all(f"  {name} " in output for name in ("region", "credentials", *CHECKS))
    assert output.splitlines()[-1] == "footy-dev cannot be deployed: bootstrap, ECS role"


def test_a_complete_account_exits_with_0(
    accounts: Accounts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(tmp_path, engine=0, buildx=0, monkeypatch=monkeypatch)
    account = accounts.of(settings={"vision_url": "http://127.0.0.1:1/v1"})
    account.client("ssm").put_parameter(Name=BOOTSTRAP, Value="30", Type="String")
    use_ecs(account)
    assert preflight(account) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "footy-dev can be deployed"


def test_advice_is_below_its_finding() -> None:
    lines = list(table([("region", ok("eu-west-1")), ("keys", warning("empty", "make keys"))]))
    assert lines == ["ok    region  eu-west-1", "warn  keys    empty", "              -> make keys"]
