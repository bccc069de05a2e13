"""Stack of the vision backend that the target's `vision` selects."""

import json
from dataclasses import replace

from aws_cdk import CfnOutput, RemovalPolicy
from aws_cdk.aws_secretsmanager import ISecret, Secret, SecretStringGenerator
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.constructs.vision.backend import VisionBackend
from cdk.constructs.vision.cpu import CpuVision
from cdk.constructs.vision.ec2 import GpuVision
from cdk.constructs.vision.model import VisionModel
from cdk.constructs.vision.sagemaker import SageMakerVision
from cdk.stacks.base import TargetStack
from cdk.stacks.state import StateStack


class VisionStack(TargetStack):
    """Vision service and its connection data."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, state.target, "vision")
        self._key_name = f"{self.target.prefix}/vision"
        self.backend = self._backend(state)

    def _backend(self, state: StateStack) -> VisionBackend:
        most = self.target.numbers.vision_pool_most
        match self.target.vision:
            case "cpu":
                return CpuVision(self, state).backend
            case "ec2":
                group = GpuVision(self, state, VisionModel(self), self._key(), most=most)
                return replace(group.backend, secret=self._key_by_name())
            case "sagemaker":
                return SageMakerVision(self, state, VisionModel(self), most=most).backend
            case _:
                self._key()
                return VisionBackend(settings={}, secret=self._key_by_name())

    def _key_by_name(self) -> ISecret:
        """Refer to the key by name: an imported ARN would prevent a change of the backend."""
        return Secret.from_secret_name_v2(self, "KeyByName", self._key_name)

    def _key(self) -> Secret:
        """Generate a key for our own server; for an external one, an operator replaces it."""
        secret = Secret(
            self,
            "Key",
            secret_name=self._key_name,
            description=f"found-footy {self.target.name}: the vision service",
            generate_secret_string=SecretStringGenerator(
                secret_string_template=json.dumps({}),
                generate_string_key="key",
                exclude_punctuation=True,
                password_length=40,
            ),
            removal_policy=RemovalPolicy.DESTROY,
        )
        acknowledge(secret, "the server reads the key at its start; an operator rotates it deliberately", "SMG4")
        CfnOutput(self, "VisionSecret", value=secret.secret_arn)
        return secret
