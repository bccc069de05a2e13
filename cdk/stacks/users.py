"""Stack of the database users: a writer, a reader, and the function that creates both.

It is separate, between the database and its clients: a failure here neither deletes the cluster nor changes a working
function.
"""

from aws_cdk import CfnOutput, CustomResource
from aws_cdk.aws_iam import Role
from aws_cdk.aws_secretsmanager import CfnSecretTargetAttachment, Secret
from aws_cdk.custom_resources import Provider
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.constructs.storage.secrets import generated_secret
from cdk.settings import READER, WRITER
from cdk.stacks.base import TargetStack
from cdk.stacks.state import StateStack

USERS = {"make_users": Uses(database=True, as_master=True, seconds=120, secrets=(WRITER, READER))}
# user names of DocumentDB; the master is `footy`
NAMES = {WRITER: "footywriter", READER: "footyreader"}
CLUSTER = "AWS::DocDB::DBCluster"


class DatabaseUsersStack(TargetStack):
    """Database users; only the function `make_users` can read the master password."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, state.target, "users")
        layers = Layers(self, state.target)
        [(name, uses)] = USERS.items()
        self.maker = PythonFunction(self, name, uses, state=state, layers=layers)
        secrets = {name: self._secret(name) for name in NAMES}
        users = CustomResource(
            self,
            "Users",
            resource_type="Custom::DatabaseUsers",
            service_token=self._provider().service_token,
            # a new release or secret calls the function again, which leaves correct users unchanged
            properties={
                "Secrets": [secret.secret_arn for secret in secrets.values()],
                "Release": layers.of("footy")[0].layer_version_arn,
            },
        )
        CfnOutput(self, "MakeUsersFunction", value=self.maker.function.function_name)
        users.node.add_dependency(*(self._attach(name, secret) for name, secret in secrets.items()))

    def _secret(self, name: str) -> Secret:
        """Generate a password; a lost secret is generated again, and the function then updates the user."""
        why = "warm functions keep their connection; an operator rotates the password deliberately"
        return generated_secret(self, self.target, name, name, field="password", why=why, username=NAMES[name])

    def _attach(self, name: str, secret: Secret) -> CfnSecretTargetAttachment:
        """Add the cluster's address to the secret; the cluster is referenced by name and needs no export."""
        return CfnSecretTargetAttachment(
            self, f"{name}_way", secret_id=secret.secret_arn, target_id=self.target.prefix, target_type=CLUSTER
        )

    def _provider(self) -> Provider:
        """Create the CDK's function that calls ours for CloudFormation and reports a failure."""
        logs = log_group(Construct(self, "Asking"), self.target, f"/footy/{self.target.name}/asks-make-users")
        role = Role(self, "AskingRole", assumed_by=trusted(self, "lambda"))
        allow(role, ["logs:CreateLogStream", "logs:PutLogEvents"], [logs.log_group_arn])
        provider = Provider(
            self, "Provider", on_event_handler=self.maker.function, framework_on_event_role=role, log_group=logs
        )
        maker = f"<{self.resolve(self.maker.function.function_arn)['Fn::GetAtt'][0]}.Arn>"
        acknowledge(role, "the CDK also grants the versions of the function", f"IAM5[Resource::{maker}:*]")
        return provider
