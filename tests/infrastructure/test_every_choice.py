"""Every target with whoever looks at clips, and with all that it may have beside: what three others say of it."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cfnlint.api import lint_file  # type: ignore[import-untyped]

from bench.month import TARGETS
from cdk.packages import ROOT
from local.process.environment import python_of
from tests.infrastructure.doors import YOURS, chosen
from tests.infrastructure.templates import Deployment
from tests.infrastructure.test_checks import LINT, findings
from tests.infrastructure.test_vision_checks import billed

pytestmark = [pytest.mark.soak, pytest.mark.long]

Choice = tuple[str, dict[str, Any]]
BARE: list[Choice] = [(name, {"vision": vision}) for name in ("dev", "prod") for vision in ("cpu", "ec2", "sagemaker")]
BARE += [("dev", YOURS), ("prod", YOURS)]
MORE: list[Choice] = [("prod", {"vision": "cpu", "webhooks": True, "x_accounts": ["one", "two"]})]
MORE += [("dev", {"vision": "cpu", "database_reader": True})]
EVERY = BARE + MORE

OWN_KEY = "a key of its own is a dollar a month, and whoever may read the one may use the other; AWS's encrypts as well"
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
    ): "made again from what is kept",
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
    ): "who watches what is nobody's business; the API logs who asks",
    (
        "CKV_AWS_174",
        r"CloudFront::Distribution\..*",
    ): "its own name has CloudFront's certificate: no choice",
}


@pytest.fixture(scope="module")
def deployments(tmp_path_factory: pytest.TempPathFactory) -> list[Deployment]:
    return [chosen(name, block, tmp_path_factory.mktemp(name)) for name, block in EVERY]


def checkov(deployments: list[Deployment]) -> list[tuple[str, str]]:
    """What it says of all templates: its number for the finding, and the resource."""
    room = ROOT / "tests" / "checkov"
    python = python_of(ROOT / ".local" / "checkov", room / "requirements.txt", label="checkov")
    files = [str(file) for deployment in deployments for file in deployment.files]
    asked = [str(python.with_name("checkov")), "--framework", "cloudformation", "--compact", "--quiet"]
    command = [*asked, "--skip-download", "--output", "json", "--file", *files]
    report = json.loads(subprocess.run(command, cwd=room, capture_output=True, text=True, check=False).stdout)
    assert report["summary"]["parsing_errors"] == 0
    assert report["summary"]["resource_count"] > len(files)
    found = report["results"]["failed_checks"]
    return sorted({(one["check_id"], one["resource"].removeprefix("AWS::")) for one in found})


@pytest.mark.parametrize("number", range(len(EVERY)), ids=lambda number: str(EVERY[number]))
def test_no_rule_of_aws_is_broken_and_cloudformation_would_take_it(deployments: list[Deployment], number: int) -> None:
    deployment, (name, block) = deployments[number], EVERY[number]
    if EVERY[number] in BARE and (name, block["vision"]) in {(one.name, one.vision) for one in TARGETS}:
        billed(deployment, block["vision"])
    assert findings(deployment.app) == []
    assert [str(match) for file in deployment.files for match in lint_file(file, config=LINT)] == []


def test_what_checkov_finds_was_judged(deployments: list[Deployment]) -> None:
    found = checkov(deployments)
    judged = {one: key for one in found for key in ACCEPTED if key[0] == one[0] and re.fullmatch(key[1], one[1])}
    assert [one for one in found if one not in judged] == []
    assert [key for key in ACCEPTED if key not in judged.values()] == [], "nothing is accepted that is not found"


def test_checkov_finds_what_is_wrong(tmp_path: Path, deployments: list[Deployment]) -> None:
    """As strict as the rules are: a bucket that anybody may read is none of what was judged."""
    deployment = deployments[0]
    template = deployment.templates["data"]
    bucket = next(name for name, body in template["Resources"].items() if body["Type"] == "AWS::S3::Bucket")
    del template["Resources"][bucket]["Properties"]["PublicAccessBlockConfiguration"]
    worse = Deployment(deployment.target, deployment.app, tmp_path)
    for stack in deployment.stacks:
        worse.file(stack).write_text(json.dumps(template if stack == "data" else deployment.templates[stack]))
    assert {check for check, _ in checkov([worse])} - {check for check, _ in ACCEPTED} >= {"CKV_AWS_53"}
