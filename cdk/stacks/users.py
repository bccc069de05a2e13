"""The stack of those who speak to the database: who writes, who only reads, and the function that makes both.

A stack of its own, between the database and whoever asks it: what fails here takes no cluster along, and changes no
function that works.
"""

import json

from aws_cdk import CfnOutput, CustomResource, Environment, RemovalPolicy, Stack, StackSynthesizer
from aws_cdk.aws_iam import Role
from aws_cdk.aws_secretsmanager import CfnSecretTargetAttachment, Secret, SecretStringGenerator
from aws_cdk.custom_resources import Provider
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction, Uses
from cdk.constructs.compute.layers import Layers
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.settings import READER, WRITER
from cdk.stacks.state import StateStack

USERS = {"make_users": Uses(database=True, as_master=True, seconds=120, secrets=(WRITER, READER))}
# as they are called in the cluster, where the master is `footy`; letters only, as it asks of a master
NAMES = {WRITER: "footywriter", READER: "footyreader"}
CLUSTER = "AWS::DocDB::DBCluster"


class DatabaseUsersStack(Stack):
    """Nobody but `make_users` knows the password that DocumentDB was made with."""

    def __init__(self, scope: Construct, state: StateStack, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"{state.target.prefix}-users", env=env, synthesizer=synthesizer)
        self._target = state.target
        layers = Layers(self, state.target)
        [(name, uses)] = USERS.items()
        self.maker = PythonFunction(self, name, uses, state=state, layers=layers)
        secrets = {name: self._secret(name) for name in NAMES}
        made = CustomResource(
            self,
            "Users",
            resource_type="Custom::DatabaseUsers",
            service_token=self._provider().service_token,
            # asked again with each release and each new secret; who is in order is left alone
            properties={
                "Secrets": [secret.secret_arn for secret in secrets.values()],
                "Release": layers.of("footy")[0].layer_version_arn,
            },
        )
        CfnOutput(self, "MakeUsersFunction", value=self.maker.function.function_name)
        made.node.add_dependency(*(self._way(name, secret) for name, secret in secrets.items()))

    def _secret(self, name: str) -> Secret:
        """Made up here, and again when it is lost: the user is given whatever it says."""
        secret = Secret(
            self,
            name,
            secret_name=f"{self._target.prefix}/{name}",
            description=f"found-footy {self._target.name}: {name}",
            generate_secret_string=SecretStringGenerator(
                secret_string_template=json.dumps({"username": NAMES[name]}),
                generate_string_key="password",
                exclude_punctuation=True,
                password_length=40,
            ),
            removal_policy=RemovalPolicy.DESTROY,
        )
        reason = "functions keep their connection while they are warm: rotation is a deliberate act of an operator"
        acknowledge(secret, reason, "SMG4")
        return secret

    def _way(self, name: str, secret: Secret) -> CfnSecretTargetAttachment:
        """Writes the cluster's address beside the password; by its name, which no other stack has to tell."""
        return CfnSecretTargetAttachment(
            self, f"{name}_way", secret_id=secret.secret_arn, target_id=self._target.prefix, target_type=CLUSTER
        )

    def _provider(self) -> Provider:
        """What calls the function for CloudFormation, and answers for it should it fail."""
        logs = log_group(Construct(self, "Asking"), self._target, f"/footy/{self._target.name}/asks-make-users")
        role = Role(self, "AskingRole", assumed_by=trusted(self, "lambda"))
        allow(role, ["logs:CreateLogStream", "logs:PutLogEvents"], [logs.log_group_arn])
        provider = Provider(
            self, "Provider", on_event_handler=self.maker.function, framework_on_event_role=role, log_group=logs
        )
        maker = f"<{self.resolve(self.maker.function.function_arn)['Fn::GetAtt'][0]}.Arn>"
        acknowledge(role, "CDK lets it call versions too, of which there are none", f"IAM5[Resource::{maker}:*]")
        return provider
