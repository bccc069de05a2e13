"""Removes fixtures that have been archived long enough, their clips first."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.retire_fixtures import Input, Output, retire_fixtures

container = GoalsContainer()


@handler(retire_fixtures)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how much is gone, and whether there is more."""
    return container.run(retire_fixtures, event)
