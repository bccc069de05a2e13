"""Lambda functions of `lambdas/`: each with its own role and log group, and only the permissions that it declares."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aws_cdk import Duration, Stack
from aws_cdk import aws_iam as iam
from aws_cdk.aws_ec2 import SubnetSelection, SubnetType
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
KEYS_NOT_KNOWN = "keys contain ids of fixtures, downloads and uploads, which are not known at deployment"
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
    """Resources of one function; it gets access to these only."""

    seconds: int = 30
    memory: int = 512
    layers: tuple[str, ...] = ("deps",)
    database: bool = False
    # connects as the read-only database user, where the target has one
    reads_only: bool = False
    # connects as the master user, which creates the other users
    as_master: bool = False
    secrets: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    media: tuple[str, ...] = ()
    work: tuple[str, ...] = ()
    backup: tuple[str, ...] = ()
    # calls the vision backend
    vision: bool = False
    # works on uploads, which must not take the concurrency that goals need
    capped: bool = False


class PythonFunction(Construct):
    """Function named after its folder; `plan_tick` becomes `PlanTick`, as in the state machines."""

    def __init__(self, scope: Construct, name: str, uses: Uses, *, state: StateStack, layers: Layers) -> None:
        super().__init__(scope, camel_case(name))
        self.name = name
        self.full_name = f"{state.target.prefix}-{name.replace('_', '-')}"
        self._uses = uses
        self._state = state
        self.role = iam.Role(self, "Role", assumed_by=trusted(self, "lambda"))
        vpc = self._vpc_options()
        self.function = Function(
            self,
            "Function",
            code=_code(name),
            handler="handler.handle",
            runtime=runtime(state.target),
            architecture=architecture(state.target),
            layers=layers.of("footy", *uses.layers, *([CERTIFICATES] if vpc else [])),
            timeout=Duration.seconds(uses.seconds),
            memory_size=uses.memory,
            reserved_concurrent_executions=(uses.capped and state.target.image_concurrency) or None,
            role=self.role,
            log_group=log_group(self, state.target, f"/footy/{state.target.name}/{name}"),
            tracing=Tracing.ACTIVE,
            environment=self._environment(),
            **vpc,
        )
        if vpc:
            self._deny_network_to_code()
        self._grant_permissions()
        self._name_policy_after_user()
        acknowledge(self.role, "the X-Ray actions do not support resources", "IAM5[Resource::*]")
        acknowledge(self.function, "the layers are built and tested for this version of Python", "L1")
        state.alarms.errors_of(self, name, self.function)
        state.alarms.throttles_of(self, name, self.function)

    def set(self, setting: str, value: str) -> None:
        """Add a FOOTY_ setting."""
        self.function.add_environment(f"FOOTY_{setting.upper()}", value)

    def use_bucket(self, name: str, bucket: BucketReference, *operations: str) -> None:
        """Add a bucket: its name as a setting, and the permissions for the operations."""
        self.set(f"{name}_bucket", bucket.name)
        self._allow_bucket(bucket, operations)

    def _vpc_options(self) -> dict[str, Any]:
        """Return the VPC options of a function that connects to a database or vision service in the VPC."""
        target, group = self._state.target, self._state.network.functions
        inside = (self._uses.database and target.functions_in_vpc) or (self._uses.vision and target.vision_in_vpc)
        if group is None or not inside:
            return {}
        allow(self.role, NETWORK_INTERFACES, ["*"], why="Lambda creates the interfaces, whose ids are not known")
        return {
            "vpc": self._state.network.vpc,
            "vpc_subnets": SubnetSelection(subnet_type=SubnetType.PRIVATE_WITH_EGRESS),
            "security_groups": [group],
        }

    def _deny_network_to_code(self) -> None:
        """Deny network interfaces to the code: only the Lambda service needs that permission of the role.

        A separate policy, because the function depends on the role's policy, which therefore cannot refer to it.
        """
        code = {"ArnEquals": {"lambda:SourceFunctionArn": self.function.function_arn}}
        deny = iam.PolicyStatement(effect=iam.Effect.DENY, actions=NETWORK_INTERFACES, resources=["*"], conditions=code)
        iam.CfnRolePolicy(
            self,
            "NotItsCode",
            policy_name="not-its-code",
            role_name=self.role.role_name,
            policy_document=iam.PolicyDocument(statements=[deny]),
        )

    def _environment(self) -> dict[str, str]:
        target = self._state.target
        settings = {name: target.settings[name] for name in self._settings() if name in target.settings} | target.rules
        settings |= {f"{name}_secret": self._state.secrets[name].secret_arn for name in self._uses.secrets}
        if self._uses.database:
            settings["mongodb_secret"] = self._state.secrets[self._user()].secret_arn
        settings |= {f"{name}_bucket": bucket.name for name, bucket, operations in self._buckets() if operations}
        return environment(self.name, settings, target)

    def _settings(self) -> Iterator[str]:
        yield from self._uses.settings
        yield "clock_file"
        if self._uses.database:
            yield "mongodb_database"

    def _buckets(self) -> Iterator[tuple[str, BucketReference, tuple[str, ...]]]:
        yield "media", self._state.media, self._uses.media
        yield "work", self._state.work, self._uses.work
        yield "backup", self._state.backup, self._uses.backup

    def _secrets(self) -> Iterator[str]:
        yield from self._uses.secrets
        if self._uses.database:
            yield self._user()

    def _user(self) -> str:
        """Return the database user, by the name of its secret."""
        target = self._state.target
        if self._uses.reads_only and (target.own_users or target.database_reader):
            return READER
        return WRITER if target.own_users and not self._uses.as_master else MASTER

    def _grant_permissions(self) -> None:
        logs = self.function.log_group.log_group_arn
        allow(self.role, ["logs:CreateLogStream", "logs:PutLogEvents"], [logs])
        for name in self._secrets():
            allow(self.role, ["secretsmanager:GetSecretValue"], [address_of(self._state.secrets[name])])
        for _, bucket, operations in self._buckets():
            self._allow_bucket(bucket, operations)

    def _name_policy_after_user(self) -> None:
        """Name the policy after the database user, so that a change of user causes no refusals.

        CloudFormation adds the new policy, then updates the function, and deletes the old policy last.
        """
        if not self._uses.database or (user := self._user()) == MASTER:
            return
        role, policy = self.role.node.default_child, self.role.node.find_child("DefaultPolicy").node.default_child
        assert isinstance(role, iam.CfnRole)  # noqa: S101 - the CDK creates these types
        assert isinstance(policy, iam.CfnPolicy)  # noqa: S101
        policy.override_logical_id(f"{Stack.of(self).get_logical_id(role)}As{camel_case(user)}")

    def _allow_bucket(self, bucket: BucketReference, operations: Sequence[str]) -> None:
        if actions := [S3_ACTIONS[operation] for operation in operations if operation != "list"]:
            allow(self.role, actions, [bucket.objects], why=KEYS_NOT_KNOWN)
        if "list" in operations:
            allow(self.role, [S3_ACTIONS["list"]], [bucket.arn])


def environment(name: str, settings: dict[str, str], target: Target) -> dict[str, str]:
    """Return the variables that footy/goals/settings.py and Powertools read."""
    return {
        **{f"FOOTY_{setting.upper()}": value for setting, value in settings.items()},
        "POWERTOOLS_SERVICE_NAME": name,
        "POWERTOOLS_LOG_LEVEL": target.log_level,
        "POWERTOOLS_METRICS_NAMESPACE": metrics_namespace(target),
    }


def camel_case(name: str) -> str:
    """Convert plan_tick to PlanTick."""
    return "".join(word.capitalize() for word in name.split("_"))


def _code(name: str) -> AssetCode:
    folder = ROOT / "lambdas" / name
    if not (folder / "handler.py").is_file():
        raise TargetError(f"lambdas/{name}/handler.py is missing. Create it, or remove {name} from its stack in cdk/.")
    return Code.from_asset(str(folder), exclude=UNCOMPILED)
