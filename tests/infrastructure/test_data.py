"""What outlives a deployment: a stack of its own, whose names the next one finds again."""

import json
from pathlib import Path
from typing import Any

import pytest
from aws_cdk import App

from cdk.settings import Target
from cdk.stacks.data import DataStack
from tests.infrastructure.templates import Deployment, context, synthesise

LASTING = ("AWS::S3::Bucket", "AWS::SecretsManager::Secret")


def _stack(deployment: Deployment, name: str) -> dict[str, Any]:
    manifest = json.loads((deployment.folder / "manifest.json").read_text(encoding="utf-8"))
    properties: dict[str, Any] = manifest["artifacts"][f"{deployment.target.prefix}-{name}"]["properties"]
    return properties


@pytest.mark.parametrize("kind", LASTING)
def test_buckets_and_keys_stand_in_the_stack_of_data_and_nothing_that_runs_does(
    anywhere: Deployment, kind: str
) -> None:
    elsewhere = [one for one in anywhere.resources(kind) if one.stack != "data"]
    assert [one.name for one in elsewhere if one.rest.get("DeletionPolicy") != "Delete"] == [], "nobody finds it again"
    kinds = {one.type for one in anywhere.resources() if one.stack == "data"}
    # S3 tells of uploads in a queue, which no bucket can stand without
    beside = {"AWS::S3::BucketPolicy", "AWS::SQS::Queue", "AWS::SQS::QueuePolicy", "AWS::CDK::Metadata"}
    assert kinds <= {*LASTING, *beside}


def test_nobody_deletes_that_stack_by_accident(on_aws: Deployment) -> None:
    assert _stack(on_aws, "data")["terminationProtection"] is True
    assert not _stack(on_aws, "state").get("terminationProtection")


def test_what_outlives_its_stack_has_a_name_that_can_be_found_again(on_aws: Deployment) -> None:
    for bucket in (one for one in on_aws.resources("AWS::S3::Bucket") if one.stack == "data"):
        name = json.dumps(bucket.properties["BucketName"])
        assert f"{on_aws.target.prefix}-" in name
        assert "AWS::AccountId" in name, "names of buckets are the world's"
    for secret in (one for one in on_aws.resources("AWS::SecretsManager::Secret") if one.stack == "data"):
        assert secret.properties["Name"].startswith(f"{on_aws.target.prefix}/")


def test_a_bucket_has_its_whole_name_where_the_target_says_where_it_stands() -> None:
    """CloudFormation takes back by itself only what a template names without a function."""
    prod = {**context("prod")["prod"], "account": "123456789012", "region": "eu-west-1"}
    app = App(context=context("prod", prod=prod))
    data = DataStack(app, Target.read(app.node.try_get_context))
    resources = app.synth().get_stack_by_name(data.stack_name).template["Resources"].values()
    names = [one["Properties"]["BucketName"] for one in resources if one["Type"] == "AWS::S3::Bucket"]
    assert "footy-prod-media-123456789012-eu-west-1" in names
    assert all(isinstance(name, str) for name in names)


def test_the_password_of_the_database_outlives_it(prod: Deployment) -> None:
    """A snapshot comes back with the password it was made under."""
    secret = prod.one("AWS::SecretsManager::Secret", "mongodbsecret")
    assert (secret.stack, secret.rest["DeletionPolicy"]) == ("data", "RetainExceptOnCreate")
    assert json.loads(secret.properties["GenerateSecretString"]["SecretStringTemplate"]) == {"username": "footy"}
    ways = [one for one in prod.resources("AWS::SecretsManager::SecretTargetAttachment") if one.stack == "state"]
    assert [json.dumps(way.properties["SecretId"]).count("mongodbsecret") for way in ways] == [1]


def test_a_database_can_begin_with_the_snapshot_of_an_earlier_one(tmp_path: Path) -> None:
    block = {**context("prod")["prod"], "database_snapshot": "footy-prod-2022-12-18"}
    cluster = synthesise("prod", tmp_path, prod=block).one("AWS::DocDB::DBCluster", "").properties
    assert cluster["SnapshotIdentifier"] == "footy-prod-2022-12-18"
    assert not {"MasterUsername", "MasterUserPassword"} & cluster.keys(), "it brings its own"


def test_a_database_without_one_begins_empty(prod: Deployment) -> None:
    assert "SnapshotIdentifier" not in prod.one("AWS::DocDB::DBCluster", "").properties


@pytest.fixture(scope="module")
def with_more(tmp_path_factory: pytest.TempPathFactory) -> Deployment:
    """With all that a line of cdk.json may ask for, and take back."""
    block = {**context("prod")["prod"], "webhooks": True, "x_accounts": ["first"]}
    return synthesise("prod", tmp_path_factory.mktemp("more"), prod=block)


PASSING = {"footy-prod/webhooks", "footy-prod/session_first"}


def _kept_with_the_data(deployment: Deployment) -> dict[str, Any]:
    secrets = deployment.resources("AWS::SecretsManager::Secret")
    return {one.properties["Name"]: one.rest for one in secrets if one.stack == "data"}


def test_a_secret_goes_with_the_line_that_asked_for_it(with_more: Deployment, prod: Deployment) -> None:
    """What CloudFormation deletes is gone at once: the line can come back."""
    secrets, without = _kept_with_the_data(with_more), _kept_with_the_data(prod)
    assert {name for name, rest in secrets.items() if rest["DeletionPolicy"] == "Delete"} == PASSING
    assert secrets.keys() - PASSING == without.keys()


def test_no_other_stack_holds_on_to_it(with_more: Deployment) -> None:
    """The stack of data is deployed first: what another one still imports it could not remove."""
    assert with_more.templates["data"]["Outputs"].keys() > {"WebhooksSecret", "SessionFirstSecret"}
    offered = [one for one in with_more.templates["data"]["Outputs"].values() if "Export" in one]
    text = json.dumps(offered).lower()
    assert "webhooks" not in text
    assert "session" not in text
    others = json.dumps([content for stack, content in with_more.templates.items() if stack != "data"])
    assert [name for name in sorted(PASSING) if f"secret:{name}" not in others] == [], "they know it by its name"
