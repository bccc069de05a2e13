"""Copies the database into its bucket."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.back_up_database import Input, Output, back_up_database
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(back_up_database)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how many documents were copied."""
    return world.run(back_up_database, event)
