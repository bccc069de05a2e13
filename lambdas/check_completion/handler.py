"""Looks, after a search has ended, whether its goal is complete."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.check_completion import Input, Output, check_completion
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(check_completion)
def handle(event: Input, context: LambdaContext) -> Output:
    """The failsafe: nobody else may have marked it."""
    return world.run(check_completion, event)
