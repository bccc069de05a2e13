"""Fetches the fixtures of the coming days, or those that were asked for by hand."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.ingest_fixtures import Input, Output, ingest_fixtures
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(ingest_fixtures)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers the teams whose aliases will be needed."""
    return world.run(ingest_fixtures, event)
