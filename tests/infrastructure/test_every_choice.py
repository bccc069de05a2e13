"""All options of all targets: cdk-nag, cfn-lint and checkov."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bench.month import TARGETS
from cdk.packages import ROOT
from local.process.environment import python_of
from tests.infrastructure.test_checks import check_bill
from tests.support.templates import EXTERNAL_VISION, Deployment, synthesise_with

pytestmark = [pytest.mark.soak, pytest.mark.long]

Choice = tuple[str, dict[str, Any]]
BARE: list[Choice] = [(name, {"vision": vision}) for name in ("dev", "prod") for vision in ("cpu", "ec2", "sagemaker")]
BARE += [("dev", EXTERNAL_VISION), ("prod", EXTERNAL_VISION)]
MORE: list[Choice] = [("prod", {"vision": "cpu", "webhooks": True, "x_accounts": ["one", "two"]})]
MORE += [("dev", {"vision": "cpu", "database_reader": True})]
EVERY = BARE + MORE

OWN_KEY = "a separate KMS key costs a dollar a month and has the same readers; the AWS key encrypts as well"
# what checkov asks for and does not get: of which resources, and why
ACCEPTED = {
    ("CKV_AWS_158", r"Logs::LogGroup\..*"): OWN_KEY,
    ("CKV_AWS_149", r"SecretsManager::Secret\..*"): OWN_KEY,
    ("CKV_AWS_27", r"SQS::Queue\..*"): f"encrypted by SQS itself, which the check does not know; {OWN_KEY}",
    ("CKV_AWS_173", r"Lambda::Function\..*"): "addresses and names: secrets are read from where they are kept",
    (
        "CKV_AWS_26",
        r"SNS::Topic\.AlarmsTopic.*",
    ): "alarms cannot publish under AWS's own key, and tell no secret",
    (
        "CKV_AWS_115",
        r"Lambda::Function\..*",
    ): "a new account has ten to share; a queue holds floods back",
    (
        "CKV_AWS_116",
        r"Lambda::Function\..*",
    ): "who calls hears of it: machines, queues, the next minute",
    (
        "CKV_AWS_117",
        r"Lambda::Function\..*",
    ): "those that need a neighbour stand there; others need no NAT",
    ("CKV_AWS_111", r"IAM::Policy\..*Role(DefaultPolicy)?.*"): "calls of X-Ray, of network interfaces and of the edge "
    "know no resources; the security rules of AWS, which see each statement, hold all others",
    (
        "CKV_AWS_21",
        r"S3::Bucket\.(Work|Thumbnails|Squares|ModelBucket|EdgeFiles).*",
    ): "can be created again",
    ("CKV_AWS_21", r"S3::Bucket\.AccessLogs.*"): "written once by S3, and forgotten after a month",
    ("CKV_AWS_18", r"S3::Bucket\.AccessLogs.*"): "it holds the access logs: its own would never end",
    (
        "CKV_AWS_18",
        r"S3::Bucket\.(ModelBucket|EdgeFiles).*",
    ): "published weights, public files",
    (
        "CKV_AWS_68",
        r"CloudFront::Distribution\..*",
    ): "five dollars a month; answers are cached, the rest throttled",
    (
        "CKV_AWS_86",
        r"CloudFront::Distribution\..*",
    ): "viewers are not logged; the API has an access log",
    (
        "CKV_AWS_174",
        r"CloudFront::Distribution\..*",
    ): "its own name has CloudFront's certificate: no choice",
}


@pytest.fixture(scope="module")
def deployments(tmp_path_factory: pytest.TempPathFactory) -> list[Deployment]:
    return [synthesise_with(name, block, tmp_path_factory.mktemp(name)) for name, block in EVERY]


def checkov(deployments: list[Deployment]) -> list[tuple[str, str]]:
    """Return the findings of checkov for all templates: id and resource."""
    room = ROOT / "tests" / "checkov"
    python = python_of(ROOT / ".local" / "checkov", room / "requirements.txt", label="checkov")
    files = [str(file) for deployment in deployments for file in deployment.files]
    command_line = [str(python.with_name("checkov")), "--framework", "cloudformation", "--compact", "--quiet"]
    command = [*command_line, "--skip-download", "--output", "json", "--file", *files]
    report = json.loads(subprocess.run(command, cwd=room, capture_output=True, text=True, check=False).stdout)
    assert report["summary"]["parsing_errors"] == 0
    assert report["summary"]["resource_count"] > len(files)
    failed = report["results"]["failed_checks"]
    return sorted({(one["check_id"], one["resource"].removeprefix("AWS::")) for one in failed})


@pytest.mark.parametrize("number", range(len(EVERY)), ids=lambda number: str(EVERY[number]))
def test_each_option_passes_cdk_nag_and_cfn_lint(deployments: list[Deployment], number: int) -> None:
    deployment, (name, block) = deployments[number], EVERY[number]
    if EVERY[number] in BARE and (name, block["vision"]) in {(one.name, one.vision) for one in TARGETS}:
        check_bill(deployment, block["vision"])
    assert deployment.findings() == []
    assert deployment.lint() == []


def test_findings_of_checkov_are_accepted(deployments: list[Deployment]) -> None:
    failed = checkov(deployments)
    accepted = {one: key for one in failed for key in ACCEPTED if key[0] == one[0] and re.fullmatch(key[1], one[1])}
    assert [one for one in failed if one not in accepted] == []
    assert [key for key in ACCEPTED if key not in accepted.values()] == [], "nothing is accepted that is not failed"


def test_checkov_finds_a_public_bucket(tmp_path: Path, deployments: list[Deployment]) -> None:
    """Remove the public access block of a bucket: no accepted finding covers that."""
    deployment = deployments[0]
    template = deployment.templates["data"]
    bucket = next(name for name, body in template["Resources"].items() if body["Type"] == "AWS::S3::Bucket")
    del template["Resources"][bucket]["Properties"]["PublicAccessBlockConfiguration"]
    worse = Deployment(deployment.target, deployment.app, tmp_path)
    for stack in deployment.stacks:
        worse.file(stack).write_text(json.dumps(template if stack == "data" else deployment.templates[stack]))
    assert {check for check, _ in checkov([worse])} - {check for check, _ in ACCEPTED} >= {"CKV_AWS_53"}
