"""Least privilege: no wildcard of actions anywhere, and of resources only where AWS knows no other."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.infrastructure.templates import Deployment, service

# what AWS cannot limit to a resource, and nothing more
UNLIMITED = {
    "xray:PutTraceSegments",
    "xray:PutTelemetryRecords",
    "xray:GetSamplingRules",
    "xray:GetSamplingTargets",
    "logs:CreateLogDelivery",
    "logs:GetLogDelivery",
    "logs:UpdateLogDelivery",
    "logs:DeleteLogDelivery",
    "logs:ListLogDeliveries",
    "logs:PutResourcePolicy",
    "logs:DescribeResourcePolicies",
    "logs:DescribeLogGroups",
    "ecr:GetAuthorizationToken",
    "ec2:CreateNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:DeleteNetworkInterface",
    "ec2:AssignPrivateIpAddresses",
    "ec2:UnassignPrivateIpAddresses",
}

# what CDK brings to copy the files of the page
BROUGHT = "CustomCDKBucketDeployment"


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _allowed(deployment: Deployment, stack: str = "") -> Iterator[tuple[str, str, object]]:
    """Who may do what to what, in every stack or in one."""
    for policy in deployment.resources("AWS::IAM::Policy"):
        if policy.name.startswith(BROUGHT) or stack not in ("", policy.stack):
            continue
        for statement in policy.properties["PolicyDocument"]["Statement"]:
            if statement["Effect"] == "Allow":
                for action in _listed(statement["Action"]):
                    for resource in _listed(statement["Resource"]):
                        yield policy.name, action, resource


def test_no_role_may_do_everything_of_a_kind(anywhere: Deployment) -> None:
    assert [(who, action) for who, action, _ in _allowed(anywhere) if "*" in action] == []


def test_only_what_knows_no_resource_is_allowed_on_all_of_them(anywhere: Deployment) -> None:
    assert {action for _, action, resource in _allowed(anywhere) if resource == "*"} <= UNLIMITED


def test_no_role_of_ours_takes_a_policy_from_the_shelf(anywhere: Deployment) -> None:
    shelved = [
        role.name
        for role in anywhere.resources("AWS::IAM::Role")
        if role.properties.get("ManagedPolicyArns")
        and "CustomResource" not in role.name
        and not role.name.startswith(BROUGHT)
    ]
    assert shelved == []


@pytest.mark.parametrize(
    ("name", "actions"),
    [
        ("PlanTick", set()),
        ("FinishTick", set()),
        ("ValidateClip", {"s3:GetObject", "s3:ListBucket", "states:SendTaskSuccess"}),
        ("RegisterDownload", {"s3:PutObject"}),
        ("PollBatch", {"states:DescribeExecution"}),
        ("AnswerRequest", set()),
        ("AnswerOperator", {"s3:GetObject", "s3:ListBucket", "states:StartExecution"}),
        ("BackUpDatabase", {"s3:PutObject", "s3:ListBucket"}),
        ("SearchClips", {"states:DescribeExecution"}),
        ("AcceptImage", {"s3:DeleteObject", "states:StartExecution", "states:DescribeExecution"}),
        ("LoadImage", {"s3:GetObject", "s3:GetObjectVersion", "s3:ListBucket", "s3:PutObject"}),
        ("ClassifyImage", {"s3:GetObject", "s3:ListBucket"}),
        ("RecordImage", {"s3:DeleteObject"}),
        (
            "AnswerOrganization",
            {
                "s3:PutObject",
                "s3:GetObjectVersion",
                "s3:GetObject",
                "s3:DeleteObject",
                "states:StartExecution",
                "states:DescribeExecution",
            },
        ),
        ("MendImages", {"s3:DeleteObject", "states:StartExecution", "states:DescribeExecution"}),
        ("UploadBatch", {"s3:PutObject", "s3:DeleteObject", "s3:ListBucket", "s3:GetObject"}),
    ],
)
def test_a_function_may_do_what_it_does(dev: Deployment, name: str, actions: set[str]) -> None:
    mine = {action for who, action, _ in _allowed(dev) if who.startswith(name)}
    assert {action for action in mine if action.startswith(("s3:", "states:"))} == actions


LOOKS = {"lambda:GetEventSourceMapping", "lambda:UpdateEventSourceMapping"}
POOLS = {
    ("eyes", "dev"): {"ecs:DescribeServices", "ecs:UpdateService"},
    ("gpus", "prod"): {
        "autoscaling:DescribeAutoScalingGroups",
        "autoscaling:SetDesiredCapacity",
        "ecs:ListTasks",
        "ecs:DescribeTasks",
    },
    ("sagemaker", "dev"): {
        "sagemaker:DescribeInferenceComponent",
        "sagemaker:UpdateInferenceComponentRuntimeConfig",
    },
}


@pytest.mark.parametrize(("name", "without"), POOLS)
def test_a_choice_of_who_looks_adds_the_size_of_its_pool_and_the_question(
    name: str, without: str, request: pytest.FixtureRequest
) -> None:
    def of_functions(deployment: Deployment) -> set[tuple[str, str]]:
        """But for those of network interfaces, which are all functions' in the VPC."""
        may = {(who.partition("Role")[0], action) for who, action, _ in _allowed(deployment)}
        return {(who, action) for who, action in may if not action.startswith("ec2:")}

    ours = {service(one) for one in request.getfixturevalue(name).functions()}
    added = of_functions(request.getfixturevalue(name)) - of_functions(request.getfixturevalue(without))
    added = {(who, action) for who, action in added if _snake(who) in ours}
    asks = {"sagemaker:InvokeEndpoint"} if name == "sagemaker" else set()
    assert {action for who, action in added if who == "ValidateClip"} == asks
    sizes = {(who, action) for who, action in added if who != "ValidateClip"}
    assert sizes - {("SetCapacity", action) for action in POOLS[name, without] | LOOKS} == set()
    assert {action for _, action in sizes} >= LOOKS


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_nobody_may_delete_a_version_of_an_object(anywhere: Deployment) -> None:
    """What a fault of ours deletes can be brought back."""
    assert [who for who, action, _ in _allowed(anywhere) if action == "s3:DeleteObjectVersion"] == []


def test_only_who_opens_uploads_reads_them_and_only_who_classifies_the_model(anywhere: Deployment) -> None:
    """Of the model `load_image` sees what its card says."""
    reads = {
        (who.partition("Role")[0], shelf, json.dumps(resource).rpartition("/")[2].partition('"')[0])
        for who, action, resource in _allowed(anywhere, "images")
        for shelf in ("uploads", "models", "squares")
        if action in {"s3:GetObject", "s3:GetObjectVersion"} and f"-{shelf}" in json.dumps(resource)
    }
    assert reads == {
        ("LoadImage", "uploads", "*"),
        ("LoadImage", "models", "model.json"),
        ("ClassifyImage", "models", "*"),
        ("ClassifyImage", "squares", "*"),
    }


def test_nobody_reads_or_deletes_backups(anywhere: Deployment) -> None:
    done = {action for _, action, resource in _allowed(anywhere) if "backup" in json.dumps(resource).lower()}
    assert done - {"lambda:InvokeFunction", "logs:CreateLogStream", "logs:PutLogEvents"} == {
        "s3:PutObject",
        "s3:ListBucket",
    }


def test_only_those_who_call_a_service_may_read_its_key(on_aws: Deployment) -> None:
    readers = {
        who.partition("Role")[0]: json.dumps(resource)
        for who, action, resource in _allowed(on_aws)
        if action == "secretsmanager:GetSecretValue" and "mongodb" not in json.dumps(resource).lower()
        if "DocumentDb" not in json.dumps(resource)
    }
    assert set(readers) == {"PollBatch", "IngestFixtures", "SearchClips", "AnswerRequest", "AnswerOperator"}
    assert "xsecret" in readers["SearchClips"]
    assert "apifootballsecret" in readers["PollBatch"]


def test_nobody_but_lambda_takes_the_role_of_a_function(anywhere: Deployment) -> None:
    roles = {role.name: role.properties for role in anywhere.resources("AWS::IAM::Role")}
    for function in anywhere.functions():
        document = roles[function.properties["Role"]["Fn::GetAtt"][0]]["AssumeRolePolicyDocument"]
        assert [one["Principal"] for one in document["Statement"]] == [{"Service": "lambda.amazonaws.com"}]
