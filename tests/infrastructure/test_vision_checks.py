"""Security rules, CloudFormation rules and the bill, checked for each vision backend."""

import pytest
from cfnlint.api import lint_file  # type: ignore[import-untyped]

from bench.month import TARGETS
from tests.infrastructure import test_permissions as permissions
from tests.infrastructure import test_trust as trust
from tests.infrastructure.templates import Deployment
from tests.infrastructure.test_checks import LINT, findings


@pytest.mark.parametrize("name", ["eyes", "gpus", "sagemaker"])
class TestChecks:
    """What others check of the stacks that a choice changes; `make soak` checks every choice of every target."""

    @pytest.fixture
    def deployment(self, name: str, request: pytest.FixtureRequest) -> Deployment:
        found: Deployment = request.getfixturevalue(name)
        return found

    def test_no_security_rule_is_broken_without_a_reason(self, deployment: Deployment) -> None:
        for stack in ("vision", "downloads", "goals"):
            assert findings(deployment.app, f"{deployment.target.prefix}-{stack}") == []

    def test_cloudformation_would_take_it(self, deployment: Deployment) -> None:
        assert [str(match) for match in lint_file(deployment.file("vision"), config=LINT)] == []

    def test_its_roles_act_for_this_account_only(self, deployment: Deployment) -> None:
        trust.test_a_service_acts_for_this_account_only(deployment)

    def test_no_role_may_do_everything_of_a_kind(self, deployment: Deployment) -> None:
        permissions.test_no_role_may_do_everything_of_a_kind(deployment)

    def test_every_log_group_forgets(self, deployment: Deployment) -> None:
        assert all("RetentionInDays" in group.properties for group in deployment.resources("AWS::Logs::LogGroup"))


def billed(deployment: Deployment, vision: str) -> None:
    """The bill of this choice has as many alarms, secrets and gateways as its templates."""
    [billed] = [one for one in TARGETS if (one.name, one.vision) == (deployment.target.name, vision)]
    kinds = ("CloudWatch::Alarm", "SecretsManager::Secret", "EC2::NatGateway")
    found = tuple(len(deployment.resources(f"AWS::{kind}")) for kind in kinds)
    assert (billed.alarms, billed.secrets, billed.gateways) == found
    standing = (len(deployment.resources(f"AWS::ECS::{kind}")) for kind in ("Cluster", "Service"))
    assert (billed.clusters, billed.services) == tuple(standing)
    assert billed.inside == len(deployment.resources("AWS::ServiceDiscovery::PrivateDnsNamespace"))


def test_what_a_choice_costs_is_counted_in_its_templates(eyes: Deployment, gpus: Deployment) -> None:
    billed(eyes, "cpu")
    billed(gpus, "ec2")
