"""Browser service: Chromium instances that are logged in at X."""

from aws_cdk import Duration, Stack
from aws_cdk.aws_ecs import Cluster
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.compute.fargate_task import fargate_task
from cdk.constructs.compute.function import environment
from cdk.constructs.compute.image import image_of
from cdk.constructs.network.private_service import PrivateService
from cdk.constructs.permissions import address_of, allow, trusted
from cdk.stacks.state import StateStack

NAME = "browser"
CPU, MEMORY = 1024, 2048
SETTINGS = ("x_web_url",)
# DRAIN is longer than the DNS record lives; GRACE also lets the last search end
DRAIN, GRACE = Duration.seconds(20), Duration.seconds(90)


class BrowserTask(Construct):
    """Task definition of one browser instance."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, "Task")
        target = state.target
        self.cluster_name = f"{target.prefix}-sessions"
        accounts = {account: secret.secret_arn for account, secret in state.sessions.items()}
        self.command = ["--accounts", Stack.of(self).to_json_string(accounts), "--bucket", state.work.name]
        role = Role(self, "Role", assumed_by=trusted(self, "ecs-tasks"))
        cookies = [address_of(secret) for secret in state.sessions.values()]
        allow(role, ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"], cookies)
        leases = [f"{state.work.arn}/sessions/*"]
        allow(role, ["s3:GetObject", "s3:PutObject"], leases, why="a lease is named after its account")
        # without s3:ListBucket, S3 answers 403 instead of 404 for an absent object
        allow(role, ["s3:ListBucket"], [state.work.arn])
        settings = {name: target.settings[name] for name in SETTINGS if name in target.settings} | target.rules
        self.definition = fargate_task(
            self,
            target,
            NAME,
            image=image_of(NAME, target, "layers/footy"),
            size=(CPU, MEMORY),
            role=role,
            command=[*self.command, "--drain", f"{DRAIN.to_seconds():g}"],
            environment=environment(NAME, settings, target),
            stop_timeout=GRACE,
            http=True,
            init=True,
        )


class BrowserService(Construct):
    """Service without a desired count: a new service starts one task, and no deployment changes the number."""

    def __init__(self, scope: Construct, cluster: Cluster, task: BrowserTask, network: PrivateService) -> None:
        super().__init__(scope, "Service")
        # the old task stops first and releases its account to the new one
        self.pool = network.fargate_service(
            self, cluster, task.definition, cluster_name=task.cluster_name, max_healthy_percent=100
        )
