"""Gives each pool as many workers as the goals of this minute need."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.set_capacity import Input, Output, set_capacity

container = GoalsContainer()


@handler(set_capacity)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how large each pool is to be."""
    return container.run(set_capacity, event)
