"""What lasts: buckets nobody looks into, secrets, the database and the network around it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.infrastructure.templates import USERS, Deployment, context, synthesise

DAY = "ExpirationInDays"
# what a failed first deployment kept, the second could not make again: each has its name
KEPT = "RetainExceptOnCreate"


def test_every_bucket_is_private_encrypted_and_answers_only_over_tls(anywhere: Deployment) -> None:
    buckets = anywhere.resources("AWS::S3::Bucket")
    refusing = json.dumps([policy.properties for policy in anywhere.resources("AWS::S3::BucketPolicy")])
    for bucket in buckets:
        assert set(bucket.properties["PublicAccessBlockConfiguration"].values()) == {True}
        assert bucket.properties["BucketEncryption"]
    assert refusing.count('"aws:SecureTransport": "false"') == len(buckets)


def _rules(deployment: Deployment, name: str) -> list[dict[str, Any]]:
    rules: list[dict[str, Any]] = deployment.one("AWS::S3::Bucket", name).properties["LifecycleConfiguration"]["Rules"]
    return rules


def test_working_files_are_kept_over_a_weekend_backups_for_two_weeks_and_clips_for_good(anywhere: Deployment) -> None:
    kept = {name: [rule[DAY] for rule in _rules(anywhere, name) if DAY in rule] for name in ("Work", "Backup", "Media")}
    assert kept == {"Work": [3], "Backup": [14], "Media": []}


@pytest.mark.parametrize("name", ["Media", "Backup"])
def test_what_was_deleted_can_be_brought_back_for_two_weeks(anywhere: Deployment, name: str) -> None:
    bucket = anywhere.one("AWS::S3::Bucket", name).properties
    assert bucket["VersioningConfiguration"] == {"Status": "Enabled"}
    rules = _rules(anywhere, name)
    versions = [rule["NoncurrentVersionExpiration"] for rule in rules if "NoncurrentVersionExpiration" in rule]
    assert versions == [{"NoncurrentDays": 14}]
    assert [rule["ExpiredObjectDeleteMarker"] for rule in rules if "ExpiredObjectDeleteMarker" in rule] == [True]
    assert not [rule for rule in rules if DAY in rule and "ExpiredObjectDeleteMarker" in rule], "S3 refuses that"


def test_working_files_have_no_second_life(anywhere: Deployment) -> None:
    assert "VersioningConfiguration" not in anywhere.one("AWS::S3::Bucket", "Work").properties


def _removed(deployment: Deployment, kind: str) -> set[tuple[str, str]]:
    """What becomes of what lasts when it is deleted and replaced; the files of the page come anew."""
    lasting = [one for one in deployment.resources(kind) if one.stack in {"data", "state"}]
    return {(one.rest["DeletionPolicy"], one.rest["UpdateReplacePolicy"]) for one in lasting}


@pytest.mark.parametrize("target", ["dev", "prod"])
def test_no_target_is_destroyed_with_its_data(request: pytest.FixtureRequest, target: str) -> None:
    deployment: Deployment = request.getfixturevalue(target)
    assert _removed(deployment, "AWS::S3::Bucket") == {(KEPT, "Retain")}
    # those of users are made up again, and the users after them
    secrets = [one for one in deployment.resources("AWS::SecretsManager::Secret") if one.stack != USERS]
    assert {one.rest["DeletionPolicy"] for one in secrets} == {KEPT}
    assert {one.stack for one in deployment.resources("Custom::S3AutoDeleteObjects")} == {"page"}


def test_the_database_leaves_a_snapshot_and_refuses_to_go_by_accident(prod: Deployment) -> None:
    assert _removed(prod, "AWS::DocDB::DBCluster") == {("Snapshot", "Snapshot")}
    assert prod.one("AWS::DocDB::DBCluster", "").properties["DeletionProtection"] is True


@pytest.mark.parametrize("target", ["dev", "prod"])
def test_a_target_that_names_itself_leaves_nothing_behind(tmp_path: Path, target: str) -> None:
    block = {**context(target)[target], "delete_data": f"footy-{target}"}
    deployment = synthesise(target, tmp_path, **{target: block})
    assert _removed(deployment, "AWS::S3::Bucket") == {("Delete", "Delete")}
    emptied = deployment.resources("Custom::S3AutoDeleteObjects")
    assert len(emptied) == len(deployment.resources("AWS::S3::Bucket"))
    for cluster in deployment.resources("AWS::DocDB::DBCluster"):
        assert cluster.rest["DeletionPolicy"] == "Delete"
        assert cluster.properties["DeletionProtection"] is False


def test_the_database_is_serverless_encrypted_and_backed_up(prod: Deployment) -> None:
    cluster = prod.one("AWS::DocDB::DBCluster", "").properties
    assert cluster["StorageEncrypted"] is True
    assert cluster["EngineVersion"] == "8.0.0"
    assert cluster["ServerlessV2ScalingConfiguration"]["MinCapacity"] == 0.5
    assert cluster["BackupRetentionPeriod"] == 14
    assert prod.one("AWS::DocDB::DBInstance", "").properties["DBInstanceClass"] == "db.serverless"


def test_the_database_speaks_tls_only_and_only_with_functions(prod: Deployment) -> None:
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


def test_tasks_reach_https_and_nothing_else(on_aws: Deployment) -> None:
    tasks = on_aws.one("AWS::EC2::SecurityGroup", "NetworkTasks").properties
    assert [(rule["FromPort"], rule["ToPort"]) for rule in tasks["SecurityGroupEgress"]] == [(443, 443)]


def test_files_go_to_s3_without_passing_a_gateway_that_costs(anywhere: Deployment) -> None:
    (endpoint,) = anywhere.resources("AWS::EC2::VPCEndpoint")
    assert "s3" in json.dumps(endpoint.properties["ServiceName"])


@pytest.mark.parametrize(("target", "gateways"), [("local", 0), ("dev", 0), ("prod", 1)])
def test_no_target_pays_for_more_gateways_than_it_needs(
    request: pytest.FixtureRequest, target: str, gateways: int
) -> None:
    deployment: Deployment = request.getfixturevalue(target)
    assert len(deployment.resources("AWS::EC2::NatGateway")) == gateways


def test_tasks_have_addresses_of_their_own_and_nobody_reaches_them(on_aws: Deployment) -> None:
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


def test_no_template_says_what_is_in_a_secret_that_an_operator_fills(on_aws: Deployment) -> None:
    """What it says would overwrite the key with the next change of it."""
    secrets = [one for one in on_aws.resources("AWS::SecretsManager::Secret") if "mongodb" not in one.name]
    secrets += [one for one in on_aws.resources("AWS::SecretsManager::Secret") if on_aws.target.name == "dev"]
    assert {one.properties["Name"] for one in secrets} >= {
        f"{on_aws.target.prefix}/{name}" for name in ("api_football", "x")
    }
    for secret in secrets:
        assert not {"SecretString", "GenerateSecretString"} & secret.properties.keys(), secret.name


def test_the_local_secrets_are_those_given(local: Deployment) -> None:
    secret = local.one("AWS::SecretsManager::Secret", "mongodb")
    assert json.loads(secret.properties["SecretString"]) == {"uri": "mongodb://local"}
