"""Removes what crashes left in both buckets."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.sweep_objects import Input, Output, sweep_objects
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(sweep_objects)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how much nobody named any more."""
    return world.run(sweep_objects, event)
