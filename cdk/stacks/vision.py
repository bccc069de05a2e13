"""Stack of the vision backend that the target's `vision` selects."""

from dataclasses import replace

from aws_cdk import CfnOutput
from aws_cdk.aws_secretsmanager import ISecret, Secret
from constructs import Construct

from cdk.constructs.storage.secrets import generated_secret
from cdk.constructs.vision.backend import VisionBackend
from cdk.constructs.vision.cpu import CpuVision
from cdk.constructs.vision.ec2 import GpuVision
from cdk.constructs.vision.model import VisionModelFiles
from cdk.constructs.vision.sagemaker import SageMakerVision
from cdk.stacks.base import TargetStack
from cdk.stacks.state import StateStack


class VisionStack(TargetStack):
    """Vision service and its connection data."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, state.target, "vision")
        self.backend = self._backend(state)

    def _backend(self, state: StateStack) -> VisionBackend:
        most = self.target.numbers.vision_pool_most
        match self.target.vision:
            case "cpu":
                return CpuVision(self, state).backend
            case "ec2":
                group = GpuVision(self, state, VisionModelFiles(self), self._key(), most=most)
                return replace(group.backend, secret=self._key_by_name())
            case "sagemaker":
                return SageMakerVision(self, state, VisionModelFiles(self), most=most).backend
            case _:
                self._key()
                return VisionBackend(settings={}, secret=self._key_by_name())

    def _key_by_name(self) -> ISecret:
        """Refer to the key by name: an imported ARN would prevent a change of the backend."""
        return Secret.from_secret_name_v2(self, "KeyByName", f"{self.target.prefix}/vision")

    def _key(self) -> Secret:
        """Generate a key for our own server; for an external one, an operator replaces it."""
        why = "the server reads the key at its start; an operator rotates it deliberately"
        secret = generated_secret(self, self.target, "Key", "vision", field="key", why=why)
        CfnOutput(self, "VisionSecret", value=secret.secret_arn)
        return secret
