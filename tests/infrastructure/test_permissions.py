"""Least privilege: no wildcard actions, and wildcard resources only where AWS supports nothing else."""

import json
import re

import pytest

from tests.support.templates import CDK_ROLES, Deployment, service, variables

# actions without resource-level permissions
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
CONCURRENCY = {"lambda:GetEventSourceMapping", "lambda:UpdateEventSourceMapping"}
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


@pytest.mark.parametrize("name", ["local", "dev", "prod", "eyes", "gpus", "sagemaker", "searching"])
def test_no_action_has_a_wildcard(name: str, request: pytest.FixtureRequest) -> None:
    allowed = request.getfixturevalue(name).allowed()
    assert [(who, action) for who, action, _ in allowed if "*" in action] == []


@pytest.mark.parametrize("name", ["local", "dev", "prod", "searching"])
def test_wildcard_resources_are_unavoidable(name: str, request: pytest.FixtureRequest) -> None:
    allowed = request.getfixturevalue(name).allowed()
    assert {action for _, action, resource in allowed if resource == "*"} <= UNLIMITED


def test_our_roles_have_no_managed_policies(anywhere: Deployment) -> None:
    managed = [role.name for role in anywhere.resources("AWS::IAM::Role") if role.properties.get("ManagedPolicyArns")]
    assert [name for name in managed if "CustomResource" not in name and not name.startswith(CDK_ROLES)] == []


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
        ("BeginImage", set()),
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
        (
            "TakedownsTakeDownClips",
            {"s3:GetObject", "s3:PutObject", "s3:DeleteObject", "s3:ListBucket"},
        ),
        ("UploadBatch", {"s3:PutObject", "s3:DeleteObject", "s3:ListBucket", "s3:GetObject"}),
    ],
)
def test_functions_have_only_their_permissions(dev: Deployment, name: str, actions: set[str]) -> None:
    own = {action for who, action, _ in dev.allowed() if who.startswith(name)}
    assert {action for action in own if action.startswith(("s3:", "states:"))} == actions


@pytest.mark.parametrize(("name", "without"), POOLS)
def test_a_vision_backend_adds_its_pool_and_its_call(name: str, without: str, request: pytest.FixtureRequest) -> None:
    def permissions(deployment: Deployment) -> set[tuple[str, str]]:
        own = {(who.partition("Role")[0], action) for who, action, _ in deployment.allowed()}
        return {(who, action) for who, action in own if not action.startswith("ec2:")}

    functions = {service(function) for function in request.getfixturevalue(name).functions()}
    added = permissions(request.getfixturevalue(name)) - permissions(request.getfixturevalue(without))
    added = {(who, action) for who, action in added if _snake(who) in functions}
    call = {"sagemaker:InvokeEndpoint"} if name == "sagemaker" else set()
    assert {action for who, action in added if who == "ValidateClip"} == call
    pool = {(who, action) for who, action in added if who != "ValidateClip"}
    assert pool - {("SetCapacity", action) for action in POOLS[name, without] | CONCURRENCY} == set()
    assert {action for _, action in pool} >= CONCURRENCY


def _snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def test_only_the_takedown_clears_the_edge_cache(on_aws: Deployment) -> None:
    clearing = [one for one in on_aws.allowed() if one[1] == "cloudfront:CreateInvalidation"]
    [(who, _, resource)] = [one for one in clearing if not one[0].startswith(CDK_ROLES)]
    assert who.startswith("TakedownsTakeDownClips")
    assert "EdgeDistribution" in json.dumps(resource)


def test_takedowns_are_requested_by_those_who_unpublish(anywhere: Deployment) -> None:
    senders = {
        who.partition("Role")[0]
        for who, action, resource in anywhere.allowed()
        if action == "sqs:SendMessage" and "TakedownQueue" in json.dumps(resource)
    }
    assert senders == {"AnswerOperator", "PollBatch", "RetireFixtures", "UploadBatch"}


def test_no_role_deletes_object_versions(anywhere: Deployment) -> None:
    assert [who for who, action, _ in anywhere.allowed() if action == "s3:DeleteObjectVersion"] == []


def test_only_image_functions_read_uploads_and_models(anywhere: Deployment) -> None:
    reads = {
        (who.partition("Role")[0], bucket, json.dumps(resource).rpartition("/")[2].partition('"')[0])
        for who, action, resource in anywhere.allowed("images")
        for bucket in ("uploads", "models", "squares")
        if action in {"s3:GetObject", "s3:GetObjectVersion"} and f"-{bucket}" in json.dumps(resource)
    }
    assert reads == {
        ("LoadImage", "uploads", "*"),
        ("LoadImage", "models", "model.json"),
        ("ClassifyImage", "models", "*"),
        ("ClassifyImage", "squares", "*"),
    }


def test_foreign_files_are_decoded_without_database_and_secrets(anywhere: Deployment) -> None:
    """I13: a hijacked decoder finds no secrets in the function's settings, rights or network."""
    loader = anywhere.function("load_image")
    assert [name for name in variables(loader) if "SECRET" in name or "MONGO" in name] == []
    assert "VpcConfig" not in loader.properties
    services = {
        action.partition(":")[0] for who, action, _ in anywhere.allowed("images") if who.startswith("LoadImage")
    }
    assert services == {"s3", "logs", "xray"}


def test_no_function_reads_or_deletes_backups(anywhere: Deployment) -> None:
    actions = {action for _, action, resource in anywhere.allowed() if "backup" in json.dumps(resource).lower()}
    other = {"lambda:InvokeFunction", "logs:CreateLogStream", "logs:PutLogEvents"}
    assert actions - other == {"s3:PutObject", "s3:ListBucket"}


def test_only_callers_of_a_service_read_its_key(on_aws: Deployment) -> None:
    readers = {
        who.partition("Role")[0]: json.dumps(resource)
        for who, action, resource in on_aws.allowed()
        if action == "secretsmanager:GetSecretValue" and "mongodb" not in json.dumps(resource).lower()
        if "DocumentDb" not in json.dumps(resource)
    }
    page = {"AnswerRequest", "AnswerOperator"}
    assert set(readers) == {"PollBatch", "IngestFixtures", "SearchClips", "UploadBatch", *page}
    assert "mediasecret" in readers["UploadBatch"]
    assert "xsecret" in readers["SearchClips"]
    assert "apifootballsecret" in readers["PollBatch"]


@pytest.mark.parametrize("name", ["dev", "prod", "eyes", "gpus", "sagemaker", "searching"])
def test_the_operators_secret_is_read_by_their_function_only(name: str, request: pytest.FixtureRequest) -> None:
    deployment: Deployment = request.getfixturevalue(name)

    def readers(secret: str) -> set[str]:
        granted = (one for one in deployment.allowed() if one[1].startswith("secretsmanager:"))
        return {who.partition("Role")[0] for who, _, resource in granted if f"{secret}secret" in json.dumps(resource)}

    assert readers("operators") == {"AnswerOperator"}
    assert readers("page") == {"AnswerRequest"}
    assert "FOOTY_OPERATORS_SECRET" not in variables(deployment.function("answer_request"))


def test_only_lambda_assumes_the_role_of_a_function(anywhere: Deployment) -> None:
    roles = {role.name: role.properties for role in anywhere.resources("AWS::IAM::Role")}
    assert len({anywhere.role_of(function) for function in anywhere.functions()}) == len(anywhere.functions())
    for function in anywhere.functions():
        document = roles[anywhere.role_of(function)]["AssumeRolePolicyDocument"]
        assert [one["Principal"] for one in document["Statement"]] == [{"Service": "lambda.amazonaws.com"}]


def test_function_code_creates_no_network_interfaces(prod: Deployment) -> None:
    policies = {one.properties["RoleName"]["Ref"]: one.properties for one in prod.resources("AWS::IAM::RolePolicy")}
    inside = [function for function in prod.functions() if "VpcConfig" in function.properties]
    assert inside
    for function in inside:
        [statement] = policies[prod.role_of(function)]["PolicyDocument"]["Statement"]
        assert statement["Effect"] == "Deny"
        assert "ec2:CreateNetworkInterface" in statement["Action"]
        source = statement["Condition"]["ArnEquals"]["lambda:SourceFunctionArn"]
        assert source == {"Fn::GetAtt": [function.name, "Arn"]}
