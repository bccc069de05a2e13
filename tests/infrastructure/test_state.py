"""What lasts: buckets nobody looks into, secrets, the database and the network around it."""

import json

import pytest

from tests.infrastructure.templates import Deployment

DAY = "ExpirationInDays"


def test_every_bucket_is_private_encrypted_and_answers_only_over_tls(anywhere: Deployment) -> None:
    buckets = anywhere.resources("AWS::S3::Bucket")
    refusing = json.dumps([policy.properties for policy in anywhere.resources("AWS::S3::BucketPolicy")])
    for bucket in buckets:
        assert set(bucket.properties["PublicAccessBlockConfiguration"].values()) == {True}
        assert bucket.properties["BucketEncryption"]
    assert refusing.count('"aws:SecureTransport": "false"') == len(buckets)


def test_working_files_are_kept_over_a_weekend_and_clips_for_good(anywhere: Deployment) -> None:
    work = anywhere.one("AWS::S3::Bucket", "Work").properties["LifecycleConfiguration"]["Rules"]
    media = anywhere.one("AWS::S3::Bucket", "Media").properties["LifecycleConfiguration"]["Rules"]
    assert [rule.get(DAY) for rule in work] == [3]
    assert [rule.get(DAY) for rule in media] == [None]


def test_prod_keeps_its_clips_and_its_database(prod: Deployment) -> None:
    assert prod.one("AWS::S3::Bucket", "Media").rest["DeletionPolicy"] == "Retain"
    cluster = prod.one("AWS::DocDB::DBCluster", "")
    assert cluster.rest["DeletionPolicy"] == "Snapshot"
    assert cluster.properties["DeletionProtection"] is True


def test_dev_leaves_nothing_behind(dev: Deployment) -> None:
    assert {bucket.rest["DeletionPolicy"] for bucket in dev.resources("AWS::S3::Bucket")} == {"Delete"}
    assert len(dev.resources("Custom::S3AutoDeleteObjects")) == 3


def test_the_database_is_serverless_encrypted_and_backed_up(prod: Deployment) -> None:
    cluster = prod.one("AWS::DocDB::DBCluster", "").properties
    assert cluster["StorageEncrypted"] is True
    assert cluster["EngineVersion"] == "8.0.0"
    assert cluster["ServerlessV2ScalingConfiguration"]["MinCapacity"] == 0.5
    assert cluster["BackupRetentionPeriod"] >= 7
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


@pytest.mark.parametrize(("target", "address"), [("dev", "ENABLED"), ("prod", "DISABLED")])
def test_tasks_have_public_addresses_only_where_no_gateway_is(
    request: pytest.FixtureRequest, target: str, address: str
) -> None:
    deployment: Deployment = request.getfixturevalue(target)
    machine = deployment.one("AWS::StepFunctions::StateMachine", "DownloadMachine")
    assert machine.properties["DefinitionSubstitutions"]["ClipsPublicIp"] == address


def test_a_secret_waits_for_its_operator(dev: Deployment) -> None:
    forms = {json.dumps(secret.properties["SecretString"]) for secret in dev.resources("AWS::SecretsManager::Secret")}
    assert all("put-yours-here" in form for form in forms)
    assert len(forms) == 3


def test_the_local_secrets_are_those_given(local: Deployment) -> None:
    secret = local.one("AWS::SecretsManager::Secret", "mongodb")
    assert json.loads(secret.properties["SecretString"]) == {"uri": "mongodb://local"}
