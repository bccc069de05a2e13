"""Polls some fixtures of a tick."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.poll_batch import Input, Output, poll_batch
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(poll_batch)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers which goals have to be searched for now."""
    return world.run(poll_batch, event)
