"""Removes fixtures that have been archived long enough, their clips first."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.retire_fixtures import Input, Output, retire_fixtures
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(retire_fixtures)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how much is gone, and whether there is more."""
    return world.run(retire_fixtures, event)
