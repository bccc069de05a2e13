"""Ends a tick: what is over is closed, archived and cleared away, and the next one may begin."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.goals.container import GoalsContainer
from footy.goals.steps.finish_tick import Input, Output, finish_tick

container = GoalsContainer()


@handler(finish_tick)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers which fixtures were archived, and which were let go without their end."""
    return container.run(finish_tick, event)
