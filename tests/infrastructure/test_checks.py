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


def findings(app: App, stack: str = "") -> list[tuple[str, str]]:
    """What the security rules say of an app, or of one of its stacks."""
    report = AwsSolutionsChecks(app).validate_scope(app.node.find_child(stack) if stack else app)
    return [(violation.rule_name, violation.description) for violation in report.violations]


def test_no_security_rule_is_broken_without_a_reason(on_aws: Deployment) -> None:
    assert findings(on_aws.app) == []


def test_the_security_rules_find_what_is_wrong(tmp_path: Path) -> None:
    app = App(outdir=str(tmp_path))
    Bucket(Stack(app, "Careless"), "Open")
    assert {rule for rule, _ in findings(app)} >= {"AwsSolutions-S1", "AwsSolutions-S10"}


@pytest.mark.parametrize("stack", STACKS)
def test_cloudformation_would_take_the_templates(anywhere: Deployment, stack: str) -> None:
    files = [anywhere.file(one) for one in anywhere.stacks if one == stack]
    assert [str(match) for file in files for match in lint_file(file, config=LINT)] == []
