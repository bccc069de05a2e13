"""The stack of who looks at clips: one of four doors, chosen by one line of cdk.json."""

import json
from dataclasses import replace

from aws_cdk import CfnOutput, Environment, RemovalPolicy, Stack, StackSynthesizer
from aws_cdk.aws_secretsmanager import ISecret, Secret, SecretStringGenerator
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.constructs.vision.backend import VisionBackend
from cdk.constructs.vision.cpu import CpuVision
from cdk.constructs.vision.ec2 import GpuVision
from cdk.constructs.vision.model import VisionModel
from cdk.constructs.vision.sagemaker import SageMakerVision
from cdk.stacks.state import StateStack


class VisionStack(Stack):
    """A service that answers what is in a frame, and how functions get to it."""

    def __init__(self, scope: Construct, state: StateStack, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"{state.target.prefix}-vision", env=env, synthesizer=synthesizer)
        self._state = state
        self.door = self._door()

    def _door(self) -> VisionBackend:
        target = self._state.target
        most = target.numbers.vision_pool_most
        match target.vision:
            case "cpu":
                return CpuVision(self, self._state).door
            case "ec2":
                group = GpuVision(self, self._state, VisionModel(self), self._key(), most=most)
                return replace(group.door, secret=self._key_by_name())
            case "sagemaker":
                return SageMakerVision(self, self._state, VisionModel(self), most=most).door
            case _:
                self._key()
                return VisionBackend(settings={}, secret=self._key_by_name())

    def _key_by_name(self) -> ISecret:
        """As the other stacks know it: under another choice it could not go while they import its address."""
        return Secret.from_secret_name_v2(self, "KeyByName", self._key_name)

    @property
    def _key_name(self) -> str:
        return f"{self._state.target.prefix}/vision"

    def _key(self) -> Secret:
        """Our own server takes what is made up here; another one's key is put in by an operator."""
        secret = Secret(
            self,
            "Key",
            secret_name=self._key_name,
            description=f"found-footy {self._state.target.name}: the vision service",
            generate_secret_string=SecretStringGenerator(
                secret_string_template=json.dumps({}),
                generate_string_key="key",
                exclude_punctuation=True,
                password_length=40,
            ),
            removal_policy=RemovalPolicy.DESTROY,
        )
        acknowledge(secret, "the server reads it when it starts: a new one is a deliberate act of an operator", "SMG4")
        CfnOutput(self, "VisionSecret", value=secret.secret_arn)
        return secret
