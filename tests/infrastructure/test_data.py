"""The data stack: retained resources with fixed names."""

import json
from typing import Any

import pytest
from aws_cdk import App

from cdk.settings import Target
from cdk.stacks.data import DataStack
from tests.support.templates import Deployment, context

RETAINED = ("AWS::S3::Bucket", "AWS::SecretsManager::Secret")


def _stack(deployment: Deployment, name: str) -> dict[str, Any]:
    manifest = json.loads((deployment.folder / "manifest.json").read_text(encoding="utf-8"))
    properties: dict[str, Any] = manifest["artifacts"][f"{deployment.target.prefix}-{name}"]["properties"]
    return properties


@pytest.mark.parametrize("kind", RETAINED)
def test_retained_resources_are_in_the_data_stack(anywhere: Deployment, kind: str) -> None:
    elsewhere = [one for one in anywhere.resources(kind) if one.stack != "data"]
    assert [one.name for one in elsewhere if one.rest.get("DeletionPolicy") != "Delete"] == [], "it has no fixed name"
    kinds = {one.type for one in anywhere.resources() if one.stack == "data"}
    # S3 tells of uploads in a queue, which no bucket can stand without
    companions = {"AWS::S3::BucketPolicy", "AWS::SQS::Queue", "AWS::SQS::QueuePolicy", "AWS::CDK::Metadata"}
    assert kinds <= {*RETAINED, *companions}


def test_the_data_stack_has_termination_protection(on_aws: Deployment) -> None:
    assert _stack(on_aws, "data")["terminationProtection"] is True
    assert not _stack(on_aws, "state").get("terminationProtection")


def test_retained_resources_have_fixed_names(on_aws: Deployment) -> None:
    for bucket in (one for one in on_aws.resources("AWS::S3::Bucket") if one.stack == "data"):
        name = json.dumps(bucket.properties["BucketName"])
        assert f"{on_aws.target.prefix}-" in name
        assert "AWS::AccountId" in name, "names of buckets are the world's"
    for secret in (one for one in on_aws.resources("AWS::SecretsManager::Secret") if one.stack == "data"):
        assert secret.properties["Name"].startswith(f"{on_aws.target.prefix}/")


def test_bucket_names_have_no_tokens_with_an_account() -> None:
    """CloudFormation takes back by itself only what a template names without a function."""
    prod = {**context("prod")["prod"], "account": "123456789012", "region": "eu-west-1"}
    app = App(context=context("prod", prod=prod))
    data = DataStack(app, Target.read(app.node.try_get_context))
    resources = app.synth().get_stack_by_name(data.stack_name).template["Resources"].values()
    names = [one["Properties"]["BucketName"] for one in resources if one["Type"] == "AWS::S3::Bucket"]
    assert "footy-prod-media-123456789012-eu-west-1" in names
    assert all(isinstance(name, str) for name in names)


def test_the_database_password_is_retained(prod: Deployment) -> None:
    """A snapshot comes back with the password it was made under."""
    secret = prod.one("AWS::SecretsManager::Secret", "mongodbsecret")
    assert (secret.stack, secret.rest["DeletionPolicy"]) == ("data", "RetainExceptOnCreate")
    assert json.loads(secret.properties["GenerateSecretString"]["SecretStringTemplate"]) == {"username": "footy"}
    ways = [one for one in prod.resources("AWS::SecretsManager::SecretTargetAttachment") if one.stack == "state"]
    assert [json.dumps(way.properties["SecretId"]).count("mongodbsecret") for way in ways] == [1]


def test_a_database_is_restored_from_its_snapshot(gpus: Deployment, prod: Deployment) -> None:
    assert "SnapshotIdentifier" not in prod.one("AWS::DocDB::DBCluster").properties
    cluster = gpus.one("AWS::DocDB::DBCluster").properties
    assert cluster["SnapshotIdentifier"] == "footy-prod-2022-12-18"
    assert not {"MasterUsername", "MasterUserPassword"} & cluster.keys(), "it brings its own"


OPTIONAL = {"footy-prod/webhooks", *(f"footy-prod/session_{name}" for name in ("first", "second", "third"))}


def _kept_with_the_data(deployment: Deployment) -> dict[str, Any]:
    secrets = deployment.resources("AWS::SecretsManager::Secret")
    return {one.properties["Name"]: one.rest for one in secrets if one.stack == "data"}


def test_an_optional_secret_is_deleted_with_its_option(searching: Deployment, prod: Deployment) -> None:
    """CloudFormation deletes the secret at once, so the option can be set again."""
    secrets, without = _kept_with_the_data(searching), _kept_with_the_data(prod)
    assert {name for name, rest in secrets.items() if rest["DeletionPolicy"] == "Delete"} == OPTIONAL
    assert secrets.keys() - OPTIONAL == without.keys()


def test_optional_secrets_are_not_exported(searching: Deployment) -> None:
    """The stack of data is deployed first: what another one still imports it could not remove."""
    assert searching.templates["data"]["Outputs"].keys() > {"WebhooksSecret", "SessionFirstSecret"}
    offered = [one for one in searching.templates["data"]["Outputs"].values() if "Export" in one]
    text = json.dumps(offered).lower()
    assert "webhooks" not in text
    assert "session" not in text
    others = json.dumps([content for stack, content in searching.templates.items() if stack != "data"])
    assert [name for name in sorted(OPTIONAL) if f"secret:{name}" not in others] == [], "they know it by its name"
