"""What others check: the security rules of AwsSolutions, and cfn-lint."""

from pathlib import Path

import pytest
from aws_cdk import App, Stack
from aws_cdk.aws_s3 import Bucket
from cdk_nag import AwsSolutionsChecks
from cfnlint.api import lint_file  # type: ignore[import-untyped]
from cfnlint.config import ManualArgs  # type: ignore[import-untyped]

from tests.infrastructure.templates import STACKS, Deployment

# W3005: CDK writes out a dependency that CloudFormation would see by itself
LINT = ManualArgs(regions=["eu-west-1"], ignore_checks=["W3005"])


def _findings(app: App) -> list[tuple[str, str]]:
    report = AwsSolutionsChecks(app).validate_scope(app)
    return [(violation.rule_name, violation.description) for violation in report.violations]


def test_no_security_rule_is_broken_without_a_reason(on_aws: Deployment) -> None:
    assert _findings(on_aws.app) == []


def test_the_security_rules_find_what_is_wrong(tmp_path: Path) -> None:
    app = App(outdir=str(tmp_path))
    Bucket(Stack(app, "Careless"), "Open")
    assert {rule for rule, _ in _findings(app)} >= {"AwsSolutions-S1", "AwsSolutions-S10"}


@pytest.mark.parametrize("stack", STACKS)
def test_cloudformation_would_take_the_templates(anywhere: Deployment, stack: str) -> None:
    assert [str(match) for match in lint_file(anywhere.file(stack), config=LINT)] == []
