"""Deletion of a target: order, confirmation, protection, snapshots."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from operations.account import OperationRefused, TargetAccount
from operations.destroy import DestroyOptions, destroy
from tests.support.aws_accounts import account_of, names, stack

SURE = DestroyOptions(yes=True)


def no(_question: str, _expected: str) -> bool:
    return False


@pytest.fixture
def dev() -> Iterator[TargetAccount]:
    with account_of("dev") as account:
        stack(account, "data")
        stack(account, "state", imports="data")
        stack(account, "goals", imports="state")
        yield account


@pytest.fixture
def prod() -> Iterator[TargetAccount]:
    with account_of("prod") as account:
        stack(account, "data")
        stack(account, "state", imports="data")
        account.client("docdb").create_db_cluster(
            DBClusterIdentifier="footy-prod",
            Engine="neptune",  # moto's name for one of the same family: it knows no "docdb"
            MasterUsername="footy",
            MasterUserPassword="long-enough",
            DeletionProtection=True,
        )
        yield account


def is_protected(account: TargetAccount) -> bool:
    [cluster] = account.client("docdb").describe_db_clusters(DBClusterIdentifier="footy-prod")["DBClusters"]
    return bool(cluster["DeletionProtection"])


def test_the_data_stack_is_kept_with_its_costs(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    assert destroy(dev, SURE, ask=no) == 0
    assert names(dev) == ["footy-dev-data"]
    output = capsys.readouterr().out
    assert "delete: footy-dev-data" not in output
    assert "footy-dev-data: clips, working files, backups, keys" in output
    assert "0.40 USD a month for each of 6 keys" in output


def test_a_stack_is_deleted_before_those_it_imports_from(
    dev: TargetAccount, capsys: pytest.CaptureFixture[str]
) -> None:
    """A later deployment may let an older stack use a newer one."""
    stack(dev, "vision", imports="data")
    stack(dev, "page", imports="goals")
    destroy(dev, SURE, ask=no)
    deleted = [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.endswith("...")]
    assert deleted.index("footy-dev-page") < deleted.index("footy-dev-goals") < deleted.index("footy-dev-state")
    assert "footy-dev-vision" in deleted


def test_delete_data_deletes_the_data_stack_too(capsys: pytest.CaptureFixture[str]) -> None:
    with account_of("dev", delete_data="footy-dev") as account:
        stack(account, "data")
        destroy(account, SURE, ask=no)
        assert names(account) == []
    assert "nothing of footy-dev is kept" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["develop", "dev-eu"])
def test_stacks_of_other_targets_are_not_deleted(dev: TargetAccount, name: str) -> None:
    other = TargetAccount(dev.target.model_copy(update={"name": name}), dev.connect)
    stack(other, "goals", {"Commit": "theirs"})
    assert names(dev) == ["footy-dev-data", "footy-dev-state", "footy-dev-goals"]
    with pytest.raises(OperationRefused, match="no stack has the output Commit"):
        dev.output("Commit")
    destroy(dev, SURE, ask=no)
    assert names(other) == [f"footy-{name}-goals"]


class Network:
    """Interfaces that functions rest: Lambda lets go of them after a while, and deletes none without their roles."""

    def __init__(self, vpc: str, in_use: int) -> None:
        of = {"NetworkInterfaceId": "eni-1", "VpcId": vpc, "Description": "AWS Lambda VPC ENI-footy-prod-goals-1"}
        self.interfaces = [of, {**of, "NetworkInterfaceId": "eni-2", "Description": "a person's"}]
        self.in_use = in_use

    def get_paginator(self, _operation: str) -> "Network":
        return self

    def paginate(self, Filters: list[dict[str, Any]]) -> list[dict[str, Any]]:  # noqa: N803 - as boto3 calls it
        status = "in-use" if self.in_use else "available"
        self.in_use -= bool(self.in_use)
        here = [{**one, "Status": status} for one in self.interfaces if [one["VpcId"]] == Filters[0]["Values"]]
        return [{"NetworkInterfaces": here}]

    def delete_network_interface(self, NetworkInterfaceId: str) -> None:  # noqa: N803
        assert not self.in_use, "Lambda's own cannot be taken from it"
        self.interfaces = [one for one in self.interfaces if one["NetworkInterfaceId"] != NetworkInterfaceId]


def test_lambda_interfaces_are_deleted_before_the_vpc(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    """Lambda deletes interfaces in the name of a function's role, late: by then the role is deleted with its stack."""
    vpc = {"Type": "AWS::EC2::VPC", "Properties": {"CidrBlock": "10.0.0.0/16"}}
    cloudformation = dev.client("cloudformation")
    cloudformation.update_stack(StackName="footy-dev-goals", TemplateBody=json.dumps({"Resources": {"Vpc": vpc}}))
    [vpc_resource] = cloudformation.list_stack_resources(StackName="footy-dev-goals")["StackResourceSummaries"]
    network = Network(vpc_resource["PhysicalResourceId"], in_use=2)
    pauses: list[float] = []
    account = TargetAccount(dev.target, lambda service: network if service == "ec2" else dev.connect(service))
    assert destroy(account, SURE, ask=no, sleep=pauses.append) == 0
    assert [one["NetworkInterfaceId"] for one in network.interfaces] == ["eni-2"]
    assert len(pauses) == 3
    assert capsys.readouterr().out.count("network interfaces of functions in vpc-") == 1
    assert names(dev) == ["footy-dev-data"]


def test_nothing_is_deleted_without_confirmation(dev: TargetAccount) -> None:
    questions: list[str] = []

    def ask(_question: str, expected: str) -> bool:
        questions.append(expected)
        return False

    with pytest.raises(OperationRefused, match="nothing was deleted"):
        destroy(dev, DestroyOptions(), ask=ask)
    assert questions == ["footy-dev"]
    assert len(names(dev)) == 3


@pytest.mark.parametrize("named", ["", "footy-dev", "prod"])
def test_a_protected_database_must_be_named(prod: TargetAccount, named: str) -> None:
    with pytest.raises(OperationRefused, match='make destroy ENV=prod ARGS="--database footy-prod"'):
        destroy(prod, DestroyOptions(database=named, yes=True), ask=no)
    assert is_protected(prod)
    assert len(names(prod)) == 2


def test_a_named_database_loses_its_protection(prod: TargetAccount) -> None:
    assert destroy(prod, DestroyOptions(database="footy-prod", yes=True), ask=no) == 0
    assert not is_protected(prod)
    assert names(prod) == ["footy-prod-data"]


def snapshot(account: TargetAccount, name: str) -> None:
    account.client("docdb").create_db_cluster_snapshot(
        DBClusterIdentifier="footy-prod", DBClusterSnapshotIdentifier=name
    )


@pytest.mark.parametrize("stays", [True, False])
def test_only_the_final_snapshot_is_deleted_on_request(
    prod: TargetAccount, capsys: pytest.CaptureFixture[str], *, stays: bool
) -> None:
    snapshot(prod, "of-may")

    def yes(_question: str, _expected: str) -> bool:
        snapshot(prod, "of-the-deletion")  # as CloudFormation makes it
        return True

    destroy(prod, DestroyOptions(database="footy-prod", snapshot=stays), ask=yes)
    listed = prod.client("docdb").describe_db_cluster_snapshots(SnapshotType="manual")["DBClusterSnapshots"]
    rest = {one["DBClusterSnapshotIdentifier"] for one in listed}
    assert rest == ({"of-may", "of-the-deletion"} if stays else {"of-may"})
    assert ('"database_snapshot": "of-the-deletion"' in capsys.readouterr().out) is stays


def test_a_deleted_database_needs_no_name() -> None:
    with account_of("prod") as account:
        stack(account, "data")
        assert destroy(account, SURE, ask=no) == 0


def test_an_empty_account_has_nothing_to_delete(capsys: pytest.CaptureFixture[str]) -> None:
    with account_of("dev") as account:
        assert destroy(account, SURE, ask=no) == 0
    assert "footy-dev has no stack to delete here" in capsys.readouterr().out
