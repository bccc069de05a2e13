"""Buckets, database and network."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.templates import USERS, Deployment, synthesise_with

DAY = "ExpirationInDays"
# what a failed first deployment expiry, the second could not make again: each has its name
RETAINED = "RetainExceptOnCreate"


def test_buckets_are_private_encrypted_and_tls_only(anywhere: Deployment) -> None:
    buckets = anywhere.resources("AWS::S3::Bucket")
    refusing = json.dumps([policy.properties for policy in anywhere.resources("AWS::S3::BucketPolicy")])
    for bucket in buckets:
        assert set(bucket.properties["PublicAccessBlockConfiguration"].values()) == {True}
        assert bucket.properties["BucketEncryption"]
    assert refusing.count('"aws:SecureTransport": "false"') == len(buckets)


def _rules(deployment: Deployment, name: str) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = deployment.one("AWS::S3::Bucket", name).properties["LifecycleConfiguration"]["Rules"]
    return rules


def test_buckets_expire_working_files_and_backups(anywhere: Deployment) -> None:
    expiry = {
        name: [rule[DAY] for rule in _rules(anywhere, name) if DAY in rule] for name in ("Work", "Backup", "Media")
    }
    assert expiry == {"Work": [3], "Backup": [14], "Media": []}


@pytest.mark.parametrize("name", ["Media", "Backup"])
def test_deleted_objects_can_be_restored_for_two_weeks(anywhere: Deployment, name: str) -> None:
    bucket = anywhere.one("AWS::S3::Bucket", name).properties
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    rules = _rules(anywhere, name)
    versions = [rule["NoncurrentVersionExpiration"] for rule in rules if "NoncurrentVersionExpiration" in rule]
    assert versions == [{"NoncurrentDays": 14}]
    assert [rule["ExpiredObjectDeleteMarker"] for rule in rules if "ExpiredObjectDeleteMarker" in rule] == [True]
    assert not [rule for rule in rules if DAY in rule and "ExpiredObjectDeleteMarker" in rule], "S3 refuses that"


def _removed(deployment: Deployment, kind: str) -> set[tuple[str, str]]:
    """Return the deletion and replacement policies in the data and state stacks."""
    resources = [one for one in deployment.resources(kind) if one.stack in {"data", "state"}]
    return {(one.rest["DeletionPolicy"], one.rest["UpdateReplacePolicy"]) for one in resources}


@pytest.mark.parametrize("target", ["dev", "prod"])
def test_data_are_retained_by_default(request: pytest.FixtureRequest, target: str) -> None:
    deployment: Deployment = request.getfixturevalue(target)
    assert _removed(deployment, "AWS::S3::Bucket") == {(RETAINED, "Retain")}
    # those of users are made up again, and the users after them
    secrets = [one for one in deployment.resources("AWS::SecretsManager::Secret") if one.stack != USERS]
    assert {one.rest["DeletionPolicy"] for one in secrets} == {RETAINED}
    assert {one.stack for one in deployment.resources("Custom::S3AutoDeleteObjects")} == {"page"}


def test_the_database_is_protected_and_leaves_a_snapshot(prod: Deployment) -> None:
    assert _removed(prod, "AWS::DocDB::DBCluster") == {("Snapshot", "Snapshot")}
    assert prod.one("AWS::DocDB::DBCluster", "").properties["DeletionProtection"] is True


def test_delete_data_retains_nothing(tmp_path: Path) -> None:
    deployment = synthesise_with("prod", {"delete_data": "footy-prod"}, tmp_path)
    assert _removed(deployment, "AWS::S3::Bucket") == {("Delete", "Delete")}
    emptied = deployment.resources("Custom::S3AutoDeleteObjects")
    assert len(emptied) == len(deployment.resources("AWS::S3::Bucket"))
    for cluster in deployment.resources("AWS::DocDB::DBCluster"):
        assert cluster.rest["DeletionPolicy"] == "Delete"
        assert cluster.properties["DeletionProtection"] is False


def test_the_database_is_serverless_encrypted_backed_up(prod: Deployment) -> None:
    cluster = prod.one("AWS::DocDB::DBCluster", "").properties
    assert cluster["StorageEncrypted"] is True
    assert cluster["EngineVersion"] == "8.0.0"
    assert cluster["ServerlessV2ScalingConfiguration"]["MinCapacity"] == 0.5
    assert cluster["BackupRetentionPeriod"] == 14
    assert prod.one("AWS::DocDB::DBInstance", "").properties["DBInstanceClass"] == "db.serverless"


def test_the_database_accepts_tls_from_functions_only(prod: Deployment) -> None:
    parameters = prod.one("AWS::DocDB::DBClusterParameterGroup", "").properties["Parameters"]
    assert parameters["tls"] == "enabled"
    (door,) = prod.resources("AWS::EC2::SecurityGroupIngress")
    assert "NetworkFunctions" in json.dumps(door.properties["SourceSecurityGroupId"])
    assert not [
        group for group in prod.resources("AWS::EC2::SecurityGroup") if "SecurityGroupIngress" in group.properties
    ]


def test_the_database_password_is_in_no_template(prod: Deployment) -> None:
    password = prod.one("AWS::DocDB::DBCluster", "").properties["MasterUserPassword"]
    assert "{{resolve:secretsmanager:" in json.dumps(password)


def test_tasks_connect_to_https_only(on_aws: Deployment) -> None:
    tasks = on_aws.one("AWS::EC2::SecurityGroup", "NetworkTasks").properties
    assert [(rule["FromPort"], rule["ToPort"]) for rule in tasks["SecurityGroupEgress"]] == [(443, 443)]


def test_s3_is_reached_by_a_gateway_endpoint(anywhere: Deployment) -> None:
    (endpoint,) = anywhere.resources("AWS::EC2::VPCEndpoint")
    assert "s3" in json.dumps(endpoint.properties["ServiceName"])


@pytest.mark.parametrize(("target", "gateways"), [("local", 0), ("dev", 0), ("prod", 1)])
def test_targets_have_the_nat_gateways_they_need(request: pytest.FixtureRequest, target: str, gateways: int) -> None:
    deployment: Deployment = request.getfixturevalue(target)
    assert len(deployment.resources("AWS::EC2::NatGateway")) == gateways


def test_tasks_accept_no_connections(on_aws: Deployment) -> None:
    services = on_aws.resources("AWS::ECS::Service")
    places = [one.properties["NetworkConfiguration"]["AwsvpcConfiguration"] for one in services]
    assert {place["AssignPublicIp"] for place in places if place["SecurityGroups"]} == {"ENABLED"}
    [group] = [
        one
        for one in on_aws.resources("AWS::EC2::SecurityGroup")
        if one.properties["GroupDescription"] == "download tasks"
    ]
    assert "SecurityGroupIngress" not in group.properties
    assert not [
        one
        for one in on_aws.resources("AWS::EC2::SecurityGroupIngress")
        if group.name in str(one.properties["GroupId"])
    ]


def test_entered_secrets_have_no_value_in_templates(on_aws: Deployment) -> None:
    """A value in the template would overwrite the entered key."""
    secrets = [one for one in on_aws.resources("AWS::SecretsManager::Secret") if "mongodb" not in one.name]
    secrets += [one for one in on_aws.resources("AWS::SecretsManager::Secret") if on_aws.target.name == "dev"]
    assert {one.properties["Name"] for one in secrets} >= {
        f"{on_aws.target.prefix}/{name}" for name in ("api_football", "x")
    }
    for secret in (one for one in secrets if not one.properties["Name"].endswith("/media")):
        assert not {"SecretString", "GenerateSecretString"} & secret.properties.keys(), secret.name


def test_local_secrets_have_their_values(local: Deployment) -> None:
    secret = local.one("AWS::SecretsManager::Secret", "mongodb")
    assert json.loads(secret.properties["SecretString"]) == {"uri": "mongodb://local"}


@pytest.mark.parametrize("group", ["NetworkTasks", "NetworkFunctions"])
def test_outbound_traffic_is_limited_to_https(prod: Deployment, group: str) -> None:
    rules = prod.one("AWS::EC2::SecurityGroup", group).properties["SecurityGroupEgress"]
    assert [(rule["FromPort"], rule["ToPort"]) for rule in rules] == [(443, 443)]


def test_functions_connect_to_the_database_port(prod: Deployment) -> None:
    rule = prod.one("AWS::EC2::SecurityGroupEgress")
    assert "NetworkFunctions" in json.dumps(rule.properties["GroupId"])
    assert "DocumentDbGuard" in json.dumps(rule.properties["DestinationSecurityGroupId"])
    assert rule.properties["FromPort"] == 27117
