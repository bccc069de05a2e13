"""Looks, after a search has ended, whether its goal is complete."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.check_completion import Input, Output, check_completion

container = GoalsContainer()


@handler(check_completion)
def handle(event: Input, context: LambdaContext) -> Output:
    """The failsafe: nobody else may have marked it."""
    return container.run(check_completion, event)
