"""Gives each pool as many workers as the goals of this minute need."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.set_capacity import Input, Output, set_capacity
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(set_capacity)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how large each pool is to be."""
    return world.run(set_capacity, event)
