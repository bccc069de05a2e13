"""Polls some fixtures of a tick."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.poll_batch import Input, Output, poll_batch

container = GoalsContainer()


@handler(poll_batch)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers which goals have to be searched for now."""
    return container.run(poll_batch, event)
