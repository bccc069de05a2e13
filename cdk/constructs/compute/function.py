"""One function of lambdas/: its role, its log group, its alarm, and nothing it does not declare."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aws_cdk import Duration, Stack
from aws_cdk.aws_ec2 import SubnetSelection, SubnetType
from aws_cdk.aws_iam import CfnPolicy, CfnRole, CfnRolePolicy, Effect, PolicyDocument, PolicyStatement, Role
from aws_cdk.aws_lambda import AssetCode, Code, Function, Tracing
from constructs import Construct

from cdk.constructs.compute.layers import CERTIFICATES, UNCOMPILED, Layers, architecture, runtime
from cdk.constructs.monitoring.alarms import metrics_namespace
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, address_of, allow, trusted
from cdk.packages import ROOT
from cdk.settings import MASTER, READER, WRITER, Target, TargetError
from cdk.stacks.data import BucketReference
from cdk.stacks.state import StateStack

S3_ACTIONS = {
    "get": "s3:GetObject",
    "get_version": "s3:GetObjectVersion",
    "put": "s3:PutObject",
    "delete": "s3:DeleteObject",
    "list": "s3:ListBucket",
}
EVERY_KEY = "keys are named by fixtures, downloads and uploads, which are not known when this is deployed"
NETWORK_INTERFACES = [
    "ec2:CreateNetworkInterface",
    "ec2:DescribeNetworkInterfaces",
    "ec2:DescribeSubnets",
    "ec2:DeleteNetworkInterface",
    "ec2:AssignPrivateIpAddresses",
    "ec2:UnassignPrivateIpAddresses",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses:
    """What one function uses; it is given these and no more."""

    seconds: int = 30
    memory: int = 512
    layers: tuple[str, ...] = ("deps",)
    database: bool = False
    # of it: writes nothing, and has no right to where a target makes that difference
    reads_only: bool = False
    # of it: makes the users that all others are
    as_master: bool = False
    secrets: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    work: tuple[str, ...] = ()
    backup: tuple[str, ...] = ()
    # asks who looks at clips
    vision: bool = False


class PythonFunction(Construct):
    """A function named as its folder, `plan_tick` becoming `PlanTick` as in the state machines."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        uses: Uses,
        *,
        state: StateStack,
        layers: Layers,
    ) -> None:
        super().__init__(scope, camel_case(name))
        self.name = name
        self._uses = uses
        self._state = state
        self.role = Role(self, "Role", assumed_by=trusted(self, "lambda"))
        place = self._place()
        self.function = Function(
            self,
            "Function",
            code=_code(name),
            handler="handler.handle",
            runtime=runtime(state.target),
            architecture=architecture(state.target),
            layers=layers.of("footy", *uses.layers, *([CERTIFICATES] if place else [])),
            timeout=Duration.seconds(uses.seconds),
            memory_size=uses.memory,
            role=self.role,
            log_group=log_group(self, state.target, f"/footy/{state.target.name}/{name}"),
            tracing=Tracing.ACTIVE,
            environment=self._environment(),
            **place,
        )
        if place:
            self._deny_its_code_the_network()
        self._allow_what_it_uses()
        self._name_its_rights()
        acknowledge(self.role, "X-Ray's calls know no resources", "IAM5[Resource::*]")
        acknowledge(self.function, "the layers are built and tested for this version of Python", "L1")
        state.alarms.errors_of(self, name, self.function)
        state.alarms.throttles_of(self, name, self.function)

    def give(self, setting: str, value: str) -> None:
        """One more FOOTY_ setting, known only now."""
        self.function.add_environment(f"FOOTY_{setting.upper()}", value)

    def reach(self, name: str, shelf: BucketReference, *words: str) -> None:
        """One more bucket, of the stack that the function stands in: its name, and what is done there."""
        self.give(f"{name}_bucket", shelf.name)
        self._allow_in(shelf, words)

    def _place(self) -> dict[str, Any]:
        """Beside the database or the vision service, where it uses one that stands in the VPC."""
        target, group = self._state.target, self._state.network.functions
        inside = (self._uses.database and target.functions_in_vpc) or (self._uses.vision and target.vision_in_vpc)
        if group is None or not inside:
            return {}
        allow(self.role, NETWORK_INTERFACES, ["*"], why="Lambda makes the interfaces before they have a name")
        return {
            "vpc": self._state.network.vpc,
            "vpc_subnets": SubnetSelection(subnet_type=SubnetType.PRIVATE_WITH_EGRESS),
            "security_groups": [group],
        }

    def _deny_its_code_the_network(self) -> None:
        """Lambda makes the interfaces in the function's name; what runs in the function must not.

        A policy of its own: the function waits for the role's, which therefore cannot name it.
        """
        code = {"ArnEquals": {"lambda:SourceFunctionArn": self.function.function_arn}}
        denied = PolicyStatement(effect=Effect.DENY, actions=NETWORK_INTERFACES, resources=["*"], conditions=code)
        CfnRolePolicy(
            self,
            "NotItsCode",
            policy_name="not-its-code",
            role_name=self.role.role_name,
            policy_document=PolicyDocument(statements=[denied]),
        )

    def _environment(self) -> dict[str, str]:
        target = self._state.target
        settings = {name: target.settings[name] for name in self._settings() if name in target.settings} | target.rules
        settings |= {f"{name}_secret": self._state.secrets[name].secret_arn for name in self._uses.secrets}
        if self._uses.database:
            settings["mongodb_secret"] = self._state.secrets[self._user()].secret_arn
        settings |= {f"{name}_bucket": shelf.name for name, shelf, words in self._shelves() if words}
        return environment(self.name, settings, target)

    def _settings(self) -> Iterator[str]:
        yield from self._uses.settings
        yield "clock_file"
        if self._uses.database:
            yield "mongodb_database"

    def _shelves(self) -> Iterator[tuple[str, BucketReference, tuple[str, ...]]]:
        """The buckets, and what is done in each."""
        yield "media", self._state.media, self._uses.media
        yield "work", self._state.work, self._uses.work
        yield "backup", self._state.backup, self._uses.backup

    def _secrets(self) -> Iterator[str]:
        yield from self._uses.secrets
        if self._uses.database:
            yield self._user()

    def _user(self) -> str:
        """As whom it speaks to the database."""
        target = self._state.target
        if self._uses.reads_only and (target.own_users or target.database_reader):
            return READER
        return WRITER if target.own_users and not self._uses.as_master else MASTER

    def _allow_what_it_uses(self) -> None:
        logs = self.function.log_group.log_group_arn
        allow(self.role, ["logs:CreateLogStream", "logs:PutLogEvents"], [logs])
        for name in self._secrets():
            allow(self.role, ["secretsmanager:GetSecretValue"], [address_of(self._state.secrets[name])])
        for _, shelf, words in self._shelves():
            self._allow_in(shelf, words)

    def _name_its_rights(self) -> None:
        """After whom it speaks to the database as: with another user it is let in before it asks, and out after.

        CloudFormation adds what is new, then changes the function, and takes what is old away last.
        """
        if not self._uses.database or (user := self._user()) == MASTER:
            return
        role, policy = self.role.node.default_child, self.role.node.find_child("DefaultPolicy").node.default_child
        assert isinstance(role, CfnRole)  # noqa: S101 - what roles and policies are made of
        assert isinstance(policy, CfnPolicy)  # noqa: S101
        policy.override_logical_id(f"{Stack.of(self).get_logical_id(role)}As{camel_case(user)}")

    def _allow_in(self, shelf: BucketReference, words: Sequence[str]) -> None:
        if actions := [S3_ACTIONS[word] for word in words if word != "list"]:
            allow(self.role, actions, [shelf.objects], why=EVERY_KEY)
        if "list" in words:
            allow(self.role, [S3_ACTIONS["list"]], [shelf.arn])


def environment(name: str, settings: dict[str, str], target: Target) -> dict[str, str]:
    """ApiSettings under the names that footy/goals/settings.py reads, and how its log lines are signed."""
    return {
        **{f"FOOTY_{setting.upper()}": value for setting, value in settings.items()},
        "POWERTOOLS_SERVICE_NAME": name,
        "POWERTOOLS_LOG_LEVEL": target.log_level,
        "POWERTOOLS_METRICS_NAMESPACE": metrics_namespace(target),
    }


def camel_case(name: str) -> str:
    """plan_tick -> PlanTick."""
    return "".join(word.capitalize() for word in name.split("_"))


def _code(name: str) -> AssetCode:
    folder = ROOT / "lambdas" / name
    if not (folder / "handler.py").is_file():
        raise TargetError(f"lambdas/{name}/handler.py is missing")
    return Code.from_asset(str(folder), exclude=UNCOMPILED)
