"""Tells webhooks of goals that have a verified clip."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.send_webhooks import Input, Output, send_webhooks

container = GoalsContainer()


@handler(send_webhooks)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what was sent, updated and taken back."""
    return container.run(send_webhooks, event)
