"""Lambda functions: roles, log groups, layers and settings."""

from dataclasses import fields

import pytest

from cdk.constructs.compute.clips_workers import SETTINGS
from cdk.constructs.compute.takedowns import TAKEDOWNS
from cdk.constructs.compute.webhooks import WEBHOOKS
from cdk.packages import ROOT
from cdk.stacks.downloads import FUNCTIONS as DOWNLOAD
from cdk.stacks.goals import CAPACITY, GOAL, INGEST, MONITOR
from cdk.stacks.images import FUNCTIONS as IMAGES
from cdk.stacks.page import PAGE
from cdk.stacks.users import USERS
from footy.api.settings import ApiRules, ApiSettings
from footy.core.mongo.database import TIMEOUT_MS
from tests.support.templates import Deployment, service, variables

EVERYWHERE = {**DOWNLOAD, **GOAL, **INGEST, **MONITOR, **IMAGES, **PAGE, **CAPACITY, **TAKEDOWNS}
DECLARED = {**EVERYWHERE, **WEBHOOKS, **USERS}


def test_each_folder_of_lambdas_is_deployed(anywhere: Deployment) -> None:
    folders = {handler.parent.name for handler in (ROOT / "lambdas").glob("*/handler.py")}
    expected = {**EVERYWHERE, **(USERS if anywhere.target.own_users else {})}
    assert {service(function) for function in anywhere.functions()} == set(expected)
    assert folders == set(DECLARED)


def test_each_function_has_its_own_log_group(anywhere: Deployment) -> None:
    groups = {one.name: one.properties for one in anywhere.resources("AWS::Logs::LogGroup")}
    for function in anywhere.functions():
        group = groups[function.properties["LoggingConfig"]["LogGroup"]["Ref"]]
        assert group["LogGroupName"] == f"/footy/{anywhere.target.name}/{service(function)}"
        assert group["RetentionInDays"] == anywhere.target.log_retention_days


@pytest.mark.parametrize("name", ["local", "dev", "prod", "eyes", "gpus", "sagemaker", "searching"])
def test_each_log_group_has_a_retention(name: str, request: pytest.FixtureRequest) -> None:
    groups = request.getfixturevalue(name).resources("AWS::Logs::LogGroup")
    assert all("RetentionInDays" in group.properties for group in groups)


def test_no_function_recreates_a_deleted_log_group(on_aws: Deployment) -> None:
    roles = {one.name: one.properties for one in on_aws.resources("AWS::IAM::Role")}
    for function in on_aws.resources("AWS::Lambda::Function"):
        role = roles[on_aws.role_of(function)]
        if "LoggingConfig" in function.properties and role.get("ManagedPolicyArns"):
            [statement] = role["Policies"][0]["PolicyDocument"]["Statement"]
            assert (statement["Effect"], statement["Action"]) == ("Deny", "logs:CreateLogGroup"), function.name


def test_functions_are_traced(anywhere: Deployment) -> None:
    assert {function.properties["TracingConfig"]["Mode"] for function in anywhere.functions()} == {"Active"}


def test_functions_run_on_arm_with_python_313(on_aws: Deployment) -> None:
    layers = [one for one in on_aws.resources("AWS::Lambda::LayerVersion") if one.name.startswith("Layers")]
    for one in (*on_aws.functions(), *layers):
        architectures = one.properties.get("Architectures") or one.properties["CompatibleArchitectures"]
        assert architectures == ["arm64"]
    assert {function.properties["Runtime"] for function in on_aws.functions()} == {"python3.13"}


def _layers(deployment: Deployment, name: str) -> str:
    layers: list[dict[str, str]] = deployment.function(name).properties["Layers"]
    return " ".join(layer["Ref"] for layer in layers)


@pytest.mark.parametrize(
    ("layer", "users"),
    [
        ("LayersFooty", set(EVERYWHERE)),
        ("LayersDeps", set(EVERYWHERE)),
        ("LayersNumpy", {"upload_batch"}),
        ("LayersImages", {"load_image", "classify_image"}),
    ],
)
def test_functions_have_only_the_layers_they_use(anywhere: Deployment, layer: str, users: set[str]) -> None:
    assert {name for name in EVERYWHERE if layer in _layers(anywhere, name)} == users


def test_only_functions_on_uploads_reserve_concurrency(anywhere: Deployment) -> None:
    """People who upload take no concurrency that goals need; a new account, with ten in all, can reserve none."""
    reserved = {
        service(function): function.properties["ReservedConcurrentExecutions"]
        for function in anywhere.functions()
        if "ReservedConcurrentExecutions" in function.properties
    }
    most = anywhere.target.image_concurrency
    assert most == (5 if anywhere.target.name == "prod" else 0)
    assert reserved == ({"load_image": most, "classify_image": most} if most else {})


def test_event_sources_have_a_maximum_concurrency(anywhere: Deployment) -> None:
    mappings = {
        one.properties["FunctionName"]["Ref"]: one.properties
        for one in anywhere.resources("AWS::Lambda::EventSourceMapping")
    }
    validation = mappings[anywhere.function("validate_clip").name]
    assert (validation["ScalingConfig"], validation["BatchSize"]) == ({"MaximumConcurrency": 2}, 1)
    assert mappings[anywhere.function("accept_image").name]["ScalingConfig"] == {"MaximumConcurrency": 2}


@pytest.mark.parametrize("name", [name for name, uses in DECLARED.items() if uses.database])
def test_timeouts_exceed_the_server_selection_of_mongodb(name: str) -> None:
    assert DECLARED[name].seconds * 1000 > TIMEOUT_MS


def test_variables_are_known_settings(anywhere: Deployment) -> None:
    names_of_settings = {
        f"FOOTY_{field.name.upper()}" for record in (ApiSettings, ApiRules) for field in fields(record)
    }
    for function in anywhere.functions():
        assert {name for name in variables(function) if name.startswith("FOOTY_")} <= names_of_settings


def test_declared_settings_exist() -> None:
    names = {name for uses in DECLARED.values() for name in uses.settings} | set(SETTINGS)
    assert names <= {field.name for field in fields(ApiSettings)}


def test_functions_get_the_settings_they_declare(local: Deployment) -> None:
    poll = variables(local.function("poll_batch"))
    assert poll["FOOTY_API_FOOTBALL_URL"] == "http://127.0.0.1:9001"
    assert poll["FOOTY_CLOCK_FILE"] == "/tmp/clock.json"  # noqa: S108 - only a text here
    assert poll["FOOTY_TRACKED_LEAGUES"] == "1,2"
    assert "FOOTY_X_API_URL" not in poll
    assert variables(local.function("search_clips"))["FOOTY_X_API_URL"] == "http://127.0.0.1:9002"


def test_only_functions_with_documentdb_run_in_the_vpc(prod: Deployment, dev: Deployment) -> None:
    inside = {service(function) for function in prod.functions() if "VpcConfig" in function.properties}
    assert inside == {name for name, uses in {**EVERYWHERE, **USERS}.items() if uses.database}
    assert all("LayersCertificates" in _layers(prod, name) for name in inside)
    assert not [function for function in dev.functions() if "VpcConfig" in function.properties]
