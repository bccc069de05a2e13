"""Base class of the stacks."""

from aws_cdk import CliCredentialsStackSynthesizer, DefaultStackSynthesizer, Environment, Stack
from constructs import Construct

from cdk.settings import EMULATOR_ASSETS, Target


class TargetStack(Stack):
    """Stack of one target: named after it, in its account and region."""

    def __init__(self, scope: Construct, target: Target, name: str, *, termination_protection: bool = False) -> None:
        super().__init__(
            scope,
            f"{target.prefix}-{name}",
            env=Environment(account=target.account or None, region=target.region or None),
            synthesizer=(
                CliCredentialsStackSynthesizer(file_assets_bucket_name=EMULATOR_ASSETS)
                if target.emulator
                else DefaultStackSynthesizer()
            ),
            termination_protection=termination_protection,
        )
        self.target = target
