"""Tells webhooks of goals that have a verified clip."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.send_webhooks import Input, Output, send_webhooks
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(send_webhooks)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what was sent, updated and taken back."""
    return world.run(send_webhooks, event)
