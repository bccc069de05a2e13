"""Every function: its own role and log group, its layers, and only what it uses."""

from dataclasses import fields

import pytest

from cdk.constructs.compute.clips_workers import SETTINGS
from cdk.constructs.compute.webhooks import WEBHOOKS
from cdk.packages import ROOT
from cdk.stacks.downloads import FUNCTIONS as DOWNLOAD
from cdk.stacks.goals import CAPACITY, GOAL, INGEST, MONITOR
from cdk.stacks.images import FUNCTIONS as IMAGES
from cdk.stacks.page import PAGE
from cdk.stacks.users import USERS
from footy.api.settings import ApiRules, ApiSettings
from footy.core.mongo.database import TIMEOUT_MS
from tests.infrastructure.templates import Deployment, service, variables

EVERYWHERE = {**DOWNLOAD, **GOAL, **INGEST, **MONITOR, **IMAGES, **PAGE, **CAPACITY}
# webhooks only where a target has some (test_webhooks.py), users only where nobody else can make them
DECLARED = {**EVERYWHERE, **WEBHOOKS, **USERS}


def test_every_folder_of_lambdas_is_deployed(anywhere: Deployment) -> None:
    folders = {handler.parent.name for handler in (ROOT / "lambdas").glob("*/handler.py")}
    deployed = {**EVERYWHERE, **(USERS if anywhere.target.own_users else {})}
    assert {service(function) for function in anywhere.functions()} == set(deployed)
    assert folders == set(DECLARED)


def test_no_two_functions_share_a_role(anywhere: Deployment) -> None:
    roles = [function.properties["Role"]["Fn::GetAtt"][0] for function in anywhere.functions()]
    assert len(set(roles)) == len(roles)


def test_each_function_logs_into_its_own_group_that_forgets(anywhere: Deployment) -> None:
    groups = {one.name: one.properties for one in anywhere.resources("AWS::Logs::LogGroup")}
    for function in anywhere.functions():
        group = groups[function.properties["LoggingConfig"]["LogGroup"]["Ref"]]
        assert group["LogGroupName"] == f"/footy/{anywhere.target.name}/{service(function)}"
        assert group["RetentionInDays"] == anywhere.target.log_retention_days


def test_no_function_makes_its_group_again_after_a_destroy(on_aws: Deployment) -> None:
    """Lambda writes late: a group that came back would be in the way of the next deployment."""
    roles = {one.name: one.properties for one in on_aws.resources("AWS::IAM::Role")}
    for function in on_aws.resources("AWS::Lambda::Function"):
        role = roles[function.properties["Role"]["Fn::GetAtt"][0]]
        if "LoggingConfig" in function.properties and role.get("ManagedPolicyArns"):
            [statement] = role["Policies"][0]["PolicyDocument"]["Statement"]
            assert (statement["Effect"], statement["Action"]) == ("Deny", "logs:CreateLogGroup"), function.name


def test_every_log_group_forgets(anywhere: Deployment) -> None:
    assert all("RetentionInDays" in group.properties for group in anywhere.resources("AWS::Logs::LogGroup"))


def test_every_function_is_traced(anywhere: Deployment) -> None:
    assert {function.properties["TracingConfig"]["Mode"] for function in anywhere.functions()} == {"Active"}


def test_functions_run_on_arm_with_the_python_their_layers_are_built_for(on_aws: Deployment) -> None:
    layers = [one for one in on_aws.resources("AWS::Lambda::LayerVersion") if one.name.startswith("Layers")]
    for one in (*on_aws.functions(), *layers):
        architectures = one.properties.get("Architectures") or one.properties["CompatibleArchitectures"]
        assert architectures == ["arm64"]
    assert {function.properties["Runtime"] for function in on_aws.functions()} == {"python3.13"}


def _layers(deployment: Deployment, name: str) -> list[str]:
    layers: list[dict[str, str]] = deployment.function(name).properties["Layers"]
    return [layer["Ref"] for layer in layers]


@pytest.mark.parametrize("name", sorted(EVERYWHERE))
def test_every_function_has_the_package_and_its_libraries(dev: Deployment, name: str) -> None:
    layers = " ".join(_layers(dev, name))
    assert "LayersFooty" in layers
    assert "LayersDeps" in layers


def test_only_the_upload_carries_numpy(anywhere: Deployment) -> None:
    carriers = {name for name in EVERYWHERE if "LayersNumpy" in " ".join(_layers(anywhere, name))}
    assert carriers == {"upload_batch"}


def test_only_those_who_look_at_images_carry_what_opens_them(anywhere: Deployment) -> None:
    carriers = {name for name in EVERYWHERE if "LayersImages" in " ".join(_layers(anywhere, name))}
    assert carriers == {"load_image", "classify_image"}


def test_no_function_takes_its_share_from_the_others(anywhere: Deployment) -> None:
    """A new account has ten at a time, and none of them can be reserved: what waits for the model waits in a queue."""
    assert not any("ReservedConcurrentExecutions" in function.properties for function in anywhere.functions())
    mappings = {
        one.properties["FunctionName"]["Ref"]: one.properties
        for one in anywhere.resources("AWS::Lambda::EventSourceMapping")
    }
    looks = mappings[anywhere.function("validate_clip").name]
    assert (looks["ScalingConfig"], looks["BatchSize"]) == ({"MaximumConcurrency": 2}, 1)


@pytest.mark.parametrize("name", [name for name, uses in DECLARED.items() if uses.database])
def test_a_function_outlasts_the_search_for_its_database(name: str) -> None:
    assert DECLARED[name].seconds * 1000 > TIMEOUT_MS, "or a time-out would tell of an outage"


def test_settings_are_those_the_package_reads(anywhere: Deployment) -> None:
    known = {f"FOOTY_{field.name.upper()}" for record in (ApiSettings, ApiRules) for field in fields(record)}
    for function in anywhere.functions():
        assert {name for name in variables(function) if name.startswith("FOOTY_")} <= known


def test_what_is_declared_is_a_setting() -> None:
    declared = {name for uses in DECLARED.values() for name in uses.settings} | set(SETTINGS)
    assert declared <= {field.name for field in fields(ApiSettings)}


def _given(deployment: Deployment, name: str) -> set[str]:
    return {variable for variable in variables(deployment.function(name)) if variable.startswith("FOOTY_")}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("plan_tick", {"FOOTY_MONGODB_SECRET"}),
        (
            "poll_batch",
            {"FOOTY_MONGODB_SECRET", "FOOTY_API_FOOTBALL_SECRET", "FOOTY_GOAL_MACHINE", "FOOTY_UPLOAD_QUEUE"},
        ),
        ("finish_tick", {"FOOTY_MONGODB_SECRET", "FOOTY_CLIPS_CLUSTER", "FOOTY_CLIPS_SERVICES"}),
        ("back_up_database", {"FOOTY_MONGODB_SECRET", "FOOTY_BACKUP_BUCKET"}),
        ("accept_image", {"FOOTY_MONGODB_SECRET", "FOOTY_THUMBNAILS_BUCKET", "FOOTY_CLASSIFY_MACHINE"}),
        (
            "load_image",
            {
                "FOOTY_MONGODB_SECRET",
                "FOOTY_UPLOADS_BUCKET",
                "FOOTY_THUMBNAILS_BUCKET",
                "FOOTY_SQUARES_BUCKET",
                "FOOTY_MODELS_BUCKET",
            },
        ),
        ("classify_image", {"FOOTY_SQUARES_BUCKET", "FOOTY_MODELS_BUCKET"}),
        ("record_image", {"FOOTY_MONGODB_SECRET", "FOOTY_THUMBNAILS_BUCKET", "FOOTY_SQUARES_BUCKET"}),
        ("search_clips", {"FOOTY_MONGODB_SECRET", "FOOTY_X_SECRET", "FOOTY_DOWNLOAD_MACHINE"}),
        ("register_download", {"FOOTY_MONGODB_SECRET", "FOOTY_WORK_BUCKET"}),
        (
            "upload_batch",
            {
                "FOOTY_MONGODB_SECRET",
                "FOOTY_MEDIA_BUCKET",
                "FOOTY_WORK_BUCKET",
                "FOOTY_DEAD_LETTERS",
                "FOOTY_UPLOAD_TRIES",
            },
        ),
    ],
)
def test_a_function_is_told_only_what_it_uses(prod: Deployment, name: str, given: set[str]) -> None:
    assert _given(prod, name) == given


def test_addresses_and_rules_of_the_target_reach_the_functions(local: Deployment) -> None:
    poll = variables(local.function("poll_batch"))
    assert poll["FOOTY_API_FOOTBALL_URL"] == "http://127.0.0.1:9001"
    assert poll["FOOTY_CLOCK_FILE"] == "/tmp/clock.json"  # noqa: S108 - only a text here
    assert poll["FOOTY_TRACKED_LEAGUES"] == "1,2"
    assert "FOOTY_X_API_URL" not in poll
    assert variables(local.function("search_clips"))["FOOTY_X_API_URL"] == "http://127.0.0.1:9002"


def test_functions_with_a_database_of_their_own_stand_beside_it(prod: Deployment) -> None:
    inside = {service(function) for function in prod.functions() if "VpcConfig" in function.properties}
    assert inside == {name for name, uses in {**EVERYWHERE, **USERS}.items() if uses.database}
    for name in inside:
        assert "LayersCertificates" in " ".join(_layers(prod, name))


def test_functions_with_a_database_elsewhere_need_no_network(dev: Deployment) -> None:
    assert not [function for function in dev.functions() if "VpcConfig" in function.properties]
