"""Fetches the fixtures of the coming days, or those that were asked for by hand."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.ingest_fixtures import Input, Output, ingest_fixtures

container = GoalsContainer()


@handler(ingest_fixtures)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers the teams whose aliases will be needed."""
    return container.run(ingest_fixtures, event)
