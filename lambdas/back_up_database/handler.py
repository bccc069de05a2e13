"""Copies the database into its bucket."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.back_up_database import Input, Output, back_up_database

container = GoalsContainer()


@handler(back_up_database)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how many documents were copied."""
    return container.run(back_up_database, event)
