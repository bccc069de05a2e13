"""Removes what crashes left in both buckets."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.sweep_objects import Input, Output, sweep_objects

container = GoalsContainer()


@handler(sweep_objects)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how much nobody named any more."""
    return container.run(sweep_objects, event)
